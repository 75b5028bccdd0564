// Numbers of threads, blocks and pixels: predictions.
//
//     make ex0-9

// [your code]
__device__ double answer1 = 22;
__device__ double answer2 = 112;
__device__ double answer3 = 357;
__device__ double answer4 = 3072;
__device__ double answer5 = 36;
__device__ double answer6 = 828;
__device__ double answer7 = 12;
__device__ double answer8 = 22;
// [end of your code]

// What the judge runs to find out. Numbers: x fastest, all threads of a block before the next block's.
static __device__ unsigned int numberInBlock(void)
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

// out[0]: the number of the thread at these places; out[1]: how many threads there are. out: (2), zeros
__global__ void find(unsigned int *out, unsigned int bx, unsigned int by, unsigned int bz,
                     unsigned int tx, unsigned int ty, unsigned int tz)
{
    unsigned int number = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    bool here = blockIdx.x == bx && blockIdx.y == by && blockIdx.z == bz;

    atomicAdd(&out[1], 1);
    if (here && threadIdx.x == tx && threadIdx.y == ty && threadIdx.z == tz)
        out[0] = number * blockDim.x * blockDim.y * blockDim.z + numberInBlock();
}

// counts: (4), zeros: blocks; threads without a pixel; warps without one; warps with both kinds.
__global__ void countPicture(unsigned int *counts, unsigned int width, unsigned int height)
{
    bool pixel = blockIdx.x * blockDim.x + threadIdx.x < width &&
                 blockIdx.y * blockDim.y + threadIdx.y < height;
    unsigned int with = __popc(__ballot_sync(0xffffffff, pixel));

    if (numberInBlock() == 0)
        atomicAdd(&counts[0], 1);
    if (!pixel)
        atomicAdd(&counts[1], 1);
    if (numberInBlock() % 32 == 0) {
        atomicAdd(&counts[2], with == 0);
        atomicAdd(&counts[3], with > 0 && with < 32);
    }
}
