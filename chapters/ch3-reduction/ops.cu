// Reductions with operations other than the sum.
//
// The tree of this chapter works for every operation that may be bracketed at will and whose operands
// may be swapped. One kernel, reduceBy, gets the operation as a type:
//
//     product, minimum, maximum, average, argmax, floatSum
//
// After the rows the program tries these two laws on random numbers.
//
//     make ch3-ops && ./ch3-ops -n 2^24

#include "program.h"

#include "last.h"

#include <limits.h>
#include <math.h>

// An operation is a type. It has Element, what the array holds; Value, what is combined; identity(), which
// changes nothing; lift(), which makes a value of an element; combine(), associative and commutative; result().

// A line for each function:
// clang-format off
// [begin operations]
struct Product { // modulo 2^32, as unsigned multiplication is
    typedef int Element;
    typedef unsigned int Value;
    static __host__ __device__ Value identity() { return 1; }
    static __host__ __device__ Value lift(int x, size_t) { return 2 * (unsigned int)x + 1; } // odd
    static __host__ __device__ Value combine(Value a, Value b) { return a * b; }
    static double result(Value v) { return v; }
};

struct Minimum {
    typedef int Element;
    typedef int Value;
    static __host__ __device__ Value identity() { return INT_MAX; }
    static __host__ __device__ Value lift(int x, size_t) { return x; }
    static __host__ __device__ Value combine(Value a, Value b) { return a < b ? a : b; }
    static double result(Value v) { return v; }
};

struct Maximum {
    typedef int Element;
    typedef int Value;
    static __host__ __device__ Value identity() { return INT_MIN; }
    static __host__ __device__ Value lift(int x, size_t) { return x; }
    static __host__ __device__ Value combine(Value a, Value b) { return a > b ? a : b; }
    static double result(Value v) { return v; }
};

// The mean of means is not the mean. Sum and count together can be combined, and divided at the
// end.
struct Average {
    typedef int Element;
    struct Value {
        long long sum, count;
    };
    static __host__ __device__ Value identity() { return {0, 0}; }
    static __host__ __device__ Value lift(int x, size_t) { return {x, 1}; }
    static __host__ __device__ Value combine(Value a, Value b)
    {
        return {a.sum + b.sum, a.count + b.count};
    }
    static double result(Value v) { return v.count > 0 ? (double)v.sum / (double)v.count : 0; }
};

// Where the largest element is, and if several are equal, the first of them. Without that rule the
// answer would depend on which operand comes first, and combine() would not be commutative.
struct Argmax {
    typedef int Element;
    struct Value {
        long long value;
        long long index; // -1: there is none
    };
    static __host__ __device__ Value identity() { return {INT_MIN, -1}; }
    static __host__ __device__ Value lift(int x, size_t i) { return {x, (long long)i}; }
    static __host__ __device__ Value combine(Value a, Value b)
    {
        if (a.index < 0 || b.index < 0)
            return a.index < 0 ? b : a;
        bool first = a.value > b.value || (a.value == b.value && a.index < b.index);
        return first ? a : b;
    }
    static double result(Value v) { return (double)v.index; }
};

struct FloatSum { // commutative; associative but for rounding
    typedef float Element;
    typedef float Value;
    static __host__ __device__ Value identity() { return 0; }
    static __host__ __device__ Value lift(float x, size_t) { return x; }
    static __host__ __device__ Value combine(Value a, Value b) { return a + b; }
    static double result(Value v) { return v; }
};

// No operation to reduce by: commutative, not associative. For laws() below.
struct MeanOfMeans {
    typedef int Element;
    typedef double Value;
    static Value lift(int x, size_t) { return x; }
    static Value combine(Value a, Value b) { return (a + b) / 2; }
    static double result(Value v) { return v; }
};
// [end operations]
// clang-format on

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

typedef struct {
    size_t n;
    unsigned int block, blocks; // threads; blocks that the device holds at once
    const int *x;               // (n), on the device, as are the following
    const float *f;             // (n)
    void *partial;              // room for a value of any operation for each block
    void *out;                  // room for a value
    unsigned int *ticket;
} Job;

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

