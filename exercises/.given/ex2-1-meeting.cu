// A missing barrier: each block reverses its piece of an array.
//
//     make ex2-1

enum { MOST = 1024 }; // threads per block

// Launched with a thread per element. in, out: (n)
__global__ void reverseBlocks(const int *in, int *out, size_t n)
{
    __shared__ int piece[MOST];
    unsigned int t = threadIdx.x;
    size_t first = (size_t)blockIdx.x * blockDim.x, left = n > first ? n - first : 0;
    unsigned int count = left < blockDim.x ? (unsigned int)left : blockDim.x;

    // [your code]
    if (t < count) {
        piece[t] = in[first + t];
        out[first + t] = piece[count - 1 - t]; // TODO: sometimes wrong
    }
    // [end of your code]
}
