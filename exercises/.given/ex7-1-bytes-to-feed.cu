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
__device__ double answer1 = 0; // TODO: wavefronts for 32 x 32 sums
__device__ double answer2 = 0; // TODO: wavefronts for 64 x 64 sums
__device__ double answer3 = 0; // TODO: wavefronts for 64 x 128 sums
__device__ double answer4 = 0; // TODO: multiply-adds per byte for 32 x 32 sums
__device__ double answer5 = 0; // TODO: multiply-adds per byte for 64 x 64 sums
__device__ double answer6 = 0; // TODO: multiply-adds per byte for 64 x 128 sums
// [end of your code]
