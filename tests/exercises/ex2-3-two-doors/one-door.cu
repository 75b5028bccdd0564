// fails: ([Bb]arrier|[Rr]ace|Uninitialized|out\[)
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
        __syncthreads();
        if (i < n)
            out[i] = offered[t + 1];
    } else {
        offered[t] = -mine;
        if (i < n)
            out[i] = offered[t - 1];
    }
    // [end of your code]
}
