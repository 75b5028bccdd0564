// heap.cu: malloc and free in kernels; an argument picks a mistake.
#include <stdio.h>
#include <stdlib.h>
struct Node {
    Node *next;
    int value;
};
__device__ Node *lists[64];
__device__ int refused;
__global__ void build(void)
{
    for (int i = 0; i < 10; i++) {
        Node *n = (Node *)malloc(sizeof *n);
        n->value = i + threadIdx.x;
        n->next = lists[threadIdx.x];
        lists[threadIdx.x] = n;
    }
}
__global__ void sum(int *out)
{
    int total = 0;
    for (Node *n = lists[threadIdx.x], *next; n; n = next) {
        total += n->value;
        next = n->next;
        free(n);
    }
    out[threadIdx.x] = total;
}
__global__ void large(void)
{
    if (!malloc(1 << 30))
        refused = 1;
    for (int i = 0; i < 100; i++) { // more than the heap, were it not given back
        char *p = (char *)malloc(1 << 20);
        p[(1 << 20) - 1] = 1;
        free(p);
    }
}
__global__ void wrong(int how)
{
    char *p = (char *)malloc(10);
    if (how == 1)
        p[10] = 1;
    free(how == 4 ? p + 8 : p);
    if (how == 2)
        p[3] = 1;
    if (how == 3)
        free(p);
}
int main(int argc, char **argv)
{
    int *out, bad = 0, no = 0;
    cudaMallocManaged(&out, 64 * sizeof *out);
    build<<<1, 64>>>();
    sum<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++)
        bad += out[i] != 45 + 10 * i;
    large<<<1, 1>>>();
    cudaMemcpyFromSymbol(&no, refused, sizeof no);
    printf("%d wrong, too large refused: %d\n", bad, no);
    cudaFree(out);
    wrong<<<1, 1>>>(argc > 1 ? atoi(argv[1]) : 0);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
