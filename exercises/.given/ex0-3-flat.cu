// The number of a thread in a grid of three dimensions.
//
//     make ex0-3

// This thread's number: x fastest, then y, then z; a block's threads before those of the next block.
static __device__ size_t flatId(void)
{
    // [your code]
    return threadIdx.x; // TODO: right for a single block in one dimension
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
