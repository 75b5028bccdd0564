// A fence isn't a barrier: squares, and sums of three neighbours.
//
//     make ex2-8

// Both are launched with a thread per element, one after the other. in, squares, out: (n)
__global__ void firstStep(const int *in, int *squares, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    // [your code]
    squares[i] = in[i] * in[i];
    __threadfence(); // TODO: orders this thread's accesses. Who waits for the others?
    int sum = squares[i];
    if (i > 0)
        sum += squares[i - 1];
    if (i + 1 < n)
        sum += squares[i + 1];
    out[i] = sum;
    // [end of your code]
}

__global__ void secondStep(const int *in, int *squares, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    // [your code]
    // TODO: empty as yet
    // [end of your code]
}
