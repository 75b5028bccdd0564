// fails: Answer 2 is not 16\.
// What does not begin with a sector is twice the sectors.
__device__ double answer1 = 20;
__device__ double answer2 = 16;
__device__ double answer3 = 32;
__device__ double answer4 = 5;
__device__ double answer5 = 10;
__device__ double answer6 = 12;
__device__ double answer7 = 2;
__device__ double answer8 = 8;
