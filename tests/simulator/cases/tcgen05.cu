// Tensor memory came with compute capability 10.0. A kernel that uses it is refused when it is launched: by its line, and with what to do.
// build: -arch=compute_100a
// device: b200
// compiler: nvcc
// status: 3
// err: @r: in 'fetch.*': tensor memory, which devices of 10.0 have and the simulator does not run; mma\.sync multiplies on any device: 'tcgen05\.alloc\.cta_group::1\.sync\.aligned\.shared::cta\.b32'
// err: The kernel 'fetch.*' needs it and can't be launched here
#include <cuda_runtime.h>

__global__ void fetch(int *out)
{
    __shared__ unsigned at;
    unsigned to = (unsigned)__cvta_generic_to_shared(&at);
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;"
                 :
                 : "r"(to)); // @r
    out[0] = 1;
}

__global__ void plain(int *out)
{
    out[0] = 2;
}

int main(void)
{
    int *out;
    cudaMalloc(&out, sizeof *out);
    plain<<<1, 1>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    fetch<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
