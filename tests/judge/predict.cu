// Right answers. The kernel beside them is no longer the one that was given.
__device__ double answer1 = 4; // two warps in each of two blocks
__device__ double answer2 = 0;

__global__ void one(int *out) {}
