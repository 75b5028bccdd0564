// Eight at a time: two-byte numbers by loads of 16 bytes.
//
//     make ex1-12
//
// x: (n) two-byte numbers, only read; out: (n) floats. Both begin at multiples of 16 bytes.

// The float whose upper 16 bits are the lower 16 bits of `bits`.
static __device__ float widen(unsigned int bits)
{
    return __uint_as_float(bits << 16);
}

__global__ void toFloats(const unsigned short *x, float *out, size_t n)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 8; // this thread's first element
    // [your code]
    // TODO: one load of 16 bytes, two stores of 16.
    for (int k = 0; k < 8; k++)
        if (i + k < n)
            out[i + k] = widen(x[i + k]);
    // [end of your code]
}
