// fails: let them do their work

__global__ void nothing() {}
__device__ int acc;
__device__ unsigned done;
__global__ void step(int *x, int *result, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, half = (n + 1) / 2;
    int v = i < n && i < half ? x[i] : 0;
    if (i + half < n)
        v += x[i + half];
    atomicAdd(&acc, v);
    if (i == 0)
        for (size_t h = n; h > 1; h = (h + 1) / 2)
            nothing<<<1, 1, 0, cudaStreamFireAndForget>>>();
    __syncthreads();
    if (threadIdx.x == 0 && atomicAdd(&done, 1) == gridDim.x - 1) {
        *result = atomicExch(&acc, 0);
        done = 0;
    }
}
