// A cross of five: kernel golf.
//
//     make ex9-5
//
// in: (rows, columns), only read; out: (rows, columns), every element to be written.

// [your code]
__device__ int blocks = 1056, threads = 256;

__global__ void stencil(const int *in, int *out, int rows, int columns)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int t = first; t < rows * columns; t += gridDim.x * blockDim.x) {
        int row = t % rows, column = t / rows, i = row * columns + column, sum = in[i];
        if (row > 0)
            sum += in[i - columns];
        if (row + 1 < rows)
            sum += in[i + columns];
        if (column > 0)
            sum += in[i - 1];
        if (column + 1 < columns)
            sum += in[i + 1];
        out[i] = sum;
    }
}
// [end of your code]
