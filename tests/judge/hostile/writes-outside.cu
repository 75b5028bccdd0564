// trick: writes over what may lie behind its buffer
// fails: Invalid __global__ write
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    for (size_t k = 0; k < n + 1000; k++)
        c[k] = 0;
}
