// trick: changes the inputs so that they fit the answer, which is right all the same
// fails: An input was changed
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
        ((float *)a)[i] = c[i];
    }
}
