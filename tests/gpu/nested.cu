// nested.cu: what launches from kernels take, by small kernels that do nothing else: for the model (simulator/model/nested.c)
// and for chapter 5. A line for each case: how the launches are made, the first grid's blocks, how many launches each of its blocks makes
// (or how deep a chain is), the threads of a block, all launches with the first, and the median and the least time of nine runs.
//
//     host, graph      a chain of `each` kernels in a stream, or in a graph; nothing is launched from the device
//     tail             a chain of tail launches, each of grids of `blocks` blocks
//     fire             each block is the head of a chain: a launch of one block, which makes the next
//     fan              each block's thread 0 makes `each` launches, fire and forget
//     default          the same into the block's default stream
//     threads          the same, fire and forget, one each by the block's first `each` threads
//     tree             grids of four blocks, each of which launches another, `each` levels under the first grid
//     spin             one block launches `each` grids of one block which wait 100 us: how many run at once
//     wait             one block makes `each` launches into its default stream of grids which wait 20 us
//     clock            cycles, not us: what one thread's clock says of `each` launches in a row, fire and forget
//
// Then the rows "fire", "fan" and "tail" again with room for fewer launches, if a number is given.
//
//     nvcc -arch=native -O3 -rdc=true -Icommon -Ichapters/ch5-dynamic -o nested tests/gpu/nested.cu -lcudadevrt && ./nested && ./nested 16384
//
// build: -rdc=true -lcudadevrt

#include "program.h"

#include "nested.h"

static __device__ unsigned int ran; // grids' first threads, to see that all launches ran
static __device__ long long cycles;

static __device__ void note(void)
{
    if (threadIdx.x == 0)
        atomicAdd(&ran, 1);
}

__global__ void nothing(void)
{
    note();
}

// Waits for `ns` nanoseconds.
__global__ void waits(unsigned int ns)
{
    unsigned long long begin, now;
    note();
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - begin < ns);
}

__global__ void tail(int more)
{
    note();
    if (blockIdx.x == 0 && threadIdx.x == 0 && more > 0) {
        tail<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(more - 1);
        noteLaunch();
    }
}

__global__ void fire(int more)
{
    note();
    if (threadIdx.x == 0 && more > 0) {
        fire<<<1, blockDim.x, 0, cudaStreamFireAndForget>>>(more - 1);
        noteLaunch();
    }
}

__global__ void fan(int each)
{
    note();
    for (int i = 0; i < each && threadIdx.x == 0; i++) {
        nothing<<<1, blockDim.x, 0, cudaStreamFireAndForget>>>();
        noteLaunch();
    }
}

__global__ void inOrder(int each)
{
    note();
    for (int i = 0; i < each && threadIdx.x == 0; i++) {
        nothing<<<1, blockDim.x>>>();
        noteLaunch();
    }
}

__global__ void byThreads(int each)
{
    note();
    if (threadIdx.x < each) {
        nothing<<<1, 32, 0, cudaStreamFireAndForget>>>();
        noteLaunch();
    }
}

__global__ void tree(int levels)
{
    note();
    if (threadIdx.x == 0 && levels > 0) {
        tree<<<4, blockDim.x, 0, cudaStreamFireAndForget>>>(levels - 1);
        noteLaunch();
    }
}

__global__ void spin(int each)
{
    note();
    for (int i = 0; i < each && threadIdx.x == 0; i++) {
        waits<<<1, 32, 0, cudaStreamFireAndForget>>>(100000);
        noteLaunch();
    }
}

__global__ void waitInOrder(int each)
{
    note();
    for (int i = 0; i < each && threadIdx.x == 0; i++) {
        waits<<<1, 32>>>(20000);
        noteLaunch();
    }
}

__global__ void byClock(int each)
{
    note();
    long long begin = clock64();
    for (int i = 0; i < each && threadIdx.x == 0; i++) {
        nothing<<<1, 32, 0, cudaStreamFireAndForget>>>();
        noteLaunch();
    }
    if (threadIdx.x == 0)
        cycles = clock64() - begin;
}

enum { RUNS = 9 };

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

typedef void Kernel(int);

