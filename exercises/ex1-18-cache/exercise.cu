// A column for each new value: keys and values go into the cache, keys by rows and values by columns.
//
//     make ex1-18

// Launched with a thread per element of k, in one dimension.
// k, v: (heads, n, d), keys: (heads, context, d), values: (heads, d, context)
__global__ void remember(const float *k, const float *v, float *keys, float *values, int n,
                         int heads, int d, int first, int context)
{
    // [your code]
    // TODO: where does this thread's key go, and where its value?
    (void)k, (void)v, (void)keys, (void)values, (void)n, (void)heads, (void)d, (void)first,
        (void)context;
    // [end of your code]
}
