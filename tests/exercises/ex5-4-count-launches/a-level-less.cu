// fails: Answer 5 is not 31\.
// The deepest grids are not counted.
__device__ double answer1 = 7;
__device__ double answer2 = 37;
__device__ double answer3 = 13;
__device__ double answer4 = 105;
__device__ double answer5 = 31;
__device__ double answer6 = 11;
