// fails: Answer 5 is not 37\.5\.
// The quarters of the register file do not matter: 23 warps, rounded up to 4 blocks.
__device__ double answer1 = 1024;
__device__ double answer2 = 1200;
__device__ double answer3 = 0;
__device__ double answer4 = 384;
__device__ double answer5 = 37.5;
__device__ double answer6 = 83.3;
__device__ double answer7 = 50;
__device__ double answer8 = 65.625;
