// The four largest: kernel golf.
//
//     make ex9-7
//
// x: (rows, n), only read; out: (rows, 4), every element to be written, the largest first. n is 4 or more.

enum { LEAST = -2147483647 - 1 }; // no int is smaller

// [your code]
__device__ int blocks = 132, threads = 32;

__global__ void topFour(const int *x, int *out, int rows, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = first; row < rows; row += gridDim.x * blockDim.x) {
        int best[4] = {LEAST, LEAST, LEAST, LEAST};
        for (int i = 0; i < n; i++) {
            int v = x[row * n + i];
            for (int k = 0; k < 4; k++) {
                int larger = max(best[k], v);
                v = min(best[k], v);
                best[k] = larger;
            }
        }
        for (int k = 0; k < 4; k++)
            out[row * 4 + k] = best[k];
    }
}
// [end of your code]
