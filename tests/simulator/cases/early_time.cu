// The time between two events, asked for before the second one has happened: a GPU answers cudaErrorNotReady, unless the kernel was fast.
// status: 4
// out: ^cudaSuccess cudaSuccess$
// err: Order error: cudaEventElapsedTime asks for the time of an event that may not have happened\. Called at @t Before it comes the kernel count\(int\*\), launched at @k in the default stream As long as it runs, a GPU answers cudaErrorNotReady\. Missing: cudaEventSynchronize\(\) of the event
// err: ERROR SUMMARY: 1 error$
#include <cstdio>

__global__ void count(int *n)
{
    atomicAdd(n, 1);
}

int main(void)
{
    int *n;
    float ms;
    cudaEvent_t start, end;
    cudaMalloc(&n, sizeof *n);
    cudaMemset(n, 0, sizeof *n);
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    cudaEventRecord(start);
    count<<<4, 128>>>(n); // @k
    cudaEventRecord(end);
    cudaError_t early = cudaEventElapsedTime(&ms, start, end); // @t
    count<<<4, 128>>>(n);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    printf("%s %s\n", cudaGetErrorName(early),
           cudaGetErrorName(cudaEventElapsedTime(&ms, start, end)));
    cudaEventDestroy(start);
    cudaEventDestroy(end);
    cudaFree(n);
}
