// trick: takes a little more than the limit in every case, though it is right
// fails: No end within [0-9]+ instructions
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    volatile float x = 0;
    for (int k = 0; k < 40000000 / 32; k++)
        x += 1;
    if (i < n)
        c[i] = a[i] + b[i] + 0 * x;
}
