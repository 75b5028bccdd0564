// Keeping the positive elements: stream compaction in three launches.
//
//     make ex3-15
//
// x: (n), only read. counts, before: (blocks). total: (1). out: (n), of which the first *total are written.

enum { MOST = 256 }; // threads of a block, at most

__global__ void count(const int *x, int *counts, size_t n)
{
    // [your code]
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int kept = __syncthreads_count(i < n && x[i] > 0);
    if (threadIdx.x == 0)
        counts[blockIdx.x] = kept;
    // [end of your code]
}

// before[b] = counts[0] + … + counts[b - 1]
__global__ void scan(const int *counts, int *before, int blocks, int *total)
{
    // [your code]
    __shared__ int part[MOST];
    int carried = 0; // the sum of the stretches before, the same in all threads
    unsigned int t = threadIdx.x;
    for (int first = 0; first < blocks; first += (int)blockDim.x) {
        int b = first + (int)t, own = b < blocks ? counts[b] : 0;
        part[t] = own;
        __syncthreads();
        for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
            int add = t >= stride ? part[t - stride] : 0;
            __syncthreads();
            part[t] += add;
            __syncthreads();
        }
        if (b < blocks)
            before[b] = carried + part[t] - own;
        carried += part[blockDim.x - 1];
        __syncthreads(); // before the next stretch is put into part
    }
    if (t == 0)
        *total = carried;
    // [end of your code]
}

__global__ void scatter(const int *x, const int *before, int *out, size_t n)
{
    // [your code]
    __shared__ int part[MOST];
    unsigned int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    int element = i < n ? x[i] : 0, keep = element > 0;
    part[t] = keep;
    __syncthreads();
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        int add = t >= stride ? part[t - stride] : 0;
        __syncthreads();
        part[t] += add;
        __syncthreads();
    }
    if (keep)
        out[before[blockIdx.x] + part[t] - 1] = element;
    // [end of your code]
}
