// codes.cu: what calls answer that ask for what a device can't give, or name what is not there.
#include <cstdlib>
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void quiet(int *x)
{
    *x = 1;
}

__global__ void loud(int *x)
{
    int *p = (int *)malloc(4);
    *p = *x;
    printf("%d\n", *p);
    free(p);
}

static __device__ __noinline__ int nested(volatile int *x, int calls)
{
    return calls ? nested(x, calls - 1) + *x : 0;
}

__global__ void nest(int *x, int calls)
{
    *x = nested(x, calls);
}

static void say(const char *call, cudaError_t e)
{
    printf("%s: %d\n", call, e);
}
#define SAY(call) say(#call, call)

static void limits(int *x)
{
    size_t value;
    SAY(cudaDeviceSetLimit(cudaLimitStackSize, 1000));
    cudaDeviceGetLimit(&value, cudaLimitStackSize);
    printf("stack %zu\n", value);
    SAY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1000));
    cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize);
    printf("heap %zu\n", value);
    int l2, most, clusters, capability;
    cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0);
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0);
    cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, 0);
    cudaDeviceGetAttribute(&capability, cudaDevAttrComputeCapabilityMajor, 0);
    SAY(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1));
    cudaDeviceGetLimit(&value, cudaLimitPersistingL2CacheSize);
    printf("a sixteenth of L2: %d\n", value == (size_t)l2 / 16);
    SAY(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most));
    SAY(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most + 1));
    printf("clusters from 9.0 on: %d\n", clusters == (capability >= 9));
    quiet<<<1, 1>>>(x);
    SAY(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
    loud<<<1, 1>>>(x);
    SAY(cudaDeviceSynchronize());
    SAY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
    SAY(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20));
    SAY(cudaDeviceSetLimit(cudaLimitStackSize, 2048));
}

static cudaError_t array(size_t width, size_t height, size_t depth, unsigned flags)
{
    cudaArray_t a = NULL;
    cudaChannelFormatDesc bytes = cudaCreateChannelDesc<unsigned char>();
    cudaError_t e = cudaMalloc3DArray(&a, &bytes, make_cudaExtent(width, height, depth), flags);
    cudaFreeArray(a);
    return e;
}

static cudaError_t linear(void *p, size_t bytes)
{
    cudaResourceDesc r = {};
    cudaTextureDesc t = {};
    cudaTextureObject_t o = 0;
    r.resType = cudaResourceTypeLinear;
    r.res.linear.desc = cudaCreateChannelDesc<int>();
    r.res.linear.devPtr = p;
    r.res.linear.sizeInBytes = bytes;
    cudaError_t e = cudaCreateTextureObject(&o, &r, &t, NULL);
    cudaDestroyTextureObject(o);
    return e;
}

static cudaError_t pitched(void *p, size_t pitch, size_t width, size_t height)
{
    cudaResourceDesc r = {};
    cudaTextureDesc t = {};
    cudaTextureObject_t o = 0;
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.desc = cudaCreateChannelDesc<int>();
    r.res.pitch2D.devPtr = p;
    r.res.pitch2D.width = width;
    r.res.pitch2D.height = height;
    r.res.pitch2D.pitchInBytes = pitch;
    cudaError_t e = cudaCreateTextureObject(&o, &r, &t, NULL);
    cudaDestroyTextureObject(o);
    return e;
}

