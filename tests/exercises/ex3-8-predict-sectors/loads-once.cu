// fails: Answer 1 is not 128\.
// An addition loads one operand.
__device__ double answer1 = 128;
__device__ double answer2 = 128;
__device__ double answer3 = 69;
__device__ double answer4 = 35;
__device__ double answer5 = 25;
