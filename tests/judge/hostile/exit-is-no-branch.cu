// trick: lanes leave a loop by an exit under a predicate, which is no branch
// fails: share of branches that split no warp, in % is [0-9.]+; it should be at least 100
// exercise: ex2-11
__global__ void search(const int *table, size_t m, const int *x, int *at, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int wanted = x[i];
    asm volatile(
        "{ .reg .pred p, q; .reg .u64 lo, hi, mid, a; .reg .s32 v; .reg .u32 w;\n"
        "mov.u64 lo, 0; mov.u64 hi, %0;\n"
        "Lloop: setp.ge.u64 q, lo, hi; cvt.u32.u64 w, lo; @q st.global.u32 [%3], w; @q exit;\n"
        "add.u64 mid, lo, hi; shr.u64 mid, mid, 1; shl.b64 a, mid, 2; add.u64 a, a, %1; ld.global.s32 v, [a];\n"
        "setp.lt.s32 p, v, %2; @p add.u64 lo, mid, 1; @!p mov.u64 hi, mid; bra.uni Lloop; }\n" ::
            "l"(m),
        "l"(table), "r"(wanted), "l"(at + i)
        : "memory");
}
