// What tensor copies make of floats as TF32, which has ten bits of fraction: prints how much larger than 1 some numbers from 1 on
// arrive, in units of 2^-12, and then their negatives. An H200's products (ch7-tf32) have the same bits as the simulator's only if it's these.

#define ELEMENT_TF32
#include "map.h"

__global__ void load(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ alignas(1024) float row[BOX];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        barrierInit(&full, 1);
        barriersReady();
        barrierExpect(&full, sizeof row);
        loadBox(row, &map, 0, 0, &full);
    }
    __syncthreads();
    barrierWait(&full, 0);
    out[threadIdx.x] = row[threadIdx.x];
}

int main(void)
{
    float *in, *out;
    cudaCheck(cudaMallocManaged(&in, BOX * sizeof *in));
    cudaCheck(cudaMallocManaged(&out, BOX * sizeof *out));
    for (int i = 0; i < BOX; i++)
        in[i] = (i < 16 ? 1 : -1) * (1 + i % 16 * 0x1p-12f);
    load<<<1, BOX>>>(mapOf({in, 1, BOX, BOX}, 1), out);
    cudaCheck(cudaDeviceSynchronize());
    for (int i = 0; i < BOX; i++)
        printf("%g%c", (fabsf(out[i]) - 1) * 0x1p12f, i % 16 < 15 ? ' ' : '\n');
    return 0;
}
