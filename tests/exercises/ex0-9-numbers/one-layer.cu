// fails: Answer 3 is not 57\.
// The layers before this one are forgotten.
__device__ double answer1 = 22;
__device__ double answer2 = 112;
__device__ double answer3 = 57;
__device__ double answer4 = 3072;
__device__ double answer5 = 36;
__device__ double answer6 = 828;
__device__ double answer7 = 12;
__device__ double answer8 = 22;
