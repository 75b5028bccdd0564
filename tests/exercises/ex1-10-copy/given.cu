// fails: (load efficiency|sectors per load request|store efficiency)
// As fast as the memory: a copy.
//
//     make ex1-10

// Launched with any grid of at least 4 threads. in, out: (n), from multiples of 256 bytes on.
__global__ void copy(const int *in, int *out, size_t n)
{
    // [your code]
    // TODO: each thread copies a piece of its own; a warp's lanes are far apart
    size_t threads = (size_t)gridDim.x * blockDim.x,
           t = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t each = (n + threads - 1) / threads;

    for (size_t i = t * each; i < n && i < (t + 1) * each; i++)
        out[i] = in[i];
    // [end of your code]
}
