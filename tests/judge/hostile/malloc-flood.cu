// trick: takes all memory of the device's heap and keeps it, though the sums are right
// fails: [Ll]eaked
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    while (threadIdx.x == 0 && malloc(1 << 16))
        ;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
