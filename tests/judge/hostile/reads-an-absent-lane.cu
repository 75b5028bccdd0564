// trick: relies on the value that the simulator gives where it is undefined: that of a lane that takes no part in a shuffle
// fails: c\[
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = a[i] + b[i];
    if (threadIdx.x % 2 == 0)
        sum = __shfl_sync(__activemask(), sum, threadIdx.x % 32 + 1);
    c[i] = sum;
}
