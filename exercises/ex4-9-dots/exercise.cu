// Four products in flight: a dot product for each row of a matrix, unrolled.
//
//     make ex4-9
//
// A: parts of rows that lie stride apart, x: (parts, columns), y: (parts, rows). A warp for each row;
// blockDim.x is a multiple of 32, blockIdx.y is the part.

__global__ void dots(const float *A, const float *x, float *y, int rows, int columns, int stride,
                     int parts, int apart)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, part = blockIdx.y;
    int lane = threadIdx.x % 32;
    if (row >= rows || part >= parts) // the whole warp
        return;
    A += (size_t)part * apart + (size_t)row * stride;
    x += (size_t)part * columns;
    float sum = 0;
    // [your code]
    // TODO: this lane's share of the row, in four sums.
    (void)A, (void)x, (void)lane;
    // [end of your code]
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
        y[(size_t)part * rows + row] = sum;
}
