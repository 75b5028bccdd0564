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
    size_t low = 0,
           high = m; // TODO: lanes leave the loop at different times, and go different ways in it
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table[middle] == wanted) {
            low = middle;
            break;
        }
        if (table[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    at[i] = (int)low;
    // [end of your code]
}
