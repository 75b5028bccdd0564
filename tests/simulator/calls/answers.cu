// answers.cu: prints what the runtime answers to calls that few programs make: queries, pools, arrays, attributes, nodes of graphs.
// Nothing that it prints depends on the device: answers.txt is what an H100 said (CUDA 13.0).
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

static void say(cudaError_t e)
{
    puts(cudaGetErrorName(e));
    cudaGetLastError();
}

#define SAY(call)   (printf("%s: ", #call), say(call))
#define VALUE(what) printf("%s = %lld\n", #what, (long long)(what))
#define TITLE(name) printf("== %s\n", name)

__device__ int table[5];
__global__ void scale(char by, long long *x, int n)
{
    extern __shared__ char room[];
    room[threadIdx.x] = by;
    if ((int)threadIdx.x < n)
        x[threadIdx.x] *= room[threadIdx.x];
}

static void devices(void)
{
    TITLE("devices");
    int device = 7, version = 0, driver = 0;
    char bus[20] = "";
    cudaDeviceProp p = {};
    cudaFuncCache cache = cudaFuncCachePreferL1;
    SAY(cudaInitDevice(0, 0, 0));
    SAY(cudaInitDevice(1, 0, 0));
    SAY(cudaInitDevice(0, 0, cudaInitDeviceFlagsAreValid));
    SAY(cudaChooseDevice(&device, &p));
    VALUE(device);
    SAY(cudaChooseDevice(NULL, &p));
    SAY(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
    VALUE(strlen(bus));
    SAY(cudaDeviceGetByPCIBusId(&device, bus));
    VALUE(device);
    SAY(cudaDeviceGetByPCIBusId(&device, "nonsense"));
    SAY(cudaDeviceGetByPCIBusId(NULL, bus));
    SAY(cudaDeviceGetPCIBusId(bus, 5, 0));
    SAY(cudaDeviceGetPCIBusId(NULL, sizeof bus, 0));
    SAY(cudaDeviceGetPCIBusId(bus, sizeof bus, 1));
    SAY(cudaRuntimeGetVersion(&version));
    VALUE(version == CUDART_VERSION);
    SAY(cudaDriverGetVersion(&driver));
    VALUE(driver >= version);
    SAY(cudaRuntimeGetVersion(NULL));
    SAY(cudaDeviceGetCacheConfig(&cache));
    VALUE(cache);
    SAY(cudaDeviceGetCacheConfig(NULL));
    SAY(cudaDeviceSetCacheConfig((cudaFuncCache)9));
    SAY(cudaProfilerStart());
    SAY(cudaProfilerStop());
    SAY(cudaDeviceDisablePeerAccess(0));
    SAY(cudaDeviceDisablePeerAccess(1));
    SAY(cudaDeviceEnablePeerAccess(0, 0));
    SAY(cudaDeviceGetP2PAttribute(&device, cudaDevP2PAttrAccessSupported, 0, 0));
    size_t limit = 0;
    SAY(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
    VALUE(limit);
    SAY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 100));
    SAY(cudaDeviceGetLimit(&limit, (cudaLimit)99));
    SAY(cudaDeviceGetLimit(NULL, cudaLimitStackSize));
}

