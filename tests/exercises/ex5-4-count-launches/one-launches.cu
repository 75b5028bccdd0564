// fails: Answer 3 is not 3\.
// One thread of a block launches.
__device__ double answer1 = 7;
__device__ double answer2 = 37;
__device__ double answer3 = 3;
__device__ double answer4 = 4;
__device__ double answer5 = 63;
__device__ double answer6 = 11;
