// fails: Answer 1 is not 524288\.
// Neither operand is shared.
__device__ double answer1 = 524288;
__device__ double answer2 = 40960;
__device__ double answer3 = 2048;
__device__ double answer4 = 4096;
__device__ double answer5 = 0.4;
__device__ double answer6 = 8;
