// Reductions by other roads, and of other operations.
//
// The sum of n ints, by what joins the parts:
//
//     sumGlobalAtomics   every thread adds its element to one word in global memory
//     sumBlockAtomics    ... to one word per block, in shared memory; then one atomic per block
//     sumDivide          divide and conquer over the whole array: log2(n) launches, half as long each
//     sumHierarchical    thread, warp, block, grid: each level adds up what the one below made
//     sumGroups          the same with cooperative groups, which name the levels
//     sumGridSync        one launch; a barrier of the whole grid in place of the second (GPU only)
//     sumTicket          one launch; the block that ends last, by ticket, adds up the blocks' sums
//
// Other operations, all by one kernel that is given the operation as a type:
//
//     product, minimum, maximum, average, argmax, float sum
//
// And how accurate a float sum is, by the order of its additions:
//
//     sum_sequential, sum_pairwise, sum_kahan    on the CPU
//
//     make ch3-ops && ./ch3-ops -n 2^24

#include "check.h"
#include "device.h"
#include "options.h"
#include "rows.h"
#include "timer.h"
#include "verify.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <limits.h>
#include <math.h>

namespace cg = cooperative_groups;

#define ALL_LANES 0xffffffffu

// ---- One sum, seven roads ----
//
// x: (n); out: (1), 0 before the launch; partial: one sum per block; blockDim.x a power of two.

// [begin sumGlobalAtomics]
__global__ void sumGlobalAtomics(const int *x, size_t n, int *out)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(out, x[i]);
}
// [end sumGlobalAtomics]

// [begin sumBlockAtomics]
__global__ void sumBlockAtomics(const int *x, size_t n, int *out)
{
    __shared__ int sum;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&sum, x[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(out, sum);
}
// [end sumBlockAtomics]

// [begin sumPairs]
// y: (half), half = n / 2 rounded up: y[i] = x[i] + x[half + i]. The middle one may have no partner.
__global__ void sumPairs(const int *x, size_t n, int *y, size_t half)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < half)
        y[i] = x[i] + (half + i < n ? x[half + i] : 0);
}
// [end sumPairs]

// [begin levels]
// A thread's sum over its share of the array.
static __device__ int sumThread(const int *x, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        sum += x[i];
    return sum;
}

// The sum of value over a warp, in lane 0; then over a block, in thread 0.
static __device__ int sumWarp(int value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(ALL_LANES, value, offset);
    return value;
}

static __device__ int sumBlock(int value)
{
    __shared__ int sums[32];
    value = sumWarp(value);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32)
        value = sumWarp(threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0);
    return value;
}

// partial: (gridDim.x). A second launch, of one block, adds these up in the same way.
__global__ void sumHierarchical(const int *x, size_t n, int *partial)
{
    int sum = sumBlock(sumThread(x, n));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}
// [end levels]

// [begin sumGroups]
__global__ void sumGroups(const int *x, size_t n, int *out)
{
    __shared__ int sum;
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);

    if (block.thread_rank() == 0)
        sum = 0;
    block.sync();
    int value = cg::reduce(warp, sumThread(x, n), cg::plus<int>());
    if (warp.thread_rank() == 0)
        atomicAdd(&sum, value);
    block.sync();
    if (block.thread_rank() == 0)
        atomicAdd(out, sum);
}
// [end sumGroups]

#ifndef __WARPSIM__
// [begin sumGridSync]
// Launched by cudaLaunchCooperativeKernel(), which refuses a grid that is too large to run at once:
// a barrier for all blocks can only be passed by blocks that have begun.
__global__ void sumGridSync(const int *x, size_t n, int *partial, int *out)
{
    int sum = sumBlock(sumThread(x, n));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    cg::this_grid().sync();
    if (blockIdx.x > 0)
        return;
    sum = 0;
    for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += partial[i];
    sum = sumBlock(sum);
    if (threadIdx.x == 0)
        *out = sum;
}
// [end sumGridSync]
#endif

// [begin isLast]
// True to all threads of the block that comes last here. What each block's thread 0 wrote before, the
// last block sees behind. ticket: 0 before the launch and after it. __threadfence() orders a thread's
// writes before its ticket; it waits for nobody, and is no barrier.
static __device__ bool isLast(unsigned int *ticket)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(ticket, 1) == gridDim.x - 1;
        __threadfence();
        if (last)
            *ticket = 0;
    }
    __syncthreads();
    return last;
}
// [end isLast]

