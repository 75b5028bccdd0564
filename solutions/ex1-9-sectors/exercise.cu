// Sectors and banks: predictions.
//
//     make ex1-9

// [your code]
__device__ double answer1 = 20;
__device__ double answer2 = 9;
__device__ double answer3 = 32;
__device__ double answer4 = 5;
__device__ double answer5 = 10;
__device__ double answer6 = 12;
__device__ double answer7 = 2;
__device__ double answer8 = 8;
// [end of your code]

// What the judge runs to find out, each with one warp.

__global__ void loadFloats(const float *in, float *out, int stride, int offset) // out: (32)
{
    out[threadIdx.x] = in[threadIdx.x * stride + offset];
}

__global__ void loadBytes(const char *in, char *out, int stride) // out: (32)
{
    out[threadIdx.x] = in[threadIdx.x * stride];
}

struct Point {
    float x, y, z;
};

__global__ void loadPoints(const Point *in, float *out) // in, out: (32)
{
    out[threadIdx.x] = in[threadIdx.x].y;
}

__global__ void readShared(int *out, int stride) // out: (32)
{
    __shared__ int words[32 * 32];

    for (int k = threadIdx.x; k < 32 * 32; k += 32)
        words[k] = k;
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x * stride];
}
