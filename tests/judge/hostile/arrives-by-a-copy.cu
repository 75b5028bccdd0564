// trick: meets twice a round, once at a barrier in memory at which cp.async.mbarrier.arrive.noinc arrives
// fails: number of barriers is [0-9]+; it should be at most [0-9]+. counter: sass__inst_executed_per_opcode.BAR. and threads that wait
// exercise: ex2-7
enum { MOST = 256 };

static __device__ unsigned int next(unsigned int left, unsigned int mine, unsigned int right)
{
    return 5 * left + (mine ^ right >> 1);
}

__global__ void ring(const unsigned int *in, unsigned int *out, size_t n, int rounds)
{
    __shared__ unsigned int cells[MOST];
    __shared__ unsigned long long meeting;
    unsigned t = threadIdx.x, left = t > 0 ? t - 1 : blockDim.x - 1,
             right = t + 1 < blockDim.x ? t + 1 : 0;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    unsigned mine = i < n ? in[i] : 0, at = (unsigned)__cvta_generic_to_shared(&meeting);
    if (t == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(blockDim.x) : "memory");
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        cells[t] = mine;
        __syncthreads();
        unsigned l = cells[left], g = cells[right], done;
        asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at) : "memory");
        do
            asm volatile(
                "{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                : "=r"(done)
                : "r"(at), "r"(r % 2)
                : "memory");
        while (!done);
        mine = next(l, mine, g);
    }
    if (i < n)
        out[i] = mine;
}
