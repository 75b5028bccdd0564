// The exponentials are stored, loaded for their sum, and loaded once more for the division.

__global__ void softmax(const float *x, float *y, size_t rows, size_t n)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    x += row * n;
    y += row * n;
    float most = -INFINITY, sum = 0;
    for (size_t i = lane; i < n; i += 32)
        most = fmaxf(most, x[i]);
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    if (most == -INFINITY)
        most = 0;
    for (size_t i = lane; i < n; i += 32)
        y[i] = expf(x[i] - most);
    for (size_t i = lane; i < n; i += 32)
        sum += y[i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    float scale = sum == 0 ? 0 : 1 / sum;
    for (size_t i = lane; i < n; i += 32)
        y[i] *= scale;
}
