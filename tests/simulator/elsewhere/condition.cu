// condition.cu: graphs with nodes that kernels decide about: what they run, and what is refused. An H200 prints the same
// (condition.txt).
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

static void sayErrorOf(const char *what, cudaError_t error)
{
    printf("%s: %s\n", what, cudaGetErrorName(error));
}

// x: (2), a counter and a sum.
__global__ void choose(const int *x, cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, (unsigned int)x[0]);
}

__global__ void add(int *x, int value)
{
    x[1] += value;
}

__global__ void countDown(int *x, cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, --x[0] > 0);
}

__global__ void isOdd(const int *x, cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, x[0] & 1);
}

__global__ void clear(cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, 0);
}

static cudaGraphNode_t kernel(cudaGraph_t graph, const cudaGraphNode_t *from, size_t count,
                              void *function, void **arguments)
{
    cudaGraphNode_t node = NULL;
    cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};
    p.kernel.func = function;
    p.kernel.gridDim = p.kernel.blockDim = dim3(1, 1, 1);
    p.kernel.kernelParams = arguments;
    cudaError_t error = cudaGraphAddNode(&node, graph, from, NULL, count, &p);
    if (error != cudaSuccess)
        sayErrorOf("cudaGraphAddNode", error);
    return node;
}

static cudaError_t condition(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *from,
                             size_t count, cudaGraphConditionalHandle handle,
                             cudaGraphConditionalNodeType type, unsigned int size,
                             cudaGraph_t **bodies)
{
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    p.conditional.handle = handle;
    p.conditional.type = type;
    p.conditional.size = size;
    cudaError_t error = cudaGraphAddNode(node, graph, from, NULL, count, &p);
    *bodies = p.conditional.phGraph_out;
    return error;
}

static void launch(cudaGraphExec_t exec, int *x, int first, int second)
{
    int out[2] = {first, second};
    cudaMemcpy(x, out, sizeof out, cudaMemcpyHostToDevice);
    cudaError_t error = cudaGraphLaunch(exec, 0);
    cudaError_t end = cudaDeviceSynchronize();
    cudaMemcpy(out, x, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %d -> %d %d %s %s\n", first, second, out[0], out[1], cudaGetErrorName(error),
           cudaGetErrorName(end));
}

// Launches a graph with an `if`, an `if` with `else`, or a choice of three: a kernel sets the word that decides.
static void choices(int *x, cudaGraphConditionalNodeType type, unsigned int size)
{
    cudaGraph_t graph, *bodies;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaGraphConditionalHandle handle;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph);
    void *arguments[] = {&x, &handle};
    cudaGraphNode_t first = kernel(graph, NULL, 0, (void *)choose, arguments);
    sayErrorOf("choices", condition(&node, graph, &first, 1, handle, type, size, &bodies));
    for (int i = 0; i < (int)size; i++) {
        int value = 10 + i;
        void *adding[] = {&x, &value};
        kernel(bodies[i], NULL, 0, (void *)add, adding);
    }
    int last = 1000;
    void *adding[] = {&x, &last};
    kernel(graph, &node, 1, (void *)add, adding);
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphDestroy(graph));
    for (int i = 0; i < 8; i++)
        launch(exec, x, i % 4, 100);
    SAY(cudaGraphExecDestroy(exec));
}

// Launches a loop of 500 rounds whose body has a choice of its own. Either each round sets the choice; or it has its default, which
// the first round clears: a default holds for a launch, not for a round.
static void loops(int *x, bool sets)
{
    cudaGraph_t graph, *bodies, *inner;
    cudaGraphExec_t exec;
    cudaGraphNode_t loop, choice;
    cudaGraphConditionalHandle again, odd;
    cudaGraphCreate(&graph, 0);
    SAY(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault));
    SAY(cudaGraphConditionalHandleCreate(&odd, graph, 1, cudaGraphCondAssignDefault));
    sayErrorOf("loop", condition(&loop, graph, NULL, 0, again, cudaGraphCondTypeWhile, 1, &bodies));
    int one = 1;
    void *testing[] = {&x, &odd}, *adding[] = {&x, &one}, *counting[] = {&x, &again};
    cudaGraphNode_t first = NULL;
    if (sets)
        first = kernel(bodies[0], NULL, 0, (void *)isOdd, testing);
    sayErrorOf("choice",
               condition(&choice, bodies[0], &first, sets, odd, cudaGraphCondTypeIf, 1, &inner));
    first = kernel(inner[0], NULL, 0, (void *)add, adding);
    void *clearing[] = {&odd};
    kernel(inner[0], &first, 1, (void *)clear, clearing);
    kernel(bodies[0], &choice, 1, (void *)countDown, counting);
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    launch(exec, x, 500, 0);
    launch(exec, x, 500, 0);
    launch(exec, x, 1, 7);
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphDestroy(graph));
}

