// fails: (Invalid __global__|out of bounds|at\[)
// Searching in step: places in a sorted table, by halving.
//
//     make ex2-11

// Launched with a thread per number. table: (m), ascending; x, at: (n)
__global__ void search(const int *table, size_t m, const int *x, int *at, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    int wanted = x[i];
    // [your code]
    size_t first = 0; // the answer is one of first to first + length
    for (size_t length = m; length > 0;) {
        size_t half = (length + 1) / 2;
        first += table[first + half] < wanted ? half : 0;
        length -= half;
    }
    at[i] = (int)first;
    // [end of your code]
}
