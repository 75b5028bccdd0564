// No word to spare: a transpose without bank conflicts in a tile of 32 x 32 words.
//
//     make ex1-4

enum { TILE = 32 };

// Launched with a block of TILE x TILE threads per tile of the matrix; x runs along its rows.
// in: (rows, columns), out: (columns, rows)
__global__ void transpose(const float *in, float *out, size_t rows, size_t columns)
{
    // [your code]
    __shared__ float tile[TILE][TILE + 1]; // TODO: 4,224 bytes; 4,096 have to do
    unsigned int x = threadIdx.x, y = threadIdx.y;
    size_t column = (size_t)blockIdx.x * TILE + x, row = (size_t)blockIdx.y * TILE + y;

    if (row < rows && column < columns)
        tile[y][x] = in[row * columns + column];
    __syncthreads();

    column = (size_t)blockIdx.y * TILE + x; // of the result: x runs along its rows
    row = (size_t)blockIdx.x * TILE + y;
    if (row < columns && column < rows)
        out[row * rows + column] = tile[x][y];
    // [end of your code]
}
