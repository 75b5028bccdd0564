// fails: Answer 5 is not 4\.
// 32 bytes are as many sectors as 32 floats.
__device__ double answer1 = 4;
__device__ double answer2 = 5;
__device__ double answer3 = 8;
__device__ double answer4 = 1;
__device__ double answer5 = 4;
__device__ double answer6 = 12;
__device__ double answer7 = 2;
__device__ double answer8 = 4;
