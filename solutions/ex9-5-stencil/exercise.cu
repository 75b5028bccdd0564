// A cross of five: kernel golf.
//
//     make ex9-5
//
// in: (rows, columns), only read; out: (rows, columns), every element to be written.

// [your code]
enum { DOWN = 8 }; // rows that a thread works on, one after the other

__device__ int blocks = 1024, threads = 256;

// A thread walks down a column, and keeps what it will need again: the element itself, and the one above.
__global__ void stencil(const int *in, int *out, int rows, int columns)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, strips = (rows + DOWN - 1) / DOWN;
    for (int t = first; t < strips * columns; t += gridDim.x * blockDim.x) {
        int column = t % columns, row = t / columns * DOWN, i = row * columns + column;
        int above = row > 0 ? in[i - columns] : 0, here = in[i];
#pragma unroll
        for (int k = 0; k < DOWN; k++, row++, i += columns) {
            if (row >= rows)
                break;
            int below = row + 1 < rows ? in[i + columns] : 0;
            int left = column > 0 ? in[i - 1] : 0, right = column + 1 < columns ? in[i + 1] : 0;
            out[i] = above + here + below + left + right;
            above = here;
            here = below;
        }
    }
}
// [end of your code]
