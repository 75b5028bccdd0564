// Softmax of rows: two reductions, then read again.
//
// y[i] = exp(x[i] - max) / sum of exp(x[j] - max), over each row. Without the largest element, max, the
// exponentials overflow. So a row seems to need three passes: for its maximum, its sum and its result. But
// one pass over memory is enough, which reads x once and writes y once. That is a copy, which is the limit.
//
//     softmaxThreePass     three kernels, a block for each row
//     softmaxFused         one kernel with three loops
//     softmaxOnlineWarp    maximum and sum in one loop, a warp for each row
//     softmaxOnlineBlock   the same, a block for each row
//     softmaxVector        the same with 16-byte loads
//     softmaxKept          the row stays in registers: one pass over memory
//     softmaxTeam          long rows: half in registers, half in shared memory; or of several blocks
//     copy                 the same bytes copied with cudaMemcpy: the limit
//
//     make ch3-softmax && ./ch3-softmax -n 4096 -m 16384

#include "maxsum.h"
#include "rowwise.h"

#include <cuda_pipeline_primitives.h>

// All kernels: x, y: (rows, n); a row begins at row * n. Rows past the last have no work.

// ---- Three passes ----

// [begin threePass]
__global__ void rowMax(const float *x, size_t rows, size_t n, float *most) // most: (rows)
{
    __shared__ float maxima[32];
    float mine = -INFINITY;
    if (blockIdx.x >= rows)
        return;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        mine = fmaxf(mine, x[blockIdx.x * n + i]);
    mine = maxGroup(mine, maxima);
    if (threadIdx.x == 0)
        most[blockIdx.x] = mine;
}

__global__ void rowSum(const float *x, size_t rows, size_t n, const float *most, float *sum)
{
    __shared__ float sums[32];
    float mine = 0;
    if (blockIdx.x >= rows)
        return;
    float base = baseOf(most[blockIdx.x]);
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        mine += expf(x[blockIdx.x * n + i] - base);
    mine = sumGroup(mine, sums);
    if (threadIdx.x == 0)
        sum[blockIdx.x] = mine;
}

__global__ void rowResult(const float *x, size_t rows, size_t n, const float *most,
                          const float *sum, float *y)
{
    if (blockIdx.x >= rows)
        return;
    float base = baseOf(most[blockIdx.x]), scale = scaleOf(sum[blockIdx.x]);
    for (size_t i = blockIdx.x * n + threadIdx.x; i < (blockIdx.x + 1) * n; i += blockDim.x)
        y[i] = expf(x[i] - base) * scale;
}
// [end threePass]

// Rung 2: one kernel. The second and the third loop find the row still in a cache. Removes
// two launches and most of the reads from DRAM (dram__bytes_read.sum).
// [begin softmaxFused]
__global__ void softmaxFused(const float *x, float *y, size_t rows, size_t n)
{
    __shared__ float maxima[32], sums[32];
    float most = -INFINITY, sum = 0;
    if (blockIdx.x >= rows)
        return;
    x += blockIdx.x * n;
    y += blockIdx.x * n;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        most = fmaxf(most, x[i]);
    float base = baseOf(maxGroup(most, maxima));
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        sum += expf(x[i] - base);
    float scale = scaleOf(sumGroup(sum, sums));
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = expf(x[i] - base) * scale;
}
// [end softmaxFused]

// ---- Online: maximum and sum in one loop (maxsum.h) ----

// Rung 3: a warp for each row, two loops instead of three, no barrier. Removes a third of the requests
// (l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum). Long rows suffer, because 32 lanes are few for them.
// [begin softmaxOnlineWarp]
__global__ void softmaxOnlineWarp(const float *x, float *y, size_t rows, size_t n)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    Online o = nothing();
    if (row >= rows) // the whole warp
        return;
    x += row * n;
    y += row * n;
    for (size_t i = threadIdx.x % 32; i < n; i += 32)
        o = addElement(o, x[i]);
    o = joinWarp(o);
    float base = o.base, scale = scaleOf(o.sum);
    for (size_t i = threadIdx.x % 32; i < n; i += 32)
        y[i] = expf(x[i] - base) * scale;
}
// [end softmaxOnlineWarp]

