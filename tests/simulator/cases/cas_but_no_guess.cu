// A plain read that races with atomics is only a guess if the atomicCAS at its address gets what it read. Here the atomicCAS is on another
// variable, or the sum is read without a barrier after the loop.
// device: h200
// status: 4
// err: Race reported between Atomic access at otherVariable\(\) [^=]* and Read access at otherVariable\(\) in @r
// err: Race reported between Atomic access at readsTooEarly\(int\*\) [^=]* and Read access at readsTooEarly\(int\*\) in @s .*__syncthreads\(\) is missing between
// err: ERROR SUMMARY: 2 errors, 1 remark$
#include <cstdio>

__device__ int total, bound;

__global__ void otherVariable()
{
    atomicAdd(&bound, 1);
    int old = bound, assumed; // @r
    do {
        assumed = old;
        old = atomicCAS(&total, assumed, assumed + 1);
    } while (old != assumed);
}

__global__ void readsTooEarly(int *out)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    int old = count, assumed;
    do {
        assumed = old;
        old = atomicCAS(&count, assumed, assumed + 1);
    } while (old != assumed);
    out[threadIdx.x] = count; // @s
}

int main()
{
    int *out;
    cudaMalloc(&out, 128 * sizeof *out);
    otherVariable<<<2, 64>>>();
    readsTooEarly<<<1, 128>>>(out);
    printf("%d\n", cudaDeviceSynchronize());
    cudaFree(out);
}
