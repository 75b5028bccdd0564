// fails: Answer 5 is not 1\.6\.
// Operations per float.
__device__ double answer1 = 270336;
__device__ double answer2 = 40960;
__device__ double answer3 = 2048;
__device__ double answer4 = 4096;
__device__ double answer5 = 1.6;
__device__ double answer6 = 32;
