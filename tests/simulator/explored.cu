// explored.cu: a kernel whose result depends on the order of its blocks, and one whose result doesn't (check.t).
#include <cstdio>

__global__ void lastBlock(int *last)
{
    *last = blockIdx.x;
}

__global__ void count(int *sum)
{
    atomicAdd(sum, blockIdx.x);
}

int main(void)
{
    int *last, *sum, results[2];
    cudaMalloc(&last, sizeof *last);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    lastBlock<<<8, 1>>>(last);
    count<<<8, 1>>>(sum);
    cudaMemcpy(&results[0], last, sizeof *last, cudaMemcpyDeviceToHost);
    cudaMemcpy(&results[1], sum, sizeof *sum, cudaMemcpyDeviceToHost);
    printf("%d %d\n", results[0], results[1]);
    cudaFree(last);
    cudaFree(sum);
}