static void functions(void)
{
    TITLE("functions");
    const char *name = "";
    size_t offset = 77, size = 77, dynamic = 0;
    void *at = NULL;
    int blocks = 0;
    SAY(cudaFuncGetName(&name, (const void *)scale));
    VALUE(strcmp(name, "_Z5scalecPxi"));
    SAY(cudaFuncGetName(NULL, (const void *)scale));
    SAY(cudaFuncGetName(&name, NULL));
    SAY(cudaFuncGetParamInfo((const void *)scale, 1, &offset, &size));
    VALUE(offset);
    VALUE(size);
    SAY(cudaFuncGetParamInfo((const void *)scale, 3, &offset, &size));
    SAY(cudaFuncGetParamInfo((const void *)scale, 1, NULL, &size));
    SAY(cudaFuncGetParamInfo((const void *)scale, 1, &offset, NULL));
    SAY(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, (const void *)scale, 1, 128));
    VALUE(dynamic >= 48 << 10);
    SAY(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, (const void *)scale, 1000, 128));
    SAY(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, (const void *)scale, 0, 128));
    SAY(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, (const void *)scale, 1, 0));
    SAY(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, (const void *)scale, 1, 2048));
    SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, scale, 128, 0, 8));
    SAY(cudaGetSymbolAddress(&at, table));
    VALUE(at != NULL);
    SAY(cudaGetSymbolSize(&size, table));
    VALUE(size);
    SAY(cudaGetSymbolSize(&size, (const void *)&blocks));
    SAY(cudaFuncSetAttribute((const void *)scale, cudaFuncAttributePreferredSharedMemoryCarveout,
                             101));
    SAY(cudaFuncSetAttribute((const void *)scale, cudaFuncAttributePreferredSharedMemoryCarveout,
                             50));
    SAY(cudaFuncSetCacheConfig((const void *)scale, (cudaFuncCache)9));
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute[2] = {};
    long long *x;
    char by = 3;
    int n = 4;
    cudaMalloc(&x, 64);
    cudaMemset(x, 0, 64);
    config.gridDim = dim3(1);
    config.blockDim = dim3(32);
    config.dynamicSmemBytes = 32;
    config.attrs = attribute;
    config.numAttrs = 1;
    void *args[] = {&by, &x, &n};
    attribute[0].id = cudaLaunchAttributeCooperative;
    attribute[0].val.cooperative = 1;
    SAY(cudaLaunchKernelExC(&config, (const void *)scale, args));
    attribute[0].id = cudaLaunchAttributePriority;
    attribute[0].val.priority = -1;
    SAY(cudaLaunchKernelExC(&config, (const void *)scale, args));
    attribute[0].id = cudaLaunchAttributeIgnore;
    SAY(cudaLaunchKernelExC(&config, (const void *)scale, args));
    SAY(cudaLaunchKernelExC(&config, NULL, args));
    SAY(cudaLaunchKernel((const void *)scale, dim3(1), dim3(32), args, 1 << 20, NULL));
    SAY(cudaLaunchKernel((const void *)scale, dim3(0), dim3(32), args, 32, NULL));
    SAY(cudaLaunchKernel((const void *)scale, dim3(1, 70000), dim3(32), args, 32, NULL));
    SAY(cudaDeviceSynchronize());
    cudaFree(x);
}

