// trick: is right only on a GPU's compiler, by what the toolkit defines
// fails: c\[[0-9]+\] (is|was never written)|does not compile
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
#if __CUDA_ARCH__ >= 900
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
#endif
}
