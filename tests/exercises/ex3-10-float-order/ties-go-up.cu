// fails: Answer 1 is not 16779216\.
// A tie is rounded up.
__device__ double answer1 = 16779216;
__device__ double answer2 = 16779216;
__device__ double answer3 = 16781216;
__device__ double answer4 = 100000000;
__device__ double answer5 = 100000800;
__device__ double answer6 = 7;
__device__ double answer7 = 0;
