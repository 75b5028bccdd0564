// A matrix of ten gigabytes: where is element (row, column)?
//
//     make ex0-7

// Bytes from the beginning of a row-major matrix of floats, `width` to a row.
static __host__ __device__ size_t offsetOf(int row, int column, int width)
{
    // [your code]
    int element = row * width + column; // TODO: wrong for large matrices
    return element * sizeof(float);
    // [end of your code]
}

// out[i] = offsetOf(rows[i], columns[i], width); rows, columns, out: (count)
__global__ void offsets(const int *rows, const int *columns, size_t *out, int width, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = offsetOf(rows[i], columns[i], width);
}
