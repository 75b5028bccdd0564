// A sort that divides itself: merge sort by nested launches.
//
//     make ex5-7
//
// x: the array, sorted in place; y: as much room. A stretch is lo … hi - 1.

// One warp sorts a stretch of at most 32 elements.
__global__ void sortShort(int *x, int lo, int hi)
{
    // [your code]
    // TODO: part 1.
    // [end of your code]
}

__global__ void merge(const int *x, int *y, int lo, int middle, int hi)
{
    // [your code]
    // TODO: part 2.
    // [end of your code]
}

__global__ void copyBack(int *x, const int *y, int lo, int hi)
{
    int i = lo + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < hi)
        x[i] = y[i];
}

__global__ void sort(int *x, int *y, int lo, int hi)
{
    // [your code]
    // TODO: part 3.
    // [end of your code]
}