// Times launches of kernel(each), or of `nothing` `each` times if there is none, and prints the line. launches: all, with the first.
static void row(const char *how, Kernel *kernel, int blocks, int each, int threads, int launches,
                bool graph)
{
    cudaEvent_t begin, end;
    cudaStream_t stream;
    cudaGraph_t recorded;
    cudaGraphExec_t ready = NULL;
    float us[RUNS];
    unsigned int count = 0;
    cudaCheck(cudaEventCreate(&begin));
    cudaCheck(cudaEventCreate(&end));
    cudaCheck(cudaStreamCreate(&stream));
    if (graph) {
        cudaCheck(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        for (int i = 0; i < each; i++)
            nothing<<<blocks, threads, 0, stream>>>();
        cudaCheck(cudaStreamEndCapture(stream, &recorded));
        cudaCheck(cudaGraphInstantiate(&ready, recorded, 0));
    }
    for (int run = -2; run < RUNS; run++) {
        unsigned int zero = 0;
        float ms;
        cudaCheck(cudaMemcpyToSymbol(ran, &zero, sizeof zero));
        cudaCheck(cudaDeviceSynchronize());
        cudaCheck(cudaEventRecord(begin, stream));
        if (graph)
            cudaCheck(cudaGraphLaunch(ready, stream));
        else if (kernel)
            kernel<<<blocks, threads, 0, stream>>>(each);
        else
            for (int i = 0; i < each; i++)
                nothing<<<blocks, threads, 0, stream>>>();
        cudaCheck(cudaEventRecord(end, stream));
        cudaCheck(cudaEventSynchronize(end));
        cudaCheck(cudaEventElapsedTime(&ms, begin, end));
        if (run >= 0)
            us[run] = 1e3f * ms;
    }
    cudaCheck(cudaMemcpyFromSymbol(&count, ran, sizeof count));
    qsort(us, RUNS, sizeof *us, by_size);
    printf("%s,%d,%d,%d,%d,%u,%.2f,%.2f,%s\n", how, blocks, each, threads, launches, count,
           us[RUNS / 2], us[0], nestedRight(how) ? "ok" : "failed");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const int widths[] = {1, 16, 132, 1024, 4096};
    int room = argc > 1 ? atoi(argv[1]) : 65536;
    nestedRoom((size_t)room);
    printf(
        "# room for %d launches\nhow,blocks,each,threads,launches,blocks run,us,least us,verdict\n",
        room);

    for (int graph = 0; graph < 2; graph++)
        for (int each = 1; each <= 100; each = each == 1    ? 2
                                               : each == 2  ? 11
                                               : each == 11 ? 100
                                                            : 101) {
            row(graph ? "graph" : "host", NULL, 1, each, 32, each, graph);
            row(graph ? "graph" : "host", NULL, 1024, each, 512, each, graph);
        }
    for (int w = 0; w < 5; w++)
        for (int each = 0; each <= 30; each = each == 0    ? 1
                                              : each == 1  ? 2
                                              : each == 2  ? 10
                                              : each == 10 ? 30
                                                           : 31)
            row("tail", tail, widths[w], each, w < 3 ? 32 : 512, 1 + each, false);
    for (int w = 0; w < 5; w++)
        for (int each = 0; each <= 9; each = each == 0 ? 1 : each == 1 ? 2 : each == 2 ? 9 : 10)
            row("fire", fire, widths[w], each, 32, 1 + widths[w] * each, false);
    row("fire", fire, 1024, 9, 256, 1 + 1024 * 9, false);
    row("fire", fire, 1, 1000, 32, 1001, false);
    for (int w = 0; w < 4; w++)
        for (int each = 1; each <= 100; each = each == 1    ? 10
                                               : each == 10 ? 16
                                               : each == 16 ? 100
                                                            : 101)
            if (widths[w] * each <= room) {
                row("fan", fan, widths[w], each, 32, 1 + widths[w] * each, false);
                row("default", inOrder, widths[w], each, 32, 1 + widths[w] * each, false);
            }
    row("fan", fan, 1, 1000, 32, 1001, false);
    row("fan", fan, 132, 10, 1024, 1321, false);
    row("default", inOrder, 1, 1000, 32, 1001, false);
    row("threads", byThreads, 1, 32, 1024, 33, false);
    row("threads", byThreads, 1, 1024, 1024, 1025, false);
    for (int levels = 1; levels <= 4; levels++)
        for (int blocks = 16; blocks <= 256; blocks *= 4) {
            int grids = 0;
            for (int k = 0, n = blocks; k < levels; k++, n *= 4)
                grids += n;
            if (grids < room)
                row("tree", tree, blocks, levels, 128, 1 + grids, false);
        }
    const int spins[] = {1, 16, 32, 64, 96, 128, 129, 192, 256, 512};
    for (int i = 0; i < 10; i++)
        row("spin", spin, 1, spins[i], 32, 1 + spins[i], false);
    row("wait", waitInOrder, 1, 1, 32, 2, false);
    row("wait", waitInOrder, 1, 10, 32, 11, false);
    row("wait", waitInOrder, 1, 100, 32, 101, false);
    for (int each = 1; each <= 256; each *= 4) {
        long long took = 0;
        byClock<<<1, 32>>>(each);
        byClock<<<1, 32>>>(each);
        cudaCheck(cudaDeviceSynchronize());
        cudaCheck(cudaMemcpyFromSymbol(&took, cycles, sizeof took));
        printf("clock,1,%d,32,%d,,%lld,,%s\n", each, 1 + each, took,
               nestedRight("clock") ? "ok" : "failed");
    }
    return 0;
}
