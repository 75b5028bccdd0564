// std.h: gives namespace std the device's functions, so that a kernel may call std::sqrt.
//
// It stands before the headers of the C++ library, which add the host's functions to the same names; clang then takes those of the
// side for which it compiles. The library's constexpr functions, such as std::exp(float), clang compiles for both sides, unless
// the device has the same function already. They would call a C library, which no device has.

#ifndef WARP_DEVICE_STD_H
#define WARP_DEVICE_STD_H

#include "elementary.h"
#include "memory.h"

// WarpInteger<T, R>::Result is R if T is an integer type; else there is none.
template <bool, class R>
struct WarpResult {
};
template <class R>
struct WarpResult<true, R> {
    typedef R Result;
};
template <class T, class R>
struct WarpInteger : WarpResult<__is_integral(T), R> {
};

// An integer goes as a double. The library has a constexpr template for it, hence also one for the device: it calls clang's
// builtin, which for the device becomes a call of the C library, and clang's back end stops at that.
#define RETURNS(type, name)                                         \
    using ::name;                                                   \
    template <class T>                                              \
    DEVICE_FUNCTION typename WarpInteger<T, type>::Result name(T x) \
        WARP_RETURNS(::name((double)x));
#define NAME(name) RETURNS(double, name)
#define NAME_AND(name, second)                                                  \
    using ::name;                                                               \
    template <class T>                                                          \
    DEVICE_FUNCTION typename WarpInteger<T, double>::Result name(T x, second y) \
        WARP_RETURNS(::name((double)x, y));

namespace std
{
NAME(acos)
NAME(acosh)
NAME(asin)
NAME(asinh)
NAME(atan)
NAME(atanh)
NAME(cbrt)
NAME(ceil)
NAME(cos)
NAME(cosh)
NAME(erf)
NAME(erfc)
NAME(exp)
NAME(exp2)
NAME(expm1)
NAME(fabs)
NAME(floor)
NAME(lgamma)
NAME(log)
NAME(log10)
NAME(log1p)
NAME(log2)
NAME(logb)
NAME(nearbyint)
NAME(rint)
NAME(round)
NAME(sin)
NAME(sinh)
NAME(sqrt)
NAME(tan)
NAME(tanh)
NAME(tgamma)
NAME(trunc)
NAME_AND(frexp, int *)
NAME_AND(ldexp, int)
NAME_AND(scalbln, long)
NAME_AND(scalbn, int)
RETURNS(int, ilogb)
RETURNS(long long, llrint)
RETURNS(long long, llround)
RETURNS(long, lrint)
RETURNS(long, lround)
using ::abs;
using ::atan2;
using ::copysign;
using ::fdim;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::hypot;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::labs;
using ::llabs;
using ::memcpy;
using ::memset;
using ::modf;
using ::nan;
using ::nanf;
using ::nextafter;
using ::pow;
using ::remainder;
using ::remquo;
using ::signbit;
} // namespace std
#undef NAME_AND
#undef NAME
#undef RETURNS

#endif