// [begin sumTicket]
__global__ void sumTicket(const int *x, size_t n, int *partial, int *out, unsigned int *ticket)
{
    int sum = sumBlock(sumThread(x, n));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    if (!isLast(ticket))
        return;
    sum = 0;
    for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += ((volatile int *)partial)[i];
    sum = sumBlock(sum);
    if (threadIdx.x == 0)
        *out = sum;
}
// [end sumTicket]

// ---- Other operations ----
//
// An operation is a type: Element, what the array holds; Value, what is combined; identity(), which
// changes nothing; lift(), an element as a value; combine(), associative and commutative; result().

// [begin operations]
struct Product { // modulo 2^32, as unsigned multiplication is
    typedef int Element;
    typedef unsigned int Value;
    static __host__ __device__ Value identity()
    {
        return 1;
    }
    static __host__ __device__ Value lift(int x, size_t)
    {
        return 2 * (unsigned int)x + 1;
    } // odd
    static __host__ __device__ Value combine(Value a, Value b)
    {
        return a * b;
    }
    static double result(Value v)
    {
        return v;
    }
};

struct Minimum {
    typedef int Element;
    typedef int Value;
    static __host__ __device__ Value identity()
    {
        return INT_MAX;
    }
    static __host__ __device__ Value lift(int x, size_t)
    {
        return x;
    }
    static __host__ __device__ Value combine(Value a, Value b)
    {
        return a < b ? a : b;
    }
    static double result(Value v)
    {
        return v;
    }
};

struct Maximum {
    typedef int Element;
    typedef int Value;
    static __host__ __device__ Value identity()
    {
        return INT_MIN;
    }
    static __host__ __device__ Value lift(int x, size_t)
    {
        return x;
    }
    static __host__ __device__ Value combine(Value a, Value b)
    {
        return a > b ? a : b;
    }
    static double result(Value v)
    {
        return v;
    }
};

// The mean of means is not the mean. Sum and count together can be combined, and divided at the end.
struct Average {
    typedef int Element;
    struct Value {
        long long sum, count;
    };
    static __host__ __device__ Value identity()
    {
        return {0, 0};
    }
    static __host__ __device__ Value lift(int x, size_t)
    {
        return {x, 1};
    }
    static __host__ __device__ Value combine(Value a, Value b)
    {
        return {a.sum + b.sum, a.count + b.count};
    }
    static double result(Value v)
    {
        return v.count > 0 ? (double)v.sum / (double)v.count : 0;
    }
};

// Where the largest element is. Of equal ones the first: without that rule the answer would depend on
// who is asked first, and combine() would not be commutative.
struct Argmax {
    typedef int Element;
    struct Value {
        long long value;
        long long index; // -1: there is none
    };
    static __host__ __device__ Value identity()
    {
        return {INT_MIN, -1};
    }
    static __host__ __device__ Value lift(int x, size_t i)
    {
        return {x, (long long)i};
    }
    static __host__ __device__ Value combine(Value a, Value b)
    {
        if (a.index < 0 || b.index < 0)
            return a.index < 0 ? b : a;
        bool first = a.value > b.value || (a.value == b.value && a.index < b.index);
        return first ? a : b;
    }
    static double result(Value v)
    {
        return (double)v.index;
    }
};

struct FloatSum { // commutative; associative but for rounding
    typedef float Element;
    typedef float Value;
    static __host__ __device__ Value identity()
    {
        return 0;
    }
    static __host__ __device__ Value lift(float x, size_t)
    {
        return x;
    }
    static __host__ __device__ Value combine(Value a, Value b)
    {
        return a + b;
    }
    static double result(Value v)
    {
        return v;
    }
};

// No operation to reduce by: commutative, not associative. For laws() below.
struct MeanOfMeans {
    typedef int Element;
    typedef double Value;
    static Value lift(int x, size_t)
    {
        return x;
    }
    static Value combine(Value a, Value b)
    {
        return (a + b) / 2;
    }
    static double result(Value v)
    {
        return v;
    }
};
// [end operations]

// [begin laws]
// Tries an operation on random triples: may its operands be bracketed at will, and swapped?
template <class Op>
static void laws(const char *name, const typename Op::Element *x, size_t n)
{
    size_t brackets = 0, swaps = 0, tries = n >= 3 ? n - 2 : 0;
    if (tries > 1000)
        tries = 1000;
    for (size_t i = 0; i < tries; i++) {
        typename Op::Value a = Op::lift(x[i], i), b = Op::lift(x[i + 1], i + 1);
        typename Op::Value c = Op::lift(x[i + 2], i + 2);
        brackets += Op::result(Op::combine(Op::combine(a, b), c)) !=
                    Op::result(Op::combine(a, Op::combine(b, c)));
        swaps += Op::result(Op::combine(a, b)) != Op::result(Op::combine(b, a));
    }
    printf("%-13s brackets mattered in %4zu of %zu triples, order in %zu\n", name, brackets, tries,
           swaps);
}
// [end laws]

