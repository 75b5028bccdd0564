// Add two vectors: c[i] = a[i] + b[i], a thread per element.
//
//     make ex0-1

// Launched with blocks of any size, and enough of them to cover n elements.
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n) // each: (n)
{
    // [your code]
    // TODO: find the thread's number; if there is an element with that number, add.
    // [end of your code]
}
