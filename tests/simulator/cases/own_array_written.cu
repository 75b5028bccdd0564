// The same array, written as a whole before; a structure with a member that has no value, which is only copied; and a number that a call
// of the runtime writes.
// build: -rdc=true
// status: 0
// out: ^right$
// silent
#include <cstdio>

struct Part {
    int used, unused;
    char more;
};

__device__ __noinline__ int add(Part *p, const int *more)
{
    int sum = p->used;
    for (int i = 0; i < 8; i++)
        sum += more[i];
    return sum;
}

__global__ void pick(int *out, int shift, int which)
{
    int own[8];
    for (int i = 0; i < 8; i++)
        own[i] = i;
    Part parts[2], copy;
    parts[0].used = parts[1].used = 1;
    copy = parts[which];
    int device = 5;
    cudaGetDevice(&device);
    out[threadIdx.x] = own[(threadIdx.x + shift) % 8] + add(&copy, own) + device;
}

int main(void)
{
    int *out, host[32], wrong = 0;
    cudaMalloc(&out, sizeof host);
    pick<<<1, 32>>>(out, 3, 1);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += host[i] != (i + 3) % 8 + 29;
    puts(wrong ? "wrong" : "right");
    cudaFree(out);
}
