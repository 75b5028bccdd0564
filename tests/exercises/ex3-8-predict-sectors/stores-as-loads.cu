// fails: Answer 4 is not 69\.
// As many sectors stored as loaded.
__device__ double answer1 = 255;
__device__ double answer2 = 255;
__device__ double answer3 = 69;
__device__ double answer4 = 69;
__device__ double answer5 = 25;
