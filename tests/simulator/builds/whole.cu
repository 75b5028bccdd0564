// whole.cu: the same sum as apply.cu, in one file.
__global__ void whole(int *sum)
{
    atomicAdd(sum, 3 * threadIdx.x + 7);
}

// Adds the sum to what is at `sum`, memory of the device.
void add_to(int *sum)
{
    whole<<<1, 64>>>(sum);
}

int run(void)
{
    int *sum, result = 0;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    add_to(sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(sum);
    return result;
}
