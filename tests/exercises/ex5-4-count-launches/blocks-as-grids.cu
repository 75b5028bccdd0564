// fails: Answer 2 is not
// How many grids? Launches, counted beforehand.
//
//     make ex5-4
//
// grids: (1), 0 before the launch.

// Each grid counts itself.
static __device__ void countGrid(int *grids)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        atomicAdd(grids, 1);
}

// Each block launches a grid of one block of half as many threads.
__global__ void halving(int *grids)
{
    countGrid(grids);
    if (threadIdx.x == 0 && blockDim.x > 1)
        halving<<<1, blockDim.x / 2, 0, cudaStreamFireAndForget>>>(grids);
}

// Each thread does.
__global__ void everyThread(int *grids)
{
    countGrid(grids);
    if (blockDim.x > 1)
        everyThread<<<1, blockDim.x / 2, 0, cudaStreamFireAndForget>>>(grids);
}

// Two children each.
__global__ void twoEach(int *grids, int depth)
{
    countGrid(grids);
    if (depth > 0) {
        twoEach<<<1, 1, 0, cudaStreamFireAndForget>>>(grids, depth - 1);
        twoEach<<<1, 1, 0, cudaStreamFireAndForget>>>(grids, depth - 1);
    }
}

// The next step of something of n elements, for the whole grid.
__global__ void chain(int *grids, int n)
{
    countGrid(grids);
    if (blockIdx.x == 0 && threadIdx.x == 0 && n > 1)
        chain<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(grids, (n + 1) / 2);
}

// [your code]
__device__ double answer1 = 7;
__device__ double answer2 = 42;
__device__ double answer3 = 13;
__device__ double answer4 = 105;
__device__ double answer5 = 63;
__device__ double answer6 = 11;
// [end of your code]
