// capture.cu: what can't be captured, and what becomes of the capture.
#include <pthread.h>
#include <stdio.h>

__global__ void add(int *x, int by)
{
    *x += by;
}

static const char *say(const char *what, cudaError_t e)
{
    printf("%s: %s\n", what, cudaGetErrorName(e));
    return what;
}
#define SAY(call) say(#call, call)

static cudaStream_t s, other, apart; // apart: the default stream does not wait for it
static cudaEvent_t e, f;
static cudaGraph_t graph;
static int *x;

static void begin(const char *title, cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    printf("-- %s\n", title);
    cudaStreamBeginCapture(stream, mode);
}

static void end(cudaStream_t stream)
{
    enum cudaStreamCaptureStatus before, after;
    cudaStreamIsCapturing(stream, &before);
    graph = (cudaGraph_t)x;
    cudaError_t error = cudaStreamEndCapture(stream, &graph);
    cudaStreamIsCapturing(stream, &after);
    printf("status %d, end: %s, %s, status %d\n", before, cudaGetErrorName(error),
           graph ? "a graph" : "no graph", after);
    if (graph)
        cudaGraphDestroy(graph);
}

static void print_types(void)
{
    cudaGraphNode_t nodes[8];
    size_t count = 8;
    cudaGraphGetNodes(graph, nodes, &count);
    for (size_t i = 0; i < count; i++) {
        enum cudaGraphNodeType type;
        cudaGraphNodeGetType(nodes[i], &type);
        printf("a node of type %d\n", type);
    }
}

static void *from_other_thread(void *mode)
{
    int *p = NULL;
    cudaStreamCaptureMode wanted = *(cudaStreamCaptureMode *)mode;
    cudaThreadExchangeStreamCaptureMode(&wanted);
    SAY(cudaMalloc(&p, 4));
    SAY(cudaStreamEndCapture(apart, &graph));
    cudaFree(p);
    return NULL;
}

static void in_other_thread(enum cudaStreamCaptureMode mode)
{
    pthread_t thread;
    pthread_create(&thread, NULL, from_other_thread, &mode);
    pthread_join(thread, NULL);
}

// Forks `other` from s, gives both work, and joins it again.
static void fork_join(bool work, bool join)
{
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(other, e, 0);
    add<<<1, 1, 0, s>>>(x, 1);
    if (work)
        add<<<1, 1, 0, other>>>(x + 1, 1);
    if (!join)
        return;
    cudaEventRecord(f, other);
    cudaStreamWaitEvent(s, f, 0);
}

static void count(void *calls)
{
    ++*(int *)calls;
}

static void back(cudaStream_t, cudaError_t, void *)
{
    printf("not called\n");
}

