// fails: Answer 6 is not 52\.
// An addition loads one operand.
__device__ double answer1 = 1152;
__device__ double answer2 = 288;
__device__ double answer3 = 96;
__device__ double answer4 = 128;
__device__ double answer5 = 128;
__device__ double answer6 = 52;
__device__ double answer7 = 56;
