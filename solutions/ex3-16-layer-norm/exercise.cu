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
    float mean = 0, squares = 0;
    for (size_t i = lane; i < n; i += 32)
        mean += x[i];
    for (int offset = 16; offset > 0; offset /= 2)
        mean += __shfl_xor_sync(0xffffffff, mean, offset);
    mean /= n;
    for (size_t i = lane; i < n; i += 32)
        squares += (x[i] - mean) * (x[i] - mean);
    for (int offset = 16; offset > 0; offset /= 2)
        squares += __shfl_xor_sync(0xffffffff, squares, offset);
    float scale = rsqrtf(squares / n + 1e-5f);
    for (size_t i = lane; i < n; i += 32)
        y[i] = (x[i] - mean) * scale * gain[i] + bias[i];
    // [end of your code]
}
