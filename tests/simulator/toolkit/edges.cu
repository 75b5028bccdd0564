// edges.cu: functions of float and double whose results are exact, for numbers of any bits; and what the others return at the
// edges of their domains. Prints hashes of the first and the latter themselves, which nvcc's headers and those of
// compile/toolkit have in common. NaNs count as one.

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 1 << 12, SPECIAL = 26 };

// ---- Arguments -----------------------------------------------------------------------------------------------------

static __device__ unsigned long long random_bits(unsigned long long i) // splitmix64
{
    unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

// Numbers that a random one seldom is.
static __host__ __device__ double special(int i)
{
    const double of[SPECIAL / 2] = {0,   1,    2,        0.5, 3,        1.5,           27,
                                    127, 1e-3, INFINITY, NAN, 0x1p-149, 0x1.fffffep127};
    return i % 2 ? -of[i / 2] : of[i / 2];
}

static __device__ void take(unsigned long long bits, double *x)
{
    *x = __longlong_as_double((long long)bits);
}

static __device__ void take(unsigned long long bits, float *x)
{
    *x = __int_as_float((int)(bits >> 32));
}

// Returns argument number i: special, of any bits, or of a size not far from 1.
template <class T>
static __device__ T argument(unsigned i, unsigned which)
{
    unsigned long long bits = random_bits(4 * i + which);
    T x;
    if (i < SPECIAL * SPECIAL)
        return (T)special(which % 2 ? i / SPECIAL : i % SPECIAL);
    take(bits, &x);
    if (i % 4 == 1)
        x = (T)((double)(long long)bits * 0x1p-60);
    if (i % 4 == 2) // small integers
        x = (T)((int)(bits >> 40) % 16) / 2;
    return x;
}

// ---- Exact functions -----------------------------------------------------------------------------------------------

static __device__ unsigned long long result(double x)
{
    return x != x ? 0x7fff : (unsigned long long)__double_as_longlong(x);
}

static __device__ unsigned long long result(float x)
{
    return x != x ? 0x7fff : __float_as_uint(x);
}

static __device__ unsigned long long result(int x)
{
    return (unsigned)x;
}

static __device__ float remquo_of(float x, float y, int *quotient)
{
    return remquof(x, y, quotient);
}

static __device__ double remquo_of(double x, double y, int *quotient)
{
    return remquo(x, y, quotient);
}

// The remainder, and the quotient's last three bits with its sign: more are not promised.
template <class T>
static __device__ unsigned long long remainder_and_quotient(T x, T y)
{
    int quotient = 0;
    T rest = remquo_of(x, y, &quotient);
    return rest != rest ? result(rest) : result(rest) * 16 + (quotient % 8 & 15);
}

#define KERNEL(name, T, expression)                                            \
    static __global__ void name(unsigned long long *out)                       \
    {                                                                          \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                    \
        T x = argument<T>(i, 0), y = argument<T>(i, 1), z = argument<T>(i, 2); \
        int n = (int)(random_bits(4 * i + 3) % 4400) - 2200;                   \
        out[i] = expression;                                                   \
        (void)y, (void)z, (void)n;                                             \
    }
#define FUNCTIONS(KERNEL)                                         \
    KERNEL(logbs, double, result(logb(x)))                        \
    KERNEL(logbfs, float, result(logbf(x)))                       \
    KERNEL(ilogbs, double, result(ilogb(x)))                      \
    KERNEL(ilogbfs, float, result(ilogbf(x)))                     \
    KERNEL(nextafters, double, result(nextafter(x, y)))           \
    KERNEL(nextafterfs, float, result(nextafterf(x, y)))          \
    KERNEL(scalblns, double, result(scalbln(x, n)))               \
    KERNEL(scalblnfs, float, result(scalblnf(x, n / 8)))          \
    KERNEL(farthest, double, result(scalbln(x, n * 0x100000000))) \
    KERNEL(ldexps, double, result(ldexp(x, n)))                   \
    KERNEL(ldexpfs, float, result(ldexpf(x, n / 8)))              \
    KERNEL(fmods, double, result(fmod(x, y)))                     \
    KERNEL(fmodfs, float, result(fmodf(x, y)))                    \
    KERNEL(remainders, double, result(remainder(x, y)))           \
    KERNEL(remainderfs, float, result(remainderf(x, y)))          \
    KERNEL(remquos, double, remainder_and_quotient(x, y))         \
    KERNEL(remquofs, float, remainder_and_quotient(x, y))         \
    KERNEL(fdivides, double, result(fdivide(x, y)))               \
    KERNEL(frsqrt_rn, float, result(__frsqrt_rn(x)))              \
    KERNEL(fmaf_ieee_rn, float, result(__fmaf_ieee_rn(x, y, z)))  \
    KERNEL(fmaf_ieee_rz, float, result(__fmaf_ieee_rz(x, y, z)))  \
    KERNEL(fmaf_ieee_ru, float, result(__fmaf_ieee_ru(x, y, z)))  \
    KERNEL(fmaf_ieee_rd, float, result(__fmaf_ieee_rd(x, y, z)))  \
    KERNEL(smaller, float, result(min(x, (double)y / 3) + 0.0))   \
    KERNEL(larger, float, result(max((double)x / 3, y) + 0.0))    \
    KERNEL(fmas, float, result(fma(x, y, z)))
FUNCTIONS(KERNEL)

// ---- Edges -----------------------------------------------------------------------------------------------------------

#define EDGES(EDGE)                            \
    EDGE(erfinv, erfinv(x))                    \
    EDGE(erfcinv, erfcinv(x))                  \
    EDGE(erfcx, erfcx(x))                      \
    EDGE(normcdf, normcdf(x))                  \
    EDGE(normcdfinv, normcdfinv(x))            \
    EDGE(rcbrt, rcbrt(x))                      \
    EDGE(sinpi, sinpi(x))                      \
    EDGE(cospi, cospi(x))                      \
    EDGE(j0, j0(x))                            \
    EDGE(j1, j1(x))                            \
    EDGE(j2, jn(2, not_small(x)))              \
    EDGE(j3, jn(3, not_small(x)))              \
    EDGE(j_1, jn(-1, not_small(x)))            \
    EDGE(y0, y0(x))                            \
    EDGE(y1, y1(x))                            \
    EDGE(y2, yn(2, not_small(x)))              \
    EDGE(y_1, yn(-1, not_small(x)))            \
    EDGE(i0, cyl_bessel_i0(x))                 \
    EDGE(i1, cyl_bessel_i1(x))                 \
    EDGE(norm3, norm3d((double)x, NAN, 0))     \
    EDGE(norm4, norm4d((double)x, 0, 0, 0))    \
    EDGE(rnorm3, rnorm3d((double)x, NAN, 0))   \
    EDGE(rnorm4, rnorm4d((double)x, 0, 0, 0))  \
    EDGE(rhypot, rhypot((double)x, 0.0))       \
    EDGE(norm3f, norm3df((float)x, NAN, 0))    \
    EDGE(norm4f, norm4df((float)x, 0, 0, 0))   \
    EDGE(rnorm3f, rnorm3df((float)x, NAN, 0))  \
    EDGE(rnorm4f, rnorm4df((float)x, 0, 0, 0)) \
    EDGE(rhypotf, rhypotf((float)x, 0))

// What nvcc's jn and yn return for 0 and its neighbours is not what the documentation says.
template <class T>
static __device__ T not_small(T x)
{
    return fabs(x) < (T)1e-4 ? 1 : x;
}

// 0, infinity and NaN are told apart, with their signs; of others only the sign is told.
template <class T>
static __device__ char kind(T x)
{
    bool negative = signbit(x);
    return x != x       ? 'n'
           : x == 0     ? (negative ? 'o' : '0')
           : x - x != 0 ? (negative ? 'I' : 'i')
           : negative   ? '-'
                        : '+';
}

#define EDGE_KERNEL(name, expression)              \
    template <class T>                             \
    static __global__ void name##_edges(char *out) \
    {                                              \
        T x = (T)special(threadIdx.x);             \
        out[threadIdx.x] = kind(expression);       \
    }
EDGES(EDGE_KERNEL)

int main(void)
{
    unsigned long long *out;
    char *kinds;
    cudaMallocManaged(&out, N * sizeof *out);
    cudaMallocManaged(&kinds, 2 * SPECIAL + 1);
#define PRINT_HASH(name, T, expression)                         \
    {                                                           \
        name<<<N / 128, 128>>>(out);                            \
        cudaDeviceSynchronize();                                \
        unsigned hash = 2166136261;                             \
        for (int i = 0; i < N; i++)                             \
            for (int k = 0; k < 64; k += 8)                     \
                hash = (hash ^ (out[i] >> k & 255)) * 16777619; \
        printf("%-12s %08x\n", #name, hash);                    \
    }
    FUNCTIONS(PRINT_HASH)
#define PRINT_EDGES(name, expression)                     \
    name##_edges<double><<<1, SPECIAL>>>(kinds);          \
    name##_edges<float><<<1, SPECIAL>>>(kinds + SPECIAL); \
    cudaDeviceSynchronize();                              \
    printf("%-12s %s\n", #name, kinds);
    memset(kinds, 0, 2 * SPECIAL + 1);
    EDGES(PRINT_EDGES)
    return 0;
}
