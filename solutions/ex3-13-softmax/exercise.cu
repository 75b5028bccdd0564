// Softmax of a row: a maximum, a sum and a division, all in a warp.
//
//     make ex3-13
//
// x, y: (rows, n), by rows. A warp for each row; blockDim.x is a multiple of 32.

__global__ void softmax(const float *x, float *y, size_t rows, size_t n)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned int lane = threadIdx.x % 32;
    if (row >= rows) // the whole warp
        return;
    x += row * n;
    y += row * n;
    // [your code]
    float most = -INFINITY, sum = 0;
    for (size_t i = lane; i < n; i += 32)
        most = fmaxf(most, x[i]);
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    if (most == -INFINITY) // as every element is: the exponentials should be 0, not NaN
        most = 0;
    for (size_t i = lane; i < n; i += 32)
        sum += expf(x[i] - most);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    float scale = sum == 0 ? 0 : 1 / sum;
    for (size_t i = lane; i < n; i += 32)
        y[i] = expf(x[i] - most) * scale;
    // [end of your code]
}
