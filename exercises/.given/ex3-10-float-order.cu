// What floats add up to: rounding, one addition at a time.
//
//     make ex3-10
//
// out: (1); x: (4).

__global__ void addUp(float start, float step, int count, float *out)
{
    float sum = start;
    for (int i = 0; i < count; i++)
        sum += step;
    *out = sum;
}

__global__ void addPairs(const float *x, float *out)
{
    *out = (x[0] + x[2]) + (x[1] + x[3]);
}

// [your code]
__device__ double answer1 = 0;  // TODO: 16777216 and 1000 times 1
__device__ double answer2 = 0;  // TODO: 16777216 and 1000 times 2
__device__ double answer3 = 0;  // TODO: 16777216 and 1000 times 3
__device__ double answer4 = 0;  // TODO: 100000000 and 100 times 3
__device__ double answer5 = 0;  // TODO: 100000000 and 100 times 5
__device__ double answer6 = 0;  // TODO: 1e20, 3, -1e20, 4
__device__ double answer7 = -1; // TODO: 1e20, -1e20, 3, 4
// [end of your code]
