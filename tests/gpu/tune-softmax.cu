// Softmax with a long row's whole part in registers, in blocks of several shapes, beside softmaxTeam, which keeps half of it in
// shared memory.
//
//     tests/gpu/tune.sh softmax

#define main softmax_main // its kernels and host's side are used here, not its main
#include "../../chapters/ch3-reduction/softmax.cu"
#undef main

#include "ahead.h"

// A block has the same part of one row after the other. AHEAD: it asks for its part of the next row.
template <int THREADS, int FLOATS, int BLOCKS, bool AHEAD>
__global__ void __launch_bounds__(THREADS, BLOCKS) softmaxRegisters(Matrix m, Teams t)
{
    __shared__ float maxima[32], sums[32];
    __shared__ Online all;
    size_t teams = gridDim.x / t.team;
    unsigned int part = blockIdx.x % t.team;
    for (size_t row = blockIdx.x / t.team; row < t.rows; row += teams) {
        Cut cut = cutRow(row, t.n), then = cutRow(row + teams, t.n);
        size_t at = part * t.part, count = partSize(&t, part, cut.packed);
        bool hasEnd = part == 0 && cut.hasEnd;
        float kept[FLOATS + 1], most = -FLT_MAX, sum = 0;
        loadRow<FLOATS, 4, true>(kept, m.x + cut.packs + at, count, -FLT_MAX);
        kept[FLOATS] = hasEnd ? m.x[cut.end] : -FLT_MAX;
        if (AHEAD && row + teams < t.rows)
            askPart<THREADS>(m.x + then.packs + at, partSize(&t, part, then.packed));
#pragma unroll
        for (int k = 0; k <= FLOATS; k++)
            most = fmaxf(most, kept[k]);
        most = maxGroup(most, maxima);
#pragma unroll
        for (int k = 0; k <= FLOATS; k++)
            sum += kept[k] = expf(kept[k] - most);
        sum = sumGroup(sum, sums);
        if (threadIdx.x < 32) {
            tellTeam(&t, row, part, make_float2(most, sum));
            float2 pair = hearTeam(&t, row, UNSET, make_float2(-FLT_MAX, 0));
            Online o = joinWarp({pair.x, pair.y});
            if (threadIdx.x == 0)
                all = o;
        }
        __syncthreads();
        float scale = expf(most - all.most) / all.sum;
#pragma unroll
        for (int k = 0; k <= FLOATS; k++)
            kept[k] *= scale;
        storeRow<FLOATS, 4>(kept, m.y + cut.packs + at, count);
        if (hasEnd)
            m.y[cut.end] = kept[FLOATS];
    }
}

template <int THREADS, int FLOATS, int BLOCKS, bool AHEAD>
static void instance(const Matrix *m)
{
    if (!launchTeams((const void *)softmaxRegisters<THREADS, FLOATS, BLOCKS, AHEAD>, THREADS,
                     (size_t)THREADS * FLOATS, 0, m))
        vector(m);
}

static const Rung instances[] = {
    {"softmaxTeam", team},
    {"512x32x2", instance<512, 32, 2, false>},
    {"512x32x2-ahead", instance<512, 32, 2, true>},
    {"1024x32x1", instance<1024, 32, 1, false>},
    {"1024x32x1-ahead", instance<1024, 32, 1, true>},
    {"256x32x4", instance<256, 32, 4, false>},
    {"256x32x4-ahead", instance<256, 32, 4, true>},
    {"256x64x2", instance<256, 64, 2, false>},
    {"256x64x2-ahead", instance<256, 64, 2, true>},
    {"512x64x1", instance<512, 64, 1, false>},
    {"512x64x1-ahead", instance<512, 64, 1, true>},
    {"copy", copyRows},
};
enum { INSTANCES = sizeof instances / sizeof *instances };

int main(int argc, char **argv)
{
    return runRows("Softmax of long rows, in blocks of several shapes: threads x floats of each x "
                   "blocks of an SM.",
                   instances, INSTANCES, 8, reference, argc, argv);
}
