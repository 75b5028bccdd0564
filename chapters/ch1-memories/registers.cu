// Arrays in a kernel: in registers, or in local memory.
//
// Registers have no addresses: an instruction names them by number. An array of a kernel is kept in
// registers if every index is known at compile time. Otherwise it lies in local memory, a piece of global
// memory that belongs to the thread. So does whatever finds no free register.
//
//     arrayInLocal        counters whose index turns out at run time
//     arrayInRegisters    the same counters, all visited, so that each index is a constant
//     spilling            more values at once than a thread has registers
//
// The table at the end says what the compiler made of each (ch1-scopes).
//
//     make ch1-registers && ./ch1-registers
//     nvcc -arch=sm_86 -Xptxas -v -Icommon -c chapters/ch1-memories/registers.cu -o /dev/null

#include "program.h"

enum { BINS = 16, SEEN = 8, MANY = 96 }; // counters, numbers that a thread counts, values it keeps

// All kernels: in: (n), n > 0; out: (n). Every thread makes one element of out.

// i, or the last of n elements if there aren't that many.
static __host__ __device__ size_t upTo(size_t i, size_t n)
{
    return i < n ? i : n - 1;
}

// An array of counters, one for each value of a number's last four bits. The index is the number,
// which is only known at run time, and registers have no addresses. So the array goes to local memory,
// which belongs to the thread alone and yet is as far away as global memory.
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

// The reference: out[i] as it has to be.
static int want_counts(const int *in, size_t n, size_t i)
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

static int want_spilling(const int *in, size_t n, size_t i)
{
    int sum = 0;
    size_t at = i;
    for (size_t k = 0; k < MANY; k++)
        at = in[upTo(i + k, n)] > in[at] ? upTo(i + k, n) : at;
    for (size_t k = 0; k < MANY; k++)
        sum += in[upTo(i + k, n)] ^ in[at];
    return sum;
}

static const struct {
    const char *name;
    void (*kernel)(const int *in, int *out, size_t n);
    int (*want)(const int *in, size_t n, size_t i);
} kinds[] = {
    {"arrayInLocal", arrayInLocal, want_counts},
    {"arrayInRegisters", arrayInRegisters, want_counts},
    {"spilling", spilling, want_spilling},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool verify_kind(int kind, const int *in, const int *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!verify_integer(kinds[kind].name, out[i], kinds[kind].want(in, n, i)))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    Options options = options_for(
        "Keeps arrays of a kernel in registers and in local memory, over n ints.", "nbsrk");
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

    for (int i = 0; i < KINDS; i++) {
        if (!options_want(&options, kinds[i].name))
            continue;
        Runs runs = runsBegin(&options, d_out, bytes);
        while (runsNext(&runs))
            if (n > 0) // no element, no block
                kinds[i].kernel<<<grid, (unsigned int)block>>>(d_in, d_out, n);
        double ms = runsEnd(&runs, out);
        rowsKernel(&rows, kinds[i].name, n, ms, 2.0 * (double)bytes, verify_kind(i, in, out, n));
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
