// launches.cu: launches in device code, of kernels in a namespace, of templates, with their arguments or without, and by templates; and
// device code that is in launches2.cu, which has the same static names.

#include <stdio.h>

typedef struct {
    char c[3];
} Three;

template <typename T>
__global__ void assign(T *p, T value);
template <int value>
__global__ void assignValue(int *p);

template <typename T>
__global__ void between(T *p)
{
    assign<T><<<1, 1>>>(p, 5);
    assignValue<4><<<1, dim3(1, 1)>>>(p);
}

__global__ void add(int *p, int n, Three s, double d)
{
    p[1] = n + s.c[1] + (int)d;
}

namespace inner
{
__global__ void nine(int *p)
{
    p[2] = 9;
}
} // namespace inner

// warpcc has to find launches wherever people write them.
// clang-format off
__global__ void parent(int *p)
{
    Three s = {{1, 2, 3}};
    between<int><<<1, 1>>>(p); add<<<1,
        1>>>(p, 3, s, 100.5);
    inner::nine
        <<<1, 1, 0, cudaStreamTailLaunch>>>(p);
    assign<<<dim3(1), (1)>>>(p + 4, max(6,
        (int)blockDim.x));
}
// clang-format on

template <typename T>
__global__ void assign(T *p, T value)
{
    *p = value;
}

template <int value>
__global__ void assignValue(int *p)
{
    p[3] = value;
}

extern __device__ int four;
__device__ int twice(int x);
static __device__ int mine = 3;

static __global__ void both(int *p)
{
    p[0] = twice(four);
    p[1] = twice(four) + mine;
}

int main(void)
{
    int *p, h[5];
    cudaMalloc(&p, sizeof h);
    parent<<<1, 1>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 5; i++)
        printf("%d ", h[i]);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    int five = 5;
    cudaMemcpyToSymbol(mine, &five, sizeof five);
    both<<<1, 1>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    return 0;
}
