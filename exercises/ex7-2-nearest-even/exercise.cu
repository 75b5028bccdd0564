// A bf16 from a float, rounded to the nearest; in a tie, to the even one.
//
//     make ex7-2
//
// x: (n); out: ((n + 1) / 2), two numbers in each word.

// Returns the 16 bits of the bf16 that is nearest to f. A bf16 has a float's sign, its 8 bits of exponent, and 7 bits of fraction.
static __device__ unsigned int rounded(float f)
{
    // [your code]
    return __float_as_uint(f) >> 16; // TODO: this always rounds towards 0
    // [end of your code]
}

__global__ void pack(const float *x, unsigned int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (n + 1) / 2)
        out[i] = rounded(x[2 * i]) | (2 * i + 1 < n ? rounded(x[2 * i + 1]) << 16 : 0);
}
