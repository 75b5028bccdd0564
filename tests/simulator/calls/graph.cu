// graph.cu: captures graphs from streams: what the launch of a graph does, and what is refused.
#include <stdio.h>
struct Wide {
    int a[7];
};
__global__ void add(int *x, int n, Wide by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += by.a[6];
}
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
int main(void)
{
    const int n = 1000;
    int *x, *y, out[n];
    cudaStream_t s, other;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&x, n * sizeof *x);
    cudaMalloc(&y, n * sizeof *y);
    cudaMemset(x, 0, n * sizeof *x);
    cudaStreamCreate(&s);
    cudaStreamCreate(&other);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);

    SAY(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    SAY(cudaStreamEndCapture(s, &graph));
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    enum cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(s, &status);
    Wide by = {{0, 0, 0, 0, 0, 0, 5}};
    add<<<4, 256, 0, s>>>(x, n, by);
    by.a[6] = 100; // the launch keeps the value that it was captured with
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(other, fork, 0);
    cudaMemsetAsync(y, 0, n * sizeof *y, other);
    by.a[6] = 2;
    add<<<4, 256, 0, other>>>(y, n, by);
    cudaEventRecord(join, other);
    cudaStreamWaitEvent(s, join, 0);
    cudaMemcpyAsync(x + n / 2, y, n / 2 * sizeof *y, cudaMemcpyDeviceToDevice, s);
    SAY(cudaStreamEndCapture(s, &graph));
    size_t nodes = 0;
    cudaGraphGetNodes(graph, NULL, &nodes);
    cudaGraphNode_t node[6];
    size_t room = 6;
    node[5] = (cudaGraphNode_t)node;
    cudaGraphGetNodes(graph, node, &room);
    printf("room for 6 nodes: %zu, then %s\n", room, node[5] ? "anything" : "NULL");
    cudaMemcpy(out, x, sizeof out, cudaMemcpyDeviceToHost);
    printf("capturing %d, nodes %zu, run so far: %d\n", status == cudaStreamCaptureStatusActive,
           nodes, out[0] || out[n - 1]);

    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphDestroy(graph));
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, i ? s : 0);
    SAY(cudaStreamSynchronize(s));
    cudaMemcpy(out, x, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", out[0], out[n / 2 - 1], out[n / 2], out[n - 1]);
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphLaunch(exec, s));

    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    SAY(cudaStreamSynchronize(s));
    SAY(cudaStreamEndCapture(s, &graph));
    add<<<4, 256, 0, s>>>(x, n, by);
    cudaMemcpy(out, x, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out[0]);

    // The default stream joins no capture.
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    cudaEventRecord(fork, s);
    SAY(cudaStreamWaitEvent(0, fork, 0));
    SAY(cudaStreamEndCapture(s, &graph));
    add<<<4, 256>>>(x, n, by);
    cudaMemcpy(out, x, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out[0]);
    cudaFree(x);
    cudaFree(y);
    return 0;
}
