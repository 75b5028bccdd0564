// fails: sectors per load request
// As fast as the memory: a copy.
//
//     make ex1-10

// Launched with any grid of at least 4 threads. in, out: (n), from multiples of 256 bytes on.
__global__ void copy(const int *in, int *out, size_t n)
{
    // [your code]
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        out[i] = in[i];
    // [end of your code]
}
