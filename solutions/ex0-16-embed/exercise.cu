// From characters to rows: each character's row of a table, plus the row of its position.
//
//     make ex0-16

// Launched with a thread per element of x, in one dimension.
// text: (n), x: (n, width), table and positions: rows of width floats
__global__ void embed(const int *text, const float *table, const float *positions, float *x, int n,
                      int width, int first)
{
    // [your code]
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * width)
        return;
    int t = i / width, column = i % width;
    x[i] = table[text[t] * width + column] + positions[(first + t) * width + column];
    // [end of your code]
}
