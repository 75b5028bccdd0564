// How many warps fit? Occupancy: predictions.
//
//     make ex2-6

// [your code]
// TODO: your numbers instead of the zeros
__device__ double answer1 = 0;
__device__ double answer2 = 0;
__device__ double answer3 = 0;
__device__ double answer4 = 0;
__device__ double answer5 = 0;
__device__ double answer6 = 0;
__device__ double answer7 = 0;
__device__ double answer8 = 0;
// [end of your code]
