// whole.cu: the function that part.cu calls.

__device__ int twice(int x)
{
    return 2 * x;
}
