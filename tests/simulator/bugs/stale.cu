// stale.cu: bytes that are read by a way that need not see the newest, or before a copy of the thread's own has brought them.
//
// The comments before each case are explained in shared_races.cu.

#include "../../harness/cases.h"

#include <cuda_pipeline.h>

// case ldg-of-written
// A barrier orders the store and the load, but __ldg() reads by a way that need not see what the kernel has written.
// expect: A read-only load may miss what its own kernel has written before. +The read at turnAround.* @r .*and the write at turnAround.* @w .*a plain pointer reads what is new
__global__ void turnAround(int *x, int *out)
{
    x[threadIdx.x] = 2 * threadIdx.x; // @w
    __syncthreads();
    out[threadIdx.x] = __ldg(&x[63 - threadIdx.x]); // @r
}

static bool ldgOfWritten(void)
{
    int *x = deviceZeros(64), *out = deviceZeros(64);
    turnAround<<<1, 64>>>(x, out);
    return deviceInt(out, 0) == 126;
}

// case restrict-in-place
// const __restrict__ promises the same, and the launch breaks the promise.
// expect: A read-only load may miss what its own kernel has written before. +The read at smoothTwice.* @r .*and the write at smoothTwice.* @w
__global__ void smoothTwice(const int *__restrict__ x, int *__restrict__ out)
{
    int t = threadIdx.x, sum = x[t] + x[(t + 1) % 64];
    __syncthreads();
    out[t] = sum; // @w
    __syncthreads();
    out[64 + t] = x[(t + 63) % 64]; // @r
}

static bool restrictInPlace(void)
{
    int *x = deviceZeros(128);
    smoothTwice<<<1, 64>>>(x, x);
    return deviceInt(x, 64) == 0;
}

// ---- Textures and surfaces -------------------------------------------------------------------------------------------

__global__ void paint(cudaSurfaceObject_t surface, int value)
{
    surf2Dwrite(value + (int)threadIdx.x, surface, threadIdx.x * sizeof(int), 0);
}

// A picture of 64 x 1 ints, as a surface and as a texture.
typedef struct {
    cudaArray_t array;
    cudaSurfaceObject_t surface;
    cudaTextureObject_t texture;
} Picture;

static Picture picture(bool painted)
{
    Picture p;
    cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
    cudaMallocArray(&p.array, &ints, 64, 1, cudaArraySurfaceLoadStore);
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = p.array;
    cudaTextureDesc how = {};
    cudaCreateSurfaceObject(&p.surface, &from);
    cudaCreateTextureObject(&p.texture, &from, &how, NULL);
    if (painted)
        paint<<<1, 64>>>(p.surface, 0);
    return p;
}

static void freePicture(Picture p)
{
    cudaCheckLaunch();
    cudaDestroySurfaceObject(p.surface);
    cudaDestroyTextureObject(p.texture);
    cudaFreeArray(p.array);
}

// case texture-of-written
// A texture is read where the same kernel has written.
// expect: A read of a texture or surface may miss what its own kernel has written before. +The read at repaint.* @r .*and the write at repaint.* @w .*Only a later launch sees
__global__ void repaint(cudaSurfaceObject_t surface, cudaTextureObject_t texture, int *out)
{
    surf2Dwrite((int)threadIdx.x, surface, threadIdx.x * sizeof(int), 0); // @w
    __syncthreads();
    out[threadIdx.x] = tex2D<int>(texture, 63 - threadIdx.x, 0); // @r
}

static bool textureOfWritten(void)
{
    Picture p = picture(true);
    int *out = deviceZeros(64);
    repaint<<<1, 64>>>(p.surface, p.texture, out);
    freePicture(p);
    return deviceInt(out, 0) == 63;
}

// case texture-of-line
// The same with a texture of plain memory.
// expect: A read of a texture or surface may miss .*The read at fillLine.* @r .*and the write at fillLine.* @w
__global__ void fillLine(cudaTextureObject_t line, int *x, int *out)
{
    x[threadIdx.x] = threadIdx.x; // @w
    __syncthreads();
    out[threadIdx.x] = tex1Dfetch<int>(line, 63 - threadIdx.x); // @r
}

