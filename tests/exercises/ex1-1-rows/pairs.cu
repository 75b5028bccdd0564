// fails: load efficiency
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
    if (columns % 2 == 1) {
        out[i] = in[i] + bias[i % columns];
        return;
    }
    size_t pair = i / 2, row = pair % rows, column = pair / rows * 2 + i % 2;
    // [end of your code]
    out[row * columns + column] = in[row * columns + column] + bias[column];
}
