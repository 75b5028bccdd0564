// amid.cu: blocks that share work, for orders in which a block stops amid its own (check.t).
//
//     amid share          400 tasks, which blocks take one by one: prints how many blocks have done any
//     amid ring, wrong    block 0 puts numbers into a ring of slots, the others take them; in the wrong one it doesn't wait until a slot
//                         is empty. Prints whether the sum is right
#include <cstdio>
#include <cstring>
#include <cuda/atomic>

enum { TASKS = 400, BLOCKS = 6, SLOTS = 8, ITEMS = 100 };

__global__ void share(int *next, int *done)
{
    while (atomicAdd(next, 1) < TASKS)
        done[blockIdx.x]++;
}

struct Ring {
    int slot[SLOTS], head, filled[SLOTS], emptied[SLOTS]; // how often each was
};

static __device__ cuda::atomic_ref<int, cuda::thread_scope_device> word(int &x)
{
    return cuda::atomic_ref<int, cuda::thread_scope_device>(x);
}

template <bool WAITS>
__global__ void ring(Ring *r, int *sum)
{
    if (blockIdx.x == 0) {
        for (int i = 0; i < ITEMS; i++) {
            int s = i % SLOTS;
            while (WAITS && word(r->emptied[s]).load(cuda::memory_order_acquire) < i / SLOTS)
                ;
            r->slot[s] = i;
            word(r->filled[s]).store(i / SLOTS + 1, cuda::memory_order_release);
        }
        return;
    }
    for (int i; (i = atomicAdd(&r->head, 1)) < ITEMS;) {
        int s = i % SLOTS;
        while (word(r->filled[s]).load(cuda::memory_order_acquire) <= i / SLOTS)
            ;
        atomicAdd(sum, r->slot[s]);
        word(r->emptied[s]).store(i / SLOTS + 1, cuda::memory_order_release);
    }
}

int main(int argc, char **argv)
{
    Ring *r;
    int *numbers, got[1 + BLOCKS], workers = 0;
    cudaMalloc(&r, sizeof *r);
    cudaMalloc(&numbers, sizeof got);
    cudaMemset(r, 0, sizeof *r);
    cudaMemset(numbers, 0, sizeof got);
    bool shares = argc > 1 && strcmp(argv[1], "share") == 0;
    if (shares)
        share<<<BLOCKS, 1>>>(numbers, numbers + 1);
    else if (argc > 1 && strcmp(argv[1], "ring") == 0)
        ring<true><<<2, 1>>>(r, numbers);
    else
        ring<false><<<2, 1>>>(r, numbers);
    cudaMemcpy(got, numbers, sizeof got, cudaMemcpyDeviceToHost);
    for (int b = 0; b < BLOCKS; b++)
        workers += got[1 + b] > 0;
    if (shares)
        printf("%d\n", workers);
    else
        puts(got[0] == ITEMS * (ITEMS - 1) / 2 ? "right" : "wrong");
    cudaFree(r);
    cudaFree(numbers);
}
