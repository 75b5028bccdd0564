// Rows of the same size: a mean, a deviation and a division, by a warp.
//
//     make ex3-16
//
// x, y: (rows, n), by rows; gain, bias: (n). A warp for each row; blockDim.x is a multiple of 32.

__global__ void layerNorm(const float *x, const float *gain, const float *bias, float *y,
                          size_t rows, size_t n)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned int lane = threadIdx.x % 32;
    if (row >= rows) // the whole warp
        return;
    x += row * n;
    y += row * n;
    // [your code]
    // TODO: the mean, the deviation, and each element.
    (void)x, (void)gain, (void)bias, (void)y, (void)lane;
    // [end of your code]
}
