// fails: out\[
// Even warps, odd warps: two kinds of work, for elements with even and with odd numbers.
//
//     make ex2-5

static __device__ unsigned int fibonacci(unsigned int x)
{
    unsigned int a = x, b = 1;
    for (int k = 0; k < 24; k++) {
        unsigned int next = a + b;
        a = b;
        b = next ^ x;
    }
    return b;
}

static __device__ unsigned int collatz(unsigned int x)
{
    for (int k = 0; k < 24; k++)
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    return x;
}

// Launched with a thread per element, in blocks of a multiple of 64 threads. in, out: (n)
__global__ void apart(const unsigned int *in, unsigned int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    // [your code]
    size_t pair = i / 64 * 64; // two warps share 64 elements
    bool odd = i % 64 >= 32;   // one takes the even ones, the other the odd ones
    size_t at = pair + 2 * (i % 32) + odd;

    if (at < n) {
        if (odd)
            out[at] = fibonacci(in[at]);
        else
            out[at] = collatz(in[at]);
    }
    // [end of your code]
}
