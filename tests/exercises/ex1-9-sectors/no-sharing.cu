// fails: Answer 1 is not 32\.
// Each lane has a sector of its own.
__device__ double answer1 = 32;
__device__ double answer2 = 9;
__device__ double answer3 = 32;
__device__ double answer4 = 5;
__device__ double answer5 = 10;
__device__ double answer6 = 12;
__device__ double answer7 = 2;
__device__ double answer8 = 8;
