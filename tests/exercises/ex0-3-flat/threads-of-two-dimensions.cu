// fails: (out\[|[Rr]ace)
// The number of a thread in a grid of three dimensions.
//
//     make ex0-3

// This thread's number: x fastest, then y, then z; a block's threads before those of the next block.
static __device__ size_t flatId(void)
{
    // [your code]
    size_t block = ((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    size_t thread = ((size_t)threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    return block * blockDim.x * blockDim.y + thread;
    // [end of your code]
}

// out: as long as the grid has threads. Who is here: z, y, x of the block and z, y, x of the thread,
// four bits each, in this order.
__global__ void number(unsigned int *out)
{
    unsigned int block = blockIdx.z << 8 | blockIdx.y << 4 | blockIdx.x;
    unsigned int thread = threadIdx.z << 8 | threadIdx.y << 4 | threadIdx.x;

    out[flatId()] = block << 12 | thread;
}
