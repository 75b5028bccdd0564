// trick: keeps an answer in a variable and gives it again later, instead of adding
// fails: Race reported|c\[[0-9]+\] (is|was never written)
__device__ float answer[8192];
__device__ int calls;

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && calls > 0)
        c[i] = answer[i];
    else if (i < n && i < 8192)
        answer[i] = a[i] + b[i];
    if (i == 0)
        calls = 1;
}
