// Kernels that launch kernels which watch a clock for 100 us, and what all of that takes by events, in us: one line for each way.
#include <cstdio>

static __device__ void watch(void)
{
    long long begin = clock64();
    while (clock64() - begin < 198000) // of 1.98 GHz
        ;
}

__global__ void waits(void)
{
    watch();
}

__global__ void fire(void)
{
    waits<<<1, 32, 0, cudaStreamFireAndForget>>>();
}

__global__ void inOrder(void)
{
    for (int i = 0; i < 10; i++)
        waits<<<1, 32>>>();
}

__global__ void tails(int more)
{
    if (more > 0)
        tails<<<1, 1, 0, cudaStreamTailLaunch>>>(more - 1);
}

__global__ void oneFires(void)
{
    for (int i = 0; i < 10; i++)
        waits<<<1, 32, 0, cudaStreamFireAndForget>>>();
}

__global__ void nothing(void) {}

template <typename Launch>
static void tell(const char *way, Launch launch)
{
    cudaEvent_t begin, end;
    float ms;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    launch();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&ms, begin, end);
    printf("%s %.1f\n", way, 1e3 * ms);
}

int main()
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    tell("fire", [] { fire<<<64, 1>>>(); });
    tell("oneFires", [] { oneFires<<<1, 1>>>(); });
    tell("inOrder", [] { inOrder<<<1, 1>>>(); });
    tell("manyInOrder", [] { inOrder<<<16, 1>>>(); });
    tell("tails", [] { tails<<<1, 1>>>(10); });
    tell("one", [] { nothing<<<1, 1>>>(); });
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    for (int i = 0; i < 11; i++)
        nothing<<<1, 1, 0, stream>>>();
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&ready, graph, 0);
    tell("graph", [&] { cudaGraphLaunch(ready, 0); });
    return cudaGetLastError() != cudaSuccess;
}
