// Structures with gaps are copied whole, and nobody wrote the gaps: a remark. A member that nobody wrote is an error where it is used.
// status: 4
// err: Remark: some bytes that are read here were never written.* The read at copy.* in @r
// err: Uninitialized __global__ memory read of size 4 bytes +at add.* in @s +by thread \(1,0,0\) in block \(0,0,0\)
// err: Uninitialized __global__ memory read of size 16 bytes +at all.* in @t +by thread \(2,0,0\) in block \(0,0,0\)
// err: ERROR SUMMARY: 2 errors, 1 remark
#include <cuda_runtime.h>

typedef struct __align__(16)
{
    char found;
    int at;
    double value;
}
Place;

__global__ void fill(Place *places)
{
    places[threadIdx.x].found = 1;
    places[threadIdx.x].value = 0.5;
    if (threadIdx.x != 1)
        places[threadIdx.x].at = 5;
}

__global__ void copy(Place *to, const Place *from)
{
    to[threadIdx.x] = from[threadIdx.x]; // @r
}

__global__ void add(int *sum, const Place *places)
{
    atomicAdd(sum, places[threadIdx.x].at); // @s
}

__global__ void all(float *sum, const float4 *numbers)
{
    float4 x = numbers[threadIdx.x]; // @t
    atomicAdd(sum, x.x + x.y + x.z + x.w);
}

int main(void)
{
    Place *places;
    cudaMalloc(&places, 6 * sizeof *places);
    int *sum;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    fill<<<1, 3>>>(places);
    copy<<<1, 3>>>(places + 3, places);
    add<<<1, 3>>>(sum, places);
    float *numbers; // ten of twelve
    cudaMalloc(&numbers, 12 * sizeof *numbers);
    cudaMemset(numbers, 0, 10 * sizeof *numbers);
    all<<<1, 3>>>((float *)sum, (float4 *)numbers);
    cudaDeviceSynchronize();
    cudaFree(numbers);
    cudaFree(places);
    cudaFree(sum);
}
