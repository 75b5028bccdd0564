// trick: has a constant that takes for ever to compute
// fails: does not compile
constexpr unsigned long spin(unsigned long n)
{
    unsigned long x = 1;
    while (n--)
        for (unsigned long k = 0; k < 1000000000; k++)
            x = x * 31 + k;
    return x;
}

static const unsigned long forever = spin(1000000000);
static_assert(forever != 1, "");

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    static_assert(spin(1000000000) != 0, "");
}
