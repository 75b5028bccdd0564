// graphmemory.cu: memory that graphs allocate and free, by hand and captured; then calls about pools.

#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#define SAY(call) printf("%s\n", cudaGetErrorName(call))

__global__ void square(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i];
}

enum { N = 1000, BYTES = N * sizeof(float) };
static float in[N], out[N];

static unsigned long long held(cudaGraphMemAttributeType attribute)
{
    unsigned long long bytes = 1;
    cudaDeviceGetGraphMemAttribute(0, attribute, &bytes);
    return bytes;
}

static const char *amount(cudaGraphMemAttributeType attribute)
{
    return held(attribute) ? "some" : "no"; // a driver takes large pieces
}

static void tell(void)
{
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += out[i] != in[i] * in[i];
    printf("%d wrong; %s memory used, at most %s; %s reserved\n", wrong,
           amount(cudaGraphMemAttrUsedMemCurrent), amount(cudaGraphMemAttrUsedMemHigh),
           amount(cudaGraphMemAttrReservedMemCurrent));
    memset(out, 0, sizeof out);
}

// Makes a graph by hand that allocates *kept, which outlives a launch, and fills it.
static cudaGraph_t keeping(float **kept)
{
    cudaGraph_t graph;
    cudaGraphNode_t node, last;
    cudaGraphNodeType type;
    cudaMemAllocNodeParams want = {};
    want.bytesize = BYTES;
    want.poolProps.allocType = cudaMemAllocationTypePinned;
    want.poolProps.location.type = cudaMemLocationTypeDevice;
    cudaGraphCreate(&graph, 0);
    SAY(cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &want));
    *kept = (float *)want.dptr;
    SAY(cudaGraphAddMemcpyNode1D(&last, graph, &node, 1, *kept, in, BYTES, cudaMemcpyHostToDevice));
    cudaGraphNodeGetType(node, &type);
    printf("type %d, %s\n", type, cudaGetErrorName(cudaGraphDestroyNode(node)));
    want.bytesize = 0;
    SAY(cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &want));
    SAY(cudaGraphAddMemFreeNode(&node, graph, NULL, 0, in));
    return graph;
}

int main(void)
{
    cudaStream_t s;
    cudaGraph_t graph, clone;
    cudaGraphExec_t exec, freeing, own;
    cudaGraphNode_t node;
    float *a, *b, *kept, *owned, *other;
    for (int i = 0; i < N; i++)
        in[i] = (float)(i % 100);
    cudaStreamCreate(&s);

    // captured: what is allocated exists from the launch on
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    SAY(cudaMallocAsync(&a, BYTES, s));
    SAY(cudaMallocAsync(&b, BYTES, s));
    SAY(cudaMemcpyAsync(a, in, BYTES, cudaMemcpyHostToDevice, s));
    square<<<4, 256, 0, s>>>(a, b, N);
    SAY(cudaFreeAsync(a, s));
    SAY(cudaMemcpyAsync(out, b, BYTES, cudaMemcpyDeviceToHost, s));
    SAY(cudaMemsetAsync(b, 1, 8, s));
    SAY(cudaFreeAsync(b, s));
    SAY(cudaFreeAsync(in, s));
    SAY(cudaStreamEndCapture(s, &graph));
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaMemcpy(a, in, BYTES, cudaMemcpyHostToDevice)); // too early
    cudaGetLastError();
    tell();
    for (int i = 0; i < 2; i++) {
        SAY(cudaGraphLaunch(exec, s));
        cudaStreamSynchronize(s);
        tell();
    }
    SAY(cudaMemcpy(a, in, BYTES, cudaMemcpyHostToDevice)); // too late
    SAY(cudaGraphClone(&clone, graph));
    cudaGetLastError();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);

    graph = keeping(&kept);
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphInstantiate(&own, graph, 0)); // one at a time
    cudaGraphDestroy(graph);
    graph = keeping(&owned);
    SAY(cudaGraphInstantiate(&own, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    cudaGraphDestroy(graph);
    SAY(cudaGraphLaunch(exec, s));
    SAY(cudaGraphLaunch(exec, s)); // `kept` exists
    SAY(cudaGraphLaunch(own, s));
    SAY(cudaGraphLaunch(own, s)); // frees `owned` first
    cudaGetLastError();
    cudaMalloc(&other, BYTES);
    square<<<4, 256, 0, s>>>(kept, other, N);
    cudaMemcpy(out, other, BYTES, cudaMemcpyDeviceToHost);
    tell();
    SAY(cudaFree(kept));
    SAY(cudaFree(owned));
    SAY(cudaGraphLaunch(exec, s));
    SAY(cudaFreeAsync(kept, s));
    SAY(cudaGraphLaunch(exec, s));
    cudaGraphCreate(&graph, 0);
    SAY(cudaGraphAddMemFreeNode(&node, graph, NULL, 0, kept));
    cudaGraphInstantiate(&freeing, graph, 0);
    cudaGraphDestroy(graph);
    SAY(cudaGraphLaunch(freeing, s));
    SAY(cudaGraphLaunch(freeing, s)); // twice
    cudaGetLastError();
    unsigned long long zero = 0, one = 1;
    SAY(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &one));
    SAY(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
    SAY(cudaDeviceGraphMemTrim(0));
    SAY(cudaDeviceGraphMemTrim(1));
    tell();
    cudaGraphExecDestroy(exec);
    cudaGraphExecDestroy(own);
    cudaGraphExecDestroy(freeing);
    cudaFree(other);

    cudaMemPool_t pool;
    cudaMemAccessFlags flags;
    cudaMemAccessDesc access = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtReadWrite};
    cudaDeviceGetDefaultMemPool(&pool, 0);
    SAY(cudaMemPoolSetAccess(pool, &access, 1));
    SAY(cudaMemPoolGetAccess(&flags, pool, &access.location));
    access.flags = cudaMemAccessFlagsProtNone; // a device always reaches its own memory
    SAY(cudaMemPoolSetAccess(pool, &access, 1));
    access.location.id = 1;
    SAY(cudaMemPoolSetAccess(pool, &access, 1));
    SAY(cudaMallocFromPoolAsync((void **)&other, BYTES, pool, s));
    SAY(cudaFreeAsync(other, s));
    SAY(cudaMallocFromPoolAsync((void **)&other, BYTES, NULL, s));
    printf("access %d\n", flags);
    return 0;
}
