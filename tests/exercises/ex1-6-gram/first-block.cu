// fails: gram\[0\]\[16\]
// Every row with every row: the Gram matrix of a matrix's rows, in tiles.
//
//     make ex1-6

enum { TILE = 16 };

// Launched with a block of TILE x TILE threads per tile of gram.
// in: (rows, columns), gram: (rows, rows)
__global__ void gramMatrix(const float *in, float *gram, size_t rows, size_t columns)
{
    // [your code]
    __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    size_t row = (size_t)blockIdx.y * TILE + y, column = (size_t)blockIdx.x * TILE + x;
    size_t first = row,
           second = (size_t)blockIdx.x * TILE + y; // rows of `in` that this thread loads
    float sum = 0;

    for (size_t m = 0; m < (columns + TILE - 1) / TILE; m++) {
        tileA[y][x] =
            first < rows && m * TILE + x < columns ? in[first * columns + m * TILE + x] : 0;
        tileB[y][x ^ y] =
            second < rows && m * TILE + x < columns ? in[second * columns + m * TILE + x] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += tileA[y][k] * tileB[x][k ^ x];
        __syncthreads();
    }
    if (row < TILE && column < TILE && row < rows && column < rows)
        gram[row * rows + column] = sum;
    // [end of your code]
}