// Rung 4: a block for each row, so that more loads of a long row are in flight.
// [begin softmaxOnlineBlock]
__global__ void softmaxOnlineBlock(const float *x, float *y, size_t rows, size_t n)
{
    Online o = nothing();
    if (blockIdx.x >= rows)
        return;
    x += blockIdx.x * n;
    y += blockIdx.x * n;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        o = addElement(o, x[i]);
    o = joinBlock(o, nothing());
    float base = o.base, scale = scaleOf(o.sum);
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = expf(x[i] - base) * scale;
}
// [end softmaxOnlineBlock]

// Rung 5: 16 bytes for each load and store. Removes three out of four requests. For that, a row must
// begin at a multiple of 16 bytes; with other lengths VEC is 1.
// [begin softmaxVector]
template <int VEC>
__global__ void softmaxVector(const float *x, float *y, size_t rows, size_t n)
{
    Online o = nothing();
    if (blockIdx.x >= rows)
        return;
    x += blockIdx.x * n;
    y += blockIdx.x * n;
    for (size_t i = threadIdx.x * VEC; i < n; i += blockDim.x * VEC) {
        Pack<VEC> p = *(const Pack<VEC> *)(x + i);
        for (int j = 0; j < VEC; j++)
            o = addElement(o, p.v[j]);
    }
    o = joinBlock(o, nothing());
    float base = o.base, scale = scaleOf(o.sum);
    for (size_t i = threadIdx.x * VEC; i < n; i += blockDim.x * VEC) {
        Pack<VEC> p = *(const Pack<VEC> *)(x + i);
        for (int j = 0; j < VEC; j++)
            p.v[j] = expf(p.v[j] - base) * scale;
        *(Pack<VEC> *)(y + i) = p;
    }
}
// [end softmaxVector]

// Rung 6: the row stays in registers. All loads are in flight before the first is used, each element is
// read once, and its exponential is calculated once. Removes the second read of the row, wherever it came
// from (lts__t_bytes.sum). Rows of any length are moved in packs of 16 bytes, except their ends: kept[FLOATS].
// [begin softmaxKept]
template <int FLOATS>
__global__ void __launch_bounds__(1024) softmaxKept(const float *x, float *y, size_t rows, size_t n)
{
    __shared__ float maxima[32], sums[32];
    size_t row = (size_t)blockIdx.x * blockDim.y + threadIdx.y;
    float kept[FLOATS + 1], most = -INFINITY, sum = 0;
    if (row >= rows)
        return;

    Cut cut = cutRow(row, n);
    loadRow<FLOATS, 4>(kept, x + cut.packs, cut.packed, -INFINITY);
    kept[FLOATS] = cut.hasEnd ? x[cut.end] : -INFINITY;
#pragma unroll
    for (int k = 0; k <= FLOATS; k++)
        most = fmaxf(most, kept[k]);
    float base = baseOf(maxGroup(most, maxima));
#pragma unroll
    for (int k = 0; k <= FLOATS; k++)
        sum += kept[k] = expf(kept[k] - base);
    float scale = scaleOf(sumGroup(sum, sums));
#pragma unroll
    for (int k = 0; k <= FLOATS; k++)
        kept[k] *= scale;
    storeRow<FLOATS, 4>(kept, y + cut.packs, cut.packed);
    if (cut.hasEnd)
        y[cut.end] = kept[FLOATS];
}
// [end softmaxKept]

// Rung 7: half of a longer row stays in registers and half in shared memory: up to 65,536 floats, most of
// what an SM can hold. A still longer row belongs to a team of blocks.
enum { HALF_FLOATS = 32 }; // of a thread

