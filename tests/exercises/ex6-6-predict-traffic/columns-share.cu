// fails: Answer 2 is not 16384\.
// 32 neighbouring floats are a sector.
__device__ double answer1 = 270336;
__device__ double answer2 = 16384;
__device__ double answer3 = 2048;
__device__ double answer4 = 4096;
__device__ double answer5 = 0.4;
__device__ double answer6 = 8;
