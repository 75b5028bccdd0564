// circular.h: sine, cosine, tangent and their arcs on the device (elementary.h).

#ifndef WARP_DEVICE_CIRCULAR_H
#define WARP_DEVICE_CIRCULAR_H

#include "real.h"

// ---- Sine and cosine -----------------------------------------------------------------------------------------

// The first bits of 2 / pi after the point, behind 96 zeros.
static __device__ const unsigned int WARP_2_OVER_PI[] = {
    0,          0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
    0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea,
    0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
    0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b,
    0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab};

// 64 of them, from bit i on.
static __device__ __attribute__((noinline)) unsigned long long warp_2_over_pi(int i)
{
    const unsigned int *w = WARP_2_OVER_PI + i / 32;
    unsigned long long high = (unsigned long long)w[0] << 32 | w[1];
    int shift = i % 32;
    return shift ? high << shift | w[2] >> (32 - shift) : high;
}

// Takes multiples of pi / 2 off a large x, which leaves *rest + *low; returns how many, modulo 4. x = m 2^e with a whole m: of the product with 2 / pi
// only bits of less than 4 count, and of those the first 128 (Payne and Hanek).
template <class T>
DEVICE_FUNCTION int warp_reduce_large(T x, T *rest, T *low)
{
    typedef WarpReal<T> R;
    typename R::Bits bits = __builtin_bit_cast(typename R::Bits, fabs(x)),
                     one = (typename R::Bits)1 << R::MANTISSA;
    unsigned long long m = (unsigned long long)((bits & (one - 1)) | one);
    int first = 96 + (int)(bits >> R::MANTISSA) - R::BIAS - R::MANTISSA - 2;
    unsigned long long w0 = warp_2_over_pi(first), w1 = warp_2_over_pi(first + 64),
                       w2 = warp_2_over_pi(first + 128);
    unsigned long long second = m * w1, product = m * w0 + __umul64hi(m, w1),
                       carry = __umul64hi(m, w2);
    second += carry;
    product += second < carry;
    int quadrants = (int)(product >> 62);
    long long top = (long long)(product << 2 | second >> 62);
    unsigned long long tail = second << 2;
    if (top < 0) // more than half of a quadrant: less than the next one
        quadrants++;
    T top_part = (T)top * (T)0x1p-64, tail_part = (T)tail * (T)0x1p-64 * (T)0x1p-64;
    T fraction = top_part + tail_part, fraction_low = tail_part - (fraction - top_part);
    T half_pi = (T)1.5707963267948966, r = fraction * half_pi;
    T r_low = fma(fraction, half_pi, -r) + fraction * R::HALF_PI_LOW + fraction_low * half_pi;
    *rest = x < 0 ? -r : r;
    *low = x < 0 ? -r_low : r_low;
    return (x < 0 ? -quadrants : quadrants) & 3;
}

template <class T>
DEVICE_FUNCTION int warp_reduce(T x, T *rest, T *low)
{
    typedef WarpReal<T> R;
    if (!(fabs(x) < R::INFINITE)) {
        *rest = *low = (T)__builtin_nan("");
        return 0;
    }
    if (fabs(x) > R::REDUCE_MOST)
        return warp_reduce_large(x, rest, low);
    T k = rint(x * (T)0.6366197723675814);
    T first = fma(k, -R::HALF_PI_2, fma(k, -R::HALF_PI_1, x));
    *rest = fma(k, -R::HALF_PI_3, first);
    *low = fma(k, -R::HALF_PI_3, first - *rest);
    return (int)k & 3;
}

// sin(r + low) for |r| <= pi / 4: r - r^3 / 3! + ... + low cos(r)
template <class T>
DEVICE_FUNCTION T warp_sine_small(T r, T low)
{
    T z = r * r, p = 1;
#pragma unroll
    for (int k = WarpReal<T>::SINE_TERMS - 1; k >= 2; k--)
        p = fma(z * ((T)-1 / ((2 * k) * (2 * k + 1))), p, (T)1);
    return r + fma(r * z * ((T)-1 / 6), p, fma(low, z * (T)-0.5, low));
}

