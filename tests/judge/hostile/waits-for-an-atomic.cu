// trick: meets twice a round, once by a counter in shared memory on which all threads spin
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
    if (t == 0)
        met = 0;
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        cells[t] = mine;
        __syncthreads();
        unsigned l = cells[left], g = cells[right];
        __threadfence_block();
        atomicAdd(&met, 1);
        goal += blockDim.x;
        while (*(volatile unsigned *)&met < goal)
            ;
        __threadfence_block();
        mine = next(l, mine, g);
    }
    if (i < n)
        out[i] = mine;
}