static void memory(void)
{
    TITLE("memory");
    static char own[8192];
    void *page = (void *)(((size_t)own + 4095) / 4096 * 4096), *pinned = NULL, *p = NULL,
         *managed = NULL;
    unsigned flags = 99;
    cudaPitchedPtr box = {};
    cudaExtent e = make_cudaExtent(100, 3, 2);
    unsigned char bytes[8] = {};
    SAY(cudaMalloc3D(&box, e));
    VALUE(box.pitch);
    VALUE(box.xsize);
    VALUE(box.ysize);
    SAY(cudaMalloc3D(NULL, e));
    SAY(cudaMemset3D(box, 5, make_cudaExtent(100, 3, 2)));
    SAY(cudaMemset3DAsync(box, 6, make_cudaExtent(50, 2, 1), 0));
    SAY(cudaMemset3D(box, 7, make_cudaExtent(600, 2, 1)));
    SAY(cudaMemset3D(box, 7, make_cudaExtent(0, 2, 1)));
    SAY(cudaMemset2D(box.ptr, box.pitch, 8, 2, 2));
    SAY(cudaMemset2DAsync(box.ptr, box.pitch, 9, 1, 2, 0));
    SAY(cudaMemset2D(box.ptr, 10, 8, 11, 2));
    cudaMemcpy(bytes, (char *)box.ptr + box.pitch, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(bytes + 4, (char *)box.ptr + 3 * box.pitch, 4, cudaMemcpyDeviceToHost);
    VALUE(bytes[0]);
    VALUE(bytes[1]);
    VALUE(bytes[2]);
    VALUE(bytes[4]);
    SAY(cudaMallocHost(&pinned, 64));
    SAY(cudaHostGetFlags(&flags, pinned));
    VALUE(flags);
    SAY(cudaHostGetFlags(&flags, own));
    SAY(cudaHostGetFlags(NULL, pinned));
    SAY(cudaHostRegister(page, 4096, cudaHostRegisterMapped));
    SAY(cudaHostRegister(page, 4096, 0));
    SAY(cudaHostRegister((char *)page + 100, 10, 0));
    SAY(cudaHostGetFlags(&flags, page));
    SAY(cudaHostUnregister((char *)page + 100));
    SAY(cudaHostUnregister(page));
    SAY(cudaHostUnregister(page));
    SAY(cudaHostRegister(NULL, 4096, 0));
    SAY(cudaHostRegister(page, 0, 0));
    SAY(cudaMalloc(&p, 64));
    SAY(cudaMallocManaged(&managed, 64, 7));
    SAY(cudaMallocManaged(&managed, 64, cudaMemAttachGlobal));
    SAY(cudaFreeAsync(managed, 0));
    p = own;
    SAY(cudaMallocManaged(&p, 0));
    VALUE(p == NULL);
    SAY(cudaMalloc(&p, 0));
    VALUE(p == NULL);
    SAY(cudaHostAlloc(&p, 0, 0));
    VALUE(p == NULL);
    SAY(cudaMalloc(&p, 64));
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0},
                    elsewhere = {cudaMemLocationTypeDevice, 1};
    SAY(cudaMemPrefetchAsync(managed, 64, here, 0, 0));
    SAY(cudaMemPrefetchAsync(managed, 0, here, 0, 0));
    SAY(cudaMemPrefetchAsync(managed, 64, elsewhere, 0, 0));
    SAY(cudaMemPrefetchAsync(p, 64, here, 0, 0));
    SAY(cudaMemAdvise(managed, 0, cudaMemAdviseSetReadMostly, here));
    SAY(cudaMemAdvise(managed, 64, cudaMemAdviseSetReadMostly, here));
    SAY(cudaMemAdvise(p, 64, cudaMemAdviseSetReadMostly, here));
    SAY(cudaStreamAttachMemAsync(NULL, managed, 0, cudaMemAttachGlobal));
    SAY(cudaStreamAttachMemAsync(NULL, managed, 0, 99));
    SAY(cudaMemcpyPeer(p, 0, managed, 0, 64));
    SAY(cudaMemcpyPeerAsync(p, 0, managed, 0, 64, 0));
    SAY(cudaMemcpyPeer(p, 0, managed, 1, 64));
    SAY(cudaMemcpy(p, managed, 64, (cudaMemcpyKind)9));
    SAY(cudaMemcpy2D(p, 4, managed, 8, 6, 2, cudaMemcpyDefault));
    SAY(cudaMemcpy2D(p, 8, managed, 8, 6, 0, cudaMemcpyDefault));
    SAY(cudaMemcpy(NULL, managed, 4, cudaMemcpyDefault));
    SAY(cudaMemcpy(NULL, NULL, 0, cudaMemcpyDefault));
    SAY(cudaMalloc(NULL, 4));
    SAY(cudaFree(own));
    SAY(cudaFreeHost(own));
    SAY(cudaMallocPitch(&p, NULL, 4, 4));
    cudaFree(box.ptr);
    cudaFree(managed);
    cudaFreeHost(pinned);
}

