// resized.cu: what makes a launch from a kernel begin later: 1,024 chains of nine launches, or one, each of which launches the next. It prints a
// row for each kind: the size of the arguments, the blocks' threads (the same, or half as many in each launch), whether they read
// memory, and whether a tail launch waits. Only another size of blocks matters, and that only among many launches: 8.6 ms in place of 4.1.
//
//     nvcc -std=c++17 -arch=native -O3 -rdc=true -Icommon -Ichapters/ch5-dynamic -o resized tests/gpu/resized.cu -lcudadevrt
//     for room in 65536 16384; do ./resized $room; done
//
// build: -rdc=true -lcudadevrt

#include "program.h"

#include "nested.h"

static __device__ int *memory;

typedef struct {
    int more, halves, reads, pad[13];
} Wide;

// A chain that goes on `more` times, with as many bytes of arguments as the type has; halves: each block has half the threads;
// reads: each thread adds a word of memory to another; stretch: where.
template <typename Args>
__global__ void chain(Args a, int *x)
{
    if (a.reads) {
        if (a.reads > 1 || x == NULL)
            x = memory + (size_t)blockIdx.x * 1024;
        x[threadIdx.x] += x[threadIdx.x + blockDim.x];
        a.reads = 1;
    }
    __syncthreads();
    if (threadIdx.x == 0 && a.more > 0) {
        a.more--;
        chain<<<1, a.halves ? blockDim.x / 2 : blockDim.x, 0, cudaStreamFireAndForget>>>(a, x);
        noteLaunch();
    }
}

__global__ void nothing(void) {}

__global__ void chainAndTail(Wide a, int *x)
{
    if (threadIdx.x != 0)
        return;
    chain<<<1, blockDim.x / 2, 0, cudaStreamFireAndForget>>>(a, x);
    noteLaunch();
    if (blockIdx.x == 0) {
        nothing<<<1, 1024, 0, cudaStreamTailLaunch>>>();
        noteLaunch();
    }
}

typedef struct {
    int more, halves, reads;
} Narrow;

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

template <typename Launch>
static void row(const char *what, Launch launch)
{
    enum { RUNS = 9 };
    cudaEvent_t begin, end;
    float us[RUNS];
    cudaCheck(cudaEventCreate(&begin));
    cudaCheck(cudaEventCreate(&end));
    for (int run = -2; run < RUNS; run++) {
        float ms;
        cudaCheck(cudaDeviceSynchronize());
        cudaCheck(cudaEventRecord(begin));
        launch();
        cudaCheck(cudaEventRecord(end));
        cudaCheck(cudaEventSynchronize(end));
        cudaCheck(cudaEventElapsedTime(&ms, begin, end));
        if (run >= 0)
            us[run] = 1e3f * ms;
    }
    qsort(us, RUNS, sizeof *us, by_size);
    printf("%s,%.2f,%.2f,%s\n", what, us[RUNS / 2], us[0], nestedRight(what) ? "ok" : "failed");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int room = argc > 1 ? atoi(argv[1]) : 16384;
    nestedRoom((size_t)room);
    int *x;
    cudaCheck(cudaMalloc(&x, (size_t)1 << 24));
    cudaCheck(cudaMemset(x, 0, (size_t)1 << 24));
    cudaCheck(cudaMemcpyToSymbol(memory, &x, sizeof x));
    printf("# room for %d launches; 1024 chains of 9\nwhat,us,least us,verdict\n", room);
    row("narrow 32", [&] { chain<<<1024, 32>>>(Narrow{9, 0, 0}, (int *)NULL); });
    row("wide 32", [&] { chain<<<1024, 32>>>(Wide{9, 0, 0}, (int *)NULL); });
    row("narrow 256", [&] { chain<<<1024, 256>>>(Narrow{9, 0, 0}, (int *)NULL); });
    row("narrow 512 then halves", [&] { chain<<<1024, 512>>>(Narrow{9, 1, 0}, (int *)NULL); });
    row("narrow 512 then halves reads", [&] {
        chain<<<1024, 512>>>(Narrow{9, 1, 2}, (int *)NULL);
    });
    row("narrow 32 reads", [&] { chain<<<1024, 32>>>(Narrow{9, 0, 2}, (int *)NULL); });
    row("wide 512 then halves and tail", [&] {
        chainAndTail<<<1024, 512>>>(Wide{8, 1, 0}, (int *)NULL);
    });
    row("wide 32 and tail", [&] { chainAndTail<<<1024, 64>>>(Wide{8, 0, 0}, (int *)NULL); });
    row("one block narrow 32", [&] { chain<<<1, 32>>>(Narrow{9, 0, 0}, (int *)NULL); });
    row("one block 512 then halves reads", [&] {
        chain<<<1, 512>>>(Narrow{9, 1, 2}, (int *)NULL);
    });
    return 0;
}
