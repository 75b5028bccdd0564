// fails: Answer 7 is not 8\.
// All warps behind the end are split.
__device__ double answer1 = 32;
__device__ double answer2 = 4;
__device__ double answer3 = 0;
__device__ double answer4 = 0;
__device__ double answer5 = 32;
__device__ double answer6 = 0;
__device__ double answer7 = 8;
__device__ double answer8 = 40;
