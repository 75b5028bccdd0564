// fails: Answer 3 is not 1024\.
// A warp brings one of the two tiles.
__device__ double answer1 = 270336;
__device__ double answer2 = 40960;
__device__ double answer3 = 1024;
__device__ double answer4 = 4096;
__device__ double answer5 = 0.4;
__device__ double answer6 = 8;
