// fails: Answer 2 is not 8\.
// A float further on is twice the sectors.
__device__ double answer1 = 4;
__device__ double answer2 = 8;
__device__ double answer3 = 8;
__device__ double answer4 = 1;
__device__ double answer5 = 1;
__device__ double answer6 = 12;
__device__ double answer7 = 2;
__device__ double answer8 = 4;
