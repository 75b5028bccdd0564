// Prefix sums of rows: kernel golf.
//
//     make ex9-3
//
// x: (rows, n), only read; out: (rows, n), every element to be written.

// [your code]
__device__ int blocks = 132, threads = 32;

__global__ void scan(const int *x, int *out, int rows, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = first; row < rows; row += gridDim.x * blockDim.x) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += x[row * n + i];
            out[row * n + i] = sum;
        }
    }
}
// [end of your code]
