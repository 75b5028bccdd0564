__device__ int shift = 7;

__device__ int scale(int x)
{
    return 3 * x;
}
