// Keeping the positive elements: stream compaction in three launches.
//
//     make ex3-15
//
// x: (n), only read. counts, before: (blocks). total: (1). out: (n), of which the first *total are written.

enum { MOST = 256 }; // threads of a block, at most

__global__ void count(const int *x, int *counts, size_t n)
{
    // [your code]
    // TODO: part 1.
    // [end of your code]
}

// before[b] = counts[0] + … + counts[b - 1]
__global__ void scan(const int *counts, int *before, int blocks, int *total)
{
    // [your code]
    // TODO: part 2.
    // [end of your code]
}

__global__ void scatter(const int *x, const int *before, int *out, size_t n)
{
    // [your code]
    // TODO: part 3.
    // [end of your code]
}
