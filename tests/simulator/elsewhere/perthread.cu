// perthread.cu: stream 0 is each thread's own, with --default-stream per-thread.
#include <cstdio>
#include <thread>

__global__ void add(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i]++;
}

static void addTimes(int times, int *last)
{
    int *x, h[100] = {0};
    cudaMalloc(&x, sizeof h);
    cudaMemset(x, 0, sizeof h);
    for (int k = 0; k < times; k++)
        add<<<1, 128>>>(x, 100);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(x);
    *last = h[99];
}

int main(void)
{
    unsigned long long id = 0;
    cudaStreamGetId(0, &id);
    printf("stream 0 is %llu\n", id);

    int a = 0, b = 0;
    std::thread one(addTimes, 300, &a), other(addTimes, 500, &b);
    one.join();
    other.join();
    printf("%d %d\n", a, b);

    // The default stream that all share can't be captured.
    int *x;
    size_t nodes = 0;
    cudaGraph_t graph;
    cudaMalloc(&x, 100 * sizeof *x);
    cudaError_t e = cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal);
    if (e == cudaSuccess) {
        add<<<1, 128>>>(x, 100);
        cudaMemsetAsync(x, 0, 4, 0);
        cudaStreamEndCapture(0, &graph);
        cudaGraphGetNodes(graph, NULL, &nodes);
        cudaGraphDestroy(graph);
    }
    printf("%s, %zu nodes\n", cudaGetErrorName(e), nodes);
    cudaMemcpy(NULL, x, 4, cudaMemcpyDeviceToHost); // its place is reported
    return 0;
}
