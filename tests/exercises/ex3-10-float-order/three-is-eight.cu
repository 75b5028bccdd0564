// fails: Answer 4 is not 100000800\.
// What lies between two floats becomes the upper one.
__device__ double answer1 = 16777216;
__device__ double answer2 = 16779216;
__device__ double answer3 = 16781216;
__device__ double answer4 = 100000800;
__device__ double answer5 = 100000800;
__device__ double answer6 = 7;
__device__ double answer7 = 0;
