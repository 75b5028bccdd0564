// fails: Answer 8 is not 24\.
// As many wavefronts as the stride.
__device__ double answer1 = 20;
__device__ double answer2 = 9;
__device__ double answer3 = 32;
__device__ double answer4 = 5;
__device__ double answer5 = 10;
__device__ double answer6 = 12;
__device__ double answer7 = 2;
__device__ double answer8 = 24;
