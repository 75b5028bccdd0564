// To each head its own: rows of queries, keys and values become matrices, head by head, and back.
//
//     make ex1-17

// Launched with a thread per element of qkv, in one dimension.
// qkv: (n, 3, heads, d), q, k, v: (heads, n, d)
__global__ void split(const float *qkv, float *q, float *k, float *v, int n, int heads, int d)
{
    // [your code]
    int i = blockIdx.x * blockDim.x + threadIdx.x, width = heads * d;
    if (i >= 3 * n * width)
        return;
    int t = i / (3 * width), part = i / width % 3, h = i / d % heads, e = i % d;
    float *to = part == 0 ? q : part == 1 ? k : v;
    to[(h * n + t) * d + e] = qkv[i];
    // [end of your code]
}

// Launched with a thread per element of x, in one dimension.
// o: (heads, n, d), x: (n, heads, d)
__global__ void join(const float *o, float *x, int n, int heads, int d)
{
    // [your code]
    int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= n * heads * d)
        return;
    int row = place / (heads * d), head = place / d % heads;
    x[place] = o[(head * n + row) * d + place % d];
    // [end of your code]
}
