// From characters to rows: each character's row of a table, plus the row of its position.
//
//     make ex0-16

// Launched with a thread per element of x, in one dimension.
// text: (n), x: (n, width), table and positions: rows of width floats
__global__ void embed(const int *text, const float *table, const float *positions, float *x, int n,
                      int width, int first)
{
    // [your code]
    // TODO: which row and which column is this thread's, and what belongs there?
    (void)text, (void)table, (void)positions, (void)x, (void)n, (void)width, (void)first;
    // [end of your code]
}