// cos(r + low): 1 - r^2 / 2 + r^4 / 4! - ... - low sin(r)
template <class T>
DEVICE_FUNCTION T warp_cosine_small(T r, T low)
{
    T z = r * r, p = 1;
#pragma unroll
    for (int k = WarpReal<T>::SINE_TERMS; k >= 3; k--)
        p = fma(z * ((T)-1 / ((2 * k - 1) * (2 * k))), p, (T)1);
    T half = z * (T)0.5, w = 1 - half;
    return w + (fma(z * z * ((T)1 / 24), p, (1 - w) - half) - r * low);
}

template <class T>
DEVICE_FUNCTION void warp_sincos(T x, T *sine, T *cosine)
{
    T r, low;
    int quadrant = warp_reduce(x, &r, &low);
    T s = warp_sine_small(r, low), c = warp_cosine_small(r, low);
    T a = quadrant & 1 ? c : s, b = quadrant & 1 ? s : c;
    *sine = quadrant & 2 ? -a : a;
    *cosine = (quadrant + 1) & 2 ? -b : b;
}

template <class T>
DEVICE_FUNCTION T warp_sin(T x)
{
    T s, c;
    warp_sincos(x, &s, &c);
    return x == 0 ? x : s;
}

template <class T>
DEVICE_FUNCTION T warp_cos(T x)
{
    T s, c;
    warp_sincos(x, &s, &c);
    return c;
}

template <class T>
DEVICE_FUNCTION T warp_tan(T x)
{
    T s, c;
    warp_sincos(x, &s, &c);
    return x == 0 ? x : s / c;
}

// ---- Arcs ----------------------------------------------------------------------------------------------------

// For |t| < 0.42: t - t^3 / 3 + ...
template <class T>
DEVICE_FUNCTION T warp_atan_small(T t)
{
    T z = t * t, p = (T)1 / (2 * WarpReal<T>::ATAN_TERMS + 1);
#pragma unroll
    for (int k = WarpReal<T>::ATAN_TERMS - 1; k >= 1; k--)
        p = fma(p, -z, (T)1 / (2 * k + 1));
    return fma(-t * z, p, t);
}

// The arc of y / x in the first quadrant, in [0, pi / 2], for y and x >= 0, not both 0 or infinite.
template <class T>
DEVICE_FUNCTION T warp_arc(T y, T x)
{
    bool steep = y > x;
    T small = steep ? x : y, large = steep ? y : x, arc;
    if (small >
        large *
            (T)0.41421356237309503) { // arc(small / large) = pi / 4 - arc((large - small) / (large + small))
        T half_large = large / 2, half_small = small / 2; // their sum does not overflow
        arc = warp_atan_small((half_large - half_small) / (half_large + half_small));
        T quarter = (T)0.7853981633974483;
        if (steep)
            return quarter + (arc + WarpReal<T>::HALF_PI_LOW / 2);
        return quarter - (arc - WarpReal<T>::HALF_PI_LOW / 2);
    }
    arc = warp_atan_small(small / large);
    return steep ? (T)1.5707963267948966 - (arc - WarpReal<T>::HALF_PI_LOW) : arc;
}

template <class T>
DEVICE_FUNCTION T warp_atan2(T y, T x)
{
    typedef WarpReal<T> R;
    T a = fabs(y), b = fabs(x), arc;
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    if (a == 0 && b == 0)
        arc = 0;
    else if (a == R::INFINITE && b == R::INFINITE)
        arc = (T)0.7853981633974483;
    else
        arc = warp_arc(a, b);
    if (__builtin_signbit(x))
        arc = (T)3.141592653589793 - (arc - 2 * R::HALF_PI_LOW);
    return copysign(arc, y);
}

template <class T>
DEVICE_FUNCTION T warp_asin(T x)
    WARP_RETURNS(copysign(warp_atan2(fabs(x), sqrt((1 - x) * (1 + x))), x));

template <class T>
DEVICE_FUNCTION T warp_acos(T x) WARP_RETURNS(2 * warp_atan2(sqrt(1 - x), sqrt(1 + x)));

#endif
