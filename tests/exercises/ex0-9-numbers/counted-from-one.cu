// fails: Answer 1 is not 12\.
// Numbers begin with 1.
__device__ double answer1 = 12;
__device__ double answer2 = 48;
__device__ double answer3 = 192;
__device__ double answer4 = 2048;
__device__ double answer5 = 20;
__device__ double answer6 = 408;
__device__ double answer7 = 5;
__device__ double answer8 = 31;
