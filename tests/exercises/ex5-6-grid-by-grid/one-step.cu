// fails: result\[
// Grid by grid: each step's grid launches the next, which runs after it.
//
//     make ex5-6
//
// x: (n), overwritten; result: (1).

__global__ void step(int *x, int *result, size_t n)
{
    size_t half = (n + 1) / 2; // elements that are left after this step
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    // [your code]
    if (i + half < n)
        x[i] += x[i + half];
    if (i == 0)
        *result = n > 0 ? x[0] : 0;
    // [end of your code]
}
