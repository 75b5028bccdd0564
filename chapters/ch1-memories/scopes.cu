// Where variables live, who sees them, how long.
//
//     declared as                    lives in           seen by       lives as long as
//     int x; in a kernel             registers          its thread    its thread
//     int x[16]; in a kernel         registers, if every index is known at compile time;
//                                    else local memory: the thread's own piece of global memory
//     __shared__ int x;              shared memory      its block     its block
//     __device__ int x;              global memory      all grids     the program
//     __constant__ int x;            constant memory    all grids     the program
//
// The kernels below are named after the kind they use. The table at the end says what the compiler
// made of each: registers and local memory per thread, shared memory per block.
//
//     make ch1-scopes && ./ch1-scopes
//     nvcc -arch=sm_86 -Xptxas -v -Icommon -c chapters/ch1-memories/scopes.cu -o /dev/null

#include "program.h"

enum { BINS = 16, SEEN = 8, MANY = 96 }; // counters, numbers that a thread counts, values it keeps

// All kernels: in: (n), n > 0; out: (n). Every thread makes one element of out.

// i, or the last of n elements if there are not as many.
static __host__ __device__ size_t upTo(size_t i, size_t n)
{
    return i < n ? i : n - 1;
}

// A variable of its own for each thread: a million threads, a million copies.
// [begin automatic]
__global__ void automatic(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int mine = in[i];
        mine = 3 * mine + 1;
        out[i] = mine;
    }
}
// [end automatic]

// An array of counters, one for each value of a number's last four bits. The index is the number, so
// that it turns out at run time. Registers have no addresses: the array goes to local memory, which
// is the thread's alone and yet as far away as global memory.
// [begin arrayInLocal]
__global__ void arrayInLocal(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int counts[BINS] = {}, most = 0;
        for (int k = 0; k < SEEN; k++)
            counts[in[upTo(i + k, n)] & (BINS - 1)] += 1;
        for (int bin = 0; bin < BINS; bin++)
            most = max(most, counts[bin]);
        out[i] = most;
    }
}
// [end arrayInLocal]

// The same counters, but every index is a constant once the loops are unrolled: instead of the one
// counter that a number belongs to, the thread visits them all. Each gets a register.
// [begin arrayInRegisters]
__global__ void arrayInRegisters(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int counts[BINS] = {}, most = 0;
        for (int k = 0; k < SEEN; k++) {
            int number = in[upTo(i + k, n)] & (BINS - 1);
            for (int bin = 0; bin < BINS; bin++)
                counts[bin] += number == bin;
        }
        for (int bin = 0; bin < BINS; bin++)
            most = max(most, counts[bin]);
        out[i] = most;
    }
}
// [end arrayInRegisters]

// More values at once than a thread may have registers. Each is needed twice, the second time when
// the largest is known, so that all must be kept. __launch_bounds__ promises blocks of up to 1,024
// threads, and 65,536 registers leave 64 for each: what has no place spills to local memory.
// [begin spilling]
__global__ void __launch_bounds__(1024) spilling(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int kept[MANY], largest = in[i], sum = 0;
        for (int k = 0; k < MANY; k++) {
            kept[k] = in[upTo(i + k, n)];
            largest = max(largest, kept[k]);
        }
        for (int k = 0; k < MANY; k++)
            sum += kept[k] ^ largest;
        out[i] = sum;
    }
}
// [end spilling]

// One for each block, seen by all of its threads; another block has another. Gone with the block.
// [begin sharedVariable]
__global__ void sharedVariable(const int *in, int *out, size_t n)
{
    __shared__ int first; // the block's first element
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        first = in[i]; // in range: the grid has no block without an element
    __syncthreads();
    if (i < n)
        out[i] = in[i] - first;
}
// [end sharedVariable]

// One for all grids. It keeps its value from launch to launch, and the host reaches it by name.
// [begin deviceVariable]
__device__ int base;

__global__ void deviceVariable(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + base;
}

__global__ void raiseBase(void)
{
    base += 10;
}
// [end deviceVariable]

// One for all grids, written by the host, only read by kernels, and quick if all lanes of a warp
// read the same element (see ch1-constant).
// [begin constantVariable]
__constant__ int factors[2];

__global__ void constantVariable(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = factors[0] * in[i] + factors[1];
}
// [end constantVariable]

// The reference: out[i] as it has to be. i: the element, first: the first one of its block.
static int want_automatic(const int *in, size_t, size_t i, size_t)
{
    return 3 * in[i] + 1;
}

