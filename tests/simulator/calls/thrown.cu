// thrown.cu: launches whose arguments throw leave their configuration behind. Then later launches are left out, without an error.
#include <cstdio>

__global__ void add(int *sum, int what)
{
    atomicAdd(sum, what);
}

static int thrower(int turn)
{
    if (turn < 100)
        throw turn;
    return 1;
}

static void print(const int *sum)
{
    cudaError_t e = cudaGetLastError();
    int host = -1;
    cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %s\n", host, cudaGetErrorName(e));
}

int main()
{
    int *sum, thrown = 0;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    for (int turn = 0; turn < 110; turn++)
        try {
            add<<<1, 1>>>(sum, thrower(turn));
        } catch (int) {
            thrown++;
        }
    printf("%d ", thrown);
    print(sum);
}
