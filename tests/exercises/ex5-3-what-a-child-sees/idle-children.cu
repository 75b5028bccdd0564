// fails: let them do their work

__global__ void addUp(const int *squares, unsigned int count, int *out) {}
__global__ void sumSquares(const int *x, int *work, int *out, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x, i = first + threadIdx.x;
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&s, x[i] * x[i]);
    __syncthreads();
    if (threadIdx.x == 0) {
        out[blockIdx.x] = s;
        addUp<<<1, 32, 0, cudaStreamFireAndForget>>>(work, 0, out);
    }
}
