// Layer normalization: mean and variance in one pass.
//
// y[i] = (x[i] - mean) / sqrt(variance + 1e-5) * weight[i] + bias[i], over each row. The variance is the
// mean of the squared distances from the mean, and the mean is known only when the row has been read.
//
//     normThreePass     three kernels, a block for each row
//     normFused         one kernel with three loops
//     normOnlineWarp    mean and variance in one loop (Welford), a warp for each row
//     normOnlineBlock   the same, a block for each row
//     normVector        the same with 16-byte loads
//     normKept          the row stays in registers: one pass over memory
//     normTeam          long rows belong to several blocks, which keep the weights
//     copy              the same bytes copied with cudaMemcpy: the limit
//
//     make ch3-layernorm && ./ch3-layernorm -n 4096 -m 16384

#include "rowwise.h"
#include "welford.h"

#include <cuda_pipeline_primitives.h>

static const float EPSILON = 1e-5f; // keeps a row of equal elements from a division by 0

// All kernels: m.x, m.y: (m.rows, m.n). Rows past the last have no work.

// The result for element i of a row.
static __device__ float normal(const Matrix *m, size_t i, float x, float mean, float scale)
{
    return (x - mean) * scale * m->weight[i] + m->bias[i];
}

// ---- Three passes ----

// [begin threePass]
__global__ void rowMean(Matrix m, float *mean) // mean: (rows)
{
    __shared__ float sums[32];
    float sum = 0;
    if (blockIdx.x >= m.rows)
        return;
    for (size_t i = threadIdx.x; i < m.n; i += blockDim.x)
        sum += m.x[blockIdx.x * m.n + i];
    sum = sumGroup(sum, sums);
    if (threadIdx.x == 0)
        mean[blockIdx.x] = sum / m.n;
}

__global__ void rowScale(Matrix m, const float *mean, float *scale) // scale: 1 / deviation, (rows)
{
    __shared__ float sums[32];
    float sum = 0;
    if (blockIdx.x >= m.rows)
        return;
    for (size_t i = threadIdx.x; i < m.n; i += blockDim.x) {
        float distance = m.x[blockIdx.x * m.n + i] - mean[blockIdx.x];
        sum += distance * distance;
    }
    sum = sumGroup(sum, sums);
    if (threadIdx.x == 0)
        scale[blockIdx.x] = rsqrtf(sum / m.n + EPSILON);
}

__global__ void rowNormal(Matrix m, const float *mean, const float *scale)
{
    size_t row = blockIdx.x;
    if (row >= m.rows)
        return;
    for (size_t i = threadIdx.x; i < m.n; i += blockDim.x)
        m.y[row * m.n + i] = normal(&m, i, m.x[row * m.n + i], mean[row], scale[row]);
}
// [end threePass]

// Rung 2: one kernel. The second and the third loop find the row still in a cache. Removes
// two launches and most of the reads from DRAM (dram__bytes_read.sum).
// [begin normFused]
__global__ void normFused(Matrix m)
{
    __shared__ float sums[32], squares[32];
    float sum = 0, square = 0;
    if (blockIdx.x >= m.rows)
        return;
    const float *x = m.x + blockIdx.x * m.n;
    for (size_t i = threadIdx.x; i < m.n; i += blockDim.x)
        sum += x[i];
    float mean = sumGroup(sum, sums) / m.n;
    for (size_t i = threadIdx.x; i < m.n; i += blockDim.x)
        square += (x[i] - mean) * (x[i] - mean);
    float scale = rsqrtf(sumGroup(square, squares) / m.n + EPSILON);
    for (size_t i = threadIdx.x; i < m.n; i += blockDim.x)
        m.y[blockIdx.x * m.n + i] = normal(&m, i, x[i], mean, scale);
}
// [end normFused]

// ---- Online: mean and squares in one loop (welford.h) ----

// Rung 3: a warp for each row, two loops instead of three, no barrier. The price of Welford's loop is a
// division for each element. Long rows suffer, because 32 lanes are few for them.
// [begin normOnlineWarp]
__global__ void normOnlineWarp(Matrix m)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    Online o = {0, 0, 0};
    if (row >= m.rows) // the whole warp
        return;
    const float *x = m.x + row * m.n;
    for (size_t i = threadIdx.x % 32; i < m.n; i += 32)
        o = addElement(o, x[i]);
    o = joinWarp(o);
    float scale = rsqrtf(o.square / m.n + EPSILON);
    for (size_t i = threadIdx.x % 32; i < m.n; i += 32)
        m.y[row * m.n + i] = normal(&m, i, x[i], o.mean, scale);
}
// [end normOnlineWarp]

