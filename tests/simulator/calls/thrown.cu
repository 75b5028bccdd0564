// thrown.cu: launches whose arguments throw leave their configuration behind. Later launches run all the same.
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

// Launches more kernels inside each other's arguments than the library keeps configurations.
static int nested(int *sum, int levels)
{
    if (levels)
        add<<<1, 1>>>(sum, nested(sum, levels - 1));
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
    nested(sum, 16);
    print(sum);
    nested(sum, 20); // four of them miss their configuration, and say so
    print(sum);
}