static void pools(void)
{
    TITLE("pools");
    cudaMemPool_t pool = NULL, other = NULL;
    unsigned long long size = 1 << 20, got = 0;
    int yes = 7;
    void *p = NULL;
    SAY(cudaDeviceGetDefaultMemPool(&pool, 0));
    SAY(cudaDeviceGetMemPool(&other, 0));
    VALUE(pool == other);
    SAY(cudaDeviceSetMemPool(0, pool));
    SAY(cudaDeviceSetMemPool(1, pool));
    SAY(cudaMemPoolDestroy(pool));
    SAY(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &got));
    VALUE(got);
    SAY(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &size));
    SAY(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &yes));
    VALUE(yes);
    SAY(cudaMallocFromPoolAsync(&p, 1000, pool, 0));
    SAY(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &got));
    VALUE(got >= 1000);
    SAY(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &size));
    SAY(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &size));
    SAY(cudaMallocFromPoolAsync(&p, 1000, NULL, 0));
    SAY(cudaMemPoolTrimTo(NULL, 0));
    SAY(cudaMemPoolGetAttribute(pool, (cudaMemPoolAttr)99, &got));
    SAY(cudaMallocAsync(&p, 0, 0));
    SAY(cudaFreeAsync(NULL, 0));
    SAY(cudaDeviceSynchronize());
}

static void streams(void)
{
    TITLE("streams");
    cudaStream_t stream, urgent;
    unsigned flags = 99;
    int priority = 99, least = 7, greatest = 7;
    unsigned long long id = 0, other = 0;
    cudaStreamAttrValue value = {};
    SAY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    SAY(cudaStreamCreateWithFlags(&urgent, 99));
    SAY(cudaStreamCreateWithPriority(&urgent, cudaStreamDefault, -100));
    SAY(cudaStreamCreate(NULL));
    SAY(cudaStreamGetFlags(stream, &flags));
    VALUE(flags);
    SAY(cudaStreamGetFlags(stream, NULL));
    SAY(cudaStreamGetPriority(urgent, &priority));
    VALUE(priority);
    SAY(cudaStreamGetId(stream, &id));
    SAY(cudaStreamGetId(urgent, &other));
    VALUE(id != other);
    SAY(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    VALUE(least);
    VALUE(greatest);
    SAY(cudaDeviceGetStreamPriorityRange(NULL, NULL));
    value.syncPolicy = cudaSyncPolicyYield;
    SAY(cudaStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value));
    value.priority = -2;
    SAY(cudaStreamSetAttribute(stream, cudaLaunchAttributePriority, &value));
    SAY(cudaStreamGetPriority(stream, &priority));
    VALUE(priority);
    SAY(cudaStreamWaitEvent(stream, NULL, 0));
    SAY(cudaStreamDestroy(NULL));
    SAY(cudaStreamDestroy(stream));
    SAY(cudaStreamDestroy(urgent));
    cudaEvent_t event, without;
    float ms;
    SAY(cudaEventCreateWithFlags(&event, 99));
    SAY(cudaEventCreate(&event));
    SAY(cudaEventCreateWithFlags(&without, cudaEventDisableTiming));
    SAY(cudaEventQuery(event));
    SAY(cudaEventElapsedTime(&ms, event, event));
    SAY(cudaEventRecord(event));
    SAY(cudaEventRecord(without));
    SAY(cudaEventSynchronize(without));
    SAY(cudaEventElapsedTime(&ms, event, without));
    SAY(cudaEventElapsedTime(NULL, event, event));
    SAY(cudaEventElapsedTime(&ms, event, event));
    SAY(cudaEventDestroy(event));
    SAY(cudaEventDestroy(without));
    SAY(cudaEventDestroy(NULL));
}

enum { WIDE = 8, HIGH = 4 };

