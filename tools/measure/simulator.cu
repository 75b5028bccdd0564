// simulator.cu: has one kernel for each class of instructions, for tools/measure/simulator.sh. Each is a loop whose body is
// mostly of that class.
//
//     ./simulator                lists the classes
//     ./simulator shared         runs one

#include "check.h"

#include <stdio.h>
#include <string.h>

// With so many repeats the time to read the PTX does not matter.
enum { BLOCKS = 64, THREADS = 256, TURNS = 256, REPEATS = 16 };

__global__ void integer(int *x)
{
    unsigned int a = threadIdx.x, b = blockIdx.x + 1;
    for (int i = 0; i < TURNS; i++) {
        a = (a ^ b) * 2654435761u + (a >> 7);
        b = max(a & 0xffff, b) - (b << 3);
    }
    x[blockIdx.x * blockDim.x + threadIdx.x] = (int)(a + b);
}

__global__ void single(int *x)
{
    float a = threadIdx.x, b = 0.5f, c = 1;
    for (int i = 0; i < TURNS; i++) {
        a = a * 0.999f + b;
        b = fminf(b * c, a - c);
        c = c * 0.5f + 1;
    }
    x[blockIdx.x * blockDim.x + threadIdx.x] = (int)(a + b + c);
}

__global__ void twice(int *x)
{
    double a = threadIdx.x, b = 0.5, c = 1;
    for (int i = 0; i < TURNS; i++) {
        a = a * 0.999 + b;
        b = fmin(b * c, a - c);
        c = c * 0.5 + 1;
    }
    x[blockIdx.x * blockDim.x + threadIdx.x] = (int)(a + b + c);
}

// Each thread reads what another thread wrote, between two barriers.
__global__ void shared(int *x)
{
    __shared__ int tile[THREADS];
    int t = threadIdx.x, a = t;
    for (int i = 0; i < TURNS; i++) {
        tile[t] = a;
        __syncthreads();
        a += tile[(t + i) % THREADS];
        __syncthreads();
    }
    x[blockIdx.x * blockDim.x + t] = a;
}

__global__ void loads(int *x)
{
    int a = 0;
    for (int i = 0; i < TURNS; i++)
        a += ((volatile int *)x)[(blockIdx.x + i) % BLOCKS * THREADS + threadIdx.x];
    if (a == -1)
        x[0] = a;
}

__global__ void stores(int *x)
{
    for (int i = 0; i < TURNS; i++)
        ((volatile int *)x)[blockIdx.x * THREADS + threadIdx.x] = i;
}

__global__ void atomics(int *x)
{
    for (int i = 0; i < TURNS / 4; i++)
        atomicAdd(&x[(threadIdx.x * 5 + i) % THREADS], i);
}

__global__ void shuffles(int *x)
{
    int a = threadIdx.x;
    for (int i = 0; i < TURNS; i++)
        a += __shfl_xor_sync(0xffffffff, a, i & 31);
    x[blockIdx.x * blockDim.x + threadIdx.x] = a;
}

// Lanes part and meet again in every turn.
__global__ void branches(int *x)
{
    volatile int *mine = &x[blockIdx.x * blockDim.x + threadIdx.x];
    int a = threadIdx.x;
    for (int i = 0; i < TURNS / 4; i++) {
        if ((a + i) & 1)
            *mine = a++;
        else
            a += i;
    }
    *mine = a;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*kernel)(int *);
    } classes[] = {{"integer", integer}, {"float", single},      {"double", twice},
                   {"shared", shared},   {"loads", loads},       {"stores", stores},
                   {"atomics", atomics}, {"shuffles", shuffles}, {"branches", branches}};
    int *x;
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        if (argc < 2) {
            printf("%s\n", classes[i].name);
        } else if (strcmp(argv[1], classes[i].name) == 0) {
            cudaCheck(cudaMalloc(&x, BLOCKS * THREADS * sizeof *x));
            cudaCheck(cudaMemset(x, 0, BLOCKS * THREADS * sizeof *x));
            for (int repeat = 0; repeat < REPEATS; repeat++)
                classes[i].kernel<<<BLOCKS, THREADS>>>(x);
            cudaCheckLaunch();
            cudaCheck(cudaFree(x));
            return EXIT_RIGHT;
        }
    }
    return argc < 2 ? EXIT_RIGHT : EXIT_USAGE;
}
