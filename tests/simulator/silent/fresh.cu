// fresh.cu: correct programs that read by ways that need not see the newest: read-only loads, textures, copies that are waited for.

#include "../../harness/cases.h"

#include <cuda_pipeline.h>

// In place through const __restrict__: a thread reads its element before it writes it, and nobody reads it again.
__global__ void doubleAll(const int *__restrict__ x, int *__restrict__ out)
{
    out[threadIdx.x] = 2 * x[threadIdx.x];
}

static bool inPlace(void)
{
    int *x = deviceCounting(64);
    doubleAll<<<1, 64>>>(x, x);
    doubleAll<<<1, 64>>>(x, x); // reads what the launch before it has written
    return deviceInt(x, 5) == 20;
}

__global__ void paint(cudaSurfaceObject_t surface)
{
    surf2Dwrite((int)threadIdx.x, surface, threadIdx.x * sizeof(int), blockIdx.x);
}

__global__ void lookAt(cudaTextureObject_t texture, int *out)
{
    out[blockIdx.x * 64 + threadIdx.x] = tex2D<int>(texture, 63 - threadIdx.x, blockIdx.x);
}

// A picture that one launch paints and the next one looks at.
static bool picture(void)
{
    int *out = deviceZeros(640);
    cudaArray_t array;
    cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
    cudaMallocArray(&array, &ints, 64, 10, cudaArraySurfaceLoadStore);
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    cudaTextureDesc how = {};
    cudaSurfaceObject_t surface;
    cudaTextureObject_t texture;
    cudaCreateSurfaceObject(&surface, &from);
    cudaCreateTextureObject(&texture, &from, &how, NULL);
    paint<<<10, 64>>>(surface);
    lookAt<<<10, 64>>>(texture, out);
    cudaCheckLaunch();
    cudaDestroySurfaceObject(surface);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    return deviceInt(out, 64 + 5) == 58;
}

// Two stages: while the threads wait for one and use it, the copies of the other are on their way.
__global__ void addStages(const int *x, int *out, int stages)
{
    __shared__ int part[2][64];
    int t = threadIdx.x, sum = 0;
    __pipeline_memcpy_async(&part[0][t], &x[t], sizeof(int));
    __pipeline_commit();
    for (int s = 0; s < stages; s++) {
        if (s + 1 < stages)
            __pipeline_memcpy_async(&part[(s + 1) % 2][t], &x[(s + 1) * 64 + t], sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += part[s % 2][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}

static bool twoStages(void)
{
    int *x = deviceCounting(256), *out = deviceZeros(64);
    addStages<<<1, 64>>>(x, out, 4);
    return deviceInt(out, 0) == 4 * 63 + 64 * 6;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"in-place", inPlace},
        {"picture", picture},
        {"two-stages", twoStages},
    };
    return RUN_CASE(CASES);
}
