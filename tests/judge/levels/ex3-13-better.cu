// Short rows stay in registers, so that each element is loaded once and its exponential computed once.

enum { KEPT = 8 }; // elements of a lane

__global__ void softmax(const float *x, float *y, size_t rows, size_t n)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    x += row * n;
    y += row * n;
    float most = -INFINITY, sum = 0, kept[KEPT];
    for (int k = 0; k < KEPT; k++) {
        kept[k] = lane + 32 * k < n ? x[lane + 32 * k] : -INFINITY;
        most = fmaxf(most, kept[k]);
    }
    for (size_t i = lane + 32 * KEPT; i < n; i += 32)
        most = fmaxf(most, x[i]);
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    if (most == -INFINITY)
        most = 0;
    for (int k = 0; k < KEPT; k++)
        sum += kept[k] = expf(kept[k] - most);
    for (size_t i = lane + 32 * KEPT; i < n; i += 32)
        sum += expf(x[i] - most);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    float scale = sum == 0 ? 0 : 1 / sum;
    for (int k = 0; k < KEPT; k++)
        if (lane + 32 * k < n)
            y[lane + 32 * k] = kept[k] * scale;
    for (size_t i = lane + 32 * KEPT; i < n; i += 32)
        y[i] = expf(x[i] - most) * scale;
}