// What the rows are held against, from loops of their own.
enum Want { PRODUCT, MINIMUM, MAXIMUM, AVERAGE, ARGMAX, FLOAT_SUM, WANTS };

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
} operations[] = {
    {"product", by<Product>, resultOf<Product>, PRODUCT},
    {"minimum", by<Minimum>, resultOf<Minimum>, MINIMUM},
    {"maximum", by<Maximum>, resultOf<Maximum>, MAXIMUM},
    {"average", by<Average>, resultOf<Average>, AVERAGE},
    {"argmax", by<Argmax>, resultOf<Argmax>, ARGMAX},
    {"floatSum", byFloatSum, resultOf<FloatSum>, FLOAT_SUM},
};
enum { OPERATIONS = sizeof operations / sizeof *operations, MOST_VALUE = 16 };

// Blocks that the device can hold at once, if values are small.
static unsigned int blocksHeld(unsigned int block, const Device *device)
{
    int held = 0;
    cudaCheck(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, reduceBy<Product>, (int)block, 0));
    return (unsigned int)(held * device->multiprocessors);
}

int main(int argc, char **argv)
{
    Options options = options_for("Reduces n random numbers with several operations.", "nbsrk");
    options.n = default_size(1 << 26, 1 << 19);
    options.n_max = (size_t)1 << 34;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, operations);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, bytes = n * sizeof(int);
    deviceRequire(&options, 2 * bytes + ((size_t)1 << 20), 2 * bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    Job job = {};
    job.n = n;
    job.block = (unsigned int)options.block;
    job.blocks = blocksHeld(job.block, &device);

    int *x = host_array(int, n);
    float *f = host_array(float, n);
    double want[WANTS], magnitudes = 0;
    fill_ints(x, n, options.seed);
    fill_floats(f, n, options.seed);
    reference(x, f, n, want);
    for (size_t i = 0; i < n; i++)
        magnitudes += fabsf(f[i]);
    int *d_x = deviceCopy(int, x, n);
    float *d_f = deviceCopy(float, f, n);
    job.partial = deviceArray(char, job.blocks *(size_t)MOST_VALUE);
    job.out = deviceArray(char, MOST_VALUE);
    job.ticket = deviceArray(unsigned int, 1);
    cudaCheck(cudaMemset(job.ticket, 0, sizeof *job.ticket));
    job.x = d_x;
    job.f = d_f;

    for (int i = 0; i < OPERATIONS; i++) {
        if (!options_want(&options, operations[i].name))
            continue;
        char out[MOST_VALUE];
        Runs runs = runsBegin(&options, job.out, MOST_VALUE);
        runs.before = 0;
        while (runsNext(&runs))
            operations[i].launch(&job);
        double ms = runsEnd(&runs, out);
        // A float passes through a thread's additions, then two trees with a thread's between them.
        size_t each = n / ((size_t)job.block * job.blocks) + 1 + job.blocks / job.block + 1;
        double bound = operations[i].want == FLOAT_SUM
                           ? float_gamma((double)each + 2 * log2(job.block)) * magnitudes
                           : 0;
        rowsKernel(&rows, operations[i].name, n, ms, (double)bytes,
                   verify_float(operations[i].name, operations[i].result(out),
                                want[operations[i].want], bound));
    }
    if (!options.csv && options.kernel == NULL) {
        printf("\n");
        for (size_t i = 0; i < n && i < 1002; i++)
            f[i] = fabsf(f[i]) / 3; // as made, sums of three of them are exact
        laws<Product>("product", x, n);
        laws<Minimum>("minimum", x, n);
        laws<Maximum>("maximum", x, n);
        laws<Average>("average", x, n);
        laws<Argmax>("argmax", x, n);
        laws<FloatSum>("float sum", f, n);
        laws<MeanOfMeans>("mean of means", x, n);
    }

    deviceFree(d_x, d_f, job.partial, job.out, job.ticket);
    host_free(x, f);
    return rowsEnd(&rows);
}
