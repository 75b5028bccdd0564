// fails: let them do their work
__global__ void nothing() {}
static __device__ void ranks(int *x, int *y, int lo, int hi)
{
    for (int i = lo + threadIdx.x; i < hi; i += 32) {
        int own = x[i], p = lo;
        for (int k = lo; k < hi; k++)
            p += x[k] < own || (x[k] == own && k < i);
        y[p] = own;
    }
    __syncthreads();
    for (int i = lo + threadIdx.x; i < hi; i += 32)
        x[i] = y[i];
}
__global__ void sortShort(int *x, int lo, int hi)
{
    __shared__ int y[32];
    ranks(x + lo, y, 0, hi - lo);
}
__global__ void merge(const int *x, int *y, int lo, int middle, int hi)
{
    int i = lo + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= hi)
        return;
    bool isLeft = i < middle;
    int own = x[i], from = isLeft ? middle : lo, to = isLeft ? hi : middle, first = from;
    while (from < to) {
        int half = from + (to - from) / 2;
        if (isLeft ? x[half] < own : x[half] <= own)
            from = half + 1;
        else
            to = half;
    }
    y[lo + (i - (isLeft ? lo : middle)) + (from - first)] = own;
}
__global__ void sort(int *x, int *y, int lo, int hi)
{
    for (int w = 1; w < hi - lo; w *= 2) {
        for (int i = lo + threadIdx.x; i < hi; i += 32) {
            int b = lo + (i - lo) / (2 * w) * 2 * w, m = min(b + w, hi), e = min(b + 2 * w, hi),
                own = x[i];
            bool left = i < m;
            int from = left ? m : b, to = left ? e : m, first = from;
            while (from < to) {
                int h = from + (to - from) / 2;
                if (left ? x[h] < own : x[h] <= own)
                    from = h + 1;
                else
                    to = h;
            }
            y[b + (i - (left ? b : m)) + (from - first)] = own;
        }
        __syncthreads();
        for (int i = lo + threadIdx.x; i < hi; i += 32)
            x[i] = y[i];
        __syncthreads();
    }
    if (threadIdx.x == 0 && hi - lo > 32)
        for (int k = 0; k < 5; k++)
            nothing<<<1, 1, 0, cudaStreamFireAndForget>>>();
}
