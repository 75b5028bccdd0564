// fails: (out of bounds|Invalid __global__|C\[)
// The last, partial tile: a product of square matrices in tiles.
//
//     make ex1-5

enum { TILE = 16 };

// Launched with a block of TILE x TILE threads per tile of C.
__global__ void multiply(const float *A, const float *B, float *C,
                         size_t width) // each: (width, width)
{
    // [your code]
    __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    size_t row = (size_t)blockIdx.y * TILE + y, column = (size_t)blockIdx.x * TILE + x;
    float sum = 0;

    for (size_t m = 0; m < (width + TILE - 1) / TILE; m++) {
        tileA[y][x] = A[row * width + m * TILE + x];
        tileB[y][x] = B[(m * TILE + y) * width + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += tileA[y][k] * tileB[k][x];
        __syncthreads();
    }
    if (row < width && column < width)
        C[row * width + column] = sum;
    // [end of your code]
}