// [begin reduceBy]
// The tree of this chapter, for any operation. partial: (gridDim.x); out: (1).
template <class Op>
__global__ void reduceBy(const typename Op::Element *x, size_t n, typename Op::Value *partial,
                         typename Op::Value *out, unsigned int *ticket)
{
    __shared__ typename Op::Value values[1024];
    unsigned int tid = threadIdx.x;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    typename Op::Value mine = Op::identity();

    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n; i += stride)
        mine = Op::combine(mine, Op::lift(x[i], i));
    for (int pass = 0; pass < 2; pass++) {
        values[tid] = mine;
        __syncthreads();
        for (unsigned int half = blockDim.x / 2; half > 0; half /= 2) {
            if (tid < half)
                values[tid] = Op::combine(values[tid], values[tid + half]);
            __syncthreads();
        }
        if (pass == 1) { // of the block that came last
            if (tid == 0)
                *out = values[0];
            return;
        }
        if (tid == 0)
            partial[blockIdx.x] = values[0];
        if (!isLast(ticket))
            return;
        mine = Op::identity();
        for (unsigned int i = tid; i < gridDim.x; i += blockDim.x)
            mine = Op::combine(mine, partial[i]);
    }
}
// [end reduceBy]

// ---- Float sums on the CPU ----

// [begin accuracy]
// From left to right: an element passes through up to n - 1 roundings.
static float sum_sequential(const float *x, size_t n)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

// As a tree: log2(n) roundings.
static float sum_pairwise(const float *x, size_t n)
{
    if (n <= 1)
        return n == 1 ? x[0] : 0;
    return sum_pairwise(x, n / 2) + sum_pairwise(x + n / 2, n - n / 2);
}

// Kahan's: what an addition rounds away is kept and added to the next element.
static float sum_kahan(const float *x, size_t n)
{
    float sum = 0, lost = 0;
    for (size_t i = 0; i < n; i++) {
        float y = x[i] - lost, next = sum + y;
        lost = (next - sum) - y; // 0 if float addition were exact
        sum = next;
    }
    return sum;
}
// [end accuracy]

// ---- The host ----

typedef struct {
    size_t n;
    unsigned int block, blocks; // threads; blocks that the device holds at once
    const int *x;               // (n), on the device, as are the following
    const float *f;             // (n)
    void *partial;              // room for a value of any operation for each block
    int *pairs[2];              // (n / 2 + 1) each, for sumDivide
    void *out;                  // room for a value
    unsigned int *ticket;
} Job;

static unsigned int cover(size_t n, unsigned int block)
{
    return n > 0 ? (unsigned int)((n + block - 1) / block) : 1;
}

static void globalAtomics(const Job *j)
{
    sumGlobalAtomics<<<cover(j->n, j->block), j->block>>>(j->x, j->n, (int *)j->out);
}

static void blockAtomics(const Job *j)
{
    sumBlockAtomics<<<cover(j->n, j->block), j->block>>>(j->x, j->n, (int *)j->out);
}

// [begin divide]
static void divide(const Job *j)
{
    const int *x = j->x;
    size_t n = j->n;
    for (int turn = 0; n > 1; turn = 1 - turn) {
        size_t half = (n + 1) / 2;
        sumPairs<<<cover(half, j->block), j->block>>>(x, n, j->pairs[turn], half);
        x = j->pairs[turn];
        n = half;
    }
    if (n == 1)
        cudaCheck(cudaMemcpyAsync(j->out, x, sizeof(int), cudaMemcpyDeviceToDevice));
}
// [end divide]

static void hierarchical(const Job *j)
{
    sumHierarchical<<<j->blocks, j->block>>>(j->x, j->n, (int *)j->partial);
    sumHierarchical<<<1, j->block>>>((int *)j->partial, j->blocks, (int *)j->out);
}

static void groups(const Job *j)
{
    sumGroups<<<j->blocks, j->block>>>(j->x, j->n, (int *)j->out);
}

#ifndef __WARPSIM__
static void gridSync(const Job *j)
{
    void *arguments[] = {(void *)&j->x, (void *)&j->n, (void *)&j->partial, (void *)&j->out};
    cudaCheck(cudaLaunchCooperativeKernel((void *)sumGridSync, dim3(j->blocks), dim3(j->block),
                                          arguments, 0, 0));
}
#endif

static void byTicket(const Job *j)
{
    sumTicket<<<j->blocks, j->block>>>(j->x, j->n, (int *)j->partial, (int *)j->out, j->ticket);
}

