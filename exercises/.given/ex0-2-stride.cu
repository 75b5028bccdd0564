// A grid of any size: y = a x + y, and each thread takes its share of the elements.
//
//     make ex0-2

// Launched with any grid in one dimension, a single thread included.
__global__ void saxpy(float a, const float *x, float *y, size_t n) // x, y: (n)
{
    // [your code]
    // TODO: where does a thread begin, and how far away is its next element?
    // [end of your code]
}
