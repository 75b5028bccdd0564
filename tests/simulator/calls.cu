// calls.cu: API calls that fail, a plain read in a loop of atomicCAS, and addresses on the wrong side, for check.t.

#include <stdio.h>
#include <string.h>

__constant__ int table[32];

__global__ void store(int *p)
{
    p[threadIdx.x] = 1;
}

// Makes an atomic that CUDA does not have, as the CUDA C++ Programming Guide shows it.
__global__ void largest(int *p)
{
    int old = *p, assumed, mine = blockIdx.x * blockDim.x + threadIdx.x;
    do {
        assumed = old;
        old = atomicCAS(p, assumed, max(mine, assumed));
    } while (assumed != old);
}

int main(int argc, char **argv)
{
    int *d, h[32] = {0};
    const char *what = argc > 1 ? argv[1] : "";
    cudaMalloc(&d, sizeof h);
    if (strcmp(what, "failed") == 0) {
        store<<<1, 2048>>>(d);
        cudaMemcpy(d, h, sizeof h, cudaMemcpyDeviceToHost);
    } else if (strcmp(what, "guess") == 0) {
        cudaMemset(d, 0, sizeof h);
        largest<<<4, 64>>>(d);
    } else if (strcmp(what, "host-in-kernel") == 0) {
        store<<<1, 32>>>(h);
    } else if (strcmp(what, "variable-in-kernel") ==
               0) { // and managed memory is nearer than the device's
        int *managed;
        cudaMallocManaged(&managed, 4);
        store<<<1, 32>>>(table);
    } else if (strcmp(what, "device-on-host") == 0) {
        printf("%d\n", d[3]);
    } else if (strcmp(what, "past-pinned") == 0) {
        char *pinned;
        cudaMallocHost(&pinned, 5000); // of two pages
        memset(pinned, 1, 9000);
    }
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
