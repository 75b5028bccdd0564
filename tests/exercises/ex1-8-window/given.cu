// fails: sectors loaded
// A window that slides: sums of 17 neighbours, each element fetched once per block.
//
//     make ex1-8

enum { RADIUS = 8, MOST = 256 }; // neighbours on either side; threads per block

// Launched with a thread per element.
__global__ void window(const int *in, int *out, size_t n) // in, out: (n)
{
    // [your code]
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) { // TODO: each element is loaded by up to 17 threads
        int sum = 0;
        for (int k = -RADIUS; k <= RADIUS; k++) {
            long long at = (long long)i + k;
            if (at >= 0 && at < (long long)n)
                sum += in[at];
        }
        out[i] = sum;
    }
    // [end of your code]
}
