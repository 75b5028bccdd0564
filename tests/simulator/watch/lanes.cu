// lanes.cu: a program whose accesses are known, for the tests of WARPSIM's trace=, draw= and step.

#include <stdio.h>

// A warp loads from `in` backwards, keeps its odd lanes' values in shared memory, and adds up there and in `out`.
__global__ void lanes(const int *in, int *out) // in: (32), out: (16)
{
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    if (t & 1)
        tile[t] = in[31 - (t & 31)];
    __syncthreads();
    atomicAdd(&tile[63], 1);
    if (t % 16 == 0)
        atomicAdd(out + 2 + t / 32, 5);
}

template <int STEP>
__global__ void vectors(float4 *a) // a: (STEP * blockDim.x)
{
    a[threadIdx.x * STEP].y = 2;
    __syncthreads();
    float4 v = a[threadIdx.x * STEP];
    v.x += 1;
    a[threadIdx.x * STEP] = v;
}

// Walks down columns of a square tile. All lanes meet in one bank; with a column of padding no two do.
template <int WIDTH>
__global__ void columns(float *out) // out: (32)
{
    __shared__ float tile[32][WIDTH];
    for (int row = 0; row < 32; row++)
        tile[row][threadIdx.x] = row;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x][3];
}

int main()
{
    int *in, *out;
    float4 *a;
    cudaMalloc(&out, 128);
    cudaMalloc(&in, 128);
    cudaMalloc(&a, 64 * sizeof(float4));
    for (int i = 0; i < 3; i++)
        lanes<<<2, 64>>>(in, out);
    vectors<2><<<1, 3>>>(a);
    columns<32><<<1, 32>>>((float *)out);
    columns<33><<<1, 32>>>((float *)out);
    float last = 0;
    cudaError_t e = cudaMemcpy(&last, (float *)out + 31, sizeof last, cudaMemcpyDeviceToHost);
    printf("%s %g\n", cudaGetErrorName(e), last);
    return e != cudaSuccess;
}
