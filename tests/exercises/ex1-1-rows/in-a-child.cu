// fails: A kernel launches a kernel|'cudaGetParameterBufferV2', which is defined nowhere
// fails with clang: function 'hidden' in __global__ function
// Along the rows: a bias per column is added to each row of a matrix.
//
//     make ex1-1

// The exercise as it was given, in a kernel of its own: counters are those of the launch.
__global__ void hidden(const float *in, const float *bias, float *out, size_t rows, size_t columns)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * columns)
        return;
    size_t row = i % rows, column = i / rows;
    out[row * columns + column] = in[row * columns + column] + bias[column];
}

// Launched with a thread per element, in one dimension.
// in, out: (rows, columns), bias: (columns)
__global__ void addBias(const float *in, const float *bias, float *out, size_t rows, size_t columns)
{
    if (blockIdx.x > 0 || threadIdx.x > 0)
        return;
    char *buffer = (char *)cudaGetParameterBufferV2((void *)hidden, gridDim, blockDim, 0);
    memcpy(buffer, &in, 8);
    memcpy(buffer + 8, &bias, 8);
    memcpy(buffer + 16, &out, 8);
    memcpy(buffer + 24, &rows, 8);
    memcpy(buffer + 32, &columns, 8);
    cudaLaunchDeviceV2(buffer, 0);
}
