// A function sets the caller's variable only if it finds something, and says whether it did. The caller uses it only then, but compilers
// read it in any case and throw the value away. (The function is not inlined, so the variable is in the thread's own memory.)
// status: 0
// out: ^right$
// silent
#include <cstdio>

__device__ __noinline__ bool find(const int *a, int wanted, int *place)
{
    for (int i = 0; i < 8; i++)
        if (a[i] == wanted) {
            *place = i;
            return true;
        }
    return false;
}

__global__ void search(const int *a, int *out)
{
    int place;
    if (find(a, threadIdx.x, &place))
        out[threadIdx.x] = place;
    else
        out[threadIdx.x] = -1;
}

int main(void)
{
    int *a, *out, host[32] = {7, 6, 5, 4, 3, 2, 1, 0}, wrong = 0;
    cudaMalloc(&a, 8 * sizeof *a);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(a, host, 8 * sizeof *a, cudaMemcpyHostToDevice);
    search<<<1, 32>>>(a, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += host[i] != (i < 8 ? 7 - i : -1);
    puts(wrong ? "wrong" : "right");
    cudaFree(a);
    cudaFree(out);
}
