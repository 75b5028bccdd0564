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
    // TODO: the largest element, the sum of the exponentials, the shares.
    for (size_t i = lane; i < n; i += 32)
        y[i] = expf(x[i]);
    // [end of your code]
}
