// The same as own_array.cu in the last block, after a function that the others call has made the stack grow.
// status: 4
// err: Uninitialized __local__ memory read of size 4 bytes +at pick.* in @r +by thread \(0,0,0\) in block \(7,0,0\)
#include <cstdio>

static __device__ __noinline__ int second(int value)
{
    volatile int room[8];
    for (int i = 0; i < 8; i++)
        room[i] = value + i;
    return room[value % 8];
}

__global__ void pick(int *out, int shift)
{
    int own[8];
    for (int i = 0; i < 8; i++)
        if (blockIdx.x < 7)
            own[(i + shift) % 8] = i;
    int value = own[(threadIdx.x + shift) % 8]; // @r
    out[blockIdx.x * 32 + threadIdx.x] = value + second(value & 7);
}

int main(void)
{
    int *out;
    cudaMalloc(&out, 8 * 32 * sizeof *out);
    pick<<<8, 32>>>(out, 3);
    cudaDeviceSynchronize();
    cudaFree(out);
}
