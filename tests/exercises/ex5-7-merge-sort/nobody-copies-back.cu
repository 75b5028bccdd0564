// fails: x\[
// A sort that divides itself: merge sort by nested launches.
//
//     make ex5-7
//
// x: the array, sorted in place; y: as much room. A stretch is lo … hi - 1.

// One warp sorts a stretch of at most 32 elements.
__global__ void sortShort(int *x, int lo, int hi)
{
    // [your code]
    int lane = threadIdx.x, i = lo + lane, own = i < hi ? x[i] : 0, place = lo;
    for (int k = lo; k < hi; k++)
        place += x[k] < own || (x[k] == own && k < i);
    __syncwarp(); // all have read
    if (i < hi)
        x[place] = own;
    // [end of your code]
}

__global__ void merge(const int *x, int *y, int lo, int middle, int hi)
{
    // [your code]
    int i = lo + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= hi)
        return;
    bool isLeft = i < middle;
    int own = x[i], from = isLeft ? middle : lo, to = isLeft ? hi : middle, first = from;
    while (from < to) { // what comes before is from first to from - 1
        int half = from + (to - from) / 2;
        if (isLeft ? x[half] < own : x[half] <= own)
            from = half + 1;
        else
            to = half;
    }
    y[lo + (i - (isLeft ? lo : middle)) + (from - first)] = own;
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
    int middle = lo + (hi - lo) / 2;
    if (threadIdx.x > 0 || hi - lo < 2)
        return;
    if (hi - lo <= 32) {
        sortShort<<<1, 32, 0, cudaStreamFireAndForget>>>(x, lo, hi);
        return;
    }
    sort<<<1, 32, 0, cudaStreamFireAndForget>>>(x, y, lo, middle);
    sort<<<1, 32, 0, cudaStreamFireAndForget>>>(x, y, middle, hi);
    int blocks = (hi - lo + 127) / 128;
    merge<<<blocks, 128, 0, cudaStreamTailLaunch>>>(x, y, lo, middle, hi);
    // [end of your code]
}
