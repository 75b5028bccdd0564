// trick: lets a kernel that it launches do the work, where nobody counts
// fails: A kernel launches a kernel|'cudaGetParameterBufferV2', which is defined nowhere
// fails by clang: reference to __global__ function 'hidden'
__global__ void hidden(const float *a, const float *b, float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    if (blockIdx.x > 0 || threadIdx.x > 0)
        return;
    char *buffer = (char *)cudaGetParameterBufferV2((void *)hidden, gridDim, blockDim, 0);
    memcpy(buffer, &a, 8);
    memcpy(buffer + 8, &b, 8);
    memcpy(buffer + 16, &c, 8);
    memcpy(buffer + 24, &n, 8);
    cudaLaunchDeviceV2(buffer, 0);
}
