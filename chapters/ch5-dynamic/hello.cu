// Grids that launch grids.
//
// A kernel may launch a kernel. The child runs beside its parent or after it, and the stream that it
// is launched into decides which. A parent can't wait for a child, so whatever needs the child's
// results goes into another kernel, which is launched to run later.
//
//     helloFire      children by fire and forget: they may run immediately, beside their parent
//     helloBarrier   the same after __syncthreads(): children see what the whole block has written
//     helloTail      children by tail launch: they run when the whole parent grid has ended
//
// Each grid of b threads says hello, then its thread 0 launches a child of b / 2 threads.
//
//     make ch5-hello && ./ch5-hello -b 8
//
// Launches on the device need relocatable code and the device's runtime library:
// build: -rdc=true -lcudadevrt

#include "atomics.h"
#include "check.h"
#include "device.h"
#include "options.h"

#include "nested.h"

enum { LEVELS = 11 }; // a block of 1024 threads, 512, ..., 1

// What the grids leave behind, in memory that all of them see.
typedef struct {
    unsigned int greeted[LEVELS]; // threads that have said hello
    unsigned int seen[LEVELS];    // how many of its parent's a child found there when it began
} Guests;

// [begin greet]
// A thread's hello at some depth of nesting. The grid's first thread first checks how many of the
// parent's threads have said theirs, with an atomic load, since others may be adding to that number
// at the same time.
static __device__ void greet(const char *name, int depth, Guests *guests)
{
    if (threadIdx.x == 0 && depth > 0)
        guests->seen[depth] = __nv_atomic_load_n(&guests->greeted[depth - 1], __NV_ATOMIC_RELAXED,
                                                 __NV_THREAD_SCOPE_DEVICE);
    atomicAdd(&guests->greeted[depth], 1);
    printf("%*s%s: depth %d, thread %u of %u\n", 2 * depth, "", name, depth, threadIdx.x,
           blockDim.x);
}
// [end greet]

// [begin helloFire]
__global__ void helloFire(int depth, Guests *guests)
{
    greet("fire", depth, guests);
    if (threadIdx.x == 0 && blockDim.x > 1) {
        helloFire<<<1, blockDim.x / 2, 0, cudaStreamFireAndForget>>>(depth + 1, guests);
        noteLaunch();
    }
}
// [end helloFire]

// [begin helloBarrier]
__global__ void helloBarrier(int depth, Guests *guests)
{
    greet("barrier", depth, guests);
    __syncthreads(); // what any thread of the block wrote before this, the child will see
    if (threadIdx.x == 0 && blockDim.x > 1) {
        helloBarrier<<<1, blockDim.x / 2, 0, cudaStreamFireAndForget>>>(depth + 1, guests);
        noteLaunch();
    }
}
// [end helloBarrier]

// [begin helloTail]
__global__ void helloTail(int depth, Guests *guests)
{
    greet("tail", depth, guests);
    if (threadIdx.x == 0 && blockDim.x > 1) {
        helloTail<<<1, blockDim.x / 2, 0, cudaStreamTailLaunch>>>(depth + 1, guests);
        noteLaunch();
    }
}
// [end helloTail]

static const struct {
    const char *name;
    void (*kernel)(int depth, Guests *guests);
    bool all; // a child sees all that its parent wrote, not only what thread 0 did
} ways[] = {
    {"helloFire", helloFire, false},
    {"helloBarrier", helloBarrier, true},
    {"helloTail", helloTail, true},
};

// Runs one way from the host's launch to the last grandchild; true if all was as promised.
static bool run(int way, unsigned int block, Guests *d_guests)
{
    Guests guests;
    bool right = true;

    cudaCheck(cudaMemset(d_guests, 0, sizeof *d_guests));
    ways[way].kernel<<<1, block>>>(0, d_guests);
    cudaCheckLaunch();
    cudaCheck(
        cudaDeviceSynchronize()); // returns when the parent has ended, and with it all children
    cudaCheck(cudaMemcpy(&guests, d_guests, sizeof guests, cudaMemcpyDeviceToHost));

    printf("\n%-13s", ways[way].name);
    for (int depth = 0; block > 0; depth++, block /= 2) {
        unsigned int promised = depth == 0 ? 0 : ways[way].all ? guests.greeted[depth - 1] : 1;
        right = right && guests.greeted[depth] == block && guests.seen[depth] >= promised;
        printf(" %u", guests.greeted[depth]);
    }
    right = nestedRight(ways[way].name) && right;
    printf(" threads: %s\n\n", right ? "ok" : "WRONG");
    return right;
}

int main(int argc, char **argv)
{
    Options options =
        options_for("Greets from grids that launch grids of half as many threads.", "b");
    options.block = 4;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    devicePrint(&device);
    printf("a grid of %zu threads, a child of half as many, and so on\n\n", options.block);

    Guests *guests;
    bool right = true;
    cudaCheck(cudaMalloc(&guests, sizeof *guests));
    for (int way = 0; way < (int)(sizeof ways / sizeof *ways); way++)
        right = run(way, (unsigned int)options.block, guests) && right;
    cudaCheck(cudaFree(guests));
    return right ? EXIT_RIGHT : EXIT_WRONG;
}
