// hand.cu: a graph built by hand, its copies and changes; then calls about other devices, pools and hints.
#include <stdio.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
#if CUDART_VERSION >= 13000
#define EDGES NULL, // CUDA 13's data of edges; the simulator has none
#else
#define EDGES
#endif
__global__ void add(int *x, int by)
{
    x[threadIdx.x] += by;
}
__global__ void twice(int *x)
{
    x[threadIdx.x] *= 2;
}
static void host(void *n)
{
    ++*(int *)n;
}
int main(int argc, char **argv)
{
    const int n = 64;
    int *x, *y, out[n], calls = 0, by = 3;
    cudaMalloc(&x, sizeof out);
    cudaMalloc(&y, sizeof out);
    if (argc > 1) { // no kernel runs
        cudaIpcMemHandle_t handle;
        if (argv[1][0] == 'i') // which the simulator does not have
            SAY(cudaIpcGetMemHandle(&handle, x));
        return 0;
    }
    cudaGraph_t graph, clone, child;
    cudaGraphNode_t fill, plus, mul, copy, back, call, nested, found;
    SAY(cudaGraphCreate(&graph, 0));
    cudaMemsetParams set = {x, 0, 7, 4, (size_t)n, 1};
    void *args[] = {&x, &by}, *one[] = {&x};
    cudaKernelNodeParams k = {(void *)add, dim3(1), dim3(n), 0, args, NULL};
    cudaKernelNodeParams m = {(void *)twice, dim3(1), dim3(n), 0, one, NULL};
    // added in another order than that in which they run
    SAY(cudaGraphAddKernelNode(&mul, graph, NULL, 0, &m));
    SAY(cudaGraphAddKernelNode(&plus, graph, NULL, 0, &k));
    SAY(cudaGraphAddMemsetNode(&fill, graph, NULL, 0, &set));
    by = 1000; // kept when the node was made
    cudaGraphNode_t from[] = {fill, plus}, to[] = {plus, mul};
    SAY(cudaGraphAddDependencies(graph, from, to, EDGES 2));
    cudaMemcpy3DParms c = {};
    c.srcPtr = make_cudaPitchedPtr(x, sizeof out, n, 1);
    c.dstPtr = make_cudaPitchedPtr(y, sizeof out, n, 1);
    c.extent = make_cudaExtent(sizeof out, 1, 1);
    c.kind = cudaMemcpyDeviceToDevice;
    SAY(cudaGraphAddMemcpyNode(&copy, graph, &mul, 1, &c));
    SAY(cudaGraphAddMemcpyNode1D(&back, graph, &copy, 1, out, y, sizeof out,
                                 cudaMemcpyDeviceToHost));
    cudaHostNodeParams h = {host, &calls};
    SAY(cudaGraphAddHostNode(&call, graph, &back, 1, &h));
    size_t nodes = 0, edges = 0, roots = 0;
    cudaGraphGetNodes(graph, NULL, &nodes);
    cudaGraphGetEdges(graph, NULL, NULL, EDGES & edges);
    cudaGraphGetRootNodes(graph, NULL, &roots);
    cudaGraphNodeType type;
    cudaGraphNodeGetType(copy, &type);
    printf("%zu nodes, %zu edges, %zu root, type %d\n", nodes, edges, roots, type);
    cudaGraphExec_t exec, second;
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphUpload(exec, 0));
    SAY(cudaGraphLaunch(exec, 0));
    cudaDeviceSynchronize();
    printf("%d %d, %d call\n", out[0], out[n - 1], calls);

    by = 5;
    SAY(cudaGraphExecKernelNodeSetParams(exec, plus, &k));
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    printf("%d, %d calls\n", out[0], calls);
    SAY(cudaGraphClone(&clone, graph));
    SAY(cudaGraphNodeFindInClone(&found, plus, clone));
    by = 9;
    SAY(cudaGraphKernelNodeSetParams(found, &k));
    cudaGraphExecUpdateResultInfo info;
    SAY(cudaGraphExecUpdate(exec, clone, &info));
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    printf("%d, result %d\n", out[0], info.result);
    by = 1;
    SAY(cudaGraphExecKernelNodeSetParams(exec, plus, &k));
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    printf("%d\n", out[0]);

    SAY(cudaGraphCreate(&child, 0));
    SAY(cudaGraphAddChildGraphNode(&nested, child, NULL, 0, graph));
    SAY(cudaGraphAddEmptyNode(&found, child, &nested, 1));
    SAY(cudaGraphInstantiate(&second, child, 0));
    SAY(cudaGraphExecUpdate(second, graph, &info));
    printf("result %d\n", info.result);
    cudaGetLastError();
    SAY(cudaGraphDestroyNode(call));
    SAY(cudaGraphExecUpdate(exec, graph, &info));
    printf("result %d\n", info.result);
    SAY(cudaGraphAddDependencies(graph, &copy, &plus, EDGES 1));
    SAY(cudaGraphInstantiate(&second, graph, 0));             // goes in a circle
    SAY(cudaGraphAddKernelNode(&mul, graph, &nested, 1, &m)); // of another graph
    out[0] = calls = 0;
    SAY(cudaGraphLaunch(second, 0));
    cudaDeviceSynchronize();
    printf("%d, %d call\n", out[0], calls);
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphExecDestroy(second));
    SAY(cudaGraphDestroy(graph));
    SAY(cudaGraphDestroy(clone));
    SAY(cudaGraphDestroy(child));
    SAY(cudaGraphDestroy(child));
    cudaFree(x);
    cudaFree(y);

    int can = 1;
    enum cudaSharedMemConfig config;
    cudaMemPool_t pool;
    unsigned long long keep = 1 << 20, kept = 0;
    SAY(cudaDeviceCanAccessPeer(&can, 0, 0));
    SAY(cudaDeviceCanAccessPeer(&can, 0, 1));
    SAY(cudaDeviceEnablePeerAccess(1, 0));
    SAY(cudaMemcpyPeer(y, 1, x, 0, sizeof *x));
    SAY(cudaMalloc(&x, 2 * sizeof *x));
    SAY(cudaMemcpyPeer(x + 1, 0, x, 0, sizeof *x));
    cudaFree(x);
    SAY(cudaDeviceGetSharedMemConfig(&config));
    SAY(cudaDeviceGetDefaultMemPool(&pool, 0));
    SAY(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    SAY(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
    cudaStreamAttrValue window = {};
    window.accessPolicyWindow.hitRatio = 0.5f;
    window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    SAY(cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &window));
    SAY(cudaCtxResetPersistingL2Cache());
    printf("peer %d, banks %d, kept %llu\n", can, config, kept);
    return 0;
}
