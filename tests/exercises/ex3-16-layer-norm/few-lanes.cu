// fails: let the threads share the work
__global__ void layerNorm(const float *x, const float *gain, const float *bias, float *y,
                          size_t rows, size_t n)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned int lane = threadIdx.x % 32;
    if (row >= rows || lane > 2)
        return;
    x += row * n;
    y += row * n;
    float m = 0, s = 0;
    for (size_t i = 0; i < n; i++)
        m += x[i];
    m /= n;
    for (size_t i = 0; i < n; i++)
        s += (x[i] - m) * (x[i] - m);
    s = rsqrtf(s / n + 1e-5f);
    for (size_t i = lane; i < n; i += 3)
        y[i] = (x[i] - m) * s * gain[i] + bias[i];
}
