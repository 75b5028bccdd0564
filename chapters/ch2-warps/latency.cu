// Latency: how long a load takes.
//
// Latency is the number of cycles from an instruction's issue until its result can be used. A chain of
// dependent instructions can't go faster than that. Here one thread loads, and each load says where the
// next one goes, so no two are in flight at the same time.
//
//     chaseShared      in shared memory
//     chaseL1          in global memory, from the L1 cache
//     chaseL2          from the L2 cache
//     chaseMemory      from DRAM
//
// ch2-chains and ch2-loads show how latency is hidden.
//
//     make ch2-latency && ./ch2-latency

#include "program.h"

enum { RING = 1024, FAR = 1024 + 32 }; // in ints

// A chase: steps times at = next[at]. All kernels: next: (size), a ring; found: (2), where the chase
// ended and how many cycles it took. One thread.

// [begin chaseShared]
__global__ void chaseShared(const unsigned int *next, unsigned int steps, long long *found)
{
    __shared__ unsigned int near[RING];
    for (unsigned int i = 0; i < RING; i++)
        near[i] = next[i];
    unsigned int at = 0;
    long long start = clock64();
    for (unsigned int s = 0; s < steps; s++)
        at = near[at];
    found[1] = clock64() - start;
    found[0] = at;
}
// [end chaseShared]

// [begin chaseL1]
__global__ void chaseL1(const unsigned int *next, unsigned int steps, long long *found)
{
    unsigned int at = 0;
    for (unsigned int i = 0; i < RING; i++)
        at = next[at]; // after one lap the ring is in the L1 cache, and at is 0 again
    long long start = clock64();
    for (unsigned int s = 0; s < steps; s++)
        at = next[at];
    found[1] = clock64() - start;
    found[0] = at;
}
// [end chaseL1]

// __ldcg loads from L2, bypassing L1. found[1] is cycles of the second chase if twice.
// [begin chaseL2]
static __device__ void chaseFar(const unsigned int *next, unsigned int steps, long long *found,
                                bool twice)
{
    unsigned int at = 0;
    for (unsigned int s = 0; twice && s < RING; s++)
        at = __ldcg(&next[at]);
    long long start = clock64();
    for (unsigned int s = 0; s < steps; s++)
        at = __ldcg(&next[at]);
    found[1] = clock64() - start;
    found[0] = at;
}

__global__ void chaseL2(const unsigned int *next, unsigned int steps, long long *found)
{
    chaseFar(next, steps, found, true);
}
// [end chaseL2]

// Each step goes to a place that has not been read since the caches were overwritten.
// [begin chaseMemory]
__global__ void chaseMemory(const unsigned int *next, unsigned int steps, long long *found)
{
    chaseFar(next, steps, found, false);
}
// [end chaseMemory]

typedef void (*Chase)(const unsigned int *next, unsigned int steps, long long *found);

static const struct {
    const char *name;
    Chase chase;
} ways[] = {
    {"chaseShared", chaseShared},
    {"chaseL1", chaseL1},
    {"chaseL2", chaseL2},
    {"chaseMemory", chaseMemory},
};
enum { WAYS = sizeof ways / sizeof *ways };

// [begin ring]
// next: (size), a ring that a chase goes around in steps of `stride`.
static void make_ring(unsigned int *next, size_t size, size_t stride)
{
    for (size_t i = 0; i < size; i++)
        next[i] = (unsigned int)((i + stride) % size);
}
// [end ring]

// Runs a chase and adds its row; returns the cycles per step.
static double timeChase(Rows *rows, int way, unsigned int steps, size_t repeats)
{
    bool far = ways[way].chase == chaseMemory;
    size_t stride = far ? FAR : 33; // 33 and RING have no common factor: the chase visits all of it
    size_t size = far ? (size_t)FAR * (steps + 1) : RING;
    size_t other = SIMULATED ? 1 : (size_t)256 << 20; // bytes written over to empty the caches
    unsigned int *next = host_array(unsigned int, size);
    long long found[2];
    make_ring(next, size, stride);
    unsigned int *d_next = deviceCopy(unsigned int, next, size);
    long long *d_found = deviceArray(long long, 2);
    unsigned char *d_other = deviceArray(unsigned char, other);

    GpuTimer timer = gpuTimerBegin(repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(d_other, 0, other));
        gpuTimerStart(&timer);
        ways[way].chase<<<1, 1>>>(d_next, steps, d_found);
        gpuTimerStop(&timer);
    }
    double ms = gpuTimerEnd(&timer);
    cudaCheck(cudaMemcpy(found, d_found, sizeof found, cudaMemcpyDeviceToHost));
    rowsKernel(rows, ways[way].name, steps, ms, steps,
               verify_integer(ways[way].name, found[0], (int64_t)((size_t)steps * stride % size)));
    deviceFree(d_next, d_found, d_other);
    free(next);
    return steps > 0 ? (double)found[1] / steps : 0;
}

int main(int argc, char **argv)
{
    Options options =
        options_for("Measures the latency of loads, by chains of n dependent ones.", "nrk");
    options.n = 8192;
    options.n_max = 1 << 20;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t ring = FAR * (options.n + 1) * sizeof(unsigned int);
    deviceRequire(&options, ring, ring);
    Rows rows = rowsBegin(&device, &options, "G/s", 0);
    double cycles[WAYS] = {};
    for (int i = 0; i < WAYS; i++)
        if (options_want(&options, ways[i].name))
            cycles[i] = timeChase(&rows, i, (unsigned int)options.n, options.repeats);
    if (!options.csv) {
        printf("\nG/s: 10^9 steps of a chase per second\n");
        for (int i = 0; i < WAYS; i++)
            if (options_want(&options, ways[i].name))
                printf("%-26s %11.1f cycles per step%s\n", ways[i].name, cycles[i],
                       SIMULATED ? ", modelled" : "");
    }
    return rowsEnd(&rows);
}