// Puts a loop into a stream while the stream is captured; the loop's body is captured, too.
static void captured(int *x)
{
    cudaStream_t s;
    cudaGraph_t graph, *bodies, same;
    cudaGraphExec_t exec;
    cudaGraphNode_t loop;
    cudaGraphConditionalHandle again;
    cudaStreamCaptureStatus status;
    const cudaGraphNode_t *from;
    size_t count = 0, edges = 0;
    unsigned long long id = 0, other = 0;
    cudaStreamCreate(&s);
    SAY(cudaStreamGetCaptureInfo(s, &status));
    printf("status %d\n", status);
    SAY(cudaStreamUpdateCaptureDependencies(s, NULL, NULL, 0, 0));
    SAY(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, s>>>(x, 5);
    SAY(cudaStreamGetCaptureInfo(s, &status, &id, &graph, &from, NULL, &count));
    printf("status %d, waits for %d\n", status, (int)count);
    SAY(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault));
    sayErrorOf("loop",
               condition(&loop, graph, from, count, again, cudaGraphCondTypeWhile, 1, &bodies));
    SAY(cudaStreamUpdateCaptureDependencies(s, &loop, NULL, 1, cudaStreamSetCaptureDependencies));
    add<<<1, 1, 0, s>>>(x, 7);
    SAY(cudaStreamEndCapture(s, &same));
    SAY(cudaGraphGetNodes(graph, NULL, &count));
    SAY(cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges));
    printf("the same graph %d, nodes %d, edges %d\n", same == graph, (int)count, (int)edges);
    SAY(cudaStreamBeginCaptureToGraph(s, bodies[0], NULL, NULL, 0, cudaStreamCaptureModeGlobal));
    SAY(cudaStreamGetCaptureInfo(s, &status, &other, &same));
    printf("status %d, another capture %d, the body %d\n", status, id != other, same == bodies[0]);
    add<<<1, 1, 0, s>>>(x, 1);
    countDown<<<1, 1, 0, s>>>(x, again);
    SAY(cudaStreamEndCapture(s, NULL));
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    launch(exec, x, 3, 0);
    launch(exec, x, 20, 0);
    SAY(cudaGraphExecDestroy(exec));

    // These calls must be refused.
    cudaGraph_t clone, parent;
    cudaGraphNode_t node;
    cudaGraphNodeType type;
    SAY(cudaGraphClone(&clone, graph));
    SAY(cudaGraphNodeGetType(loop, &type));
    printf("type %d\n", type);
    cudaGraphCreate(&parent, 0);
    SAY(cudaGraphAddChildGraphNode(&node, parent, NULL, 0, graph));
    SAY(cudaGraphConditionalHandleCreate(&again, parent, 0, 2));
    SAY(cudaGraphConditionalHandleCreate(NULL, parent, 0, 0));
    SAY(cudaGraphConditionalHandleCreate(&again, parent));
    sayErrorOf("if of 3",
               condition(&node, parent, NULL, 0, again, cudaGraphCondTypeIf, 3, &bodies));
    sayErrorOf("if of 0",
               condition(&node, parent, NULL, 0, again, cudaGraphCondTypeIf, 0, &bodies));
    sayErrorOf("loop of 2",
               condition(&node, parent, NULL, 0, again, cudaGraphCondTypeWhile, 2, &bodies));
    sayErrorOf("switch of 0",
               condition(&node, parent, NULL, 0, again, cudaGraphCondTypeSwitch, 0, &bodies));
    SAY(cudaStreamBeginCaptureToGraph(s, parent, &loop, NULL, 1, cudaStreamCaptureModeGlobal));
    SAY(cudaGraphDestroy(parent));
    SAY(cudaGraphDestroy(graph));
    SAY(cudaStreamDestroy(s));
}

// A body belongs to its node: it can't be destroyed alone. The program ends with its graph.
static void owned(void)
{
    cudaGraph_t graph, *bodies;
    cudaGraphNode_t node;
    cudaGraphConditionalHandle handle;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph);
    condition(&node, graph, NULL, 0, handle, cudaGraphCondTypeIf, 1, &bodies);
    SAY(cudaGraphDestroy(bodies[0]));
}

int main(int argc, char **argv)
{
    int *x;
    cudaMalloc(&x, 2 * sizeof *x);
    if (argc > 1 && strcmp(argv[1], "owned") == 0) {
        owned();
        return 0;
    }
    if (argc > 1) {
        choose<<<1, 1>>>(x, (cudaGraphConditionalHandle)(size_t)x);
        SAY(cudaDeviceSynchronize());
        return 1;
    }
    choices(x, cudaGraphCondTypeIf, 1);
    choices(x, cudaGraphCondTypeIf, 2);
    choices(x, cudaGraphCondTypeSwitch, 3);
    loops(x, true);
    loops(x, false);
    captured(x);
    return cudaFree(x) != cudaSuccess;
}
