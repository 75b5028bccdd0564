// It loads x twice.

__global__ void saxpy(float a, const float *x, float *y, size_t n)
{
    const volatile float *again = x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        y[i] = a * (again[i] + again[i]) / 2 + y[i];
}
