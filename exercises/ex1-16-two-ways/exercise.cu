// Rows, columns, and a transpose: a blur in two directions by two kernels.
//
//     make ex1-16
//
// All matrices by rows.

enum { WIDE = 32, HIGH = 8, RADIUS = 2, TILE = 32 };

// Launched with blocks of WIDE x HIGH threads. in, out: (rows, columns)
__global__ void blurRows(const int *in, int *out, int rows, int columns)
{
    // [your code]
    // TODO: part 1.
    // [end of your code]
}

// Launched with blocks of WIDE x HIGH threads, each for a tile of TILE x TILE. in: (rows, columns), out: (columns, rows)
__global__ void transpose(const int *in, int *out, int rows, int columns)
{
    // [your code]
    // TODO: part 2.
    // [end of your code]
}
