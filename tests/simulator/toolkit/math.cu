// math.cu: measures how far the mathematical functions of simulator/toolkit are from the truth, in units of the last place, and
// compares with what NVIDIA's documentation allows. The truth is the C library's long double. Prints a row for each function and
// exits with 1 if one is too far.

#include "../../../common/verify.h"

#include <stdio.h>

enum { N = 20000 };

// A function of one argument in both types, its truth, and where its arguments lie: of either sign if `low` is negative,
// spread over the exponents.
typedef struct {
    const char *name;
    void (*runFloat)(const float *x, float *y);
    void (*runDouble)(const double *x, double *y);
    long double (*truth)(long double x);
    double low, high;             // arguments
    double mostFloat, mostDouble; // ulp: CUDA Math API, "maximum ulp error"
} Function;

#define KERNELS(name)                                                \
    static __global__ void name##Floats(const float *x, float *y)    \
    {                                                                \
        int i = blockIdx.x * blockDim.x + threadIdx.x;               \
        if (i < N)                                                   \
            y[i] = name##f(x[i]);                                    \
    }                                                                \
    static __global__ void name##Doubles(const double *x, double *y) \
    {                                                                \
        int i = blockIdx.x * blockDim.x + threadIdx.x;               \
        if (i < N)                                                   \
            y[i] = name(x[i]);                                       \
    }                                                                \
    static void name##RunFloats(const float *x, float *y)            \
    {                                                                \
        name##Floats<<<(N + 127) / 128, 128>>>(x, y);                \
    }                                                                \
    static void name##RunDoubles(const double *x, double *y)         \
    {                                                                \
        name##Doubles<<<(N + 127) / 128, 128>>>(x, y);               \
    }
#define FUNCTION(name, low, high, mostFloat, mostDouble)                                    \
    {                                                                                       \
#name, name##RunFloats, name##RunDoubles, name##l, low, high, mostFloat, mostDouble \
    }

static long double reciprocalRoot(long double x) // rsqrtl, which libraries before glibc 2.42 lack
{
    return 1 / sqrtl(x);
}
#define rsqrtl reciprocalRoot

// pow and atan2 of one argument each, so that one table serves.
#define powsf(x)   powf(x, 3.3f)
#define pows(x)    pow(x, 3.3)
#define arcsf(x)   atan2f(x, -0.7f)
#define arcs(x)    atan2(x, -0.7)
#define hypotsf(x) hypotf(x, 3.0f)
#define hypots(x)  hypot(x, 3.0)
#define largef(x)  tgammaf(x)
#define large(x)   tgamma(4 * x) // as far as doubles go

static bool inFloat; // the truth takes the constants of this type: float, or double

static long double powsl(long double x)
{
    return powl(x, inFloat ? (long double)3.3f : (long double)3.3);
}

static long double arcsl(long double x)
{
    return atan2l(x, inFloat ? (long double)-0.7f : (long double)-0.7);
}

static long double hypotsl(long double x)
{
    return hypotl(x, 3);
}

static long double largel(long double x)
{
    return tgammal(inFloat ? x : 4 * x);
}

KERNELS(exp)
KERNELS(exp2)
KERNELS(exp10)
KERNELS(expm1)
KERNELS(log)
KERNELS(log2)
KERNELS(log10)
KERNELS(log1p)
KERNELS(sin)
KERNELS(cos)
KERNELS(tan)
KERNELS(asin)
KERNELS(acos)
KERNELS(atan)
KERNELS(sinh)
KERNELS(cosh)
KERNELS(tanh)
KERNELS(asinh)
KERNELS(acosh)
KERNELS(atanh)
KERNELS(cbrt)
KERNELS(erf)
KERNELS(erfc)
KERNELS(lgamma)
KERNELS(tgamma)
KERNELS(large)
KERNELS(sqrt)
KERNELS(rsqrt)
KERNELS(round)
KERNELS(pows)
KERNELS(arcs)
KERNELS(hypots)

