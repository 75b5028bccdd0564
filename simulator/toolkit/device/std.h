// std.h: gives namespace std the device's functions, so that a kernel may call std::sqrt.
//
// It stands before the headers of the C++ library, which add the host's functions to the same names; clang then takes those of the
// side for which it compiles. The library's constexpr functions, such as std::exp(float), clang compiles for both sides, unless
// the device has the same function already. They would call a C library, which no device has.

#ifndef WARP_DEVICE_STD_H
#define WARP_DEVICE_STD_H

#include "elementary.h"
#include "memory.h"

// WarpInteger<T>::Double is double if T is an integer; else there is none.
template <class T>
struct WarpInteger {
};
#define INTEGER(T)             \
    template <>                \
    struct WarpInteger<T> {    \
        typedef double Double; \
    };
INTEGER(int)
INTEGER(unsigned int)
INTEGER(long)
INTEGER(unsigned long)
INTEGER(long long)
INTEGER(unsigned long long)
#undef INTEGER

// An integer goes as a double: the library has a constexpr template for it.
#define NAME(name)     \
    using ::name;      \
    template <class T> \
    DEVICE_FUNCTION typename WarpInteger<T>::Double name(T x) WARP_RETURNS(::name((double)x));

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
using ::abs;
using ::atan2;
using ::copysign;
using ::fdim;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::frexp;
using ::hypot;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::labs;
using ::ldexp;
using ::llabs;
using ::llrint;
using ::llround;
using ::lrint;
using ::lround;
using ::memcpy;
using ::memset;
using ::modf;
using ::nan;
using ::nanf;
using ::pow;
using ::remainder;
using ::scalbn;
using ::signbit;
} // namespace std
#undef NAME

#endif
