// fails: Answer 7 is not 100\.
// No limit to the number of blocks.
__device__ double answer1 = 512;
__device__ double answer2 = 1024;
__device__ double answer3 = 0;
__device__ double answer4 = 512;
__device__ double answer5 = 37.5;
__device__ double answer6 = 66.7;
__device__ double answer7 = 100;
__device__ double answer8 = 31.25;
