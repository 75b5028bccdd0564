// fails: Answer 1 is not
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
__device__ double answer1 = 16778216;
__device__ double answer2 = 16779216;
__device__ double answer3 = 16780216;
__device__ double answer4 = 100000300;
__device__ double answer5 = 100000500;
__device__ double answer6 = 7;
__device__ double answer7 = 7;
// [end of your code]
