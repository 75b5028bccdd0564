// Softmax of many rows: kernel golf.
//
//     make ex9-6
//
// x: (rows, n), only read; y: (rows, n), every element to be written.

// [your code]
__device__ int blocks = 132, threads = 32;

__global__ void softmax(const float *x, float *y, int rows, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = first; row < rows; row += gridDim.x * blockDim.x) {
        const float *from = x + row * n;
        float most = from[0], sum = 0;
        for (int i = 1; i < n; i++)
            most = fmaxf(most, from[i]);
        for (int i = 0; i < n; i++)
            sum += expf(from[i] - most);
        for (int i = 0; i < n; i++)
            y[row * n + i] = expf(from[i] - most) / sum;
    }
}
// [end of your code]
