// What ch3-softmax and ch3-layernorm share: sums over a row's threads, rows in registers, and the host's
// side of a run over a matrix of rows.

#ifndef WARP_ROWWISE_H
#define WARP_ROWWISE_H

#include "atomics.h"
#include "flush.h"
#include "program.h"
#include "warp.h"

#include <math.h>

// [begin group]
// A row belongs to the threads with the same threadIdx.y: a block, or one of several warps of a
// block. sumGroup returns to each of those threads the sum of value over all of them. shared: a
// word for each warp of the block, used in no other call. One barrier is enough, since every warp
// adds up the sums for itself.
static __device__ float sumGroup(float value, float *shared) // shared: (32)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(ALL_LANES, value, offset);
    if (blockDim.x == 32)
        return value;
    if (threadIdx.x % 32 == 0)
        shared[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x % 32 < blockDim.x / 32 ? shared[threadIdx.x % 32] : 0;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(ALL_LANES, value, offset);
    return value;
}
// [end group]

// Returns to each of those threads the largest value among them.
static __device__ float maxGroup(float value, float *shared) // shared: (32)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(ALL_LANES, value, offset));
    if (blockDim.x == 32)
        return value;
    if (threadIdx.x % 32 == 0)
        shared[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x % 32 < blockDim.x / 32 ? shared[threadIdx.x % 32] : -INFINITY;
    for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(ALL_LANES, value, offset));
    return value;
}

// Joins over a block what joinWarp joins over a warp (maxsum.h, welford.h). All threads get the result.
// none: a value that changes nothing when it is joined.
template <typename Part>
static __device__ Part joinBlock(Part mine, Part none)
{
    __shared__ Part parts[32]; // of the warps
    mine = joinWarp(mine);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    return joinWarp(threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : none);
}

// [begin pack]
// VEC floats that one instruction moves: 4, or 1 where they do not begin at a multiple of 16 bytes.
template <int VEC>
struct __align__(VEC * 4) Pack
{
    float v[VEC];
};
// [end pack]

// A pack. ONCE: nobody reads it again, so L1 need not keep it.
template <bool ONCE>
static __device__ Pack<4> loadPack(const Pack<4> *p)
{
    if (!ONCE)
        return *p;
    float4 v = __ldcs((const float4 *)p);
    return {v.x, v.y, v.z, v.w};
}
template <bool ONCE>
static __device__ Pack<1> loadPack(const Pack<1> *p)
{
    if (!ONCE)
        return *p;
    return {__ldcs((const float *)p)};
}

// Stores a pack with one instruction. A plain assignment is not enough: nvcc 13.0 stores packs that it keeps
// in separate variables mostly float by float, with three times as many sectors.
static __device__ void storePack(Pack<4> *to, Pack<4> p)
{
    __stwb((float4 *)to, make_float4(p.v[0], p.v[1], p.v[2], p.v[3]));
}
static __device__ void storePack(Pack<1> *to, Pack<1> p)
{
    __stwb((float *)to, p.v[0]);
}

// [begin Kept]
// A row, or a part of one, in registers: FLOATS for each thread, in packs, FLOATS * blockDim.x at
// most. Floats past n are `fill`. All loads are in flight before the first is used.
template <int FLOATS, int VEC, bool ONCE = false>
static __device__ void loadRow(float *kept, const float *x, size_t n, float fill)
{
#pragma unroll
    for (int k = 0; k < FLOATS; k += VEC) {
        size_t i = (size_t)k * blockDim.x + threadIdx.x * VEC;
        Pack<VEC> p;
        for (int j = 0; j < VEC; j++)
            p.v[j] = fill;
        if (i < n)
            p = loadPack<ONCE>((const Pack<VEC> *)(x + i));
        for (int j = 0; j < VEC; j++)
            kept[k + j] = p.v[j];
    }
}

template <int FLOATS, int VEC>
static __device__ void storeRow(const float *kept, float *y, size_t n)
{
#pragma unroll
    for (int k = 0; k < FLOATS; k += VEC) {
        size_t i = (size_t)k * blockDim.x + threadIdx.x * VEC;
        Pack<VEC> p;
        for (int j = 0; j < VEC; j++)
            p.v[j] = kept[k + j];
        if (i < n)
            storePack((Pack<VEC> *)(y + i), p);
    }
}
// [end Kept]

