// More calls of printf between two waits than a GPU's buffer has room for: it would lose the first ones.
// status: 0
// out: ^thread 0 of 20000$
// err: Device printf: 20000 calls before the program waited, but a GPU.s buffer keeps only the last 17408\. .*cudaLimitPrintfFifoSize, 5120000\) gives it room for all
#include <cstdio>

__global__ void say(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        printf("thread %d of %d\n", i, n);
}

int main(void)
{
    const int n = 20000;
    for (int i = 0; i < 2; i++) { // two waits for half of it each are no flood
        say<<<40, 256>>>(n / 2);
        cudaDeviceSynchronize();
    }
    say<<<79, 256>>>(n);
    cudaDeviceSynchronize();
    return 0;
}
