// A transpose at full rate: kernel golf.
//
//     make ex9-2
//
// in: (rows, columns), only read; out: (columns, rows), every element to be written.

// [your code]
__device__ int blocks = 1056, threads = 256;

__global__ void transpose(const int *in, int *out, int rows, int columns)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < rows * columns; i += gridDim.x * blockDim.x) {
        int row = i / columns, column = i % columns;
        out[column * rows + row] = in[i];
    }
}
// [end of your code]
