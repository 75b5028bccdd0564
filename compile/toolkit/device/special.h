// special.h: functions of the CUDA Math API that a C library lacks, for host and device: rcbrt, sinpi, erfinv, normcdf and the
// like. On either side they call that side's functions; so this file stands after the C library's math.h. Floats are computed as
// doubles.

#ifndef WARP_DEVICE_SPECIAL_H
#define WARP_DEVICE_SPECIAL_H

#include "error_function.h"

#define BOTH static inline __host__ __device__

// ---- The error function's kin ---------------------------------------------------------------------------------------

// e^(x^2). The square's low part counts: see erfc.
BOTH double warp_exp_of_square(double x)
{
    double z = x * x, low = fma(x, x, -z), e = exp(z);
    return e < HUGE_VAL ? fma(e, low, e) : e;
}

// e^(x^2) erfc(x)
BOTH double warp_erfcx(double x)
{
    if (x > 1e17)
        return 0.5641895835477563 / x; // 1 / sqrt(pi)
    return x >= 0.5   ? warp_erfcx_large(x)
           : x > -0.5 ? warp_exp_of_square(x) * (1 - erf(x))
           : x > -7   ? 2 * warp_exp_of_square(x) - warp_erfcx_large(-x)
                      : 2 * warp_exp_of_square(x);
}

// erfc(-x / sqrt(2)) / 2. Far from 0 the square is that of x itself, without a root's error.
BOTH double warp_normcdf(double x)
{
    double z = x * -0.7071067811865476;
    if (!(z > 0.5) || z > 28)
        return erfc(z) / 2;
    double square = x * x, low = fma(x, x, -square), e = exp(-square / 2);
    return fma(e, -low / 2, e) * warp_erfcx_large(z) / 2;
}

// The root x of x^2 - log(e^(x^2) erfc(x)) = -log(y), for 0 < y <= 0.5, by Newton's method from above. With logarithms
// nothing vanishes.
BOTH double warp_erfcinv_small(double y)
{
    double w = -log(y), x = sqrt(w);
    for (int i = 0; i < 7; i++) {
        double e = warp_erfcx(x);
        x -= (fma(x, x, -w) - log(e)) * e * 0.8862269254527580; // sqrt(pi) / 2
    }
    return x;
}

// The root x of erf(x) = y for |y| <= 0.5.
BOTH double warp_erfinv_small(double y)
{
    double x = y * 0.8862269254527580;
    for (int i = 0; i < 5; i++)
        x -= (erf(x) - y) * warp_exp_of_square(x) * 0.8862269254527580;
    return x;
}

// Of two numbers that differ by a factor of less than 2, the difference is exact.
BOTH double warp_erfcinv(double y)
{
    if (!(y > 0 && y < 2))
        return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL : nan("");
    return y <= 0.5  ? warp_erfcinv_small(y)
           : y < 1.5 ? warp_erfinv_small(1 - y)
                     : -warp_erfcinv_small(2 - y);
}

BOTH double warp_erfinv(double y)
{
    double a = fabs(y);
    return a <= 0.5 ? warp_erfinv_small(y) : copysign(warp_erfcinv(1 - a), y);
}

BOTH double warp_normcdfinv(double y) WARP_RETURNS(0 - warp_erfcinv(2 * y) * 1.4142135623730951);

// ---- Sine and cosine of pi x ----------------------------------------------------------------------------------------

// Takes multiples of 1/2 off x, which is exact; the product with pi has a low part.
BOTH void warp_sincospi(double x, double *sine, double *cosine)
{
    double twice = x - 2 * rint(x / 2), quarters = rint(2 * twice), r = twice - quarters / 2;
    double angle = r * 3.141592653589793,
           low = fma(r, 3.141592653589793, -angle) + r * 1.2246467991473532e-16;
    double s = sin(angle), c = cos(angle), sine_low = low * c, cosine_low = -low * s;
    s += sine_low;
    c += cosine_low;
    int quadrant = x - x == 0 ? (int)quarters & 3 : 0;
    double a = quadrant & 1 ? c : s, b = quadrant & 1 ? s : c;
    *sine = a == 0 ? copysign(0.0, x) : quadrant & 2 ? -a : a;
    *cosine = b == 0 ? 0 : (quadrant + 1) & 2 ? -b : b;
}

