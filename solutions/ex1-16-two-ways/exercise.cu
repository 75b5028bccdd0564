// Rows, columns, and a transpose: a blur in two directions by two kernels.
//
//     make ex1-16
//
// All matrices by rows.

enum { WIDE = 32, HIGH = 8, RADIUS = 2, TILE = 32 };

// Launched with blocks of WIDE x HIGH threads. in, out: (rows, columns)
__global__ void blurRows(const int *in, int *out, int rows, int columns)
{
    // [your code]
    __shared__ int line[HIGH][WIDE + 2 * RADIUS];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * HIGH + y;
    int first = blockIdx.x * WIDE, column = first + x;
    for (int at = x; at < WIDE + 2 * RADIUS; at += WIDE) {
        int from = first + at - RADIUS;
        line[y][at] =
            row < rows && from >= 0 && from < columns ? in[(size_t)row * columns + from] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += line[y][x + k];
    if (row < rows && column < columns)
        out[(size_t)row * columns + column] = sum;
    // [end of your code]
}

// Launched with blocks of WIDE x HIGH threads, each for a tile of TILE x TILE. in: (rows, columns), out: (columns, rows)
__global__ void transpose(const int *in, int *out, int rows, int columns)
{
    // [your code]
    __shared__ int tile[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE, column = blockIdx.x * TILE;
    for (int k = y; k < TILE; k += HIGH)
        if (row + k < rows && column + x < columns)
            tile[k][x] = in[(size_t)(row + k) * columns + column + x];
    __syncthreads();
    for (int k = y; k < TILE; k += HIGH)
        if (column + k < columns && row + x < rows)
            out[(size_t)(column + k) * rows + row + x] = tile[x][k];
    // [end of your code]
}