// Rungs 4 and 5: a block for each row, so that more loads of a long row are in flight; with VEC 4, 16
// bytes for each load and store, which removes three out of four requests.
// [begin normVector]
template <int VEC>
__global__ void normVector(Matrix m)
{
    Online o = {0, 0, 0};
    if (blockIdx.x >= m.rows)
        return;
    const float *x = m.x + blockIdx.x * m.n;
    for (size_t i = threadIdx.x * VEC; i < m.n; i += blockDim.x * VEC) {
        Pack<VEC> p = *(const Pack<VEC> *)(x + i);
        for (int j = 0; j < VEC; j++)
            o = addElement(o, p.v[j]);
    }
    o = joinBlock(o, {0, 0, 0});
    float scale = rsqrtf(o.square / m.n + EPSILON);
    for (size_t i = threadIdx.x * VEC; i < m.n; i += blockDim.x * VEC) {
        Pack<VEC> p = *(const Pack<VEC> *)(x + i);
        Pack<VEC> w = *(const Pack<VEC> *)(m.weight + i), b = *(const Pack<VEC> *)(m.bias + i);
        for (int j = 0; j < VEC; j++)
            p.v[j] = (p.v[j] - o.mean) * scale * w.v[j] + b.v[j];
        *(Pack<VEC> *)(m.y + blockIdx.x * m.n + i) = p;
    }
}
// [end normVector]

// The results for what a thread has kept. weight, bias: those of the row's part.
template <int FLOATS, int VEC>
static __device__ void normalKept(float *kept, const float *weight, const float *bias, float mean,
                                  float scale, size_t n)
{
#pragma unroll
    for (int k = 0; k < FLOATS; k += VEC) {
        size_t i = (size_t)k * blockDim.x + threadIdx.x * VEC;
        if (i < n) {
            Pack<VEC> w = *(const Pack<VEC> *)(weight + i), b = *(const Pack<VEC> *)(bias + i);
            for (int j = 0; j < VEC; j++)
                kept[k + j] = (kept[k + j] - mean) * scale * w.v[j] + b.v[j];
        }
    }
}

// Rung 6: the row stays in registers and is read once. Then two plain sums, first for the mean and then for
// the distances from it, need no memory at all, and no division. Long rows leave L1 to the weights, which
// all rows read; otherwise a row of 16,384 floats is slower by an eighth on an H200.
// [begin normKept]
template <int FLOATS, int VEC>
__global__ void __launch_bounds__(1024) normKept(Matrix m)
{
    __shared__ float sums[32], squares[32];
    size_t row = (size_t)blockIdx.x * blockDim.y + threadIdx.y;
    float kept[FLOATS], sum = 0;
    if (row >= m.rows)
        return;

    loadRow<FLOATS, VEC, (FLOATS > 16)>(kept, m.x + row * m.n, m.n, 0);
#pragma unroll
    for (int k = 0; k < FLOATS; k++)
        sum += kept[k];
    float mean = sumGroup(sum, sums) / m.n;
    float square = sumGroup(squareKept<FLOATS, VEC>(kept, mean, m.n), squares);
    normalKept<FLOATS, VEC>(kept, m.weight, m.bias, mean, rsqrtf(square / m.n + EPSILON), m.n);
    storeRow<FLOATS, VEC>(kept, m.y + row * m.n, m.n);
}
// [end normKept]

// Rung 7: a long row belongs to a team of blocks. And the blocks stay: each has the same part of one row
// after another, so its weights and biases are loaded only once, into shared memory. They have twice as
// many bytes as the row, and L2 would have to deliver them again for every row (lts__t_bytes.sum). A block
// takes two rows at a time, and reads a weight once for both. It has three such pairs, so it never has to
// wait: one is on its way into shared memory, of one it has told the team its part of the sums, and for one
// it has heard from the others and stores the results. The parts begin at lines of 128 bytes, in shared
// memory too: if they begin 16 bytes later, the same kernel is slower on an H200.
enum { TEAM_THREADS = 512, TEAM_FLOATS = 24, PART = TEAM_THREADS * TEAM_FLOATS };

