// fails: needed\[
// How many blocks cover n elements?
//
//     make ex0-6

// The least number of blocks of `block` threads that covers n elements; at least 1.
static __host__ __device__ unsigned int blocksFor(size_t n, unsigned int block)
{
    // [your code]
    int elements = (int)n, threads = (int)block;
    return elements == 0 ? 1 : (elements + threads - 1) / threads;
    // [end of your code]
}

// needed[i] = blocksFor(sizes[i], block); sizes, needed: (count)
__global__ void plan(const size_t *sizes, unsigned int *needed, unsigned int block, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        needed[i] = blocksFor(sizes[i], block);
}