// How a row is cut if its first float need not lie at a multiple of 16 bytes: whole packs, and up to three
// floats before them and after them. Those are its ends, each of which belongs to one of the row's threads.
typedef struct {
    size_t packs, packed; // where in the matrix the packs begin; how many floats they have
    bool hasEnd;          // whether the calling thread has an end,
    size_t end;           // and where in the matrix
} Cut;

// [begin cutRow]
static __device__ Cut cutRow(size_t row, size_t n)
{
    size_t start = row * n, before = (4 - start % 4) % 4;
    before = before < n ? before : n;
    size_t packed = (n - before) / 4 * 4;
    return {start + before, packed, threadIdx.x < n - packed,
            start + threadIdx.x + (threadIdx.x < before ? 0 : packed)};
}
// [end cutRow]

// ---- Teams ----
//
// A row that is too long for a block belongs to a team of blocks, each with a part of it. A team joins its
// results through L2: each block stores a pair of floats and waits for those of the others. That is
// allowed in a cooperative launch, whose blocks are all resident.
//
// Blocks stay. Either they know beforehand which row is next, and can load it early (normTeam); or they draw
// a ticket when their last row is complete (softmaxTeam). Then no block has to wait for the slowest SM in
// the end, since SMs do not get equal shares of the memory's bandwidth.

enum { MOST_TEAM = 16 };

typedef unsigned long long Word; // two floats, so that one store brings both; or a ticket

static const Word UNSET = ~0ull; // two NaNs of a kind that no calculation makes

// What a launch needs: (rows, team) pairs, then a ticket. All UNSET before.
typedef struct {
    size_t rows, n;
    unsigned int team; // blocks of a row
    size_t part;       // floats of a block, whole lines of 128 bytes; the last one may have fewer
    Word *now;
    Word *later; // the same for the next launch: to be made UNSET by this one
} Teams;

// How many of n floats part `part` has, from number part * t->part on.
static __device__ size_t partSize(const Teams *t, unsigned int part, size_t n)
{
    size_t at = part * t->part;
    return at < n ? (n - at < t->part ? n - at : t->part) : 0;
}

// The launch's next ticket: 0, 1, 2 and so on.
static __device__ size_t drawTicket(const Teams *t)
{
    size_t at = t->rows * t->team;
    t->later[at] = UNSET;
    return atomicAdd(&t->now[at], 1ull) + 1;
}

