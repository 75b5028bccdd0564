// fails: Answer 3 is not 784\.
// Nothing limits a block.
__device__ double answer1 = 1024;
__device__ double answer2 = 1200;
__device__ double answer3 = 784;
__device__ double answer4 = 384;
__device__ double answer5 = 28.125;
__device__ double answer6 = 83.3;
__device__ double answer7 = 50;
__device__ double answer8 = 65.625;
