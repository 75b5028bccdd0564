// math.cu: measures how far the mathematical functions of compile/toolkit are from the truth, in units of the last place, and
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

static const long double PI = 3.14159265358979323846264338327950288L;

static long double reciprocalRoot(long double x) // rsqrtl, which libraries before glibc 2.42 lack
{
    return 1 / sqrtl(x);
}
#define rsqrtl reciprocalRoot

// The functions that C libraries lack have truths of their own.

// The root x of erfc(x) = y for 0 < y <= 0.5, by Newton's method, from above: log(erfc(x)) bends downwards.
static long double inverseOfSmall(long double y)
{
    long double x = sqrtl(-logl(y));
    for (int i = 0; i < 8; i++)
        x += (logl(erfcl(x)) - logl(y)) * erfcl(x) * expl(x * x) * sqrtl(PI) / 2;
    return x;
}

static long double inverse(long double y) // the root of erf(x) = y for |y| <= 0.5
{
    long double x = y;
    for (int i = 0; i < 8; i++)
        x -= (erfl(x) - y) * expl(x * x) * sqrtl(PI) / 2;
    return x;
}

static long double erfcinvl(long double y)
{
    return y == 0      ? HUGE_VALL
           : y == 2    ? -HUGE_VALL
           : y <= 0.5L ? inverseOfSmall(y)
           : y < 1.5L  ? inverse(1 - y)
                       : -inverseOfSmall(2 - y);
}

static long double erfinvl(long double y)
{
    return fabsl(y) < 0.5L ? inverse(y) : copysignl(erfcinvl(1 - fabsl(y)), y);
}

static long double normcdfl(long double x)
{
    return erfcl(-x * sqrtl(0.5L)) / 2;
}

static long double normcdfinvl(long double y)
{
    return -sqrtl(2) * erfcinvl(2 * y);
}

static long double erfcxl(long double x)
{
    long double square = x * x, low = fmal(x, x, -square), sum = 0;
    if (x < 40)
        return expl(square) * (1 + low) * erfcl(x);
    for (int k = 9; k >= 1; k--) // 1 - 1 / (2 x^2) (1 - 3 / (2 x^2) (1 - ...))
        sum = (1 - sum) * (2 * k - 1) / (2 * square);
    return (1 - sum) / (x * sqrtl(PI));
}

static long double reciprocalCubeRoot(long double x)
{
    return 1 / cbrtl(x);
}
#define rcbrtl reciprocalCubeRoot

static long double cosineOfPi(long double x) // cospil is in glibc since 2.41
{
    return sinl(PI * (0.5L - fabsl(x - 2 * rintl(x / 2))));
}
#define cospil cosineOfPi

static long double sineOfPi(long double x)
{
    return fabsl(x) < 0.25L ? sinl(PI * x) : cosineOfPi(x - 0.5L);
}
#define sinpil sineOfPi

static long double bessel(int n, long double x) // all terms have the same sign
{
    long double sum = 1;
    for (int k = 20 + (int)(2 * fabsl(x)); k >= 1; k--)
        sum = 1 + sum * x * x / (4 * k * (k + n));
    return n ? sum * x / 2 : sum;
}

static long double cyl_bessel_i0l(long double x)
{
    return bessel(0, x);
}

static long double cyl_bessel_i1l(long double x)
{
    return bessel(1, x);
}

// norm3d and the like of one argument
#define lengthf(x)      norm3df(x, 3.0f, (x) / 2)
#define length(x)       norm3d(x, 3.0, (x) / 2)
#define lengthsf(x)     norm4df(-7.0f, (x) / 2, 3.0f, x)
#define lengths(x)      norm4d(-7.0, (x) / 2, 3.0, x)
#define reciprocal2f(x) rhypotf(x, 3.0f)
#define reciprocal2(x)  rhypot(x, 3.0)
#define reciprocal3f(x) rnorm3df(x, 3.0f, (x) / 2)
#define reciprocal3(x)  rnorm3d(x, 3.0, (x) / 2)
#define reciprocal4f(x) rnorm4df(-7.0f, (x) / 2, 3.0f, x)
#define reciprocal4(x)  rnorm4d(-7.0, (x) / 2, 3.0, x)

static long double lengthl(long double x)
{
    return sqrtl(x * x * 1.25L + 9);
}

static long double lengthsl(long double x)
{
    return sqrtl(x * x * 1.25L + 58);
}

static long double reciprocal2l(long double x)
{
    return 1 / sqrtl(x * x + 9);
}

static long double reciprocal3l(long double x)
{
    return 1 / lengthl(x);
}

static long double reciprocal4l(long double x)
{
    return 1 / lengthsl(x);
}

// A sine and a cosine by one call.
#define ONE_OF_TWO(name, T, function, which) \
    static __device__ T name(T x)            \
    {                                        \
        T sine, cosine;                      \
        function(x, &sine, &cosine);         \
        return which;                        \
    }
ONE_OF_TWO(sinesOf, double, sincospi, sine)
ONE_OF_TWO(sinesOff, float, sincospif, sine)
ONE_OF_TWO(cosinesOf, double, sincospi, cosine)
ONE_OF_TWO(cosinesOff, float, sincospif, cosine)
#define sinesOfl   sineOfPi
#define cosinesOfl cosineOfPi