// [begin tellTeam]
// Tells the team the pair of a row's part; the calling warp's lane 0 does it. Pair and flag are one
// word, so no order is needed between them.
static __device__ void tellTeam(const Teams *t, size_t row, unsigned int part, float2 mine)
{
    Word *own = t->now + row * t->team + part;
    if (threadIdx.x % 32 == 0) {
        Word word = (Word)__float_as_uint(mine.x) << 32 | __float_as_uint(mine.y);
        __nv_atomic_store_n(own, word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        t->later[own - t->now] = UNSET;
    }
}

// What part `lane` of the row has told, or UNSET. Called early, so that the answer is there when it
// is needed.
static __device__ Word askTeam(const Teams *t, size_t row)
{
    Word *theirs = t->now + row * t->team + threadIdx.x % 32;
    return threadIdx.x % 32 < t->team
               ? __nv_atomic_load_n(theirs, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)
               : 0;
}

// Gives each lane of the calling warp the pair of part `lane`, for which `word` was the answer;
// lanes without a part get `none`.
static __device__ float2 hearTeam(const Teams *t, size_t row, Word word, float2 none)
{
    if (threadIdx.x % 32 >= t->team)
        return none;
    while (word == UNSET)
        word = askTeam(t, row);
    return make_float2(__uint_as_float((unsigned int)(word >> 32)),
                       __uint_as_float((unsigned int)word));
}
// [end tellTeam]

// ---- The host ----

// A matrix of rows, on the device.
typedef struct {
    size_t rows, n; // n: floats of a row
    unsigned int block;
    const float *x;             // (rows, n)
    float *y;                   // (rows, n), the result
    const float *weight, *bias; // (n), for ch3-layernorm
    float *work;                // (2, rows)
    Word *words[2];             // a launch's pairs and ticket each, UNSET: for teams, in turn
} Matrix;

typedef struct {
    const char *name;
    void (*launch)(const Matrix *m);
} Rung;

// How a row is kept in registers: by `threads` threads with `floats` floats each.
typedef struct {
    unsigned int threads, rowsPerBlock;
    int floats;
} Layout;

// [begin layout]
// Small rows belong to a warp, larger ones to a block of up to 1,024 threads with 32 floats each:
// that is half of the registers of an SM. threads 0: the row is too long.
static Layout layoutFor(size_t n)
{
    Layout l = {32, 1, n <= 256 ? 8 : n <= 4096 ? 16 : 32};
    while (l.threads <= 1024 && (size_t)l.threads * l.floats < n)
        l.threads *= 2;
    if (l.threads == 32)
        l.rowsPerBlock = 8;
    if (l.threads > 1024)
        l.threads = 0;
    return l;
}
// [end layout]

// Allows a kernel's blocks that many bytes of dynamic shared memory; false if the device doesn't have them.
static bool allowShared(const void *kernel, size_t bytes)
{
    cudaFuncAttributes has;
    int device = 0, most = 0;
    cudaCheck(cudaFuncGetAttributes(&has, kernel));
    cudaCheck(cudaGetDevice(&device));
    cudaCheck(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if (has.sharedSizeBytes + bytes > (size_t)most)
        return false;
    cudaCheck(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    return true;
}

// [begin launchTeams]
// Launches kernel, which takes *m and *t. A block has `threads` threads, `shared` bytes of shared
// memory and a part of at most `part` floats. There are as many whole teams as the device holds at
// once, but no more than rows. False if a row is too long for a team, or a team for the device.
static bool launchTeams(const void *kernel, unsigned int threads, size_t part, size_t shared,
                        const Matrix *m)
{
    static int turn = 0; // which of the words are this launch's
    int device = 0, multiprocessors = 0, held = 0;
    size_t team = blocksFor(m->n, part), each = blocksFor(m->n, team);
    Teams t = {m->rows,           m->n, (unsigned int)team, (each + 31) / 32 * 32, m->words[turn],
               m->words[1 - turn]};
    void *arguments[] = {(void *)m, &t};

    if (!allowShared(kernel, shared))
        return false;
    cudaCheck(cudaGetDevice(&device));
    cudaCheck(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, kernel, (int)threads, shared));
    size_t teams = (size_t)held * multiprocessors / team;
    if (team > MOST_TEAM || teams == 0)
        return false;
    teams = teams < m->rows ? teams : m->rows;
    if (teams == 0)
        return true;
    turn = 1 - turn;
    cudaCheck(cudaLaunchCooperativeKernel(kernel, dim3((unsigned int)(teams * team)), dim3(threads),
                                          arguments, shared, 0));
    return true;
}
// [end launchTeams]

// The honest limit: the same bytes, read once and written once.
static void copyRows(const Matrix *m)
{
    cudaCheck(
        cudaMemcpyAsync(m->y, m->x, m->rows * m->n * sizeof(float), cudaMemcpyDeviceToDevice));
}

// Element i of a row as it has to be, and how far it may be off.
typedef struct {
    double want, bound;
} Expected;

// What the programs' references calculate, in double: row, weight, bias: (n); expected: (n).
typedef void (*Reference)(const float *row, const float *weight, const float *bias, size_t n,
                          Expected *expected);

// True if y: (m->rows, m->n), on the host, is right; else says which element is the first that is not.
static bool verifyRows(const char *name, const float *y, const float *x, const float *weight,
                       const float *bias, const Matrix *m, Reference reference)
{
    Expected *expected = host_array(Expected, m->n);
    bool right = true;
    for (size_t r = 0; r < m->rows && right; r++) {
        reference(x + r * m->n, weight, bias, m->n, expected);
        for (size_t i = 0; i < m->n && right; i++) {
            right = verify_float(name, y[r * m->n + i], expected[i].want, expected[i].bound);
            if (!right)
                fprintf(stderr, "%s: that was element %zu of row %zu\n", name, i, r);
        }
    }
    free(expected);
    return right;
}

// Masks rows of x: (rows, n), as attention does with words that must not be seen. In one row in eight the
// elements from some place on are -INFINITY, and in half of these rows that place is the row's beginning.
static void maskRows(float *x, size_t rows, size_t n, uint64_t seed)
{
    for (size_t r = 0; r < rows; r++) {
        size_t seen = r % 8 != 1 ? n : r % 16 == 1 ? 0 : random_bits(seed, r) % (n + 1);
        for (size_t i = seen; i < n; i++)
            x[r * n + i] = -INFINITY;
    }
}

// The whole of main. scale: of the random floats; masked: whether some are -INFINITY. The exit status.
static int runRows(const char *about, const Rung *ladder, int rungs, float scale, bool masked,
                   Reference reference, int argc, char **argv)
{
    size_t rowCount = default_size(16384, 32);
    const Option own[] = {{'m', "rows", "rows", &rowCount, 0, 1 << 30, NULL, NULL}, {}};
    Options options = options_for(about, "nbsrk");
    options.n = default_size(4096, 4096);
    options.n_max = 1 << 28;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_add(&options, ladder, sizeof *ladder, (size_t)rungs);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    Matrix m = {rowCount, options.n, (unsigned int)options.block};
    size_t count = m.rows * m.n, bytes = count * sizeof(float);
    size_t wordBytes = (m.rows * MOST_TEAM + 1) * sizeof(Word);
    deviceRequire(&options, 2 * bytes + 2 * (m.rows + m.n) * sizeof(float) + 2 * wordBytes,
                  2 * bytes);
    if (!options.csv)
        printf("%zu rows of %zu floats\n", m.rows, m.n);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    float *x = host_array(float, count), *d_x;
    float *y = host_array(float, count);
    float *weight = host_array(float, 2 * m.n), *bias = weight + m.n, *d_weight;
    fill_floats(x, count, options.seed);
    fill_floats(weight, 2 * m.n, options.seed + 1);
    for (size_t i = 0; i < count; i++)
        x[i] *= scale;
    if (masked)
        maskRows(x, m.rows, m.n, options.seed + 2);
    cudaCheck(cudaMalloc(&d_x, bytes));
    cudaCheck(cudaMalloc(&m.y, bytes));
    cudaCheck(cudaMalloc(&d_weight, 2 * m.n * sizeof(float)));
    cudaCheck(cudaMalloc(&m.work, 2 * m.rows * sizeof(float)));
    cudaCheck(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(d_weight, weight, 2 * m.n * sizeof(float), cudaMemcpyHostToDevice));
    for (int i = 0; i < 2; i++) {
        cudaCheck(cudaMalloc(&m.words[i], wordBytes));
        cudaCheck(cudaMemset(m.words[i], 0xff, wordBytes));
    }
    m.x = d_x;
    m.weight = d_weight;
    m.bias = d_weight + m.n;

    Flush flush = flushBegin();
    for (int i = 0; i < rungs; i++) {
        if (!options_want(&options, ladder[i].name))
            continue;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(m.y, 0xff, bytes)); // NaN: no earlier result can pass
            flushCaches(&flush);
            gpuTimerStart(&timer);
            ladder[i].launch(&m);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        cudaCheck(cudaMemcpy(y, m.y, bytes, cudaMemcpyDeviceToHost));
        bool right = ladder[i].launch == copyRows
                         ? verify_integer("bytes that differ", memcmp(y, x, bytes) != 0, 0)
                         : verifyRows(ladder[i].name, y, x, weight, bias, &m, reference);
        rowsKernel(&rows, ladder[i].name, m.n, ms, 2.0 * (double)bytes, right);
    }

    rowsFewBlocks(&rows, blocksFor(m.rows, options.block / 32)); // with a warp for each row
    flushEnd(&flush);
    deviceFree(d_x, m.y, d_weight, m.work, m.words[0], m.words[1]);
    host_free(x, y, weight);
    return rowsEnd(&rows);
}

#endif
