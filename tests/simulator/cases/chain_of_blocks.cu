// A block in the middle passes on another one's message. Who waits for its signal follows the first block only if the middle one has acquired
// the first signal before it released its own, or if both are atomics on one word (PTX ISA, "Causality Order", "Release Patterns").
// device: h200
// build: -arch=sm_90
// compiler: nvcc
// status: 4
// err: Race reported between Read access at [^ ]* chain<0>\(.* in @r by thread .* and Write access at .* in @w by thread
// err: Race reported between Read access at [^ ]* chain<1>\(.* in @r by thread .* and Write access at .* in @w by thread
// err: ERROR SUMMARY: 2 errors$
#include <cstdio>

static __device__ int load(int *p)
{
    int v;
    asm volatile("ld.relaxed.gpu.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}

static __device__ void store(int *p, int v)
{
    asm volatile("st.relaxed.gpu.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}

enum { NO_ORDER, ONE_WORD, ONE_WORD_ATOMIC, FENCES };

template <int WAY>
__global__ void chain(int *data, int *first, int *second, int *out)
{
    int t = threadIdx.x;
    if (WAY == ONE_WORD || WAY == ONE_WORD_ATOMIC)
        second = first;
    if (blockIdx.x == 0) {
        data[t] = t; // @w
        __syncthreads();
        if (t == 0) {
            __threadfence();
            store(first, 1);
        }
    } else if (blockIdx.x == 1 && t == 0) {
        while (load(first) == 0)
            ;
        if (WAY == FENCES)
            __threadfence();
        if (WAY == ONE_WORD_ATOMIC)
            atomicAdd(second, 1);
        else
            store(second, 2);
    } else if (blockIdx.x == 2) {
        if (t == 0) {
            while (load(second) != 2)
                ;
            __threadfence();
        }
        __syncthreads();
        out[t] = data[t]; // @r
    }
}

int main()
{
    int *data, *flags, *out;
    cudaMalloc(&data, 64 * sizeof *data);
    cudaMalloc(&flags, 64 * sizeof *flags);
    cudaMalloc(&out, 64 * sizeof *out);
    cudaMemset(flags, 0, 64 * sizeof *flags);
    chain<NO_ORDER><<<3, 64>>>(data, flags, flags + 1, out);
    cudaMemset(flags, 0, 64 * sizeof *flags);
    chain<ONE_WORD><<<3, 64>>>(data, flags, flags + 1, out);
    cudaMemset(flags, 0, 64 * sizeof *flags);
    chain<ONE_WORD_ATOMIC><<<3, 64>>>(data, flags, flags + 1, out);
    cudaMemset(flags, 0, 64 * sizeof *flags);
    chain<FENCES><<<3, 64>>>(data, flags, flags + 1, out);
    cudaDeviceSynchronize();
    cudaFree(data);
    cudaFree(flags);
    cudaFree(out);
}
