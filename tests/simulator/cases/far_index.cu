// An index far past the end of x: another array is nearer, but the address was made from x. The message names the variable and the place
// where the program allocates it, though a header's helper does so.
//
// build: -Icommon
// status: 3
// err: Invalid __global__ read of size 4 bytes at far.* @r
// err: and is 6001 bytes after the allocation at 0x[0-9a-f]+ of size 4000 bytes allocated at @x \(d_x, by [^ ]*common/program\.h:[0-9]+\) to which the pointer points that the address was made from
#include "program.h"

__global__ void far(const int *x, int *out, int i)
{
    *out = x[i]; // @r
}

int main(void)
{
    int *x = host_array(int, 1000);
    int *d_x = deviceCopy(int, x, 1000); // @x
    int *d_out = deviceArray(int, 1);
    far<<<1, 1>>>(d_x, d_out, 2500);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 3;
    deviceFree(d_x, d_out);
    host_free(x);
}
