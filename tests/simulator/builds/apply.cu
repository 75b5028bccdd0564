// apply.cu: a kernel whose device function is in another library. Returns the sum of 3 i + 7 for i below 64, which is 6496.
__device__ int scale(int x);

__global__ void apply(int *sum)
{
    atomicAdd(sum, scale(threadIdx.x));
}

int run(void)
{
    int *sum, result = 0;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    apply<<<1, 64>>>(sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(sum);
    return result;
}