int main()
{
    const cudaStreamCaptureMode global = cudaStreamCaptureModeGlobal,
                                own = cudaStreamCaptureModeThreadLocal,
                                relaxed = cudaStreamCaptureModeRelaxed;
    enum cudaStreamCaptureStatus status;
    int *p = NULL, host = 0, ignored;
    cudaArray_t array;
    cudaEvent_t never; // recorded
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    float ms;
    cudaGraphExec_t exec;
    void *outside;
    cudaMalloc(&x, 4096);
    cudaStreamCreate(&s);
    cudaStreamCreate(&other);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    cudaEventCreate(&e);
    cudaEventCreate(&f);
    cudaEventCreate(&never);
    cudaEventRecord(f, other);
    cudaMallocArray(&array, &floats, 64, 1);
    cudaMallocAsync(&outside, 64, other);

    begin("a stream that is captured", s, relaxed);
    SAY(cudaStreamQuery(s));
    SAY(cudaStreamQuery(s));
    add<<<1, 1, 0, s>>>(x, 1);
    SAY(cudaGetLastError());
    SAY(cudaMemsetAsync(x, 0, 4, s));
    SAY(cudaEventRecord(e, s));
    end(s);
    begin("the device", s, relaxed);
    SAY(cudaDeviceSynchronize());
    end(s);
    begin("calls that are not captured", apart, global);
    SAY(cudaMalloc(&p, 4));
    SAY(cudaFree(x));
    SAY(cudaMallocAsync(&p, 4, other));
    SAY(cudaDeviceSetLimit(cudaLimitStackSize, 2048));
    SAY(cudaFreeArray(array));
    SAY(cudaEventSynchronize(f));
    SAY(cudaStreamSynchronize(other));
    end(apart);
    begin("calls that are allowed", apart, global);
    SAY(cudaMemcpy(x, &host, 4, cudaMemcpyHostToDevice));
    SAY(cudaMemset(x, 0, 4));
    SAY(cudaLaunchHostFunc(other, count, &ignored));
    SAY(cudaEventElapsedTime(&ms, f, f));
    SAY(cudaStreamWaitEvent(apart, never, 0));
    end(apart);
    begin("the same, relaxed", apart, relaxed);
    SAY(cudaMalloc(&p, 4));
    SAY(cudaMemcpy(p, &host, 4, cudaMemcpyHostToDevice));
    SAY(cudaFree(p));
    SAY(cudaStreamSynchronize(other));
    end(apart);
    begin("from another thread, global", apart, global);
    in_other_thread(global);
    end(apart);
    begin("from another thread of its own mode", apart, global);
    in_other_thread(own);
    end(apart);
    begin("from another thread, each its own", apart, own);
    in_other_thread(global);
    end(apart);
    begin("the default stream", s, relaxed);
    SAY(cudaStreamIsCapturing(0, &status));
    SAY(cudaStreamIsCapturing(s, &status));
    SAY(cudaMemcpy(x, &host, 4, cudaMemcpyHostToDevice));
    end(s);
    begin("the default stream's kernel", s, relaxed);
    add<<<1, 1>>>(x, 1);
    SAY(cudaGetLastError());
    end(s);
    begin("no stream of the default stream's", apart, global);
    SAY(cudaStreamIsCapturing(0, &status));
    SAY(cudaMemsetAsync(x, 0, 4));
    end(apart);

    begin("another stream ends it", s, global);
    fork_join(true, false);
    SAY(cudaStreamEndCapture(other, &graph));
    end(s);
    begin("a fork without work", s, global);
    fork_join(false, false);
    end(s);
    begin("a fork that is not joined", s, global);
    fork_join(true, false);
    end(s);
    begin("work behind the join", s, global);
    fork_join(true, true);
    add<<<1, 1, 0, other>>>(x + 1, 1);
    end(s);
    begin("a fork that is joined", s, global);
    fork_join(true, true);
    end(s);
    SAY(cudaStreamIsCapturing(other, &status));
    printf("status %d\n", status);

    cudaEventRecord(f, other);
    begin("work that is not captured", s, global);
    SAY(cudaStreamWaitEvent(s, f, 0));
    end(s);
    begin("two captures", s, global);
    cudaStreamBeginCapture(other, global);
    add<<<1, 1, 0, other>>>(x + 1, 1);
    cudaEventRecord(f, other);
    SAY(cudaStreamWaitEvent(s, f, 0));
    end(s);
    end(other);
    begin("an event of a capture", s, global);
    cudaEventRecord(e, s);
    SAY(cudaEventElapsedTime(&ms, e, e));
    SAY(cudaEventQuery(e));
    SAY(cudaEventQuery(e));
    SAY(cudaStreamWaitEvent(other, e, 0));
    end(s);
    begin("after the capture", s, global);
    cudaEventRecord(e, s);
    end(s);
    SAY(cudaEventSynchronize(e));
    SAY(cudaEventElapsedTime(&ms, e, e));
    begin("an event of an earlier capture", s, global);
    SAY(cudaStreamWaitEvent(s, e, 0));
    end(s);
    cudaEventRecord(e, s);
    SAY(cudaEventSynchronize(e));
    begin("an event of an invalid capture", s, global);
    SAY(cudaStreamWaitEvent(s, f, cudaEventWaitExternal));
    end(s);
    cudaEventRecord(f, other);
    begin("events of the outside", s, global);
    add<<<1, 1, 0, s>>>(x, 1);
    SAY(cudaEventRecordWithFlags(e, s, cudaEventRecordExternal));
    SAY(cudaStreamWaitEvent(s, f, cudaEventWaitExternal));
    cudaStreamEndCapture(s, &graph);
    print_types();
    SAY(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    SAY(cudaGraphLaunch(exec, s));
    SAY(cudaEventSynchronize(e));
    begin("memory of the outside", s, global);
    SAY(cudaFreeAsync(outside, s));
    end(s);
    begin("functions of the host", s, global);
    SAY(cudaLaunchHostFunc(s, count, &host));
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiateWithFlags(&exec, graph, 0);
    printf("called %d", host);
    cudaGraphLaunch(exec, s);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    printf(", %d\n", host);
    begin("a graph in a graph", s, global);
    SAY(cudaGraphLaunch(exec, s));
    SAY(cudaGraphLaunch(exec, s));
    SAY(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    end(s);
    begin("a callback", s, global);
    SAY(cudaStreamAddCallback(s, back, NULL, 0));
    end(s);
    begin("a joined stream that is destroyed", s, global);
    fork_join(true, true);
    SAY(cudaStreamDestroy(other));
    end(s);
    cudaStreamCreate(&other);
    begin("a stream that is destroyed", s, global);
    fork_join(true, true);
    SAY(cudaStreamDestroy(other));
    SAY(cudaStreamDestroy(s));
    SAY(cudaDeviceSynchronize());
    SAY(cudaFree(x));
    return 0;
}
