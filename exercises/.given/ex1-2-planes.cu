// From points to planes: x, y and z of n points, from one array into three.
//
//     make ex1-2

enum { MOST = 256 }; // threads per block

// Launched with a thread per point.
// xyz: (n, 3), x, y, z: (n)
__global__ void split(const float *xyz, float *x, float *y, float *z, size_t n)
{
    // [your code]
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) { // TODO: a warp wants every third float; fetch side by side, then sort
        x[i] = xyz[3 * i];
        y[i] = xyz[3 * i + 1];
        z[i] = xyz[3 * i + 2];
    }
    // [end of your code]
}
