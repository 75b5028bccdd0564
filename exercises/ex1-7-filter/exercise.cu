// A filter with constant weights: a weighted sum of nine neighbours.
//
//     make ex1-7

enum { RADIUS = 4 };

__constant__ float weight[2 * RADIUS + 1]; // filled by the host before the launch

// Launched with a thread per element.
__global__ void filter(const float *in, float *out, size_t n) // in, out: (n)
{
    // [your code]
    // TODO: add up weight[k] * in[i + k - RADIUS] for those that exist.
    // [end of your code]
}
