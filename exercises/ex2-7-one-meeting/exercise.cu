// One barrier per round: cells of a ring, each mixed with its neighbours.
//
//     make ex2-7

enum { MOST = 256 }; // threads per block

static __device__ unsigned int next(unsigned int left, unsigned int mine, unsigned int right)
{
    return 5 * left + (mine ^ right >> 1);
}

// Launched with a thread per element; each block is a ring. in, out: (n)
__global__ void ring(const unsigned int *in, unsigned int *out, size_t n, int rounds)
{
    __shared__ unsigned int cells[2][MOST];
    unsigned int t = threadIdx.x;
    unsigned int left = t > 0 ? t - 1 : blockDim.x - 1, right = t + 1 < blockDim.x ? t + 1 : 0;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    unsigned int mine = i < n ? in[i] : 0;

    // [your code]
    cells[0][t] = mine;
    __syncthreads();
    for (int round = 0; round < rounds; round++) { // TODO: two barriers in each round
        mine = next(cells[0][left], mine, cells[0][right]);
        __syncthreads(); // all have read
        cells[0][t] = mine;
        __syncthreads(); // all have written
    }
    // [end of your code]
    if (i < n)
        out[i] = mine;
}
