// fails: Answer 1 is not 6\.
// One thread is no grid.
__device__ double answer1 = 6;
__device__ double answer2 = 37;
__device__ double answer3 = 13;
__device__ double answer4 = 105;
__device__ double answer5 = 63;
__device__ double answer6 = 11;