template <class Op>
static void by(const Job *j)
{
    reduceBy<Op><<<j->blocks, j->block>>>((const typename Op::Element *)j->x, j->n,
                                          (typename Op::Value *)j->partial,
                                          (typename Op::Value *)j->out, j->ticket);
}

static void byFloatSum(const Job *j)
{
    reduceBy<FloatSum>
        <<<j->blocks, j->block>>>(j->f, j->n, (float *)j->partial, (float *)j->out, j->ticket);
}

// What an operation left in out, as a number.
template <class Op>
static double resultOf(const void *out)
{
    typename Op::Value value;
    memcpy(&value, out, sizeof value);
    return Op::result(value);
}

static double asInt(const void *out)
{
    int value;
    memcpy(&value, out, sizeof value);
    return value;
}

// What the rows are held against, from loops of their own.
enum Want { SUM, PRODUCT, MINIMUM, MAXIMUM, AVERAGE, ARGMAX, FLOAT_SUM, WANTS };

static void reference(const int *x, const float *f, size_t n, double *want)
{
    int64_t sum = 0;
    uint32_t product = 1;
    size_t largest = 0;
    double real = 0;
    int least = INT_MAX;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        product *= (uint32_t)(2 * x[i] + 1);
        least = x[i] < least ? x[i] : least;
        largest = x[i] > x[largest] ? i : largest;
        real += f[i];
    }
    want[SUM] = (double)sum;
    want[PRODUCT] = product;
    want[MINIMUM] = least;
    want[MAXIMUM] = n > 0 ? x[largest] : INT_MIN;
    want[AVERAGE] = n > 0 ? (double)sum / (double)n : 0;
    want[ARGMAX] = n > 0 ? (double)largest : -1;
    want[FLOAT_SUM] = real;
}

static const struct {
    const char *name;
    void (*launch)(const Job *j);
    double (*result)(const void *out);
    enum Want want;
} kernels[] = {
    {"sumGlobalAtomics", globalAtomics, asInt, SUM},
    {"sumBlockAtomics", blockAtomics, asInt, SUM},
    {"sumDivide", divide, asInt, SUM},
    {"sumHierarchical", hierarchical, asInt, SUM},
    {"sumGroups", groups, asInt, SUM},
#ifndef __WARPSIM__
    {"sumGridSync", gridSync, asInt, SUM},
#endif
    {"sumTicket", byTicket, asInt, SUM},
    {"product", by<Product>, resultOf<Product>, PRODUCT},
    {"minimum", by<Minimum>, resultOf<Minimum>, MINIMUM},
    {"maximum", by<Maximum>, resultOf<Maximum>, MAXIMUM},
    {"average", by<Average>, resultOf<Average>, AVERAGE},
    {"argmax", by<Argmax>, resultOf<Argmax>, ARGMAX},
    {"floatSum", byFloatSum, resultOf<FloatSum>, FLOAT_SUM},
};
enum { KERNELS = sizeof kernels / sizeof *kernels, MOST_VALUE = 16 };

static const struct {
    const char *name;
    float (*sum)(const float *x, size_t n);
} sums[] = {
    {"sum_sequential", sum_sequential},
    {"sum_pairwise", sum_pairwise},
    {"sum_kahan", sum_kahan},
};
enum { SUMS = sizeof sums / sizeof *sums, MOST_SUMMED = 1 << 22 };

// Higham's bound on the relative error of sum i over n numbers of one sign, chapter 4.
static double sumBound(int i, size_t n)
{
    double k = n > 1 ? (double)n : 2;
    return i == 0   ? float_gamma(k - 1)
           : i == 1 ? float_gamma(ceil(log2(k)))
                    : 2 * 0x1p-24 + k * 0x1p-47;
}

// Blocks of the kernels that the device can hold at once, at this block size.
static unsigned int blocksHeld(unsigned int block, const Device *device)
{
    int held = 0, least = INT_MAX;
    const void *all[] = {(void *)sumHierarchical, (void *)sumGroups, (void *)sumTicket,
#ifndef __WARPSIM__
                         (void *)sumGridSync
#endif
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, all[i], (int)block, 0));
        least = held < least ? held : least;
    }
    return (unsigned int)(least * device->multiprocessors);
}

