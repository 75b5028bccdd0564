// fails: Answer 3 is not 32\.
// A condition on blocks splits warps.
__device__ double answer1 = 32;
__device__ double answer2 = 4;
__device__ double answer3 = 32;
__device__ double answer4 = 0;
__device__ double answer5 = 32;
__device__ double answer6 = 0;
__device__ double answer7 = 1;
__device__ double answer8 = 40;
