// graphlook.cu FILE: a graph's nodes and who waits for whom, nodes that a launch leaves out, and the graph drawn into FILE.
// graphlook.cu edges: data of edges, which are new in CUDA 13.
#include <stdio.h>
#include <string.h>

#if CUDART_VERSION >= 13000
#define EDGES NULL, // CUDA 13's data of edges
#else
#define EDGES
#endif
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__global__ void add(int *x, int by)
{
    x[threadIdx.x] += by;
}

static void nothing(void *) {}

static void printNeighbours(const char *name, cudaGraphNode_t node, const cudaGraphNode_t *all,
                            size_t count)
{
    cudaGraphNode_t from[4], to[4];
    size_t before = 4, behind = 4, asked = 0;
    cudaGraphNodeGetDependencies(node, NULL, EDGES & asked);
    cudaGraphNodeGetDependencies(node, from, EDGES & before);
    cudaGraphNodeGetDependentNodes(node, to, EDGES & behind);
    printf("%s: %zu before, %zu behind;", name, before, behind);
    for (size_t i = 0; i < count; i++) {
        bool waits = false, isAwaited = false;
        for (size_t k = 0; k < before; k++)
            waits |= from[k] == all[i];
        for (size_t k = 0; k < behind; k++)
            isAwaited |= to[k] == all[i];
        printf(" %s", waits ? "waits for it" : isAwaited ? "comes before" : "-");
    }
    printf("; %s\n", asked == before && (before == 4 || from[before] == NULL) ? "right" : "wrong");
}

// Zeros are the default kind.
static void printEdgeData()
{
#if CUDART_VERSION >= 13000
    cudaGraph_t graph;
    cudaGraphNode_t a, b, c, from[4], to[4];
    cudaGraphEdgeData zeros[1] = {}, other[1] = {}, got[4];
    other[0].type = cudaGraphDependencyTypeProgrammatic;
    cudaGraphNodeParams empty = {};
    empty.type = cudaGraphNodeTypeEmpty;
    size_t count = 4, waiting = 4;
    memset(got, 1, sizeof got);
    cudaGraphCreate(&graph, 0);
    cudaGraphAddEmptyNode(&a, graph, NULL, 0);
    cudaGraphAddEmptyNode(&b, graph, NULL, 0);
    SAY(cudaGraphAddDependencies(graph, &a, &b, zeros, 1));
    SAY(cudaGraphAddNode(&c, graph, &b, zeros, 1, &empty));
    SAY(cudaGraphRemoveDependencies(graph, &b, &c, other, 1));
    SAY(cudaGraphGetEdges(graph, from, to, got, &count));
    printf("%zu edges, data %d %d %d\n", count, got[0].type, got[1].type, got[2].type);
    memset(got, 1, sizeof got);
    SAY(cudaGraphNodeGetDependentNodes(a, to, got, &waiting));
    printf("%zu waits, data %d %d\n", waiting, got[0].type, got[1].type);
    cudaGraphDestroy(graph);
#endif
}

int main(int, char **argv)
{
    if (strcmp(argv[1], "edges") == 0) {
        printEdgeData();
        return 0;
    }
    int *x, out[32], one = 1, ten = 10, hundred = 100;
    cudaMalloc(&x, sizeof out);
    cudaGraph_t graph, inner;
    cudaGraphNode_t fill, left, right, last, call, nested, deep;
    cudaGraphCreate(&graph, 0);
    cudaMemsetParams set = {x, 0, 0, 4, 32, 1};
    void *by1[] = {&x, &one}, *by10[] = {&x, &ten}, *by100[] = {&x, &hundred};
    cudaKernelNodeParams k = {(void *)add, dim3(1), dim3(32), 0, by1, NULL};
    cudaHostNodeParams h = {nothing, NULL};
    cudaGraphAddMemsetNode(&fill, graph, NULL, 0, &set);
    cudaGraphAddKernelNode(&left, graph, &fill, 1, &k);
    k.kernelParams = by10;
    cudaGraphAddKernelNode(&right, graph, &left, 1, &k);
    cudaGraphNode_t both[] = {left, right};
    k.kernelParams = by100;
    cudaGraphAddKernelNode(&last, graph, both, 2, &k);
    cudaGraphAddHostNode(&call, graph, &last, 1, &h);
    cudaGraphCreate(&inner, 0);
    cudaGraphAddKernelNode(&deep, inner, NULL, 0, &k);
    cudaGraphAddChildGraphNode(&nested, graph, &call, 1, inner);

    const cudaGraphNode_t all[] = {fill, left, right, last, call, nested};
    printNeighbours("fill", fill, all, 6);
    printNeighbours("left", left, all, 6);
    printNeighbours("last", last, all, 6);
    size_t few = 1;
    cudaGraphNode_t first = NULL;
    cudaGraphNodeGetDependencies(last, &first, EDGES & few);
    printf("one of two: %zu\n", few);
    SAY(cudaGraphNodeGetDependencies(NULL, NULL, EDGES & few));

    cudaGraphExec_t exec;
    unsigned on = 7;
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 3; i++) {
        if (i)
            SAY(cudaGraphNodeSetEnabled(exec, right, i - 1));
        cudaGraphLaunch(exec, 0);
        cudaMemcpy(out, x, sizeof out, cudaMemcpyDeviceToHost);
        cudaGraphNodeGetEnabled(exec, right, &on);
        printf("%d, enabled %u\n", out[31], on);
    }
    // What is disabled stays so when the graph is updated.
    cudaGraphExecUpdateResultInfo info;
    cudaGraphNodeSetEnabled(exec, right, 0);
    SAY(cudaGraphExecUpdate(exec, graph, &info));
    cudaGraphLaunch(exec, 0);
    cudaMemcpy(out, x, sizeof out, cudaMemcpyDeviceToHost);
    cudaGraphNodeGetEnabled(exec, right, &on);
    printf("%d, enabled %u\n", out[31], on);
    SAY(cudaGraphNodeSetEnabled(exec, call, 0));
    SAY(cudaGraphNodeGetEnabled(exec, deep, &on));
    SAY(cudaGraphDebugDotPrint(graph, argv[1], cudaGraphDebugDotFlagsVerbose));
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(inner);
    cudaGraphDestroy(graph);
    cudaFree(x);
    return 0;
}
