// absent.cu: prints what lanes get by a shuffle from a lane that takes no part, since it went another way or has left. What that is is
// undefined (PTX ISA, shfl.sync). absent.txt has what an H200 gives: 0.

#include <stdio.h>

enum { LANES = 32, CASES = 10 };

__device__ __noinline__ int fetch(int value, unsigned mask, int from)
{
    return __shfl_sync(mask, value * 3 + 1, from);
}

__global__ void shuffle(int *out, const int *in, int which)
{
    int lane = threadIdx.x, v = in[lane] + 100, r = -1;
    switch (which) {
    case 0: r = lane == 0 ? 0 : __shfl_up_sync(~0u, v, 1); break;
    case 1:
        if (lane & 1)
            r = __shfl_sync(0xaaaaaaaau, v, lane - 1);
        break;
    case 2:
        if (lane < 16)
            r = __shfl_down_sync(0xffffu, v, 8);
        break;
    case 3:
        if (lane < 16)
            r = __shfl_xor_sync(0xffffu, v, 16);
        break;
    case 4:
        if (lane >= 4)
            r = fetch(v, 0xfffffff0u, lane & 7);
        break;
    case 5:
        if (lane % 3)
            r = fetch(v, 0xb6db6db6u, (lane + 1) & 31);
        break;
    case 6:
        if (lane >= 24)
            return;
        r = __shfl_down_sync(0xffffffu, v, 3);
        break;
    case 7:
        if (lane >= 24)
            return;
        r = __shfl_down_sync(~0u, v, 3);
        break;
    case 8:
        if (lane == 0)
            r = __shfl_sync(1u, v, 5);
        break;
    case 9:
        if (lane < 8)
            r = (int)(__shfl_down_sync(0xffu, v * 1000003ll, 4) >> 3);
        break;
    }
    out[lane] = r;
}

int main(void)
{
    int in[LANES], out[LANES], *device_in, *device_out;
    for (int i = 0; i < LANES; i++)
        in[i] = i * 7 % LANES;
    cudaMalloc(&device_in, sizeof in);
    cudaMalloc(&device_out, sizeof out);
    cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
    for (int which = 0; which < CASES; which++) {
        cudaMemset(device_out, 0xff, sizeof out);
        shuffle<<<1, LANES>>>(device_out, device_in, which);
        cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
        for (int i = 0; i < LANES; i++)
            printf("%d%c", out[i], i < LANES - 1 ? ' ' : '\n');
    }
    return 0;
}
