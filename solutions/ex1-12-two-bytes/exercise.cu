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
    if (i + 8 <= n) {
        uint4 bytes = *(const uint4 *)(x + i);
        *(float4 *)(out + i) =
            make_float4(widen(bytes.x), widen(bytes.x >> 16), widen(bytes.y), widen(bytes.y >> 16));
        *(float4 *)(out + i + 4) =
            make_float4(widen(bytes.z), widen(bytes.z >> 16), widen(bytes.w), widen(bytes.w >> 16));
    } else {
        for (; i < n; i++)
            out[i] = widen(x[i]);
    }
    // [end of your code]
}
