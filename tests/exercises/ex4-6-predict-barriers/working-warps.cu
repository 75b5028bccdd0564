// fails: Answer 2 is not 80\.
// Only warps that add go through the barrier.
__device__ double answer1 = 1152;
__device__ double answer2 = 80;
__device__ double answer3 = 96;
__device__ double answer4 = 128;
__device__ double answer5 = 128;
__device__ double answer6 = 100;
__device__ double answer7 = 56;
