// passes: an atomic addition for each element is another way of sharing the work
extern __shared__ int part[];

__global__ void blockSum(const int *x, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    // [your code]
    if (threadIdx.x == 0)
        part[0] = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&part[0], x[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
    // [end of your code]
}
