// elementary.h: exp, log, sin and the like on the device, for float and for double.
//
// nvcc has these functions in a library of its own, and their last bits may differ. These use textbook methods (Muller,
// Elementary Functions; Cody and Waite, Software Manual for the Elementary Functions): the argument is reduced to a small
// interval, where a short series has the precision of the type. Their errors, in units of the last place, are within those
// that the "CUDA Math API" documents for nvcc's; tests/simulator/toolkit/math.cu measures them.
//
// Here they get their names in C and C++; how they work is in the headers below.

#ifndef WARP_DEVICE_ELEMENTARY_H
#define WARP_DEVICE_ELEMENTARY_H

#include "circular.h"
#include "error_function.h"
#include "exponential.h"
#include "gamma.h"
#include "remainders.h"

#define NAMES1(name)                                                     \
    DEVICE_FUNCTION double name(double x) WARP_RETURNS(warp_##name(x));  \
    DEVICE_FUNCTION float name##f(float x) WARP_RETURNS(warp_##name(x)); \
    DEVICE_FUNCTION float name(float x) WARP_RETURNS(name##f(x));
// With -use_fast_math the float functions are the intrinsics.
#ifdef __WARP_FAST_MATH__
#define FAST_NAMES1(name)                                                \
    DEVICE_FUNCTION double name(double x) WARP_RETURNS(warp_##name(x));  \
    DEVICE_FUNCTION float name##f(float x) WARP_RETURNS(__##name##f(x)); \
    DEVICE_FUNCTION float name(float x) WARP_RETURNS(name##f(x));
#else
#define FAST_NAMES1(name) NAMES1(name)
#endif
#define NAMES2_AS(name, of_floats)                                                   \
    DEVICE_FUNCTION double name(double x, double y) WARP_RETURNS(warp_##name(x, y)); \
    DEVICE_FUNCTION float name##f(float x, float y) WARP_RETURNS(of_floats(x, y));   \
    DEVICE_FUNCTION float name(float x, float y) WARP_RETURNS(name##f(x, y));
#define NAMES2(name) NAMES2_AS(name, warp_##name)

FAST_NAMES1(exp)
FAST_NAMES1(exp10)
FAST_NAMES1(log)
FAST_NAMES1(log2)
FAST_NAMES1(log10)
FAST_NAMES1(sin)
FAST_NAMES1(cos)
FAST_NAMES1(tan)
NAMES1(expm1)
NAMES1(log1p)
NAMES1(asin)
NAMES1(acos)
NAMES1(sinh)
NAMES1(cosh)
FAST_NAMES1(tanh)
NAMES1(asinh)
NAMES1(acosh)
NAMES1(atanh)
NAMES1(cbrt)
NAMES1(erf)
NAMES1(erfc)
NAMES1(lgamma)
NAMES1(tgamma)
NAMES1(logb)
#ifdef __WARP_FAST_MATH__
NAMES2_AS(pow, __powf)
#else
NAMES2(pow)
#endif
NAMES2(atan2)
NAMES2(hypot)
NAMES2(fmod)
NAMES2(remainder)
NAMES2(nextafter)

DEVICE_FUNCTION float exp2f(float x)
    WARP_RETURNS(WARP_NVVM(ex2_approx)(x)); // nvcc's instruction too
DEVICE_FUNCTION float exp2(float x) WARP_RETURNS(exp2f(x));
DEVICE_FUNCTION double exp2(double x) WARP_RETURNS(warp_exp2(x));
DEVICE_FUNCTION float atanf(float x) WARP_RETURNS(warp_atan2(x, 1.0f));
DEVICE_FUNCTION float atan(float x) WARP_RETURNS(atanf(x));
DEVICE_FUNCTION double atan(double x) WARP_RETURNS(warp_atan2(x, 1.0));
DEVICE_FUNCTION double pow(float x, int y) WARP_RETURNS(pow((double)x, (double)y)); // C++11
DEVICE_FUNCTION double pow(double x, int y) WARP_RETURNS(pow(x, (double)y));
#ifdef __WARP_FAST_MATH__
DEVICE_FUNCTION void sincosf(float x, float *sine, float *cosine)
    WARP_RETURNS(__sincosf(x, sine, cosine));
#else
DEVICE_FUNCTION void sincosf(float x, float *sine, float *cosine)
    WARP_RETURNS(warp_sincos(x, sine, cosine));
#endif
DEVICE_FUNCTION void sincos(double x, double *sine, double *cosine)
    WARP_RETURNS(warp_sincos(x, sine, cosine));

// With a second argument that is no number: NAMES_AND(frexp, int *, int *, warp_frexp).
#define NAMES_AND(name, of_double, of_float, function)                                         \
    DEVICE_FUNCTION double name(double x, of_double second) WARP_RETURNS(function(x, second)); \
    DEVICE_FUNCTION float name##f(float x, of_float second) WARP_RETURNS(function(x, second)); \
    DEVICE_FUNCTION float name(float x, of_float second) WARP_RETURNS(function(x, second));
NAMES_AND(ldexp, int, int, warp_ldexp)
NAMES_AND(scalbn, int, int, warp_ldexp)
NAMES_AND(scalbln, long, long, warp_scalbln)
NAMES_AND(frexp, int *, int *, warp_frexp)
NAMES_AND(modf, double *, float *, warp_modf)
#undef NAMES_AND

DEVICE_FUNCTION int ilogb(double x) WARP_RETURNS(warp_ilogb(x));
DEVICE_FUNCTION int ilogbf(float x) WARP_RETURNS(warp_ilogb(x));
DEVICE_FUNCTION int ilogb(float x) WARP_RETURNS(warp_ilogb(x));
DEVICE_FUNCTION double remquo(double x, double y, int *quotient)
    WARP_RETURNS(warp_remquo(x, y, quotient));
DEVICE_FUNCTION float remquof(float x, float y, int *quotient)
    WARP_RETURNS(warp_remquo(x, y, quotient));
DEVICE_FUNCTION float remquo(float x, float y, int *quotient)
    WARP_RETURNS(warp_remquo(x, y, quotient));

#undef NAMES1
#undef NAMES2
#undef FAST_NAMES1

#endif
