// fails: ([Rr]ace|Uninitialized __shared__)
// From points to planes: x, y and z of n points, from one array into three.
//
//     make ex1-2

enum { MOST = 256 }; // threads per block

// Launched with a thread per point.
// xyz: (n, 3), x, y, z: (n)
__global__ void split(const float *xyz, float *x, float *y, float *z, size_t n)
{
    // [your code]
    __shared__ float stage[3 * MOST];
    unsigned int t = threadIdx.x;
    size_t first = (size_t)blockIdx.x * blockDim.x; // the block's first point

    for (unsigned int k = t; k < 3 * blockDim.x; k += blockDim.x)
        if (3 * first + k < 3 * n)
            stage[k] = xyz[3 * first + k];
    if (first + t < n) {
        x[first + t] = stage[3 * t];
        y[first + t] = stage[3 * t + 1];
        z[first + t] = stage[3 * t + 2];
    }
    // [end of your code]
}
