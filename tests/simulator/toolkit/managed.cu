// managed.cu: managed variables of two files (-rdc=true with managed2.cu), which the host and kernels read and write; and the host
// names other variables of the other file.
#include <cstdio>

struct Node {
    int value;
    Node *next;
};

__device__ __managed__ int count = 7, table[4] = {1, 2, 3, 4};
__managed__ Node *head;
static __device__ __managed__ double own = 3.25; // the other file has another one of this name
extern __device__ __managed__ int shared_count;
extern __device__ int others[4];
extern __constant__ float factor;

void launchOther(void);

__global__ void change(void)
{
    atomicAdd(&count, 1);
    table[threadIdx.x % 4] *= 10;
    if (threadIdx.x == 0) {
        own += 1;
        head->value = 42 + head->next->value;
        shared_count++;
    }
}

int main(void)
{
    printf("%d %d %g %d\n", count, table[3], own, shared_count);
    count = 100;
    table[0] = 5;
    cudaMallocManaged(&head, 2 * sizeof *head);
    head->next = head + 1;
    head->next->value = 58;
    change<<<1, 4>>>();
    cudaDeviceSynchronize();
    launchOther();
    printf("%d %d %d %g %d %d\n", count, table[0], table[3], own, head->value, shared_count);

    int value = 0;
    void *place = NULL;
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, &count);
    cudaMemcpyFromSymbol(&value, count, sizeof value);
    cudaGetSymbolAddress(&place, table);
    printf("%d %d %d\n", a.type == cudaMemoryTypeManaged, value, place == (void *)table);
    cudaFree(head);

    int values[4] = {1, 2, 3, 4};
    float two_and_a_half = 2.5f;
    cudaMemcpyToSymbol(others, values, sizeof values);
    cudaMemcpyToSymbol(factor, &two_and_a_half, sizeof factor);
    launchOther();
    cudaMemcpyFromSymbol(values, others, sizeof values);
    printf("%d %d\n", values[0], values[3]);
    return 0;
}
