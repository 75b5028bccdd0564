// A right answer, beside a kernel that is no longer the one that was given.
__device__ int answer = 4; // two warps in each of two blocks

__global__ void one(int *out) {}
