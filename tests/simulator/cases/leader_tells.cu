// One lane draws a place for its warp, and tells it by a shuffle. The others have never set the variable, and nobody reads it from them.
// (clang takes such a variable for set everywhere, and so draws in every lane.)
// compiler: nvcc
// status: 0
// out: ^right$
// silent
#include <cstdio>

__global__ void compact(const int *x, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned kept = __ballot_sync(0xffffffff, i < n && x[i] % 3 == 0);
    if (!(kept >> lane & 1))
        return;
    int leader = __ffs(kept) - 1, place;
    if (lane == leader)
        place = atomicAdd(count, __popc(kept));
    place = __shfl_sync(kept, place, leader);
    out[place + __popc(kept & ((1u << lane) - 1))] = x[i];
}

int main(void)
{
    enum { N = 1000 };
    int *x, *out, *count, host[N], got = 0, sum = 0;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&count, sizeof *count);
    cudaMemset(count, 0, sizeof *count);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    compact<<<8, 128>>>(x, N, out, count);
    cudaMemcpy(&got, count, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, out, got * sizeof *host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < got; i++)
        sum += host[i];
    puts(got == 334 && sum == 333 * 334 / 2 * 3 ? "right" : "wrong");
    cudaFree(x);
    cudaFree(out);
    cudaFree(count);
}