// Copies a part of two rows into shared memory, in the background. Each thread copies what it will read
// itself. to: (2, t->part). x: the part of row 0.
// [begin normTeam]
template <int VEC>
static __device__ void fetchParts(float *to, const float *x, const Teams *t, unsigned int row,
                                  unsigned int count)
{
#pragma unroll
    for (int r = 0; r < 2; r++)
        for (unsigned int i = threadIdx.x * VEC; row + r < t->rows && i < count;
             i += TEAM_THREADS * VEC)
            __pipeline_memcpy_async(to + r * t->part + i, x + (row + r) * t->n + i,
                                    VEC * sizeof(float));
    __pipeline_commit();
}

template <int VEC>
__global__ void __launch_bounds__(TEAM_THREADS, 1) normTeam(Matrix m, Teams t)
{
    extern __shared__ __align__(128) float parts[]; // (4, part): weights, biases, two rows
    __shared__ Online triples[2][32];               // of the warps
    __shared__ float2 whole[2];                     // mean and scale of the rows that were told
    float *weight = parts, *bias = parts + t.part, *next = parts + 2 * t.part;
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32, part = blockIdx.x % t.team;
    unsigned int row = blockIdx.x / t.team * 2, step = gridDim.x / t.team * 2, before = 0;
    unsigned int at = part * (unsigned int)t.part, count = (unsigned int)partSize(&t, part, t.n);
    float theirs = lane < t.team ? (float)partSize(&t, lane, t.n) : 0;
    float ours = sumLanes(make_float2(countKept<TEAM_FLOATS, VEC>(count), 0)).x;
    float fresh[2][TEAM_FLOATS], told[2][TEAM_FLOATS];

    fetchParts<VEC>(next, m.x + at, &t, row, count);
    if (threadIdx.x < 2)
        whole[threadIdx.x] = make_float2(0, 0); // the last pair may be one row
    for (unsigned int i = threadIdx.x * VEC; i < count; i += TEAM_THREADS * VEC) {
        *(Pack<VEC> *)(weight + i) = *(const Pack<VEC> *)(m.weight + at + i);
        *(Pack<VEC> *)(bias + i) = *(const Pack<VEC> *)(m.bias + at + i);
    }
    for (bool first = true;; first = false) {
        // Of the new pair and of the one before, warps 0 and 1 have a row each.
        bool hears = warp < 2 && !first && before + warp < t.rows;
        Word heard = hears ? askTeam(&t, before + warp) : UNSET;
        if (row < t.rows) {
            __pipeline_wait_prior(0);
            loadRow<TEAM_FLOATS, VEC>(fresh[0], next, count, 0);
            loadRow<TEAM_FLOATS, VEC>(fresh[1], next + t.part, row + 1 < t.rows ? count : 0, 0);
            fetchParts<VEC>(next, m.x + at, &t, row + step, count);
            joinKept<TEAM_FLOATS, VEC>(triples, fresh, ours, count);
        }
        __syncthreads();
        if (warp < 2 && row + warp < t.rows) {
            Online o = lane < TEAM_THREADS / 32 ? triples[warp][lane] : (Online){0, 0, 0};
            o = joinCounted(o, count);
            tellTeam(&t, row + warp, part, make_float2(o.mean, o.square));
        }
        if (hears) {
            float2 pair = hearTeam(&t, before + warp, heard, make_float2(0, 0));
            Online o = joinCounted({theirs, pair.x, pair.y}, t.n);
            whole[warp] = make_float2(o.mean, rsqrtf(o.square / t.n + EPSILON));
        }
        __syncthreads();
        if (!first) {
            float2 is[2] = {whole[0], whole[1]};
            float *y = m.y + before * t.n + at;
#pragma unroll
            for (int k = 0; k < TEAM_FLOATS; k += VEC) {
                unsigned int i = k * TEAM_THREADS + threadIdx.x * VEC;
                if (i >= count)
                    continue;
                Pack<VEC> w = *(Pack<VEC> *)(weight + i), b = *(Pack<VEC> *)(bias + i), p;
#pragma unroll
                for (int r = 0; r < 2; r++) {
                    for (int j = 0; j < VEC; j++)
                        p.v[j] = (told[r][k + j] - is[r].x) * is[r].y * w.v[j] + b.v[j];
                    if (before + r < t.rows)
                        storePack((Pack<VEC> *)(y + r * t.n + i), p);
                }
            }
        }
        if (row >= t.rows)
            return;
#pragma unroll
        for (int k = 0; k < TEAM_FLOATS; k++) {
            told[0][k] = fresh[0][k];
            told[1][k] = fresh[1][k];
        }
        before = row;
        row += step;
    }
}
// [end normTeam]