// From the half in shared memory a thread reads only what it has copied itself, so no barrier is needed.
// The row's ends belong to the first block of the team. A block without a team has one row, that of its index.
// [begin softmaxTeam]
template <int THREADS>
__global__ void __launch_bounds__(THREADS, 1024 / THREADS) softmaxTeam(Matrix m, Teams t)
{
    const int HALF = THREADS * HALF_FLOATS;
    extern __shared__ __align__(16) float half[]; // (HALF)
    __shared__ float maxima[32], sums[32];
    __shared__ size_t ticket;
    __shared__ Online all;
    Pack<4> *mine = (Pack<4> *)half + threadIdx.x; // and every THREADS-th pack after it
    if (threadIdx.x == 0)
        ticket = t.team == 1 ? blockIdx.x : drawTicket(&t);
    for (;;) {
        __syncthreads();
        size_t row = ticket / t.team, next = 0;
        unsigned int part = ticket % t.team;
        if (row >= t.rows)
            return;
        Cut cut = cutRow(row, t.n);
        size_t first = cut.packs + part * t.part, count = partSize(&t, part, cut.packed);
        size_t left = count > HALF + threadIdx.x * 4 ? count - HALF - threadIdx.x * 4 : 0;
        int packs = (int)((left + THREADS * 4 - 1) / (THREADS * 4)); // in shared
        bool hasEnd = part == 0 && cut.hasEnd;
        float kept[HALF_FLOATS + 1], most = -INFINITY, sum = 0;

        for (int k = 0; k < packs; k++)
            __pipeline_memcpy_async(&mine[k * THREADS],
                                    m.x + first + HALF + (k * THREADS + threadIdx.x) * 4,
                                    sizeof(Pack<4>));
        __pipeline_commit();
        loadRow<HALF_FLOATS, 4>(kept, m.x + first, count, -INFINITY);
        kept[HALF_FLOATS] = hasEnd ? m.x[cut.end] : -INFINITY;
#pragma unroll
        for (int k = 0; k <= HALF_FLOATS; k++)
            most = fmaxf(most, kept[k]);
        __pipeline_wait_prior(0);
        for (int k = 0; k < packs; k++)
            for (int j = 0; j < 4; j++)
                most = fmaxf(most, mine[k * THREADS].v[j]);
        most = maxGroup(most, maxima);
        float base = baseOf(most);
#pragma unroll
        for (int k = 0; k <= HALF_FLOATS; k++)
            sum += kept[k] = expf(kept[k] - base);
        for (int k = 0; k < packs; k++)
            for (int j = 0; j < 4; j++)
                sum += mine[k * THREADS].v[j] = expf(mine[k * THREADS].v[j] - base);
        sum = sumGroup(sum, sums);

        float scale = scaleOf(sum);
        if (t.team > 1) {
            if (threadIdx.x < 32) {
                tellTeam(&t, row, part, make_float2(base, sum));
                float2 pair = hearTeam(&t, row, UNSET, make_float2(-FLT_MAX, 0));
                Online o = joinWarp({pair.x, pair.y});
                // It draws now, not earlier: a block must not hold a part that it waits for.
                if (threadIdx.x == 0) {
                    all = o;
                    next = drawTicket(&t);
                }
            }
            __syncthreads();
            scale = expf(base - all.base) * scaleOf(all.sum);
        }
#pragma unroll
        for (int k = 0; k <= HALF_FLOATS; k++)
            kept[k] *= scale;
        storeRow<HALF_FLOATS, 4>(kept, m.y + first, count);
        if (hasEnd)
            m.y[cut.end] = kept[HALF_FLOATS];
        for (int k = 0; k < packs; k++) {
            Pack<4> p = mine[k * THREADS];
            for (int j = 0; j < 4; j++)
                p.v[j] *= scale;
            storePack((Pack<4> *)(m.y + first + HALF + (k * THREADS + threadIdx.x) * 4), p);
        }
        if (t.team == 1)
            return;
        if (threadIdx.x == 0)
            ticket = next;
    }
}
// [end softmaxTeam]

// ---- The host ----

static void threePass(const Matrix *m)
{
    unsigned int grid = blocksFor(m->rows, 1);
    float *most = m->work, *sum = m->work + m->rows;
    rowMax<<<grid, m->block>>>(m->x, m->rows, m->n, most);
    rowSum<<<grid, m->block>>>(m->x, m->rows, m->n, most, sum);
    rowResult<<<grid, m->block>>>(m->x, m->rows, m->n, most, sum, m->y);
}

