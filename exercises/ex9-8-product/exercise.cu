// A matrix product: kernel golf.
//
//     make ex9-8
//
// A: (rows, inner), B: (inner, columns), only read; C: (rows, columns), every element to be written.

// [your code]
__device__ int blocks = 528, threads = 256;

__global__ void product(const float *A, const float *B, float *C, int rows, int columns, int inner)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < rows * columns; i += gridDim.x * blockDim.x) {
        int row = i / columns, column = i % columns;
        float sum = 0;
        for (int k = 0; k < inner; k++)
            sum += A[row * inner + k] * B[k * columns + column];
        C[i] = sum;
    }
}
// [end of your code]
