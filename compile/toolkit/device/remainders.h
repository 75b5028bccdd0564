// remainders.h: parts of numbers and remainders on the device: ldexp, logb, frexp, modf, fmod, remquo (elementary.h).

#ifndef WARP_DEVICE_REMAINDERS_H
#define WARP_DEVICE_REMAINDERS_H

#include "real.h"

// Only the last product is rounded: a step down leaves either a normal number, or one that the last product makes 0.
template <class T>
DEVICE_FUNCTION T warp_ldexp(T x, int n)
{
    typedef WarpReal<T> R;
    const int up = R::BIAS, down = R::BIAS - R::MANTISSA - 2;
    for (int i = 0; i < 2; i++) {
        int step = n > up ? up : n < 1 - R::BIAS ? -down : 0;
        x *= warp_power2<T>(step);
        n -= step;
    }
    return x * warp_power2<T>(min(max(n, 1 - R::BIAS), R::BIAS));
}

template <class T>
DEVICE_FUNCTION T warp_scalbln(T x, long n)
    WARP_RETURNS(warp_ldexp(x, (int)min(max(n, -10000l), 10000l)));

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

// The exponent of x.
template <class T>
DEVICE_FUNCTION int warp_ilogb(T x)
{
    int n;
    if (x == 0 || x != x)
        return -0x7fffffff - 1;
    if (fabs(x) == WarpReal<T>::INFINITE)
        return 0x7fffffff;
    return warp_split(fabs(x), &n) < 1 ? n - 1 : n;
}

template <class T>
DEVICE_FUNCTION T warp_logb(T x) WARP_RETURNS(x == 0 ? -WarpReal<T>::INFINITE
                                              : fabs(x) < WarpReal<T>::INFINITE ? (T)warp_ilogb(x)
                                                                                : x * x);

// The next number from x towards y: as integers, neighbours differ by 1.
template <class T>
DEVICE_FUNCTION T warp_nextafter(T x, T y)
{
    typedef typename WarpReal<T>::Bits Bits;
    if (!(x < y || x > y))
        return x == y ? y : x + y;
    if (x == 0)
        return copysign(__builtin_bit_cast(T, (Bits)1), y);
    return __builtin_bit_cast(T, __builtin_bit_cast(Bits, x) + ((x < y) == (x > 0) ? 1 : -1));
}

// Returns |x| less the multiple of |y| that is next to it towards 0, and sets the last bits of how many times |y| that is: exact,
// by long division in binary. NaN if there is no remainder.
template <class T>
DEVICE_FUNCTION T warp_divide(T x, T y, unsigned int *quotient)
{
    T a = fabs(x), b = fabs(y);
    *quotient = 0;
    if (!(a < WarpReal<T>::INFINITE) || !(b > 0))
        return (T)__builtin_nan("");
    if (!(b <= a))
        return a;
    int n, m;
    warp_split(a, &n);
    warp_split(b, &m);
    for (int k = n - m + 1; k >= 0; k--) {
        T part = warp_ldexp(b, k);
        *quotient *= 2;
        if (part <= a) {
            a -= part;
            ++*quotient;
        }
    }
    return a;
}

// The remainder of x / y, with x's sign.
template <class T>
DEVICE_FUNCTION T warp_fmod(T x, T y)
{
    unsigned int quotient;
    return copysign(warp_divide(x, y, &quotient), x);
}

// The same with the quotient rounded to nearest even; sets its sign and last three bits.
template <class T>
DEVICE_FUNCTION T warp_remquo(T x, T y, int *quotient)
{
    unsigned int q;
    T a = warp_divide(x, y, &q), b = fabs(y), more = b - a;
    if (a > more || (a == more && q & 1)) {
        a -= b;
        q++;
    }
    q &= 7;
    *quotient = (int)(__builtin_signbit(x) != __builtin_signbit(y) ? 0 - q : q);
    return __builtin_signbit(x) ? -a : a;
}

template <class T>
DEVICE_FUNCTION T warp_remainder(T x, T y)
{
    int quotient;
    return warp_remquo(x, y, &quotient);
}

#endif
