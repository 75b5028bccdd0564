// How many blocks cover n elements?
//
//     make ex0-6

// The least number of blocks of `block` threads that covers n elements; at least 1.
static __host__ __device__ unsigned int blocksFor(size_t n, unsigned int block)
{
    // [your code]
    return (unsigned int)ceil((float)(n / block)); // TODO: not always enough
    // [end of your code]
}

// needed[i] = blocksFor(sizes[i], block); sizes, needed: (count)
__global__ void plan(const size_t *sizes, unsigned int *needed, unsigned int block, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        needed[i] = blocksFor(sizes[i], block);
}
