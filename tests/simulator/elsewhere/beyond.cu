// beyond.cu: a texture object with more elements than its memory. It can be made, and read where memory is; on an H200, too.

#include <stdio.h>
#include <string.h>

__global__ void get(cudaTextureObject_t t, int *out, int i)
{
    *out = tex1Dfetch<int>(t, i);
}

int main(void)
{
    int *memory, *out, got;
    cudaMalloc(&memory, 1000 * sizeof *memory);
    cudaMalloc(&out, sizeof *out);
    cudaMemset(memory, 1, 1000 * sizeof *memory);
    struct cudaResourceDesc r;
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = memory;
    r.res.linear.sizeInBytes = 2000 * sizeof *memory;
    r.res.linear.desc = cudaCreateChannelDesc<int>();
    struct cudaTextureDesc d;
    memset(&d, 0, sizeof d);
    cudaTextureObject_t t;
    printf("%d", cudaCreateTextureObject(&t, &r, &d, NULL));
    const int places[] = {999, 2000, 1000};
    for (int i = 0; i < 3; i++) {
        get<<<1, 1>>>(t, out, places[i]);
        cudaError_t e = cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
        printf(" %d:%d,%x", places[i], e, got);
    }
    printf("\n");
    return 0;
}
