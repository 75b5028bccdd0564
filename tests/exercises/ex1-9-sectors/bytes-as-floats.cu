// fails: Answer 5 is not 32\.
// Every tenth byte as if it were every tenth float.
__device__ double answer1 = 20;
__device__ double answer2 = 9;
__device__ double answer3 = 32;
__device__ double answer4 = 5;
__device__ double answer5 = 32;
__device__ double answer6 = 12;
__device__ double answer7 = 2;
__device__ double answer8 = 8;
