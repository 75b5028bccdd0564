// fails: (load efficiency|sectors loaded)
// Every row with every row: the Gram matrix of a matrix's rows, in tiles.
//
//     make ex1-6

enum { TILE = 16 };

// Launched with a block of TILE x TILE threads per tile of gram.
// in: (rows, columns), gram: (rows, rows)
__global__ void gramMatrix(const float *in, float *gram, size_t rows, size_t columns)
{
    // [your code]
    size_t row = (size_t)blockIdx.y * TILE + threadIdx.y,
           column = (size_t)blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    if (row >= rows || column >= rows)
        return;
    for (size_t k = 0; k < columns; k++)
        sum += in[row * columns + k] * in[column * columns + k];
    gram[row * rows + column] = sum;
    // [end of your code]
}
