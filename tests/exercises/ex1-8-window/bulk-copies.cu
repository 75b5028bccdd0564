// fails: load requests|sectors
// as given: each thread fetches its 17 neighbours for itself, by a bulk copy that nobody counts
enum { RADIUS = 8, MOST = 256 };
__device__ __forceinline__ unsigned sm(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}
__global__ void window(const int *in, int *out, size_t n)
{
    __shared__ __align__(16) int buf[MOST][20];
    __shared__ __align__(8) unsigned long long bar;
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x, f = i - RADIUS & ~3LL,
              e = f + 20;
    if (f < 0)
        f = 0;
    if (e > (long long)n)
        e = (long long)n & ~3LL;
    bool bulk = e > f;
    unsigned bytes = bulk ? (unsigned)(e - f) * 4 : 0;
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(sm(&bar)), "r"(blockDim.x));
    __syncthreads();
    if (bulk) {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(sm(&bar)), "r"(bytes)
                     : "memory");
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
                "r"(sm(buf[threadIdx.x])),
            "l"(in + f), "r"(bytes), "r"(sm(&bar))
            : "memory");
    } else
        asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(sm(&bar)) : "memory");
    asm volatile(
        "{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra W; }" ::"r"(
            sm(&bar))
        : "memory");
    if (i < (long long)n) {
        int sum = 0;
        for (int k = -RADIUS; k <= RADIUS; k++) {
            long long at = i + k;
            if (at >= f && at < e)
                sum += buf[threadIdx.x][at - f];
            else if (at >= 0 && at < (long long)n)
                sum += in[at];
        }
        out[i] = sum;
    }
}
