// fails: number of requests
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
    int smaller = 0;
    for (size_t k = 0; k < m; k++)
        smaller += table[k] < wanted;
    at[i] = smaller;
    // [end of your code]
}