static void fused(const Matrix *m)
{
    softmaxFused<<<blocksFor(m->rows, 1), m->block>>>(m->x, m->y, m->rows, m->n);
}

static void onlineWarp(const Matrix *m)
{
    softmaxOnlineWarp<<<blocksFor(m->rows, m->block / 32), m->block>>>(m->x, m->y, m->rows, m->n);
}

static void onlineBlock(const Matrix *m)
{
    softmaxOnlineBlock<<<blocksFor(m->rows, 1), m->block>>>(m->x, m->y, m->rows, m->n);
}

static void vector(const Matrix *m)
{
    unsigned int grid = blocksFor(m->rows, 1);
    if (m->n % 4 == 0)
        softmaxVector<4><<<grid, m->block>>>(m->x, m->y, m->rows, m->n);
    else
        softmaxVector<1><<<grid, m->block>>>(m->x, m->y, m->rows, m->n);
}

// A row that does not fit into a block's registers is left to softmaxVector, which reads it twice.
// [begin kept]
static void kept(const Matrix *m)
{
    static void (*const kernels[3])(const float *x, float *y, size_t rows,
                                    size_t n) = {softmaxKept<8>, softmaxKept<16>, softmaxKept<32>};
    Layout l = layoutFor(m->n);
    if (l.threads == 0) {
        vector(m);
        return;
    }
    dim3 block(l.threads, l.rowsPerBlock);
    kernels[l.floats / 16]<<<blocksFor(m->rows, l.rowsPerBlock), block>>>(m->x, m->y, m->rows,
                                                                          m->n);
}
// [end kept]

// False if a row is too long, or a block too large for the device.
template <int THREADS>
static bool launchTeam(const Matrix *m)
{
    const void *kernel = (const void *)softmaxTeam<THREADS>;
    const size_t half = (size_t)THREADS * HALF_FLOATS, shared = half * sizeof(float);
    if (m->n > 2 * half)
        return launchTeams(kernel, THREADS, 2 * half, shared, m);
    if (!allowShared(kernel, shared))
        return false;
    Teams alone = {m->rows, m->n, 1, (m->n + 3) / 4 * 4, NULL, NULL};
    softmaxTeam<THREADS><<<blocksFor(m->rows, 1), THREADS, shared>>>(*m, alone);
    return true;
}

// The largest block that the device holds: with 128, 64 or 32 KiB of shared memory.
static void team(const Matrix *m)
{
    if (!launchTeam<1024>(m) && !launchTeam<512>(m) && !launchTeam<256>(m))
        vector(m);
}

// [begin reference]
// In double. If a row is nothing but -INFINITY, all of its shares are 0. expf is off by at most 2
// units in the last place. The rounding of its argument adds |x - max| half units, twice: for the
// numerator and for the sum. The sum itself is rounded once for each addition of a thread, and a
// few times for each join.
static void reference(const float *row, const float *, const float *, size_t n, Expected *expected)
{
    double most = -INFINITY, least = INFINITY, sum = 0;
    for (size_t i = 0; i < n; i++) {
        most = fmax(most, row[i]);
        if (row[i] > -INFINITY)
            least = fmin(least, row[i]);
    }
    double base = most > -INFINITY ? most : 0, distance = most > -INFINITY ? most - least : 0;
    for (size_t i = 0; i < n; i++)
        sum += exp(row[i] - base);
    for (size_t i = 0; i < n; i++) {
        expected[i].want = sum > 0 ? exp(row[i] - base) / sum : 0;
        expected[i].bound = expected[i].want * float_gamma((double)n / 32 + 2 * distance + 200);
    }
}
// [end reference]

static const Rung ladder[] = {
    {"softmaxThreePass", threePass},
    {"softmaxFused", fused},
    {"softmaxOnlineWarp", onlineWarp},
    {"softmaxOnlineBlock", onlineBlock},
    {"softmaxVector", vector},
    {"softmaxKept", kept},
    {"softmaxTeam", team},
    {"copy", copyRows},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

int main(int argc, char **argv)
{
    return runRows("Softmax of the rows of a random matrix; the size -n is a row's.", ladder, RUNGS,
                   8, true, reference, argc, argv);
}
