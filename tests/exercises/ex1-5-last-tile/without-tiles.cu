// fails: sectors loaded
// The last, partial tile: a product of square matrices in tiles.
//
//     make ex1-5

enum { TILE = 16 };

// Launched with a block of TILE x TILE threads per tile of C.
__global__ void multiply(const float *A, const float *B, float *C,
                         size_t width) // each: (width, width)
{
    // [your code]
    size_t row = (size_t)blockIdx.y * TILE + threadIdx.y,
           column = (size_t)blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    if (row >= width || column >= width)
        return;
    for (size_t k = 0; k < width; k++)
        sum += A[row * width + k] * B[k * width + column];
    C[row * width + column] = sum;
    // [end of your code]
}