static void textures()
{
    cudaResourceDesc none = {};
    cudaTextureDesc t = {};
    cudaTextureObject_t o;
    cudaSurfaceObject_t s;
    cudaArray_t a;
    char *p, host[64] = {};
    cudaDeviceProp d;
    cudaGetDeviceProperties(&d, 0);
    printf("1D %d, 2D %d x %d, 3D %d x %d x %d or %d deep\n", d.maxTexture1D, d.maxTexture2D[0],
           d.maxTexture2D[1], d.maxTexture3D[0], d.maxTexture3D[1], d.maxTexture3D[2],
           d.maxTexture3DAlt[2]);
    printf("layers %d x %d, %d x %d x %d; cubes %d, %d x %d\n", d.maxTexture1DLayered[0],
           d.maxTexture1DLayered[1], d.maxTexture2DLayered[0], d.maxTexture2DLayered[1],
           d.maxTexture2DLayered[2], d.maxTextureCubemap, d.maxTextureCubemapLayered[0],
           d.maxTextureCubemapLayered[1]);
    printf("linear %d x %d, pitch %d; surfaces 1D %d, 2D %d x %d; alignment %zu\n",
           d.maxTexture2DLinear[0], d.maxTexture2DLinear[1], d.maxTexture2DLinear[2],
           d.maxSurface1D, d.maxSurface2D[0], d.maxSurface2D[1], d.surfaceAlignment);
    SAY(array(131072, 0, 0, 0));
    SAY(array(131073, 0, 0, 0));
    SAY(array(1 << 20, 2, 0, 0));
    SAY(array(1, 65537, 0, 0));
    SAY(array(2, 2, 16385, 0));
    SAY(array(2, 2, 32769, 0));
    SAY(array(2, 0, 2, 0));
    SAY(array(32769, 0, 0, cudaArraySurfaceLoadStore));
    SAY(array(32768, 2, 0, cudaArrayTextureGather));
    SAY(array(32769, 2, 0, cudaArrayTextureGather));
    SAY(array(8, 0, 2048, cudaArrayLayered));
    SAY(array(8, 0, 2049, cudaArrayLayered));
    SAY(array(8, 8, 2049, cudaArrayLayered));
    SAY(array(8, 8, 12, cudaArrayCubemap));
    SAY(array(8, 8, 12, cudaArrayCubemap | cudaArrayLayered));

    none.resType = cudaResourceTypeArray;
    SAY(cudaCreateTextureObject(&o, &none, &t, NULL));
    SAY(cudaCreateSurfaceObject(&s, &none));
    SAY(cudaDestroyTextureObject(77));
    SAY(cudaDestroySurfaceObject(77));
    cudaMalloc(&p, 8192);
    SAY(linear(p, 4096));
    SAY(linear(p + 512, 4096));
    SAY(linear(p + 4, 4096));
    SAY(pitched(p, 64, 16, 2));
    SAY(pitched(p, 80, 16, 2));
    SAY(pitched(p + 32, 64, 16, 2));
    cudaChannelFormatDesc bytes = cudaCreateChannelDesc<unsigned char>();
    cudaMallocArray(&a, &bytes, 16, 4);
    SAY(cudaMemcpy2DToArray(a, 0, 0, host, 16, 16, 4, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2DToArray(a, 0, 0, host, 8, 16, 4, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2DToArray(a, 0, 0, host, 16, 17, 4, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2DFromArray(host, 8, a, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
    cudaFreeArray(a);
    cudaFree(p);
}

int main()
{
    int *x;
    unsigned flags;
    char *pinned, *own = (char *)aligned_alloc(4096, 8192);
    cudaMalloc(&x, 4);
    SAY(cudaFuncSetCacheConfig(quiet, cudaFuncCachePreferEqual));
    SAY(cudaFuncSetCacheConfig(quiet, (cudaFuncCache)9));
    SAY(cudaDeviceSetCacheConfig((cudaFuncCache)9));
    SAY(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceScheduleYield));
    SAY(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    cudaGetDeviceFlags(&flags);
    printf("flags %u\n", flags);
    SAY(cudaDeviceEnablePeerAccess(0, 0));
    SAY(cudaDeviceEnablePeerAccess(0, 1));
    SAY(cudaDeviceEnablePeerAccess(1, 0));
    cudaHostRegister(own, 8192, 0);
    cudaHostAlloc(&pinned, 4096, 0);
    SAY(cudaHostUnregister(own + 4096));
    SAY(cudaHostUnregister(own));
    SAY(cudaHostUnregister(own));
    SAY(cudaHostUnregister(pinned));
    limits(x);
    textures();
    cudaFreeHost(pinned);
    free(own);
    nest<<<1, 1>>>(x, 200); // the limit of 2,048 bytes has room for 128 calls at most
    SAY(cudaDeviceSynchronize());
    return 0;
}
