// fails: Answer 1 is not 1024\.
// The barrier before the loop is not counted.
__device__ double answer1 = 1024;
__device__ double answer2 = 288;
__device__ double answer3 = 96;
__device__ double answer4 = 128;
__device__ double answer5 = 128;
__device__ double answer6 = 100;
__device__ double answer7 = 56;
