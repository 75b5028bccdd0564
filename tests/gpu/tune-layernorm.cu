// Layer normalization with a long row's whole part in registers, in blocks of several shapes, beside normTeam, which has the next
// row on its way into shared memory.
//
//     tests/gpu/tune.sh layernorm

#define main layernorm_main // its kernels and host's side are used here, not its main
#include "../../chapters/ch3-reduction/layernorm.cu"
#undef main

#include "ahead.h"

// Weights and biases stay in shared memory, as in normTeam. AHEAD: the next row's part is asked for. Rows of a multiple of four.
template <int THREADS, int FLOATS, int BLOCKS, bool AHEAD>
__global__ void __launch_bounds__(THREADS, BLOCKS) normRegisters(Matrix m, Teams t)
{
    extern __shared__ __align__(16) float parts[]; // (2, part): weights, biases
    __shared__ float sums[32], squares[32];
    __shared__ Online whole[2]; // two rows in turn
    float *weight = parts, *bias = parts + t.part;
    size_t teams = gridDim.x / t.team, lane = threadIdx.x % 32, row = blockIdx.x / t.team;
    unsigned int part = blockIdx.x % t.team;
    size_t at = part * t.part, count = partSize(&t, part, t.n);
    float theirs = lane < t.team ? (float)partSize(&t, lane, t.n) : 0;

    for (size_t i = threadIdx.x * 4; i < count; i += THREADS * 4) { // what it reads itself
        *(Pack<4> *)(weight + i) = *(const Pack<4> *)(m.weight + at + i);
        *(Pack<4> *)(bias + i) = *(const Pack<4> *)(m.bias + at + i);
    }
    for (int turn = 0; row < t.rows; turn++, row += teams) {
        Online *all = &whole[turn % 2];
        float kept[FLOATS], sum = 0;
        loadRow<FLOATS, 4, true>(kept, m.x + row * t.n + at, count, 0);
        if (AHEAD && row + teams < t.rows)
            askPart<THREADS>(m.x + (row + teams) * t.n + at, count);
#pragma unroll
        for (int k = 0; k < FLOATS; k++)
            sum += kept[k];
        float mean = sumGroup(sum, sums) / (count > 0 ? count : 1);
        float square = sumGroup(squareKept<FLOATS, 4>(kept, mean, count), squares);
        if (threadIdx.x < 32) {
            tellTeam(&t, row, part, make_float2(mean, square));
            float2 pair = hearTeam(&t, row, UNSET, make_float2(0, 0));
            Online o = joinWarp({theirs, pair.x, pair.y});
            if (lane == 0)
                *all = o;
        }
        __syncthreads();
        normalKept<FLOATS, 4>(kept, weight, bias, all->mean, rsqrtf(all->square / t.n + EPSILON),
                              count);
        storeRow<FLOATS, 4>(kept, m.y + row * t.n + at, count);
    }
}

template <int THREADS, int FLOATS, int BLOCKS, bool AHEAD>
static void instance(const Matrix *m)
{
    const void *kernel = (const void *)normRegisters<THREADS, FLOATS, BLOCKS, AHEAD>;
    size_t part = (size_t)THREADS * FLOATS, shared = 2 * part * sizeof(float);
    int device, most;
    cudaCheck(cudaGetDevice(&device));
    cudaCheck(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if (m->n % 4 != 0 || shared > (size_t)most || !launchTeams(kernel, THREADS, part, shared, m))
        vector(m);
}

static const Rung instances[] = {
    {"normTeam", team},
    {"256x32x3", instance<256, 32, 3, false>},
    {"256x32x3-ahead", instance<256, 32, 3, true>},
    {"512x32x1", instance<512, 32, 1, false>},
    {"512x32x1-ahead", instance<512, 32, 1, true>},
    {"512x16x3", instance<512, 16, 3, false>},
    {"512x16x3-ahead", instance<512, 16, 3, true>},
    {"1024x16x1", instance<1024, 16, 1, false>},
    {"1024x16x1-ahead", instance<1024, 16, 1, true>},
    {"128x32x6", instance<128, 32, 6, false>},
    {"128x32x6-ahead", instance<128, 32, 6, true>},
    {"copy", copyRows},
};
enum { INSTANCES = sizeof instances / sizeof *instances };

int main(int argc, char **argv)
{
    return runRows("Layer normalization of long rows, in blocks of several shapes: threads x "
                   "floats of each x blocks of an SM.",
                   instances, INSTANCES, 1, reference, argc, argv);
}
