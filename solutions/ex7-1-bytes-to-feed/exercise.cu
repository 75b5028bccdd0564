// Bytes to feed a tensor core.
//
//     make ex7-1
//
// out: (32). One warp. rows and columns are multiples of 16, together at most 256.

__global__ void feed(int rows, int columns, unsigned int *out)
{
    __shared__ uint4 piece[16][32];
    int lane = threadIdx.x;
    for (int i = 0; i < 16; i++)
        piece[i][lane] = make_uint4(lane, i, lane, i);
    __syncwarp();
    unsigned int sum = 0;
    for (int i = 0; i < rows / 16 + columns / 16; i++) {
        uint4 x = piece[i][lane];
        sum += x.x + x.y + x.z + x.w;
    }
    out[lane] = sum;
}

// [your code]
__device__ double answer1 = 16;    // 4 pieces of 4 wavefronts
__device__ double answer2 = 32;    // 8 pieces
__device__ double answer3 = 48;    // 12 pieces
__device__ double answer4 = 8;     // 32 * 32 * 16 over 16 * 128
__device__ double answer5 = 16;    // 64 * 64 * 16 over 32 * 128
__device__ double answer6 = 21.33; // 64 * 128 * 16 over 48 * 128
// [end of your code]
