// fails: Answer 5 is not 100000000\.
// What is below the distance is lost.
__device__ double answer1 = 16777216;
__device__ double answer2 = 16779216;
__device__ double answer3 = 16781216;
__device__ double answer4 = 100000000;
__device__ double answer5 = 100000000;
__device__ double answer6 = 7;
__device__ double answer7 = 0;
