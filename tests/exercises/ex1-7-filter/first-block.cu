// fails: (out\[128\]|[Rr]ace)
// A filter with constant weights: a weighted sum of nine neighbours.
//
//     make ex1-7

enum { RADIUS = 4 };

__constant__ float weight[2 * RADIUS + 1]; // filled by the host before the launch

// Launched with a thread per element.
__global__ void filter(const float *in, float *out, size_t n) // in, out: (n)
{
    // [your code]
    long long i = threadIdx.x;
    if (i >= (long long)n)
        return;

    float sum = 0;
    for (int k = 0; k < 2 * RADIUS + 1; k++) {
        long long at = i + k - RADIUS;
        if (at >= 0 && at < (long long)n)
            sum += weight[k] * in[at];
    }
    out[i] = sum;
    // [end of your code]
}
