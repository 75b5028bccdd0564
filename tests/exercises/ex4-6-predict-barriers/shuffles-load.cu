// fails: Answer 7 is not 100\.
// A shuffle loads from shared memory.
__device__ double answer1 = 1152;
__device__ double answer2 = 288;
__device__ double answer3 = 96;
__device__ double answer4 = 128;
__device__ double answer5 = 128;
__device__ double answer6 = 100;
__device__ double answer7 = 100;
