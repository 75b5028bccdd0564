// trick: waits for a flag that nobody sets
// fails: No end within|can move|[Dd]eadlock|for ever
__device__ volatile int flag;

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    while (!flag)
        ;
    c[0] = a[0] + b[0];
}
