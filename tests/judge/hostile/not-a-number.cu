// trick: gives NaN, which compares unlike anything
// fails: c\[[0-9]+\] (is|was never written) -?nan
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = nanf("");
}
