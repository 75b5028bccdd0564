// Sorting small keys: kernel golf.
//
//     make ex9-9
//
// x: (rows, n), each 0 to 15, only read; out: (rows, n), every element to be written.

// [your code]
__device__ int blocks = 132, threads = 32;

__global__ void sortRows(const int *x, int *out, int rows, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = first; row < rows; row += gridDim.x * blockDim.x) {
        int at = row * n;
        for (int key = 0; key < 16; key++)
            for (int i = 0; i < n; i++)
                if (x[row * n + i] == key)
                    out[at++] = key;
    }
}
// [end of your code]
