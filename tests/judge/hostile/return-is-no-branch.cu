// trick: lanes part in a function, where some return early under a predicate, which is no branch
// fails: share of branches that split no warp, in % is [0-9.]+; it should be at least 100
// exercise: ex2-11
static __device__ __noinline__ void raise(size_t *first, size_t next, int value, int wanted)
{
    asm volatile("{ .reg .pred p; setp.ge.s32 p, %2, %3; @p ret; st.u64 [%0], %1; }" ::"l"(first),
                 "l"(next), "r"(value), "r"(wanted)
                 : "memory");
}

__global__ void search(const int *table, size_t m, const int *x, int *at, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int wanted = x[i];
    size_t first = 0;
    for (size_t length = m; length > 0;) {
        size_t half = (length + 1) / 2;
        raise(&first, first + half, table[first + half - 1], wanted);
        length -= half;
    }
    at[i] = (int)first;
}
