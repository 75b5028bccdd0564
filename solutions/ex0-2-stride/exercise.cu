// A grid of any size: y = a x + y, and each thread takes its share of the elements.
//
//     make ex0-2

// Launched with any grid in one dimension, a single thread included.
__global__ void saxpy(float a, const float *x, float *y, size_t n) // x, y: (n)
{
    // [your code]
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        y[i] = a * x[i] + y[i];
    // [end of your code]
}
