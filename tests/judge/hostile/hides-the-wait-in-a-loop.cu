// trick: meets by a spin, in a loop whose own counter is volatile: so it seems to wait once, from the first round to the last
// fails: number of barriers is [0-9]+; it should be at most [0-9]+. counter: sass__inst_executed_per_opcode.BAR. and threads that wait
// exercise: ex2-7
enum { MOST = 256 };

static __device__ unsigned int next(unsigned int left, unsigned int mine, unsigned int right)
{
    return 5 * left + (mine ^ right >> 1);
}

__global__ void ring(const unsigned int *in, unsigned int *out, size_t n, int rounds)
{
    __shared__ unsigned int cells[MOST], met;
    unsigned t = threadIdx.x, left = t > 0 ? t - 1 : blockDim.x - 1,
             right = t + 1 < blockDim.x ? t + 1 : 0;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    unsigned mine = i < n ? in[i] : 0, goal = 0;
    volatile int round = 0;
    if (t == 0)
        met = 0;
    __syncthreads();
    while (round < rounds) {
        unsigned l = 0, g = 0;
        for (int half = 0; half < 2; half++) {
            if (half == 0)
                cells[t] = mine;
            __threadfence_block();
            atomicAdd(&met, 1);
            goal += blockDim.x;
            while (*(volatile unsigned *)&met < goal)
                ;
            __threadfence_block();
            if (half == 0)
                l = cells[left], g = cells[right];
        }
        mine = next(l, mine, g);
        round = round + 1;
    }
    if (i < n)
        out[i] = mine;
}
