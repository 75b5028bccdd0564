// fails: ([Bb]arrier|C\[|[Uu]ninitialized)
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

    if (row >= width || column >= width)
        return;
    for (size_t m = 0; m < (width + TILE - 1) / TILE; m++) {
        tileA[y][x] = row < width && m * TILE + x < width ? A[row * width + m * TILE + x] : 0;
        tileB[y][x] =
            m * TILE + y < width && column < width ? B[(m * TILE + y) * width + column] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += tileA[y][k] * tileB[k][x];
        __syncthreads();
    }
    if (row < width && column < width)
        C[row * width + column] = sum;
    // [end of your code]
}
