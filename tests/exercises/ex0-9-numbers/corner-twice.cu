// fails: Answer 8 is not 23\.
// The warp in the corner, where both rows and columns end, is counted twice.
__device__ double answer1 = 22;
__device__ double answer2 = 112;
__device__ double answer3 = 357;
__device__ double answer4 = 3072;
__device__ double answer5 = 36;
__device__ double answer6 = 828;
__device__ double answer7 = 12;
__device__ double answer8 = 23;
