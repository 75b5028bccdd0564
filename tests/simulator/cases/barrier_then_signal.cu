// Two warps meet at a named barrier, and a thread of one of them signals to a third warp for both. What comes before the barrier is passed on, but
// not what the other warp does after it, nor anything of a warp that was not there.
// device: h200
// status: 4
// err: Race reported between Read access at [^ ]* in @r by thread \(96,0,0\) in block \(0,0,0\) and Write access at [^ ]* in @w by thread \(32,0,0\)
// err: Race reported between Read access at [^ ]* in @s by thread \(96,0,0\) in block \(0,0,0\) and Write access at [^ ]* in @a by thread \(64,0,0\)
// err: ERROR SUMMARY: 2 errors$
#include <cstdio>

__global__ void handOver(int *out)
{
    __shared__ int before[64], after[32], absent[32], flag;
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t < 64) {
        before[t] = t;
        asm volatile("bar.sync 1, 64;" ::: "memory");
        if (t >= 32)
            after[t - 32] = t; // @w
        if (t == 0) {
            __threadfence_block();
            atomicExch(&flag, 1);
        }
    } else if (t < 96) {
        absent[t - 64] = t; // @a
    } else {
        while (atomicAdd(&flag, 0) == 0)
            ;
        __threadfence_block();
        out[t - 96] = before[t - 96] + before[t - 64];
        out[t - 64] = after[t - 96];  // @r
        out[t - 32] = absent[t - 96]; // @s
    }
}

int main()
{
    int *out;
    cudaMalloc(&out, 96 * sizeof *out);
    handOver<<<1, 128>>>(out);
    printf("%d\n", cudaDeviceSynchronize());
    cudaFree(out);
}
