// Fewer lanes in each round, and the barrier with the full mask is in the branch: the lanes that left it no longer take part. A GPU's warp
// then waits for the lanes that are left. So these meet, whether the others leave before or while they wait.
//
// status: 0
// out: 120
// err: Remark: lanes [0-9, to]+31 of the mask 0xffffffff left the kernel without coming, and the others no longer wait for them\.
// err: ERROR SUMMARY: 0 errors
#include <cstdio>

__global__ void rounds(int *out)
{
    __shared__ int part[32];
    unsigned int t = threadIdx.x;
    part[t] = t < 16 ? (int)t : 0;
    __syncwarp();
    if (t < 16) {
        part[t] += part[t + 16];
        __syncwarp();
        for (unsigned int s = 8; s > 0; s /= 2)
            if (t < s) {
                part[t] += part[t + s];
                __syncwarp();
            }
    }
    if (t == 0)
        *out = part[0];
}

int main(void)
{
    int *out, sum;
    cudaMalloc(&out, sizeof *out);
    rounds<<<1, 32>>>(out);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    cudaFree(out);
}
