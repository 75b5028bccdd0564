// fails: gram\[0\]\[0\]
// Every row with every row: the Gram matrix of a matrix's rows, in tiles.
//
//     make ex1-6

enum { TILE = 16 };

// Launched with a block of TILE x TILE threads per tile of gram.
// in: (rows, columns), gram: (rows, rows)
__global__ void gramMatrix(const float *in, float *gram, size_t rows, size_t columns)
{
    // [your code]

    // [end of your code]
}
