// fails: let the threads share the work
__global__ void softmax(const float *x, float *y, size_t rows, size_t n)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned int lane = threadIdx.x % 32;
    if (row >= rows || lane > 2)
        return;
    x += row * n;
    y += row * n;
    float most = -INFINITY, sum = 0;
    for (size_t i = 0; i < n; i++)
        most = fmaxf(most, x[i]);
    if (most == -INFINITY)
        most = 0;
    for (size_t i = 0; i < n; i++)
        sum += expf(x[i] - most);
    float scale = sum == 0 ? 0 : 1 / sum;
    for (size_t i = lane; i < n; i += 3)
        y[i] = expf(x[i] - most) * scale;
}
