// How many come before me? Counts and ranks in a warp and in a block.
//
//     make ex2-14
//
// x: (n), only read. counts: (all warps of the grid). ranks: (n).

__global__ void warpCounts(const int *x, int *counts, size_t n)
{
    // [your code]
    // TODO: part 1.
    // [end of your code]
}

__global__ void warpRanks(const int *x, int *ranks, size_t n)
{
    // [your code]
    // TODO: part 2.
    // [end of your code]
}

__global__ void blockRanks(const int *x, int *ranks, size_t n)
{
    // [your code]
    // TODO: part 3.
    // [end of your code]
}
