// trick: has both compilers quote a file that anybody may read, by a plain include
// fails: does not compile
// lacks: PRETTY_NAME
#include "/usr/lib/os-release"
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