static void arrays(void)
{
    TITLE("arrays");
    cudaArray_t a, b, box;
    cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>(), d;
    cudaExtent e = {7, 7, 7};
    int from[WIDE * HIGH], to[WIDE * HIGH] = {};
    unsigned flags = 99;
    for (int i = 0; i < WIDE * HIGH; i++)
        from[i] = 100 + i;
    SAY(cudaMallocArray(&a, &ints, WIDE, HIGH));
    SAY(cudaMallocArray(&b, &ints, WIDE, HIGH));
    SAY(cudaMallocArray(&box, NULL, WIDE, HIGH));
    SAY(cudaMalloc3DArray(&box, &ints, make_cudaExtent(WIDE, HIGH, 2)));
    SAY(cudaMemcpy2DToArray(a, 0, 0, from, WIDE * 4, WIDE * 4, HIGH, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2DArrayToArray(b, 8, 1, a, 4, 0, 12, 2, cudaMemcpyDeviceToDevice));
    SAY(cudaMemcpy2DFromArray(to, 16, b, 8, 1, 12, 2, cudaMemcpyDeviceToHost));
    VALUE(to[0]);
    VALUE(to[2]);
    VALUE(to[4]);
    SAY(cudaMemcpy2DArrayToArray(b, 8, 1, a, 4, 0, 32, 2, cudaMemcpyDeviceToDevice));
    SAY(cudaMemcpy2DArrayToArray(b, 8, 1, a, 2, 0, 8, 2, cudaMemcpyDeviceToDevice));
    SAY(cudaMemcpy2DFromArray(to, 16, b, 8, 3, 12, 2, cudaMemcpyDeviceToHost));
    SAY(cudaMemcpy2DFromArrayAsync(to, 16, b, 8, 1, 12, 2, cudaMemcpyDeviceToHost, 0));
    SAY(cudaMemcpyToArray(a, 4, 1, from, 16, cudaMemcpyHostToDevice)); // from row 1, column 1 on
    SAY(cudaMemcpyFromArray(to, a, 0, 1, 24, cudaMemcpyDeviceToHost));
    VALUE(to[0]);
    VALUE(to[1]);
    VALUE(to[4]);
    VALUE(to[5]);
    SAY(cudaMemcpyToArray(a, 4, 3, from, 40, cudaMemcpyHostToDevice));
    SAY(cudaArrayGetInfo(&d, &e, &flags, box));
    VALUE(d.x);
    VALUE(e.width);
    VALUE(e.depth);
    VALUE(flags);
    cudaMemcpy3DParms c = {};
    c.srcPtr = make_cudaPitchedPtr(from, WIDE * 4, WIDE, HIGH);
    c.dstArray = box;
    c.extent = make_cudaExtent(WIDE, HIGH, 1);
    c.dstPos = make_cudaPos(0, 0, 1);
    c.kind = cudaMemcpyHostToDevice;
    SAY(cudaMemcpy3D(&c));
    SAY(cudaMemcpy3D(NULL));
    c.srcArray = a;
    SAY(cudaMemcpy3D(&c)); // from two places
    c.srcArray = NULL;
    c.dstPos.z = 2;
    SAY(cudaMemcpy3D(&c)); // beyond
    c.dstPos.z = 1;
    c.extent.depth = 0;
    SAY(cudaMemcpy3D(&c));

    cudaResourceDesc r = {}, back = {};
    cudaTextureDesc t = {}, how = {};
    cudaTextureObject_t texture = 0;
    cudaSurfaceObject_t surface = 0;
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    t.addressMode[0] = cudaAddressModeClamp;
    SAY(cudaCreateTextureObject(&texture, &r, &t, NULL));
    SAY(cudaGetTextureObjectResourceDesc(&back, texture));
    VALUE(back.res.array.array == a);
    SAY(cudaGetTextureObjectTextureDesc(&how, texture));
    VALUE(how.addressMode[0]);
    SAY(cudaGetTextureObjectResourceDesc(NULL, texture));
    SAY(cudaDestroyTextureObject(texture));
    SAY(cudaDestroyTextureObject(0));
    cudaArray_t loads;
    SAY(cudaMallocArray(&loads, &ints, WIDE, HIGH, cudaArraySurfaceLoadStore));
    r.res.array.array = loads;
    SAY(cudaCreateSurfaceObject(&surface, &r));
    SAY(cudaGetSurfaceObjectResourceDesc(&back, surface));
    VALUE(back.res.array.array == loads);
    SAY(cudaDestroySurfaceObject(surface));
    t.filterMode = cudaFilterModeLinear;
    SAY(cudaCreateTextureObject(&texture, &r, &t, NULL)); // between integers
    t.filterMode = cudaFilterModePoint;
    t.readMode = cudaReadModeNormalizedFloat;
    SAY(cudaCreateTextureObject(&texture, &r, &t, NULL)); // of 32 bits
    SAY(cudaFreeArray(NULL));
    SAY(cudaFreeArray(a));
    SAY(cudaFreeArray(b));
    SAY(cudaFreeArray(box));
    SAY(cudaFreeArray(loads));
}

static int called;

static void CUDART_CB count(void *by)
{
    called += *(int *)by;
}

static void graphs(void)
{
    TITLE("graphs");
    cudaGraph_t graph, child;
    cudaGraphNode_t copy, fill, host, nested, empty, from[8], to[8];
    cudaGraphExec_t exec;
    cudaGraphNodeParams p = {};
    size_t n = 8;
    int *x, got[4] = {}, five = 5;
    cudaMalloc(&x, 16);
    SAY(cudaGraphCreate(&graph, 0));
    SAY(cudaGraphCreate(&child, 0));
    SAY(cudaGraphAddEmptyNode(&empty, child, NULL, 0));
    p.type = cudaGraphNodeTypeMemset;
    p.memset.dst = x;
    p.memset.elementSize = 4;
    p.memset.value = 9;
    p.memset.width = 4;
    p.memset.height = 1;
    SAY(cudaGraphAddNode(&fill, graph, NULL, NULL, 0, &p));
    p = {};
    p.type = cudaGraphNodeTypeMemcpy;
    p.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(x, 16, 16, 1);
    p.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(got, 16, 16, 1);
    p.memcpy.copyParams.extent = make_cudaExtent(16, 1, 1);
    p.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
    SAY(cudaGraphAddNode(&copy, graph, &fill, NULL, 1, &p));
    p = {};
    p.type = cudaGraphNodeTypeHost;
    p.host.fn = count;
    p.host.userData = &five;
    SAY(cudaGraphAddNode(&host, graph, &copy, NULL, 1, &p));
    p = {};
    p.type = cudaGraphNodeTypeGraph;
    p.graph.graph = child;
    SAY(cudaGraphAddNode(&nested, graph, &host, NULL, 1, &p));
    p = {};
    p.type = cudaGraphNodeTypeEmpty;
    SAY(cudaGraphAddNode(&empty, graph, &nested, NULL, 1, &p));
    p.type = (cudaGraphNodeType)99;
    SAY(cudaGraphAddNode(&empty, graph, NULL, NULL, 0, &p));
    SAY(cudaGraphAddNode(&empty, graph, NULL, NULL, 0, NULL));
    SAY(cudaGraphGetEdges(graph, from, to, NULL, &n));
    VALUE(n);
    SAY(cudaGraphRemoveDependencies(graph, &nested, &empty, NULL, 1));
    SAY(cudaGraphRemoveDependencies(graph, &nested, &empty, NULL, 1));
    SAY(cudaGraphGetEdges(graph, NULL, NULL, NULL, &n));
    VALUE(n);
    SAY(cudaGraphAddDependencies(graph, &empty, &empty, NULL, 1));
    SAY(cudaGraphAddDependencies(graph, &nested, &empty, NULL, 1));
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphLaunch(exec, 0));
    SAY(cudaDeviceSynchronize());
    VALUE(got[3]);
    VALUE(called);
    SAY(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, got + 1, x, 8, cudaMemcpyDeviceToHost));
    SAY(cudaGraphExecMemcpyNodeSetParams1D(exec, fill, got, x, 8, cudaMemcpyDeviceToHost));
    memset(got, 0, sizeof got);
    SAY(cudaGraphLaunch(exec, 0));
    SAY(cudaDeviceSynchronize());
    VALUE(got[0]);
    VALUE(got[2]);
    VALUE(got[3]);
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphDestroyNode(empty));
    SAY(cudaGraphDestroy(child));
    SAY(cudaGraphDestroy(graph));
    cudaFree(x);
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    devices();
    functions();
    memory();
    pools();
    streams();
    arrays();
    graphs();
    return 0;
}