static bool textureOfLine(void)
{
    int *x = deviceZeros(64), *out = deviceZeros(64);
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = x;
    from.res.linear.desc = cudaCreateChannelDesc<int>();
    from.res.linear.sizeInBytes = 64 * sizeof(int);
    cudaTextureDesc how = {};
    cudaTextureObject_t line;
    cudaCreateTextureObject(&line, &from, &how, NULL);
    fillLine<<<1, 64>>>(line, x, out);
    return deviceInt(out, 0) == 63;
}

// case surface-race
// All threads write the first element, since x counts bytes.
// expect: Race reported between Write access at paintWrongly.* @w .*and Write access at paintWrongly.* @w .*which of the values remains
__global__ void paintWrongly(cudaSurfaceObject_t surface)
{
    surf2Dwrite((int)threadIdx.x, surface, threadIdx.x / 64 * sizeof(int), 0); // @w
}

static bool surfaceRace(void)
{
    Picture p = picture(true);
    paintWrongly<<<1, 64>>>(p.surface);
    freePicture(p);
    return true;
}

// case picture-unset
// A texture of an array that nobody has filled.
// expect: Uninitialized __global__ memory read of size 4 bytes .*lookAt.* @r
__global__ void lookAt(cudaTextureObject_t texture, int *out)
{
    out[threadIdx.x] = tex2D<int>(texture, threadIdx.x, 0); // @r
}

static bool pictureUnset(void)
{
    Picture p = picture(false);
    int *out = deviceZeros(64);
    lookAt<<<1, 64>>>(p.texture, out);
    freePicture(p);
    return deviceInt(out, 5) == 0;
}

// ---- Copies that nobody has waited for -----------------------------------------------------------------------------------

// case copy-used-early
// Each thread uses the element that it copies itself, but doesn't wait for it.
// expect: An asynchronous copy is not complete yet when its bytes are used. Read .* @r .*and the copy at doubled.* @c .*must wait for it first
__global__ void doubled(const int *x, int *out)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = 0;
    __pipeline_memcpy_async(&part[t], &x[t], sizeof(int)); // @c
    __pipeline_commit();
    out[t] = 2 * part[t]; // @r
    __pipeline_wait_prior(0);
}

static bool copyUsedEarly(void)
{
    int *x = deviceCounting(64), *out = deviceZeros(64);
    doubled<<<1, 64>>>(x, out);
    return deviceInt(out, 5) == 0;
}

// case copy-behind-barrier
// A barrier alone doesn't wait for copies.
// expect: An asynchronous copy is not complete yet when its bytes are used. Read .* @r .*and the copy at turned.* @c
__global__ void turned(const int *x, int *out)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = 0;
    __pipeline_memcpy_async(&part[t], &x[t], sizeof(int)); // @c
    __pipeline_commit();
    __syncthreads();
    out[t] = part[63 - t]; // @r
    __pipeline_wait_prior(0);
}

static bool copyBehindBarrier(void)
{
    int *x = deviceCounting(64), *out = deviceZeros(64);
    turned<<<1, 64>>>(x, out);
    return deviceInt(out, 5) == 0;
}

// case copy-written-over
// The thread writes where its copy will write, too.
// expect: An asynchronous copy is not complete yet when its bytes are used. Write .* @w .*and the copy at overwritten.* @c
__global__ void overwritten(const int *x, int *out)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&part[t], &x[t], sizeof(int)); // @c
    __pipeline_commit();
    if (t == 0)
        part[t] = -1; // @w
    __pipeline_wait_prior(0);
    out[t] = part[t];
}

static bool copyWrittenOver(void)
{
    int *x = deviceCounting(64), *out = deviceZeros(64);
    overwritten<<<1, 64>>>(x, out);
    return deviceInt(out, 5) == 5;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"ldg-of-written", ldgOfWritten},
        {"restrict-in-place", restrictInPlace},
        {"texture-of-written", textureOfWritten},
        {"texture-of-line", textureOfLine},
        {"surface-race", surfaceRace},
        {"picture-unset", pictureUnset},
        {"copy-used-early", copyUsedEarly},
        {"copy-behind-barrier", copyBehindBarrier},
        {"copy-written-over", copyWrittenOver},
    };
    return RUN_CASE(CASES);
}
