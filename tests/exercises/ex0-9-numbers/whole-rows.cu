// fails: Answer 7 is not 11\.
// The last column of blocks is left out.
__device__ double answer1 = 22;
__device__ double answer2 = 112;
__device__ double answer3 = 357;
__device__ double answer4 = 3072;
__device__ double answer5 = 36;
__device__ double answer6 = 828;
__device__ double answer7 = 11;
__device__ double answer8 = 22;