// ---- The host ----

static void threePass(const Matrix *m)
{
    unsigned int grid = blocksFor(m->rows, 1);
    float *mean = m->work, *scale = m->work + m->rows;
    rowMean<<<grid, m->block>>>(*m, mean);
    rowScale<<<grid, m->block>>>(*m, mean, scale);
    rowNormal<<<grid, m->block>>>(*m, mean, scale);
}

static void fused(const Matrix *m)
{
    normFused<<<blocksFor(m->rows, 1), m->block>>>(*m);
}

static void onlineWarp(const Matrix *m)
{
    normOnlineWarp<<<blocksFor(m->rows, m->block / 32), m->block>>>(*m);
}

static void onlineBlock(const Matrix *m)
{
    normVector<1><<<blocksFor(m->rows, 1), m->block>>>(*m);
}

static void vector(const Matrix *m)
{
    if (m->n % 4 == 0)
        normVector<4><<<blocksFor(m->rows, 1), m->block>>>(*m);
    else
        onlineBlock(m);
}

// A row that does not fit into a block's registers is left to normVector, which reads it twice.
static void kept(const Matrix *m)
{
    static void (*const kernels[3][2])(Matrix m) = {
        {normKept<8, 1>, normKept<8, 4>},
        {normKept<16, 1>, normKept<16, 4>},
        {normKept<32, 1>, normKept<32, 4>},
    };
    Layout l = layoutFor(m->n);
    if (l.threads == 0) {
        vector(m);
        return;
    }
    dim3 block(l.threads, l.rowsPerBlock);
    kernels[l.floats / 16][m->n % 4 == 0]<<<blocksFor(m->rows, l.rowsPerBlock), block>>>(*m);
}

// A device with less shared memory gets smaller parts.
static void team(const Matrix *m)
{
    const void *kernel = m->n % 4 == 0 ? (const void *)normTeam<4> : (const void *)normTeam<1>;
    size_t part = PART;
    while (part > 0 && !launchTeams(kernel, TEAM_THREADS, part, 4 * part * sizeof(float), m))
        part -= 1024;
    if (part == 0)
        vector(m);
}

// [begin reference]
// In double. The mean is off by at most the roundings of a thread's additions, relative to the
// largest element; the deviation likewise. Welford's loop rounds a few times for each element.
static void reference(const float *row, const float *weight, const float *bias, size_t n,
                      Expected *expected)
{
    double sum = 0, square = 0, largest = 0;
    for (size_t i = 0; i < n; i++) {
        sum += row[i];
        largest = fmax(largest, fabs((double)row[i]));
    }
    double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++)
        square += (row[i] - mean) * (row[i] - mean);
    double scale = 1 / sqrt(square / (double)n + 1e-5);
    for (size_t i = 0; i < n; i++) {
        double normal = (row[i] - mean) * scale * weight[i];
        double gamma = float_gamma((double)n / 8 + 100);
        expected[i].want = normal + bias[i];
        expected[i].bound = gamma * (largest * scale * fabs((double)weight[i]) + fabs(normal)) +
                            float_gamma(4) * fabs((double)bias[i]);
    }
}
// [end reference]

static const Rung ladder[] = {
    {"normThreePass", threePass},
    {"normFused", fused},
    {"normOnlineWarp", onlineWarp},
    {"normOnlineBlock", onlineBlock},
    {"normVector", vector},
    {"normKept", kept},
    {"normTeam", team},
    {"copy", copyRows},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

int main(int argc, char **argv)
{
    return runRows("Layer normalization of the rows of a random matrix; the size -n is a row's.",
                   ladder, RUNGS, 1, false, reference, argc, argv);
}
