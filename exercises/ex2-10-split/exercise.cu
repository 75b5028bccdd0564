// Which warps split? Predictions.
//
//     make ex2-10

// [your code]
// TODO: your numbers instead of the zeros
__device__ double answer1 = 0;
__device__ double answer2 = 0;
__device__ double answer3 = 0;
__device__ double answer4 = 0;
__device__ double answer5 = 0;
__device__ double answer6 = 0;
__device__ double answer7 = 0;
__device__ double answer8 = 0;
// [end of your code]

// What the judge runs to find out. counts: (2), zeros: warps that `taken` splits; warps.
static __device__ void countSplit(unsigned int *counts, bool taken)
{
    unsigned int inBlock = threadIdx.y * blockDim.x + threadIdx.x;
    // __activemask() names the lanes that are here at this moment. No branch came before, so these are all
    // that the warp has. After a branch it would name whoever happened to come together: no mask to rely on.
    unsigned int here = __activemask(), with = __ballot_sync(here, taken);

    if (inBlock % 32 == 0) {
        atomicAdd(&counts[0], with != 0 && with != here);
        atomicAdd(&counts[1], 1);
    }
}

__global__ void evenThreads(unsigned int *counts)
{
    countSplit(counts, threadIdx.x % 2 == 0);
}

__global__ void firstThreads(unsigned int *counts, unsigned int limit)
{
    countSplit(counts, threadIdx.x < limit);
}

__global__ void evenBlocks(unsigned int *counts)
{
    countSplit(counts, blockIdx.x % 2 == 0);
}

__global__ void laterWarps(unsigned int *counts)
{
    countSplit(counts, threadIdx.x / 32 > 2);
}

__global__ void evenRows(unsigned int *counts)
{
    countSplit(counts, threadIdx.y % 2 == 0);
}

__global__ void elements(unsigned int *counts, unsigned int n)
{
    countSplit(counts, blockIdx.x * blockDim.x + threadIdx.x < n);
}
