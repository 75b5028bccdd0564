// real.h: what the headers of elementary.h know of float and of double: the parts of a number, and constants. Each of their
// functions is written once, for T = float or double.

#ifndef WARP_DEVICE_REAL_H
#define WARP_DEVICE_REAL_H

#include "bits.h"
#include "math.h"

// A constant split in two parts: `high` has few bits, so that its product with a small integer is exact; `low` is the rest.
template <class T>
struct WarpReal;

template <>
struct WarpReal<float> {
    typedef int Bits;
    enum {
        MANTISSA = 23,
        BIAS = 127,
        EXP_TERMS = 8,
        LOG_TERMS = 5,
        ATAN_TERMS = 10,
        SINE_TERMS = 5,
        ERF_TERMS = 6,
        ERFC_TERMS = 12
    };
    static constexpr float LN2_HIGH = 0x1.62ep-1f, LN2_LOW = 0x1.0bfbe8p-15f;
    static constexpr float LOG10_2_HIGH = 0x1.344p-2f, LOG10_2_LOW = 0x1.3509f8p-18f;
    static constexpr float HALF_PI_1 = 0x1.921cp+0f, HALF_PI_2 = 0x1.daap-15f,
                           HALF_PI_3 = 0x1.10b46p-30f;
    static constexpr float HALF_PI_LOW = -0x1.777a5cp-25f; // pi / 2 less its nearest float
    static constexpr float TWO_THIRDS_LOW = -0x1.555556p-26f;
    static constexpr float REDUCE_MOST = 1e4f, INFINITE = __builtin_inff(), EXP_MOST = 89,
                           EXP_LEAST = -104;
};

template <>
struct WarpReal<double> {
    typedef long long Bits;
    enum {
        MANTISSA = 52,
        BIAS = 1023,
        EXP_TERMS = 15,
        LOG_TERMS = 11,
        ATAN_TERMS = 22,
        SINE_TERMS = 9,
        ERF_TERMS = 12,
        ERFC_TERMS = 24
    };
    static constexpr double LN2_HIGH = 0x1.62e42fefap-1, LN2_LOW = 0x1.cf79abc9e3b3ap-40;
    static constexpr double LOG10_2_HIGH = 0x1.34413509ep-2, LOG10_2_LOW = 0x1.79fef311f12b3p-38;
    static constexpr double HALF_PI_1 = 0x1.921fb54400000p+0, HALF_PI_2 = 0x1.0b4611a600000p-34,
                            HALF_PI_3 = 0x1.3198a2e037073p-69;
    static constexpr double HALF_PI_LOW = 0x1.1a62633145c07p-54;
    static constexpr double TWO_THIRDS_LOW = 0x1.5555555555555p-55;
    static constexpr double REDUCE_MOST = 1e5, INFINITE = __builtin_inf(), EXP_MOST = 710,
                            EXP_LEAST = -746;
};

// Returns 2^n, for an n of normal numbers.
template <class T>
DEVICE_FUNCTION T warp_power2(int n)
{
    typedef WarpReal<T> R;
    return __builtin_bit_cast(T, (typename R::Bits)(n + R::BIAS) << R::MANTISSA);
}

// Returns x 2^n, for an n up to twice the exponent of a normal number.
template <class T>
DEVICE_FUNCTION T warp_scale(T x, int n)
{
    int half = n / 2;
    return x * warp_power2<T>(half) * warp_power2<T>(n - half);
}

// x = m 2^n with m in [sqrt(1/2), sqrt(2)), for x > 0 and finite; returns m.
template <class T>
DEVICE_FUNCTION T warp_split(T x, int *n)
{
    typedef WarpReal<T> R;
    int more = 0;
    if (x < warp_power2<T>(1 - R::BIAS)) { // subnormal
        x *= warp_power2<T>(R::MANTISSA + 1);
        more = -(R::MANTISSA + 1);
    }
    typename R::Bits bits = __builtin_bit_cast(typename R::Bits, x);
    int e = (int)(bits >> R::MANTISSA) - R::BIAS;
    T m = __builtin_bit_cast(T, bits - ((typename R::Bits)e << R::MANTISSA));
    if (m >= (T)1.4142135623730951) {
        m /= 2;
        e++;
    }
    *n = e + more;
    return m;
}

#endif
