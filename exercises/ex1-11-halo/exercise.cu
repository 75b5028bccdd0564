// A tile and its halo: neighbours from shared memory.
//
//     make ex1-11
//
// in, out: (rows, columns), by rows. blockDim: (SIDE, SIDE).

enum { SIDE = 16 };

__global__ void cross(const int *in, int *out, int rows, int columns)
{
    __shared__ int tile[SIDE + 2][SIDE + 2];
    int x = threadIdx.x + 1, y = threadIdx.y + 1; // this thread's element in the tile
    int row = blockIdx.y * SIDE + threadIdx.y, column = blockIdx.x * SIDE + threadIdx.x;
    // [your code]
    // TODO: load the tile with its halo; then add four neighbours.
    tile[y][x] = 0;
    if (row < rows && column < columns)
        out[row * columns + column] = tile[y][x] + in[0] * 0;
    // [end of your code]
}
