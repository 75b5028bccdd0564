// Hello from every thread of a grid.
//
// The host launches a grid of blocks of threads. Each thread runs the same function, the kernel, and
// finds out who it is from blockIdx and threadIdx. A grid of one block of one thread runs the kernel
// as a plain function call would, which is a good way to test it.
//
//     hello     every thread prints its block and its number there, and counts itself
//
//     make ch0-hello && ./ch0-hello -g 2 -b 4
//     ./ch0-hello -g 1 -b 1
//
// add.cu has everything in one file. From this program on, what all programs need is in headers that
// they share, so that each program shows only its own lesson: check.h ends the program on a CUDA
// error, as add.cu's check() does; device.h names the device; options.h reads the command line.

#include "check.h"
#include "device.h"
#include "options.h"

// [begin hello]
// Called by threads on the device only.
static __device__ void say(unsigned int id)
{
    printf("thread %u of block %u, number %u in the grid: hello\n", threadIdx.x, blockIdx.x, id);
}

// Called by the host, run by every thread of the grid. said: (gridDim.x * blockDim.x).
__global__ void hello(int *said)
{
    unsigned int id = blockIdx.x * blockDim.x + threadIdx.x;
    say(id);
    said[id] += 1;
}
// [end hello]

int main(int argc, char **argv)
{
    size_t grid = 2;
    const Option own[] = {{'g', "grid", "blocks in the grid", &grid, 1, 16, NULL, NULL}, {}};
    Options options = {};
    options.about = "Greets from every thread of a grid and counts who greeted.";
    options.letters = "b";
    options.block = 4;
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    devicePrint(&device);
    size_t threads = grid * options.block;
    printf("blocks: %zu, threads per block: %zu, threads: %zu\n\n", grid, options.block, threads);

    // [begin launch]
    int *d_said; // on the device: how often each thread has greeted
    cudaCheck(cudaMalloc(&d_said, threads * sizeof(int)));
    cudaCheck(cudaMemset(d_said, 0, threads * sizeof(int)));

    hello<<<(unsigned int)grid, (unsigned int)options.block>>>(d_said);
    cudaCheckLaunch();
    printf("host: the launch has returned\n");
    cudaCheck(cudaDeviceSynchronize());
    printf("host: the kernel has ended\n");
    // [end launch]

    int *said = (int *)host_alloc(threads, sizeof(int));
    cudaCheck(cudaMemcpy(said, d_said, threads * sizeof(int), cudaMemcpyDeviceToHost));
    size_t once = 0;
    for (size_t i = 0; i < threads; i++)
        once += said[i] == 1;
    printf("\n%zu of %zu threads greeted once: %s\n", once, threads,
           once == threads ? "ok" : "WRONG");

    cudaCheck(cudaFree(d_said));
    free(said);
    return once == threads ? EXIT_RIGHT : EXIT_WRONG;
}
