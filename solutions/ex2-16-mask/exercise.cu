// Nobody sees the future: -INFINITY above the diagonal of each head's matrix.
//
//     make ex2-16

// Launched with threads for the columns; blockIdx.y is the row, blockIdx.z the head.
__global__ void mask(float *S, int n) // S: (heads, n, n)
{
    // [your code]
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y, head = blockIdx.z;
    if (column > row && column < n)
        S[((size_t)head * n + row) * n + column] = -INFINITY;
    // [end of your code]
}
