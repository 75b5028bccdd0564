// A swizzle for short rows.
//
//     make ex7-4
//
// in: (n, 64, 4), tiles by rows; out: (n, 4, 64), by columns; pieces of 16 bytes.

// The place of a piece in a tile: 0 to 255. row: 0 to 63, piece: 0 to 3
static __device__ int place(int row, int piece)
{
    // [your code]
    return row * 4 + (piece ^ row / 2 % 4);
    // [end of your code]
}

__global__ void columns(const uint4 *in, uint4 *out)
{
    __shared__ uint4 tile[64 * 4];
    int i = threadIdx.x;
    tile[place(i / 4, i % 4)] = in[blockIdx.x * 256 + i];
    __syncthreads();
    out[blockIdx.x * 256 + i] = tile[place(i % 64, i / 64)];
}
