// fails: Threads race for sum|Reads sum\[|out\[
// Threads that leave early: each block subtracts its mean.
//
//     make ex2-2

enum { MOST = 256 }; // threads per block

// Launched with a thread per element, in blocks of 32, 64, 128 or 256. in, out: (n)
__global__ void subtractMean(const float *in, float *out, size_t n)
{
    __shared__ float sum[MOST];
    unsigned int t = threadIdx.x;
    size_t first = (size_t)blockIdx.x * blockDim.x, i = first + t;

    // [your code]
    sum[t] = i < n ? in[i] : 0;
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            sum[t] += sum[t + stride];
        __syncthreads();
    }
    if (i < n)
        out[i] = in[i] - sum[0] / min((size_t)blockDim.x, n - first);
    // [end of your code]
}
