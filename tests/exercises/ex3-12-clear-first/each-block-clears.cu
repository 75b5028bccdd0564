// fails: Threads race for out|out\[
// Who clears the sum? Atomic additions need a word to start from.
//
//     make ex3-12
//
// x: (n), only read; out: (1).

// [your code]
__global__ void clear(int *out)
{
    if (threadIdx.x == 0)
        *out = 0;
}

__global__ void sum(const int *x, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        *out = 0;
    if (i < n)
        atomicAdd(out, x[i]);
}
// [end of your code]
