// fails: Answer 3 is not 36\.
// Sectors between those that lanes want are counted, too.
__device__ double answer1 = 20;
__device__ double answer2 = 9;
__device__ double answer3 = 36;
__device__ double answer4 = 5;
__device__ double answer5 = 10;
__device__ double answer6 = 12;
__device__ double answer7 = 2;
__device__ double answer8 = 8;