static const Function functions[] = {
    FUNCTION(exp, -80, 80, 2, 1),       FUNCTION(exp2, -120, 120, 2, 1),
    FUNCTION(exp10, -35, 35, 2, 1),     FUNCTION(expm1, -20, 20, 1, 1),
    FUNCTION(log, 1e-30, 1e30, 1, 1),   FUNCTION(log2, 1e-30, 1e30, 1, 1),
    FUNCTION(log10, 1e-30, 1e30, 2, 1), FUNCTION(log1p, 1e-10, 1e10, 1, 1),
    FUNCTION(sin, -1e30, 1e30, 2, 2),   FUNCTION(cos, -1e30, 1e30, 2, 2),
    FUNCTION(tan, -1e30, 1e30, 4, 2),   FUNCTION(asin, -1, 1, 2, 2),
    FUNCTION(acos, -1, 1, 2, 2),        FUNCTION(atan, -1e9, 1e9, 2, 2),
    FUNCTION(sinh, -80, 80, 3, 2),      FUNCTION(cosh, -80, 80, 2, 1),
    FUNCTION(tanh, -20, 20, 2, 2),      FUNCTION(asinh, -1e9, 1e9, 3, 3),
    FUNCTION(acosh, 1, 1e9, 4, 3),      FUNCTION(atanh, -1, 1, 3, 2),
    FUNCTION(cbrt, -1e30, 1e30, 1, 1),  FUNCTION(erf, -6, 6, 2, 2),
    FUNCTION(erfc, -6, 9, 4, 5),        FUNCTION(sqrt, 1e-30, 1e30, 0.5, 0.5),
    FUNCTION(lgamma, 1e-9, 1e9, 6, 4),  FUNCTION(tgamma, -30, 34, 5, 10),
    FUNCTION(large, 0.1, 35, 5, 10),    FUNCTION(rsqrt, 1e-30, 1e30, 2, 1),
    FUNCTION(round, -1e9, 1e9, 0, 0),   FUNCTION(pows, 1e-9, 1e9, 4, 2),
    FUNCTION(arcs, -1e9, 1e9, 3, 2),    FUNCTION(hypots, -1e15, 1e15, 3, 2),
};

// Returns the i-th argument. Half of them are spread evenly, half have a random exponent between the smallest and the largest.
static double argument(const Function *f, int i)
{
    double u = (double)(random_bits(1, 2 * (uint64_t)i) >> 11) * 0x1p-53;
    if (i % 2)
        return f->low + u * (f->high - f->low);
    double least = f->low > 0 ? f->low : 1e-6, x = least * pow(f->high / least, u);
    return f->low < 0 && random_bits(1, 2 * (uint64_t)i + 1) & 1 && x < -f->low ? -x : x;
}

// Returns the distance of y from the truth in units of the last place of a number of `digits` bits.
static double distance(long double y, long double truth, int digits, int least)
{
    int e;
    if (y == truth)
        return 0;
    frexpl(truth, &e);
    long double place = ldexpl(1, (e - digits > least ? e - digits : least));
    return (double)(fabsl(y - truth) / place);
}

static float x32[N], y32[N];
static double x64[N], y64[N];

static double worstFloat(const Function *f, double *where)
{
    float *x, *y;
    double worst = 0;
    for (int i = 0; i < N; i++)
        x32[i] = (float)argument(f, i);
    cudaMalloc(&x, sizeof x32);
    cudaMalloc(&y, sizeof y32);
    cudaMemcpy(x, x32, sizeof x32, cudaMemcpyHostToDevice);
    f->runFloat(x, y);
    cudaMemcpy(y32, y, sizeof y32, cudaMemcpyDeviceToHost);
    inFloat = true;
    for (int i = 0; i < N; i++) {
        double d = distance(y32[i], f->truth(x32[i]), 24, -149);
        if (!(d <= worst)) {
            worst = d;
            *where = x32[i];
        }
    }
    cudaFree(x);
    cudaFree(y);
    return worst;
}

static double worstDouble(const Function *f, double *where)
{
    double *x, *y, worst = 0;
    for (int i = 0; i < N; i++)
        x64[i] = argument(f, i);
    cudaMalloc(&x, sizeof x64);
    cudaMalloc(&y, sizeof y64);
    cudaMemcpy(x, x64, sizeof x64, cudaMemcpyHostToDevice);
    f->runDouble(x, y);
    cudaMemcpy(y64, y, sizeof y64, cudaMemcpyDeviceToHost);
    inFloat = false;
    for (int i = 0; i < N; i++) {
        double d = distance(y64[i], f->truth(x64[i]), 53, -1074);
        if (!(d <= worst)) {
            worst = d;
            *where = x64[i];
        }
    }
    cudaFree(x);
    cudaFree(y);
    return worst;
}

int main(void)
{
    int bad = 0;
    printf("%-8s %22s %22s\n", "", "float: ulp, allowed", "double: ulp, allowed");
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        const Function *f = &functions[k];
        double at = 0, at64 = 0, a = worstFloat(f, &at), b = worstDouble(f, &at64);
        // the documentation counts in whole ulp from a correctly rounded result: half an ulp more
        bool wrong = !(a <= f->mostFloat + 0.5 && b <= f->mostDouble + 0.5);
        printf("%-8s %14.3f %7.1f %14.3f %7.1f", f->name, a, f->mostFloat, b, f->mostDouble);
        if (wrong)
            printf("  TOO FAR at %.9g, %.17g", at, at64);
        printf("\n");
        bad += wrong;
    }
    return bad != 0;
}
