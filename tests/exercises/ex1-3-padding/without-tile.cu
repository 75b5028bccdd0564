// fails: store efficiency
// A column out of shared memory: a transpose without bank conflicts.
//
//     make ex1-3

enum { TILE = 32 };

// Launched with a block of TILE x TILE threads per tile of the matrix; x runs along its rows.
// in: (rows, columns), out: (columns, rows)
__global__ void transpose(const float *in, float *out, size_t rows, size_t columns)
{
    // [your code]
    size_t column = (size_t)blockIdx.x * TILE + threadIdx.x,
           row = (size_t)blockIdx.y * TILE + threadIdx.y;
    if (row < rows && column < columns)
        out[column * rows + row] = in[row * columns + column];
    // [end of your code]
}
