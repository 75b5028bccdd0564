// To each head its own: rows of queries, keys and values become matrices, head by head, and back.
//
//     make ex1-17

// Launched with a thread per element of qkv, in one dimension.
// qkv: (n, 3, heads, d), q, k, v: (heads, n, d)
__global__ void split(const float *qkv, float *q, float *k, float *v, int n, int heads, int d)
{
    // [your code]
    // TODO: part 1.
    (void)qkv, (void)q, (void)k, (void)v, (void)n, (void)heads, (void)d;
    // [end of your code]
}

// Launched with a thread per element of x, in one dimension.
// o: (heads, n, d), x: (n, heads, d)
__global__ void join(const float *o, float *x, int n, int heads, int d)
{
    // [your code]
    // TODO: part 2.
    (void)o, (void)x, (void)n, (void)heads, (void)d;
    // [end of your code]
}
