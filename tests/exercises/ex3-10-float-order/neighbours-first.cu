// fails: Answer 6 is not 0\.
// The tree adds neighbours.
__device__ double answer1 = 16777216;
__device__ double answer2 = 16779216;
__device__ double answer3 = 16781216;
__device__ double answer4 = 100000000;
__device__ double answer5 = 100000800;
__device__ double answer6 = 0;
__device__ double answer7 = 7;
