// repeat.cu: launches that repeat earlier ones, and launches that only look like that: what they read or write has changed in
// between. Prints "wrong" for each result that is not as it should be.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 14, TURNS = 12 };

__constant__ int factor;
__device__ int shift;

__global__ void scale(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = i < n ? in[i] : 0;
    for (int k = 0; k < 64; k++) // so much work that a copy of the result is cheaper
        v = v * 5 + k;
    if (i < n)
        out[i] = v * factor + shift;
}

__global__ void count(int *counter)
{
    for (int k = 0; k < 64; k++)
        atomicAdd(counter + threadIdx.x, blockIdx.x + k);
}

__global__ void say(int n)
{
    if (threadIdx.x == 0)
        printf("said %d\n", n);
}

__global__ void take(int **out)
{
    out[threadIdx.x] = (int *)malloc(16);
}

__device__ __noinline__ unsigned long long launch_number()
{
    unsigned long long number;
    unsigned low; // older PTX reads 32 bits
    asm volatile("mov.u64 %0, %%gridid;" : "=l"(number));
    asm volatile("mov.u32 %0, %%gridid;" : "=r"(low));
    return low == (unsigned)number ? number : 0;
}

__global__ void number(unsigned long long *out)
{
    for (int k = 0; k < 64; k++)
        out[threadIdx.x] += launch_number();
}

static int host[N], got[N];

static int scaled(int v, int by, int plus)
{
    unsigned u = (unsigned)v;
    for (unsigned k = 0; k < 64; k++)
        u = u * 5 + k;
    return (int)(u * (unsigned)by + (unsigned)plus);
}

static void check(const char *what, const int *device, int by, int plus)
{
    cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        if (got[i] != scaled(host[i], by, plus)) {
            printf("wrong: %s\n", what);
            return;
        }
}

int main(void)
{
    int *in, *out, *mapped, by = 3, plus = 1, **pointers;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&pointers, 32 * sizeof *pointers);
    cudaMallocManaged(&mapped, sizeof host);
    for (int i = 0; i < N; i++)
        host[i] = mapped[i] = rand();
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(factor, &by, sizeof by);
    cudaMemcpyToSymbol(shift, &plus, sizeof plus);
    for (int turn = 0; turn < TURNS; turn++) {
        if (turn == TURNS / 2)
            cudaMemset(out, turn, sizeof host); // what it wrote is lost
        scale<<<N / 128, 128>>>(in, out, N);
        check("the same again", out, by, plus);
    }
    for (int turn = 0; turn < TURNS; turn++) {
        host[turn] = rand();
        cudaMemcpy(in + turn, host + turn, sizeof *in, cudaMemcpyHostToDevice);
        scale<<<N / 128, 128>>>(in, out, N);
        check("an element changes", out, by, plus);
    }
    for (int turn = 0; turn < TURNS; turn++) {
        by += turn / 4;
        cudaMemcpyToSymbol(factor, &by, sizeof by);
        plus += turn / 6;
        cudaMemcpyToSymbol(shift, &plus, sizeof plus);
        scale<<<N / 128, 128>>>(in, out, N);
        check("constants and variables change", out, by, plus);
    }
    for (int turn = 0; turn < TURNS; turn++) {
        mapped[turn / 4] = host[turn / 4];
        memcpy(host, mapped, sizeof host);
        scale<<<N / 128, 128>>>(mapped, out, N);
        cudaDeviceSynchronize();
        check("the host writes", out, by, plus);
        mapped[TURNS + turn / 4] = rand();
        host[TURNS + turn / 4] = mapped[TURNS + turn / 4];
    }
    // The kernel works in place: each launch goes on from the last one, until the memory is cleared.
    cudaMemset(out, 0, sizeof host);
    for (int turn = 0; turn < TURNS; turn++) {
        int wanted = (turn % 4 + 1) * (16 * 15 / 2 * 64 + 16 * 63 * 32);
        if (turn % 4 == 0)
            cudaMemset(out, 0, 128 * sizeof *out);
        count<<<16, 128>>>(out);
        cudaMemcpy(got, out, 128 * sizeof *out, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 128; i++)
            if (got[i] != wanted) {
                printf("wrong: in place, turn %d: %d, not %d\n", turn, got[i], wanted);
                break;
            }
    }
    for (int turn = 0; turn < 4; turn++)
        say<<<1, 32>>>(7);
    int *first[4];
    for (int turn = 0; turn < 4; turn++) {
        take<<<1, 32>>>(pointers);
        cudaMemcpy(&first[turn], pointers, sizeof *first, cudaMemcpyDeviceToHost);
        for (int i = 0; i < turn; i++)
            if (first[i] == first[turn])
                printf("wrong: malloc gave the same twice\n");
    }
    unsigned long long *numbers, seen[4];
    cudaMalloc(&numbers, 32 * sizeof *numbers);
    for (int turn = 0; turn < 4; turn++) {
        cudaMemset(numbers, 0, 32 * sizeof *numbers);
        number<<<1, 32>>>(numbers);
        cudaMemcpy(&seen[turn], numbers + turn, sizeof *seen, cudaMemcpyDeviceToHost);
        for (int i = -1; i < turn; i++)
            if (seen[turn] == (i < 0 ? 0 : seen[i]))
                printf("wrong: two launches have one %%gridid\n");
    }
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
