// Every row with every row: the Gram matrix of a matrix's rows, in tiles.
//
//     make ex1-6

enum { TILE = 16 };

// Launched with a block of TILE x TILE threads per tile of gram.
// in: (rows, columns), gram: (rows, rows)
__global__ void gramMatrix(const float *in, float *gram, size_t rows, size_t columns)
{
    // [your code]
    // TODO: a tile of the rows for y, a tile of the rows for x, a barrier, products, a barrier, and on.
    // [end of your code]
}
