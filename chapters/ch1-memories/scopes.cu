// Where variables live, who sees them, how long.
//
//     declared as                    lives in           seen by       lives as long as
//     int x; in a kernel             registers          its thread    its thread
//     int x[16]; in a kernel         registers, if every index is known at compile time;
//                                    otherwise local memory: the thread's own piece of global memory
//     __shared__ int x;              shared memory      its block     its block
//     __device__ int x;              global memory      all grids     the program
//     __constant__ int x;            constant memory    all grids     the program
//
// The kernels below are named after the kind they use; those with arrays are in ch1-registers. The table
// at the end says what the compiler made of each: registers and local memory per thread, shared memory
// per block.
//
//     make ch1-scopes && ./ch1-scopes

#include "program.h"

// All kernels: in: (n), n > 0; out: (n). Every thread makes one element of out.

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

// One for each block, which all threads of the block see. It is gone when the block ends.
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

// One for all grids, written by the host, only read by kernels, and fast if all lanes of a warp
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

// The reference: out[i] as it has to be. first: the first element of its block.
static int want_automatic(const int *in, size_t i, size_t)
{
    return 3 * in[i] + 1;
}

static int want_shared(const int *in, size_t i, size_t first)
{
    return in[i] - in[first];
}

static int want_device(const int *in, size_t i, size_t)
{
    return in[i] + 30; // three launches of raiseBase
}

static int want_constant(const int *in, size_t i, size_t)
{
    return 7 * in[i] - 5;
}

static const struct {
    const char *name;
    void (*kernel)(const int *in, int *out, size_t n);
    int (*want)(const int *in, size_t i, size_t first);
} kinds[] = {
    {"automatic", automatic, want_automatic},
    {"sharedVariable", sharedVariable, want_shared},
    {"deviceVariable", deviceVariable, want_device},
    {"constantVariable", constantVariable, want_constant},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// [begin symbols]
// Gives the variables of global scope their values. A __device__ variable is set by name, with a
// copy; then three grids raise it, one after the other.
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
        if (!verify_integer(kinds[kind].name, out[i], kinds[kind].want(in, i, i - i % block)))
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
    gridRequire(&options);
    deviceRequire(&options, 2 * bytes, 2 * bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    int *in = host_array(int, n);
    int *out = host_array(int, n);
    fill_ints(in, n, options.seed);

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
    deviceFree(d_in, d_out);
    host_free(in, out);
    return rowsEnd(&rows);
}
