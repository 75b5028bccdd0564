// trick: does all the work in one thread
// fails: one warp runs
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (size_t i = 0; i < n; i++)
            c[i] = a[i] + b[i];
}
