// What is raced for is an element, of an array that the program's line names.
//
// build: -Icommon
// status: 4
// nvcc err: Write access at same.* @w .*, element 5 at byte 20 of the allocation of 400 bytes made at @m \(d_x, by [^ ]*common/program\.h:[0-9]+\)
// err: Write access at same.* @p .*in the shared variable [^ ]*part, element [35] at byte (12|20)
#include "program.h"

__global__ void same(int *x)
{
    __shared__ int part[64];
    if (threadIdx.x == 0)
        x[5] = (int)blockIdx.x; // @w
    if (threadIdx.x % 32 == 0)
        part[blockIdx.x * 2 + 3] = (int)threadIdx.x; // @p
    __syncthreads();
    if (threadIdx.x == 0)
        x[blockIdx.x + 10] = part[blockIdx.x * 2 + 3];
}

int main(void)
{
    int *d_x = deviceArray(int, 100); // @m
    same<<<2, 64>>>(d_x);
    cudaDeviceSynchronize();
    deviceFree(d_x);
}
