// fails: Answer 5 is not 22\.
// What is left over has no block.
__device__ double answer1 = 22;
__device__ double answer2 = 112;
__device__ double answer3 = 357;
__device__ double answer4 = 3072;
__device__ double answer5 = 22;
__device__ double answer6 = 828;
__device__ double answer7 = 12;
__device__ double answer8 = 22;