static int want_counts(const int *in, size_t n, size_t i, size_t)
{
    int most = 0;
    for (size_t k = 0; k < SEEN; k++) { // how many are like element i + k?
        int alike = 0;
        for (size_t l = 0; l < SEEN; l++)
            alike += ((in[upTo(i + k, n)] ^ in[upTo(i + l, n)]) & (BINS - 1)) == 0;
        most = alike > most ? alike : most;
    }
    return most;
}

static int want_spilling(const int *in, size_t n, size_t i, size_t)
{
    int sum = 0;
    size_t at = i;
    for (size_t k = 0; k < MANY; k++)
        at = in[upTo(i + k, n)] > in[at] ? upTo(i + k, n) : at;
    for (size_t k = 0; k < MANY; k++)
        sum += in[upTo(i + k, n)] ^ in[at];
    return sum;
}

static int want_shared(const int *in, size_t, size_t i, size_t first)
{
    return in[i] - in[first];
}

static int want_device(const int *in, size_t, size_t i, size_t)
{
    return in[i] + 30; // three launches of raiseBase
}

static int want_constant(const int *in, size_t, size_t i, size_t)
{
    return 7 * in[i] - 5;
}

static const struct {
    const char *name;
    void (*kernel)(const int *in, int *out, size_t n);
    int (*want)(const int *in, size_t n, size_t i, size_t first);
} kinds[] = {
    {"automatic", automatic, want_automatic},
    {"arrayInLocal", arrayInLocal, want_counts},
    {"arrayInRegisters", arrayInRegisters, want_counts},
    {"spilling", spilling, want_spilling},
    {"sharedVariable", sharedVariable, want_shared},
    {"deviceVariable", deviceVariable, want_device},
    {"constantVariable", constantVariable, want_constant},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// [begin symbols]
// Gives the variables of global scope their values. A __device__ variable is set by name, with a copy;
// then three grids raise it, one after the other.
static void setVariables(void)
{
    const int zero = 0, both[2] = {7, -5};
    cudaCheck(cudaMemcpyToSymbol(base, &zero, sizeof zero));
    cudaCheck(cudaMemcpyToSymbol(factors, both, sizeof both));
    for (int launch = 0; launch < 3; launch++) {
        raiseBase<<<1, 1>>>();
        cudaCheckLaunch();
    }
}
// [end symbols]

static bool verify_kind(int kind, const int *in, const int *out, size_t n, size_t block)
{
    for (size_t i = 0; i < n; i++)
        if (!verify_integer(kinds[kind].name, out[i], kinds[kind].want(in, n, i, i - i % block)))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    Options options = options_for("Uses each kind of variable in a kernel over n ints.", "nbsrk");
    options.n = default_size(1 << 22, 1 << 18);
    options.n_max = (size_t)1 << 34;
    options_kernels(&options, kinds);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, block = options.block;
    unsigned int grid = blocksFor(n, block);
    size_t bytes = n * sizeof(int);
    deviceRequire(&options, 2 * bytes, 2 * bytes);
    int *in = host_array(int, n);
    int *out = host_array(int, n);
    fill_ints(in, n, options.seed);

    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    int *d_in = deviceCopy(int, in, n);
    int *d_out = deviceArray(int, n);
    setVariables();

    for (int i = 0; i < KINDS; i++) {
        if (!options_want(&options, kinds[i].name))
            continue;
        Runs runs = runsBegin(&options, d_out, bytes);
        while (runsNext(&runs))
            if (n > 0) // no element, no block
                kinds[i].kernel<<<grid, (unsigned int)block>>>(d_in, d_out, n);
        double ms = runsEnd(&runs, out);
        rowsKernel(&rows, kinds[i].name, n, ms, 2.0 * (double)bytes,
                   verify_kind(i, in, out, n, block));
    }
    if (!options.csv) {
        printf("\n%-18s %18s %18s %17s\n", "kernel", "registers/thread", "local B/thread",
               "shared B/block");
        for (int i = 0; i < KINDS; i++) {
            struct cudaFuncAttributes made;
            cudaCheck(cudaFuncGetAttributes(&made, kinds[i].kernel));
            if (options_want(&options, kinds[i].name))
                printf("%-18s %18d %18zu %17zu\n", kinds[i].name, made.numRegs, made.localSizeBytes,
                       made.sharedSizeBytes);
        }
    }
    deviceFree(d_in, d_out, NULL);
    host_free(in, out, NULL);
    return rowsEnd(&rows);
}
