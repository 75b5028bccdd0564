// fails: Answer 5 is not 129\.
// Every warp loads in every step.
__device__ double answer1 = 255;
__device__ double answer2 = 255;
__device__ double answer3 = 69;
__device__ double answer4 = 35;
__device__ double answer5 = 129;
