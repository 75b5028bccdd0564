// Who has room? Occupancy: predictions.
//
//     make ex2-6

// [your code]
__device__ double answer1 = 0; // TODO
__device__ double answer2 = 0; // TODO
__device__ double answer3 = 0; // TODO
__device__ double answer4 = 0; // TODO
__device__ double answer5 = 0; // TODO
__device__ double answer6 = 0; // TODO
__device__ double answer7 = 0; // TODO
__device__ double answer8 = 0; // TODO
                               // [end of your code]
