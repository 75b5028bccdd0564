// refused.cu: kernels that the simulator can't run, beside one that it can; and tiles of more than a warp, which keep their barriers
// in reserved shared memory. An argument launches a kernel that can't run: 1 has the instruction, 2 the special register, 3 calls a
// function that has it.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>
#include <stdlib.h>

namespace cg = cooperative_groups;

__global__ void matrix(unsigned *x)
{
    unsigned r = 0, s = 0;
    asm volatile("mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32 {%0, %1}, {%2}, {%2}, {%0, %1};"
                 : "+r"(r), "+r"(s)
                 : "r"(1));
    *x = r + s;
}

__device__ __noinline__ unsigned counter(void)
{
    unsigned r;
    asm volatile("mov.u32 %0, %%pm0;" : "=r"(r));
    return r;
}

__global__ void reads(unsigned *x)
{
    unsigned r;
    asm volatile("mov.u32 %0, %%pm1;" : "=r"(r));
    *x = r;
}

__global__ void calls(unsigned *x)
{
    *x = counter();
}

__global__ void sums(unsigned *x)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<128>(block);
    x[threadIdx.x] = cg::reduce(tile, threadIdx.x, cg::plus<unsigned>());
}

int main(int argc, char **argv)
{
    unsigned *x, got[256], wrong = 0;
    cudaMalloc(&x, sizeof got);
    sums<<<1, 256>>>(x);
    cudaMemcpy(got, x, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++)
        wrong += got[i] != (i < 128 ? 8128 : 24512);
    printf("%u wrong\n", wrong);
    void (*const kernels[])(unsigned *) = {matrix, reads, calls};
    if (argc > 1)
        kernels[atoi(argv[1]) - 1]<<<1, 1>>>(x);
    cudaFree(x);
    return 0;
}
