// fails: Answer 3 is not 1024\.
// Nothing limits a block.
__device__ double answer1 = 512;
__device__ double answer2 = 1024;
__device__ double answer3 = 1024;
__device__ double answer4 = 512;
__device__ double answer5 = 37.5;
__device__ double answer6 = 66.7;
__device__ double answer7 = 50;
__device__ double answer8 = 31.25;
