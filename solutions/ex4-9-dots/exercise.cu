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
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int c = lane;
    for (; c + 96 < columns; c += 128) {
        s0 += A[c] * x[c];
        s1 += A[c + 32] * x[c + 32];
        s2 += A[c + 64] * x[c + 64];
        s3 += A[c + 96] * x[c + 96];
    }
    for (; c < columns; c += 32)
        s0 += A[c] * x[c];
    sum = (s0 + s1) + (s2 + s3);
    // [end of your code]
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
        y[(size_t)part * rows + row] = sum;
}
