// trick: calls itself until the stack is over, and further
// fails: [Ss]tack
__device__ __noinline__ float deeper(volatile float *c, float x)
{
    volatile float frame[64];
    frame[(int)x & 63] = x;
    return deeper(c, x + 1) + frame[0] + c[0];
}

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    c[0] = deeper(c, 0);
}
