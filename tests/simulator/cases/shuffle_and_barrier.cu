// Half of a warp shuffles with the mask of all lanes, and the other half waits at a barrier further on: a deadlock on a GPU. Every thread
// that a mask names must come to the same shuffle (CUDA C++ Programming Guide, "Warp Shuffle Functions").
// status: 1
// out: ^cudaErrorLaunchTimeout$
// err: Deadlock: lanes wait for lanes in their mask that never come .* @s .*lanes 16 to 31 of warp 0, which are missing, wait at @b for the whole block
// err: for the whole block =*\s*lanes 0 to 15 of warp 0 wait at @s with mask 0xffffffff
#include <cstdio>

__global__ void halves(int *out)
{
    int t = threadIdx.x, sum = t;
    if (t < 16) {
        for (int d = 8; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d); // @s
        __syncthreads();
    } else {
        __syncthreads(); // @b
    }
    out[t] = sum;
}

int main(void)
{
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    halves<<<1, 32>>>(out);
    cudaError_t e = cudaDeviceSynchronize();
    puts(cudaGetErrorName(e));
    return e != cudaSuccess;
}