int main(int argc, char **argv)
{
    const char *names[KERNELS + SUMS + 1] = {};
    for (int i = 0; i < KERNELS; i++)
        names[i] = kernels[i].name;
    for (int i = 0; i < SUMS; i++)
        names[KERNELS + i] = sums[i].name;

    Options options = {};
    options.about = "Reduces n random numbers by several roads and several operations.";
    options.letters = "nbsrk";
    options.n = default_size(1 << 26, 1 << 19);
    options.n_max = (size_t)1 << 34;
    options.block = 256;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options.seed = 1;
    options.repeats = DEFAULT_REPEATS;
    options.kernels = names;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, bytes = n * sizeof(int);
    deviceRequire(&options, 3 * bytes + ((size_t)1 << 20), 2 * bytes);
    Job job = {};
    job.n = n;
    job.block = (unsigned int)options.block;
    job.blocks = blocksHeld(job.block, &device);

    int *x = (int *)host_alloc(n, sizeof(int)), *d_x;
    float *f = (float *)host_alloc(n, sizeof(float)), *d_f;
    double want[WANTS], magnitudes = 0;
    fill_ints(x, n, options.seed);
    fill_floats(f, n, options.seed);
    reference(x, f, n, want);
    for (size_t i = 0; i < n; i++)
        magnitudes += fabsf(f[i]);
    cudaCheck(cudaMalloc(&d_x, bytes));
    cudaCheck(cudaMalloc(&d_f, bytes));
    for (int i = 0; i < 2; i++)
        cudaCheck(cudaMalloc(&job.pairs[i], (n / 2 + 1) * sizeof(int)));
    cudaCheck(cudaMalloc(&job.partial, job.blocks * (size_t)MOST_VALUE));
    cudaCheck(cudaMalloc(&job.out, MOST_VALUE));
    cudaCheck(cudaMalloc(&job.ticket, sizeof *job.ticket));
    cudaCheck(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(d_f, f, bytes, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemset(job.ticket, 0, sizeof *job.ticket));
    job.x = d_x;
    job.f = d_f;

    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    for (int i = 0; i < KERNELS; i++) {
        if (!options_want(&options, names[i]))
            continue;
        char out[MOST_VALUE];
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(job.out, 0, MOST_VALUE)); // atomics add to it
            gpuTimerStart(&timer);
            kernels[i].launch(&job);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        cudaCheck(cudaMemcpy(out, job.out, MOST_VALUE, cudaMemcpyDeviceToHost));
        // A float passes through a thread's additions, then two trees with a thread's between them.
        size_t each = n / ((size_t)job.block * job.blocks) + 1 + job.blocks / job.block + 1;
        double bound = kernels[i].want == FLOAT_SUM
                           ? float_gamma((double)each + 2 * log2(job.block)) * magnitudes
                           : 0;
        rowsKernel(&rows, names[i], n, ms, (double)bytes,
                   verify_float(names[i], kernels[i].result(out), want[kernels[i].want], bound));
    }

    // Accuracy: numbers of one sign, so that the sum is large and its roundings are too.
    size_t count = n < MOST_SUMMED ? n : MOST_SUMMED;
    double exact = 0, error[SUMS] = {};
    for (size_t i = 0; i < count; i++)
        exact += f[i] = fabsf(f[i]);
    for (int i = 0; i < SUMS; i++) {
        if (!options_want(&options, sums[i].name))
            continue;
        double start = cpu_ms();
        double got = sums[i].sum(f, count);
        double ms = cpu_ms() - start;
        error[i] = exact > 0 ? fabs(got - exact) / exact : 0;
        rowsCpu(&rows, sums[i].name, count, ms, (double)count * sizeof(float),
                verify_float(sums[i].name, got, exact, sumBound(i, count) * exact));
    }
    for (int i = 0; i < SUMS && !options.csv; i++)
        if (options_want(&options, sums[i].name))
            printf("%s%-15s relative error %.1e, at most %.1e\n", i == 0 ? "\n" : "", sums[i].name,
                   error[i], sumBound(i, count));
    if (!options.csv && options.kernel == NULL) {
        printf("\n");
        for (size_t i = 0; i < count; i++)
            f[i] /= 3; // as made, sums of three of them are exact
        laws<Product>("product", x, n);
        laws<Minimum>("minimum", x, n);
        laws<Maximum>("maximum", x, n);
        laws<Average>("average", x, n);
        laws<Argmax>("argmax", x, n);
        laws<FloatSum>("float sum", f, n);
        laws<MeanOfMeans>("mean of means", x, n);
    }

    cudaCheck(cudaFree(d_x));
    cudaCheck(cudaFree(d_f));
    for (int i = 0; i < 2; i++)
        cudaCheck(cudaFree(job.pairs[i]));
    cudaCheck(cudaFree(job.partial));
    cudaCheck(cudaFree(job.out));
    cudaCheck(cudaFree(job.ticket));
    free(x);
    free(f);
    return rowsEnd(&rows);
}