BOTH double warp_sinpi(double x)
{
    double s, c;
    warp_sincospi(x, &s, &c);
    return s;
}

BOTH double warp_cospi(double x)
{
    double s, c;
    warp_sincospi(x, &s, &c);
    return c;
}

// y = 1 / cbrt(x), then a step of Newton with 1 - x y^3, for which products have a low part.
BOTH double warp_rcbrt(double x)
{
    double y = 1 / cbrt(x);
    if (y == 0 || y - y != 0)
        return y;
    double first = x * y, first_low = fma(x, y, -first);
    double second = first * y, second_low = fma(first, y, -second) + first_low * y;
    return fma(y / 3, fma(-second, y, 1.0) - second_low * y, y);
}

// ---- The names --------------------------------------------------------------------------------------------------------

#define NAMES(sides, name, function)                               \
    sides double name(double x) WARP_RETURNS(function(x));         \
    sides float name##f(float x) WARP_RETURNS((float)function(x)); \
    BOTH float name(float x) WARP_RETURNS((float)function(x));
NAMES(BOTH, erfinv, warp_erfinv)
NAMES(BOTH, erfcinv, warp_erfcinv)
NAMES(BOTH, erfcx, warp_erfcx)
NAMES(BOTH, normcdf, warp_normcdf)
NAMES(BOTH, normcdfinv, warp_normcdfinv)
NAMES(BOTH, rcbrt, warp_rcbrt)

// glibc has these since versions 2.41 and 2.42 (C23).
#if defined __GLIBC_PREREQ
#define WARP_GLIBC(minor) __GLIBC_PREREQ(2, minor)
#else
#define WARP_GLIBC(minor) 0
#endif
#if WARP_GLIBC(41)
NAMES(DEVICE_FUNCTION, sinpi, warp_sinpi)
NAMES(DEVICE_FUNCTION, cospi, warp_cospi)
#else
NAMES(BOTH, sinpi, warp_sinpi)
NAMES(BOTH, cospi, warp_cospi)
#endif
#if !WARP_GLIBC(42)
static inline __host__ double rsqrt(double x) WARP_RETURNS(1 / sqrt(x));
static inline __host__ float rsqrtf(float x) WARP_RETURNS((float)(1 / sqrt((double)x)));
#endif
static inline __host__ float rsqrt(float x) WARP_RETURNS(rsqrtf(x));
#undef WARP_GLIBC
#undef NAMES

BOTH void sincospi(double x, double *sine, double *cosine)
    WARP_RETURNS(warp_sincospi(x, sine, cosine));
BOTH void sincospif(float x, float *sine, float *cosine)
{
    double s, c;
    warp_sincospi(x, &s, &c);
    *sine = (float)s;
    *cosine = (float)c;
}
BOTH void sincospi(float x, float *sine, float *cosine) WARP_RETURNS(sincospif(x, sine, cosine));
BOTH void sincos(float x, float *sine, float *cosine) WARP_RETURNS(sincosf(x, sine, cosine));

// The C library has these under two names each.
#define HOST_NAME(name) static inline __host__ float name(float x) WARP_RETURNS(name##f(x));
HOST_NAME(exp10)
HOST_NAME(j0)
HOST_NAME(j1)
HOST_NAME(y0)
HOST_NAME(y1)
#undef HOST_NAME
static inline __host__ float jn(int n, float x) WARP_RETURNS(jnf(n, x));
static inline __host__ float yn(int n, float x) WARP_RETURNS(ynf(n, x));

#undef BOTH

#endif
