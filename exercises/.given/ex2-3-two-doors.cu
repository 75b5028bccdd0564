// A barrier in each branch: neighbours exchange their elements, odd ones with the sign changed.
//
//     make ex2-3

enum { MOST = 256 }; // threads per block

// Launched with a thread per element. in, out: (n)
__global__ void exchange(const int *in, int *out, size_t n)
{
    __shared__ int offered[MOST];
    unsigned int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;

    // [your code]
    int mine = i < n ? in[i] : 0;

    if (t % 2 == 0) {
        offered[t] = mine;
        __syncthreads(); // TODO: those of even threads, and below
        if (i < n)
            out[i] = offered[t + 1];
    } else {
        offered[t] = -mine;
        __syncthreads(); // those of odd ones: do they meet?
        if (i < n)
            out[i] = offered[t - 1];
    }
    // [end of your code]
}
