// fails: c\[0\]
// Add two vectors: c[i] = a[i] + b[i], a thread per element.
//
//     make ex0-1

// Launched with blocks of any size, and enough of them to cover n elements.
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n) // each: (n)
{
    // [your code]
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        c[i] = a[i] + b[i];
    // [end of your code]
}
