// One atomic for all equal lanes: a leader adds for its peers.
//
//     make ex3-14
//
// x: (n), each 0 to 15; share: (n), what each element adds; counts: (16), 0 before the launch. blockDim.x is
// a multiple of 32.

__global__ void count(const int *x, int *share, int *counts, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int lane = threadIdx.x % 32;
    // [your code]
    unsigned int present = __ballot_sync(0xffffffff, i < n);
    if (i < n) {
        unsigned int same = __match_any_sync(present, x[i]);
        bool leader = lane == (unsigned int)__ffs((int)same) - 1;
        share[i] = leader ? __popc(same) : 0;
        if (leader)
            atomicAdd(&counts[x[i]], __popc(same));
    }
    // [end of your code]
}
