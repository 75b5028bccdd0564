// A transpose at full rate: kernel golf.
//
//     make ex9-2
//
// in: (rows, columns), only read; out: (columns, rows), every element to be written.

// [your code]
enum { TILE = 32, ROWS = 8 }; // a block of TILE * ROWS threads moves a tile

__device__ int blocks = 1056, threads = TILE * ROWS;

__global__ void transpose(const int *in, int *out, int rows, int columns)
{
    __shared__ int tile[TILE][TILE + 1];
    int x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    int across = (columns + TILE - 1) / TILE, down = (rows + TILE - 1) / TILE;
    for (int t = blockIdx.x; t < across * down; t += gridDim.x) {
        int left = t % across * TILE, top = t / across * TILE;
        for (int k = y; k < TILE; k += ROWS)
            if (top + k < rows && left + x < columns)
                tile[k][x] = in[(top + k) * columns + left + x];
        __syncthreads();
        for (int k = y; k < TILE; k += ROWS)
            if (left + k < columns && top + x < rows)
                out[(left + k) * rows + top + x] = tile[x][k];
        __syncthreads();
    }
}
// [end of your code]
