// remainders.h: parts of numbers and remainders on the device: ldexp, frexp, modf, fmod, remainder (elementary.h).

#ifndef WARP_DEVICE_REMAINDERS_H
#define WARP_DEVICE_REMAINDERS_H

#include "real.h"

template <class T>
DEVICE_FUNCTION T warp_ldexp(T x, int n)
{
    const int step = WarpReal<T>::BIAS - 1;
    n = n > 3 * step ? 3 * step : n < -3 * step ? -3 * step : n;
    for (int i = 0; i < 3; i++) {
        int part = n > step ? step : n < -step ? -step : n;
        x *= warp_power2<T>(part);
        n -= part;
    }
    return x;
}

// x = m 2^n with m in [1/2, 1)
template <class T>
DEVICE_FUNCTION T warp_frexp(T x, int *n)
{
    *n = 0;
    if (x == 0 || !(fabs(x) < WarpReal<T>::INFINITE))
        return x;
    T m = warp_split(fabs(x), n);
    bool low = m < 1;
    *n += low ? 0 : 1;
    return copysign(low ? m : m / 2, x);
}

template <class T>
DEVICE_FUNCTION T warp_modf(T x, T *whole)
{
    *whole = trunc(x);
    return copysign(fabs(x) < WarpReal<T>::INFINITE ? x - *whole : (T)0, x);
}

// The remainder of x / y, with x's sign: exact, by long division in binary.
template <class T>
DEVICE_FUNCTION T warp_fmod(T x, T y)
{
    T a = fabs(x), b = fabs(y);
    if (!(a < WarpReal<T>::INFINITE) || !(b > 0))
        return (T)__builtin_nan("");
    if (!(b <= a))
        return b == b ? x : y;
    int n, m;
    warp_split(a, &n);
    warp_split(b, &m);
    for (int k = n - m + 1; k >= 0; k--) {
        T part = warp_ldexp(b, k);
        if (part <= a)
            a -= part;
    }
    return copysign(a, x);
}

// The same with the quotient rounded to nearest even.
template <class T>
DEVICE_FUNCTION T warp_remainder(T x, T y)
{
    T b = fabs(y), twice = b + b;
    T a = fabs(twice < WarpReal<T>::INFINITE ? warp_fmod(x, twice) : x);
    bool negative = __builtin_signbit(x);
    if (!(fabs(x) < WarpReal<T>::INFINITE) || !(b > 0))
        return (T)__builtin_nan("");
    if (a - b >= b - a && a > b / 2) { // beyond b: one or two less
        a -= b;
        if (a >= b / 2)
            a -= b;
    } else if (a > b - a) {
        a -= b;
        if (a + a > b || (a + a == b))
            a -= b;
    }
    return negative ? -a : a;
}

#endif
