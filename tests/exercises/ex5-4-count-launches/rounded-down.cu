// fails: Answer 6 is not 10\.
// 1000 elements are halved without what is left over.
__device__ double answer1 = 7;
__device__ double answer2 = 37;
__device__ double answer3 = 13;
__device__ double answer4 = 105;
__device__ double answer5 = 63;
__device__ double answer6 = 10;
