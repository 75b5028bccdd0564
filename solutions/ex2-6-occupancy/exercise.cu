// How many warps fit? Occupancy: predictions.
//
//     make ex2-6

// [your code]
__device__ double answer1 = 1024;
__device__ double answer2 = 1200;
__device__ double answer3 = 0;
__device__ double answer4 = 384;
__device__ double answer5 = 28.125;
__device__ double answer6 = 83.3;
__device__ double answer7 = 50;
__device__ double answer8 = 65.625;
// [end of your code]
