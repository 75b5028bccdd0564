// trick: asks by an include whether the instructor has a certain file
// fails: does not compile
// lacks: Permission denied
#include "/root/.bashrc"
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
