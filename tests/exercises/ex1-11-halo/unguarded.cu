// fails: Invalid __global__ read|out\[
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
    for (int t = threadIdx.y * SIDE + threadIdx.x; t < (SIDE + 2) * (SIDE + 2); t += SIDE * SIDE) {
        int i = blockIdx.y * SIDE + t / (SIDE + 2) - 1, j = blockIdx.x * SIDE + t % (SIDE + 2) - 1;
        bool inside = i >= 0 && i < rows && j >= 0 && j < columns;
        tile[t / (SIDE + 2)][t % (SIDE + 2)] = in[i * columns + j];
    }
    __syncthreads();
    if (row < rows && column < columns)
        out[row * columns + column] =
            tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1];
    // [end of your code]
}
