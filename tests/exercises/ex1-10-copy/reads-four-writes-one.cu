// fails: store efficiency
// As fast as the memory: a copy.
//
//     make ex1-10

// Launched with any grid of at least 4 threads. in, out: (n), from multiples of 256 bytes on.
__global__ void copy(const int *in, int *out, size_t n)
{
    // [your code]
    size_t threads = (size_t)gridDim.x * blockDim.x,
           t = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t fours = n / 4;
    const int4 *from = (const int4 *)in;

    for (size_t i = t; i < fours; i += threads) {
        int4 v = from[i];
        out[4 * i] = v.x;
        out[4 * i + 1] = v.y;
        out[4 * i + 2] = v.z;
        out[4 * i + 3] = v.w;
    }
    if (4 * fours + t < n)
        out[4 * fours + t] = in[4 * fours + t];
    // [end of your code]
}
