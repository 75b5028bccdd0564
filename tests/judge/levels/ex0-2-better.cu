// Four elements are under way at a time, where the solution waits for each.

__global__ void saxpy(float a, const float *x, float *y, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x,
           i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 3 * threads < n; i += 4 * threads) {
        float p[4], q[4];
        for (int k = 0; k < 4; k++) {
            p[k] = x[i + k * threads];
            q[k] = y[i + k * threads];
        }
        for (int k = 0; k < 4; k++)
            y[i + k * threads] = a * p[k] + q[k];
    }
    for (; i < n; i += threads)
        y[i] = a * x[i] + y[i];
}