#define quickf(x) __tanhf(x)
#define quick(x)  tanh(x)
#define quickl    tanhl

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
KERNELS(erfinv)
KERNELS(erfcinv)
KERNELS(erfcx)
KERNELS(normcdf)
KERNELS(normcdfinv)
KERNELS(rcbrt)
KERNELS(sinpi)
KERNELS(cospi)
KERNELS(sinesOf)
KERNELS(cosinesOf)
KERNELS(cyl_bessel_i0)
KERNELS(cyl_bessel_i1)
KERNELS(length)
KERNELS(lengths)
KERNELS(reciprocal2)
KERNELS(reciprocal3)
KERNELS(reciprocal4)
KERNELS(quick)

static const Function functions[] = {
    FUNCTION(exp, -87.3, 88.72, 2, 1),
    FUNCTION(exp2, -126, 127.99, 2, 1),
    FUNCTION(exp10, -37.9, 38.53, 2, 1),
    FUNCTION(expm1, -20, 88.7, 1, 1),
    FUNCTION(log, 1.2e-38, 3.4e38, 1, 1),
    FUNCTION(log2, 1.2e-38, 3.4e38, 1, 1),
    FUNCTION(log10, 1.2e-38, 3.4e38, 2, 1),
    FUNCTION(log1p, 1e-30, 3.4e38, 1, 1),
    FUNCTION(sin, -3.4e38, 3.4e38, 2, 2),
    FUNCTION(cos, -3.4e38, 3.4e38, 2, 2),
    FUNCTION(tan, -3.4e38, 3.4e38, 4, 2),
    FUNCTION(asin, -1, 1, 2, 2),
    FUNCTION(acos, -1, 1, 2, 2),
    FUNCTION(atan, -3.4e38, 3.4e38, 2, 2),
    FUNCTION(sinh, -89.4, 89.4, 3, 2),
    FUNCTION(cosh, -89.4, 89.4, 2, 1),
    FUNCTION(tanh, -20, 20, 2, 2),
    FUNCTION(asinh, -3.4e38, 3.4e38, 3, 3),
    FUNCTION(acosh, 1, 3.4e38, 4, 3),
    FUNCTION(atanh, -1, 1, 3, 2),
    FUNCTION(cbrt, -3.4e38, 3.4e38, 1, 1),
    FUNCTION(erf, -6, 6, 2, 2),
    FUNCTION(erfc, -6, 9.1, 4, 5),
    FUNCTION(sqrt, 1.2e-38, 3.4e38, 0.5, 0.5),
    FUNCTION(lgamma, 1e-30, 4e36, 6, 4),
    FUNCTION(tgamma, -30, 34, 5, 10),
    FUNCTION(large, 0.1, 35, 5, 10),
    FUNCTION(rsqrt, 1.2e-38, 3.4e38, 2, 1),
    FUNCTION(round, -1e9, 1e9, 0, 0),
    FUNCTION(pows, 1e-11, 4e11, 4, 2),
    FUNCTION(arcs, -3.4e38, 3.4e38, 3, 2),
    FUNCTION(hypots, -3.4e38, 3.4e38, 3, 2),
    FUNCTION(erfinv, -1, 1, 2, 5),
    FUNCTION(erfcinv, 1.2e-38, 2, 4, 6),
    FUNCTION(erfcx, -9.3, 3.4e38, 4, 4),
    FUNCTION(normcdf, -38, 9, 5, 5),
    FUNCTION(normcdfinv, 1.2e-38, 1, 5, 8),
    FUNCTION(rcbrt, -3.4e38, 3.4e38, 1, 1),
    FUNCTION(sinpi, -1e6, 1e6, 1, 2),
    FUNCTION(cospi, -1e6, 1e6, 1, 2),
    FUNCTION(sinesOf, -9, 9, 1, 2),
    FUNCTION(cosinesOf, -9, 9, 1, 2),
    FUNCTION(cyl_bessel_i0, -90, 90, 6, 6),
    FUNCTION(cyl_bessel_i1, -90, 90, 6, 6),
    FUNCTION(length, -1.5e38, 1.5e38, 3, 2),
    FUNCTION(lengths, -1.5e38, 1.5e38, 3, 2),
    FUNCTION(reciprocal2, -1.5e38, 1.5e38, 2, 1),
    FUNCTION(reciprocal3, -1.5e38, 1.5e38, 2, 1),
    FUNCTION(reciprocal4, -1.5e38, 1.5e38, 2, 1),
    FUNCTION(quick, -9, 9, 8192, 2),
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
    printf("%-13s %22s %22s\n", "", "float: ulp, allowed", "double: ulp, allowed");
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        const Function *f = &functions[k];
        double at = 0, at64 = 0, a = worstFloat(f, &at), b = worstDouble(f, &at64);
        // the documentation counts in whole ulp from a correctly rounded result: half an ulp more
        bool wrong = !(a <= f->mostFloat + 0.5 && b <= f->mostDouble + 0.5);
        printf("%-13s %14.3f %7.1f %14.3f %7.1f", f->name, a, f->mostFloat, b, f->mostDouble);
        if (wrong)
            printf("  TOO FAR at %.9g, %.17g", at, at64);
        printf("\n");
        bad += wrong;
    }
    return bad != 0;
}
