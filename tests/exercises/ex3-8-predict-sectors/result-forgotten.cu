// fails: Answer 3 is not 68\.
// The last load and the store of the result are not counted.
__device__ double answer1 = 255;
__device__ double answer2 = 255;
__device__ double answer3 = 68;
__device__ double answer4 = 34;
__device__ double answer5 = 25;
