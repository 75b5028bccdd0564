// Along the rows: a bias per column is added to each row of a matrix.
//
//     make ex1-1

// Launched with a thread per element, in one dimension.
// in, out: (rows, columns), bias: (columns)
__global__ void addBias(const float *in, const float *bias, float *out, size_t rows, size_t columns)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * columns)
        return;

    // [your code]
    // TODO: neighbouring threads are `columns` elements apart
    size_t row = i % rows, column = i / rows;
    // [end of your code]
    out[row * columns + column] = in[row * columns + column] + bias[column];
}
