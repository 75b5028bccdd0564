// Softmax of many rows: kernel golf.
//
//     make ex9-6
//
// x: (rows, n), only read; y: (rows, n), every element to be written.

// [your code]
enum { EACH = 16 }; // elements of a lane that stay in registers

__device__ int blocks = 1056, threads = 128;

static __device__ float mostOfWarp(float v)
{
    for (int step = 16; step > 0; step /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, step));
    return v;
}

static __device__ float sumOfWarp(float v)
{
    for (int step = 16; step > 0; step /= 2)
        v += __shfl_xor_sync(0xffffffff, v, step);
    return v;
}

// A warp for each row. What doesn't fit into its registers is read again.
__global__ void softmax(const float *x, float *y, int rows, int n)
{
    int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    for (int row = warp; row < rows; row += gridDim.x * blockDim.x / 32) {
        const float *from = x + row * n;
        float *to = y + row * n, v[EACH], most = -INFINITY, sum = 0;
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            int i = lane + 32 * k;
            v[k] = i < n ? from[i] : -INFINITY;
            most = fmaxf(most, v[k]);
        }
        for (int i = lane + 32 * EACH; i < n; i += 32)
            most = fmaxf(most, from[i]);
        most = mostOfWarp(most);
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            v[k] = __expf(v[k] - most);
            sum += v[k];
        }
        for (int i = lane + 32 * EACH; i < n; i += 32)
            sum += __expf(from[i] - most);
        float scale = 1 / sumOfWarp(sum);
#pragma unroll
        for (int k = 0; k < EACH; k++)
            if (lane + 32 * k < n)
                to[lane + 32 * k] = v[k] * scale;
        for (int i = lane + 32 * EACH; i < n; i += 32)
            to[i] = __expf(from[i] - most) * scale;
    }
}
// [end of your code]
