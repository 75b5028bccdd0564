// A column for each new value: keys and values go into the cache, keys by rows and values by columns.
//
//     make ex1-18

// Launched with a thread per element of k, in one dimension.
// k, v: (heads, n, d), keys: (heads, context, d), values: (heads, d, context)
__global__ void remember(const float *k, const float *v, float *keys, float *values, int n,
                         int heads, int d, int first, int context)
{
    // [your code]
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= heads * n * d)
        return;
    int h = i / (n * d), t = i / d % n, e = i % d, position = first + t;
    keys[(h * context + position) * d + e] = k[i];
    values[(h * d + e) * context + position] = v[i];
    // [end of your code]
}
