// nested.cu: kernels that launch kernels: the order of launches, their arguments, limits and errors.
#include <stdio.h>
#include <string.h>
__device__ int order[64], count;
__global__ void leaf(int id)
{
    order[atomicAdd(&count, 1)] = id;
}
__global__ void middle(int id)
{
    order[atomicAdd(&count, 1)] = id;
    leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(id + 2);
    leaf<<<1, 1>>>(id + 1);
}
__global__ void top(void)
{
    if (threadIdx.x != 0)
        return;
    int id = 100 * (blockIdx.x + 1);
    leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(id + 90);
    middle<<<1, 1>>>(id + 10);
    leaf<<<1, 1>>>(id + 20);
    leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(id + 30);
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    leaf<<<1, 1, 0, s>>>(id + 40);
    cudaStreamDestroy(s);
}

__device__ int deepest, error, errors, attribute, shared[3];
__global__ void deep(int depth)
{
    deepest = depth;
    deep<<<1, 1>>>(depth + 1);
    if (cudaPeekAtLastError() != cudaSuccess)
        error = cudaGetLastError();
    if (cudaGetLastError() != cudaSuccess)
        error = -1;
}
__global__ void nothing(int) {}
__global__ void many(void)
{
    nothing<<<1, 1>>>(0);
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) {
        atomicExch(&error, (int)e);
        atomicAdd(&errors, 1);
    }
}
__global__ void bad(void)
{
    nothing<<<1, 2048>>>(0);
    error = cudaGetLastError();
    int device;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&attribute, cudaDevAttrWarpSize, device);
}

// The host has allowed `allowed` more than 48 KiB, so it gets from kernels all that a block can have.
__global__ void allowed(int) {}
__global__ void large(int most)
{
    nothing<<<1, 1, 48 << 10>>>(0);
    shared[0] = cudaGetLastError();
    nothing<<<1, 1, (48 << 10) + 1>>>(0);
    shared[1] = cudaGetLastError();
    allowed<<<1, 1, most>>>(0);
    shared[2] = cudaGetLastError();
}

struct Wide {
    double a[20];
    char c;
};
__global__ void add(char a, Wide b, short c, double *out)
{
    extern __shared__ double s[];
    s[threadIdx.x] = a + b.a[19] + b.c + c;
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x] + threadIdx.x;
}
__global__ void addAll(double *out)
{
    Wide b;
    for (int i = 0; i < 20; i++)
        b.a[i] = i;
    b.c = 5;
    add<<<1, blockDim.x, blockDim.x * sizeof(double)>>>(1, b, 7, out);
}
__global__ void outside(int *p)
{
    *p = 1;
}
__global__ void launchOutside(void)
{
    outside<<<1, 1>>>(NULL);
    nothing<<<1, 1>>>(0);
}

static int get(const void *variable)
{
    int v = 0;
    cudaMemcpyFromSymbol(&v, variable, sizeof v);
    return v;
}

static int ids[64];

// Returns the place of a launch in the order in which the launches ran.
static int place(int id)
{
    int i = 0;
    while (i < 63 && ids[i] != id)
        i++;
    return i;
}

// Returns how many pairs of launches ran in the wrong order, of those that must have an order.
static int disorder(void)
{
    static const int pairs[][2] = {{10, 11}, {11, 12}, {12, 20}, {20, 90}, {30, 90}, {40, 90}};
    int wrong = 0;
    for (int block = 100; block <= 200; block += 100)
        for (int i = 0; i < 6; i++)
            wrong += place(block + pairs[i][0]) >= place(block + pairs[i][1]);
    return wrong;
}

// With the argument "all" it also prints what a GPU leaves to chance.
int main(int argc, char **argv)
{
    bool all = argc > 1 && strcmp(argv[1], "all") == 0;
    int n, zero = 0;
    top<<<2, 32>>>();
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(ids, order, sizeof ids);
    n = get(&count);
    printf("%d launches, %d out of order\n", n, disorder());
    for (int i = 0; i < n && all; i++)
        printf("%d%c", ids[i], i < n - 1 ? ' ' : '\n');
    deep<<<1, 1>>>(0);
    cudaDeviceSynchronize();
    printf("deepest %d, then %s\n", get(&deepest), cudaGetErrorName((cudaError_t)get(&error)));
    many<<<10, 256>>>();
    cudaDeviceSynchronize();
    n = get(&errors); // a launch that has ended makes room for another
    printf("%s of 2560: %s\n", n > 256 && n <= 512 ? "some" : "another number",
           cudaGetErrorName((cudaError_t)get(&error)));
    if (all)
        printf("%d of them\n", n);
    cudaMemcpyToSymbol(errors, &zero, sizeof zero);
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096);
    many<<<10, 256>>>();
    cudaDeviceSynchronize();
    printf("with more room %d\n", get(&errors));
    bad<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%s, warp size %d\n", cudaGetErrorName((cudaError_t)get(&error)), get(&attribute));
    int most, of[3];
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    cudaFuncSetAttribute(allowed, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000);
    large<<<1, 1>>>(most);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(of, shared, sizeof of);
    printf("shared memory: 48 KiB %d, a byte more %d, all that a block can have %d\n", of[0], of[1],
           of[2]);
    double *out, sum = 0;
    cudaMallocManaged(&out, 32 * sizeof *out);
    addAll<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++)
        sum += out[i];
    printf("sum %g\n", sum);
    cudaFree(out);
    if (argc > 1 && !all)
        launchOutside<<<1, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
