// trick: both kinds of work in each warp, hidden among idle instructions of all lanes
// fails: a warp runs [0-9]+ instructions on average; it should be at most 339
// exercise: ex2-5
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

__global__ void apart(const unsigned int *in, unsigned int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 1000; k++)
        asm volatile("");
    for (int k = 0; k < 1000; k++)
        asm volatile("{ .reg .u32 idle; mov.u32 idle, %0; }" ::"r"(k));
    if (i < n && i % 2)
        out[i] = collatz(in[i]);
    else if (i < n)
        out[i] = fibonacci(in[i]);
}
