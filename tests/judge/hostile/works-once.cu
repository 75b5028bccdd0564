// trick: takes its first launch for a warm-up that nobody looks at
// fails: Race reported|c\[[0-9]+\] (is|was never written)
__device__ int calls;

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (calls == 0) {
        calls = 1;
        return;
    }
    if (i < n)
        c[i] = a[i] + b[i];
}
