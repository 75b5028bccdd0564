// fails: Answer 5 is not 12\.
// What is left over has no block.
__device__ double answer1 = 11;
__device__ double answer2 = 47;
__device__ double answer3 = 191;
__device__ double answer4 = 1536;
__device__ double answer5 = 12;
__device__ double answer6 = 408;
__device__ double answer7 = 5;
__device__ double answer8 = 31;
