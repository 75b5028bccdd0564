// The last warp adds up with a __syncwarp() after each addition. But each addition reads what another lane writes in the same statement.
//
// status: 4
// err: Race reported between (Read|Write) access at tail.* @s .*and (Read|Write) access at tail.* @s
// err: they are two lanes of a warp in one statement: read into a variable, then __syncwarp\(\), then write, and __syncwarp\(\) once more
#include <cstdio>

__global__ void tail(int *out)
{
    __shared__ int part[64];
    unsigned int t = threadIdx.x;
    part[t] = part[t + 32] = (int)t;
    __syncwarp();
    part[t] += part[t + 16]; // @s
    __syncwarp();
    if (t == 0)
        *out = part[0];
}

int main(void)
{
    int *out;
    cudaMalloc(&out, sizeof *out);
    tail<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
