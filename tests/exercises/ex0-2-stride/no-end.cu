// fails: (out of bounds|Invalid __global__)
// A grid of any size: y = a x + y, each thread takes as many elements as fall to it.
//
//     make ex0-2

// Launched with any grid in one dimension, a single thread included.
__global__ void saxpy(float a, const float *x, float *y, size_t n) // x, y: (n)
{
    // [your code]
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n + 1; i += threads)
        y[i] = a * x[i] + y[i];
    // [end of your code]
}
