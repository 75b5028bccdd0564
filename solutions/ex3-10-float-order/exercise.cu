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
__device__ double answer1 = 16777216;  // each 1 is half of the spacing, 2: back to even
__device__ double answer2 = 16779216;  // exact
__device__ double answer3 = 16781216;  // each 3 becomes 4, see the explanation
__device__ double answer4 = 100000000; // the spacing is 8: less than half of it is lost
__device__ double answer5 = 100000800; // more than half becomes 8
__device__ double answer6 = 7;
__device__ double answer7 = 0; // 3 and 4 are lost in 1e20
// [end of your code]
