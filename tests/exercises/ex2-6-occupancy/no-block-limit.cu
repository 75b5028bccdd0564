// fails: Answer 1 is not
// Who has room? Occupancy: predictions.
//
//     make ex2-6

// [your code]
__device__ double answer1 = 1024;
__device__ double answer2 = 1024;
__device__ double answer3 = 0;
__device__ double answer4 = 512;
__device__ double answer5 = 37.5;
__device__ double answer6 = 66.7;
__device__ double answer7 = 50;
__device__ double answer8 = 31.25;
// [end of your code]
