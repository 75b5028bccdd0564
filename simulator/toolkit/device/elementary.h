// elementary.h: exp, log, sin and the like on the device, for float and for double.
//
// nvcc has these functions in a library of its own, and their last bits may differ. These use textbook methods (Muller,
// Elementary Functions; Cody and Waite, Software Manual for the Elementary Functions): the argument is reduced to a small
// interval, where a short series has the precision of the type. Their errors, in units of the last place, are within those
// that the "CUDA Math API" documents for nvcc's; tests/simulator/math.t measures them.
//
// Each function is written once, for T = float or double.

#ifndef WARP_DEVICE_ELEMENTARY_H
#define WARP_DEVICE_ELEMENTARY_H

#include "bits.h"
#include "math.h"

// ---- The two types -------------------------------------------------------------------------------------------

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

// ---- Exponentials --------------------------------------------------------------------------------------------

// e^r - 1 for |r| < 0.5: r + r^2 / 2! + ...
template <class T>
DEVICE_FUNCTION T warp_expm1_small(T r)
{
    T p = 1;
#pragma unroll
    for (int k = WarpReal<T>::EXP_TERMS; k >= 3; k--)
        p = fma(r * ((T)1 / k), p, (T)1);
    return fma(r * r * (T)0.5, p, r);
}

// e^x 2^n
template <class T>
DEVICE_FUNCTION T warp_exp(T x, int n = 0)
{
    typedef WarpReal<T> R;
    if (!(x <= R::EXP_MOST))
        return x > 0 ? R::INFINITE : x; // a NaN stays one
    if (x < R::EXP_LEAST)
        return 0;
    T k = rint(x * (T)1.4426950408889634);
    T r = fma(k, -R::LN2_LOW, fma(k, -R::LN2_HIGH, x));
    return warp_scale(warp_expm1_small(r) + 1, (int)k + n);
}

// 2^k (e^r - 1) + (2^k - 1)
template <class T>
DEVICE_FUNCTION T warp_expm1(T x)
{
    typedef WarpReal<T> R;
    if (!(fabs(x) < R::EXP_MOST / 2))
        return warp_exp(x) - 1;
    T k = fabs(x) < (T)0.5 ? 0 : rint(x * (T)1.4426950408889634);
    T r = fma(k, -R::LN2_LOW, fma(k, -R::LN2_HIGH, x));
    T power = warp_power2<T>((int)k);
    return fma(power, warp_expm1_small(r), power - 1);
}

template <class T>
DEVICE_FUNCTION T warp_exp2(T x)
{
    typedef WarpReal<T> R;
    if (!(x < R::BIAS + 2))
        return x > 0 ? R::INFINITE : x;
    if (x < -(R::BIAS + R::MANTISSA + 2))
        return 0;
    T k = rint(x);
    return warp_scale(warp_expm1_small((x - k) * (T)0.6931471805599453) + 1, (int)k);
}

template <class T>
DEVICE_FUNCTION T warp_exp10(T x)
{
    typedef WarpReal<T> R;
    if (!(x < R::BIAS * (T)0.302))
        return x > 0 ? R::INFINITE : x;
    if (x < -(R::BIAS + R::MANTISSA + 2) * (T)0.302)
        return 0;
    T k = rint(x * (T)3.321928094887362);
    T r = fma(k, -R::LOG10_2_LOW, fma(k, -R::LOG10_2_HIGH, x));
    return warp_scale(warp_expm1_small(r * (T)2.302585092994046) + 1, (int)k);
}

// ---- Logarithms ----------------------------------------------------------------------------------------------

// 1/5 + z/7 + ..., z = s^2: log((1 + s) / (1 - s)) = 2s (1 + z/3 + z^2 of this), for |s| < 0.172
template <class T>
DEVICE_FUNCTION T warp_log_tail(T z)
{
    T p = (T)1 / (2 * WarpReal<T>::LOG_TERMS + 1);
#pragma unroll
    for (int k = WarpReal<T>::LOG_TERMS - 1; k >= 2; k--)
        p = fma(p, z, (T)1 / (2 * k + 1));
    return p;
}

// log(m) for m in [sqrt(1/2), sqrt(2)): f - f^2/2 + s (f^2/2 + 2 (z/3 + ...)), f = m - 1, s = f / (2 + f)
template <class T>
DEVICE_FUNCTION T warp_log_near_1(T m)
{
    T f = m - 1, s = f / (2 + f), z = s * s, half = f * f * (T)0.5;
    return f - (half - s * (half + 2 * z * fma(z, warp_log_tail(z), (T)1 / 3)));
}

// Sets a logarithm of x <= 0, infinity and NaN; returns true if x > 0 and finite.
template <class T>
DEVICE_FUNCTION bool warp_log_special(T x, T *result)
{
    if (x > 0 && x < WarpReal<T>::INFINITE)
        return false;
    *result = x == 0 ? -WarpReal<T>::INFINITE : x < 0 ? (T)__builtin_nan("") : x;
    return true;
}

template <class T>
DEVICE_FUNCTION T warp_log(T x)
{
    int n;
    T special;
    if (warp_log_special(x, &special))
        return special;
    T m = warp_split(x, &n);
    return fma((T)n, WarpReal<T>::LN2_HIGH, fma((T)n, WarpReal<T>::LN2_LOW, warp_log_near_1(m)));
}

template <class T>
DEVICE_FUNCTION T warp_log2(T x)
{
    int n;
    T special;
    if (warp_log_special(x, &special))
        return special;
    T m = warp_split(x, &n);
    return fma(warp_log_near_1(m), (T)1.4426950408889634, (T)n);
}

template <class T>
DEVICE_FUNCTION T warp_log10(T x)
{
    int n;
    T special;
    if (warp_log_special(x, &special))
        return special;
    T m = warp_split(x, &n);
    return fma((T)n, WarpReal<T>::LOG10_2_HIGH,
               fma((T)n, WarpReal<T>::LOG10_2_LOW, warp_log_near_1(m) * (T)0.4342944819032518));
}

// The rounding of 1 + x is undone to first order: Kahan's trick.
template <class T>
DEVICE_FUNCTION T warp_log1p(T x)
{
    T u = 1 + x;
    if (u == 1 || !(u < WarpReal<T>::INFINITE))
        return x;
    return warp_log(u) + (x - (u - 1)) / u;
}

// ---- Powers --------------------------------------------------------------------------------------------------

// x^y for x > 0: log(x) and its product with y have a high and a low part, since e^t carries an error of t over to the
// result.
template <class T>
DEVICE_FUNCTION T warp_pow_positive(T x, T y)
{
    typedef WarpReal<T> R;
    int n;
    T m = warp_split(x, &n), f = m - 1, g = 2 + f;
    // s = f / g, z = s^2, c = s z 2/3, the three each as high + low
    T s = f / g, g_low = f - (g - 2), s_low = (fma(-s, g, f) - s * g_low) / g;
    T z = s * s, z_low = fma(s, s, -z) + 2 * s * s_low;
    T third = (T)2 / 3, third_low = R::TWO_THIRDS_LOW;
    T a = s * z, a_low = fma(s, z, -a) + s * z_low + s_low * z;
    T c = a * third, c_low = fma(a, third, -c) + a * third_low + a_low * third;
    T rest = 2 * a * z * warp_log_tail(z);
    // log(x) = n log(2) + 2 s + c + rest
    T k = n, head = 2 * s, sum = head + c, sum_low = c - (sum - head) + 2 * s_low + c_low + rest;
    T high = fma(k, R::LN2_HIGH, sum),
      log_low = (sum - (high - k * R::LN2_HIGH)) + sum_low + k * R::LN2_LOW;
    T log_high = high + log_low;
    log_low -= log_high - high;
    T t = y * log_high, t_low = fma(y, log_high, -t) + y * log_low;
    if (!(t > R::EXP_LEAST && t < R::EXP_MOST))
        return warp_exp(t);
    T result = warp_exp(t);
    return result < R::INFINITE ? fma(result, t_low, result) : result;
}

// C17, F.10.4.4
template <class T>
DEVICE_FUNCTION T warp_pow(T x, T y)
{
    typedef WarpReal<T> R;
    if (y == 0 || x == 1)
        return 1;
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    T size = fabs(x);
    bool whole = trunc(y) == y,
         odd = whole && fabs(y) < 2 * warp_power2<T>(R::MANTISSA) && trunc(y / 2) * 2 != y;
    T result;
    if (fabs(y) == R::INFINITE)
        result = size == 1 ? 1 : (size > 1) == (y > 0) ? R::INFINITE : 0;
    else if (size == 0 || size == R::INFINITE)
        result = (size == 0) == (y > 0) ? 0 : R::INFINITE;
    else if (x < 0 && !whole)
        return (T)__builtin_nan("");
    else
        result = warp_pow_positive(size, y);
    return odd ? copysign(result, x) : result;
}

// x^(1/3) by exp and log, then a step of Newton.
template <class T>
DEVICE_FUNCTION T warp_cbrt(T x)
{
    if (x == 0 || !(fabs(x) < WarpReal<T>::INFINITE))
        return x;
    int n;
    T m = warp_split(fabs(x), &n);
    int third = n >= 0 ? n / 3 : -((2 - n) / 3), left = n - 3 * third; // 0, 1 or 2
    m *= (T)(1 << left);
    T y = warp_exp(warp_log(m) / 3);
    y -= (y * y * y - m) / (3 * y * y);
    y += fma(-y * y, y, m) / (3 * y * y);
    return copysign(warp_scale(y, third), x);
}

template <class T>
DEVICE_FUNCTION T warp_hypot(T x, T y)
{
    T a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
    if (__builtin_isinf(x) || __builtin_isinf(y))
        return WarpReal<T>::INFINITE;
    if (a == 0 || __builtin_isnan(x) || __builtin_isnan(y))
        return x + y == x + y ? a : x + y;
    int n;
    warp_split(a, &n);
    n = max(n, 2 - WarpReal<T>::BIAS);
    a = warp_scale(a, -n); // neither overflows nor vanishes when squared
    b = warp_scale(b, -n);
    T square = a * a, low = fma(a, a, -square);
    return warp_scale(sqrt(fma(b, b, low) + square), n);
}

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
{
    return copysign(warp_atan2(fabs(x), sqrt((1 - x) * (1 + x))), x);
}

template <class T>
DEVICE_FUNCTION T warp_acos(T x)
{
    return 2 * warp_atan2(sqrt(1 - x), sqrt(1 + x));
}

// ---- Hyperbolic functions ------------------------------------------------------------------------------------

template <class T>
DEVICE_FUNCTION T warp_sinh(T x)
{
    T a = fabs(x);
    if (a > 1)
        return copysign(warp_exp(a, -1) - (T)0.25 / warp_exp(a, -1), x);
    T e = warp_expm1(a);
    return copysign((e + e / (e + 1)) / 2, x);
}

template <class T>
DEVICE_FUNCTION T warp_cosh(T x)
{
    T half = warp_exp(fabs(x), -1);
    return half + (T)0.25 / half;
}

template <class T>
DEVICE_FUNCTION T warp_tanh(T x)
{
    T a = fabs(x);
    if (a > WarpReal<T>::MANTISSA)
        return copysign((T)1, x);
    T e = a < (T)0.17 ? warp_expm1_small(2 * a) : warp_exp(2 * a) - 1;
    T result = a < (T)0.5 ? e / (e + 2) : 1 - 2 / (e + 2);
    return a == a ? copysign(result, x) : x;
}

template <class T>
DEVICE_FUNCTION T warp_asinh(T x)
{
    T a = fabs(x);
    T result = a > warp_power2<T>(WarpReal<T>::MANTISSA / 2 + 2)
                   ? warp_log(a) + (T)0.6931471805599453
                   : warp_log1p(a + a * a / (1 + sqrt(fma(a, a, (T)1))));
    return copysign(result, x);
}

template <class T>
DEVICE_FUNCTION T warp_acosh(T x)
{
    if (x > warp_power2<T>(WarpReal<T>::MANTISSA / 2 + 2))
        return warp_log(x) + (T)0.6931471805599453;
    T t = x - 1;
    return warp_log1p(t + sqrt(2 * t + t * t));
}

template <class T>
DEVICE_FUNCTION T warp_atanh(T x)
{
    T a = fabs(x);
    return copysign(warp_log1p(2 * a / (1 - a)) / 2, x);
}

// ---- The error function --------------------------------------------------------------------------------------

// Coefficients of the Chebyshev series in t = (x - 4.5) / (x + 3.5) of (1 + 2x) e^(x^2) erfc(x), for x >= 0.5. Computed with
// mpmath, from the function at 120 nodes.
static __device__ const double WARP_ERFC[] = {
    1.21067794069421402,      -0.0738660213875727411,   -0.0219258171866957568,
    0.0197962259833006171,    -0.00830451660308789902,  0.00247668026889171892,
    -0.000558419513397861226, 0.0000923630140622529005, -9.43778730493675712e-6,
    1.53334085927912208e-8,   1.79236256908374202e-7,   -2.4529661547232118e-8,
    -1.0662181478406991e-9,   6.87360782392795213e-10,  -3.49572882319411074e-11,
    -1.52845529228847408e-11, 1.9426459055142831e-12,   3.32992728151445996e-13,
    -7.19232443721528138e-14, -7.92217002007059832e-15, 2.47934504095538617e-15,
    2.26555806626249633e-16,  -8.5581306494726657e-17,  -8.18395690964100601e-18};

// erfc(x) for x >= 0.5. Of x^2 the low part counts, too: e^(-x^2) makes a relative error of it.
template <class T>
DEVICE_FUNCTION T warp_erfc_large(T x)
{
    T t = (x - (T)4.5) / (x + (T)3.5), after = 0, next = 0;
#pragma unroll
    for (int k = WarpReal<T>::ERFC_TERMS - 1; k >= 1; k--) { // Clenshaw's recurrence
        T term = fma(2 * t, next, (T)WARP_ERFC[k] - after);
        after = next;
        next = term;
    }
    T sum = fma(t, next, (T)WARP_ERFC[0] - after);
    T z = x * x, low = fma(x, x, -z), e = warp_exp(-z);
    return fma(e, -low, e) * sum / (1 + 2 * x);
}

// 2 / sqrt(pi) (x - x^3 / 3 + x^5 / (5 2!) - ...), for |x| < 0.5
template <class T>
DEVICE_FUNCTION T warp_erf_small(T x)
{
    T z = x * x, p = 0, factorial = 1;
#pragma unroll
    for (int k = 2; k <= WarpReal<T>::ERF_TERMS; k++)
        factorial *= k;
#pragma unroll
    for (int k = WarpReal<T>::ERF_TERMS; k >= 1; k--) {
        p = fma(p, -z, 1 / (factorial * (2 * k + 1)));
        factorial /= k;
    }
    return fma(x, (T)1.1283791670955126, x * (-z * p * (T)1.1283791670955126));
}

template <class T>
DEVICE_FUNCTION T warp_erf(T x)
{
    T a = fabs(x);
    if (a < (T)0.5)
        return warp_erf_small(x);
    return a < 7 ? copysign(1 - warp_erfc_large(a), x) : a == a ? copysign((T)1, x) : x;
}

template <class T>
DEVICE_FUNCTION T warp_erfc(T x)
{
    if (x >= (T)0.5)
        return x < 28 ? warp_erfc_large(x) : (T)0;
    return x > (T)-0.5 ? 1 - warp_erf_small(x)
           : x > -7    ? 2 - warp_erfc_large(-x)
           : x == x    ? (T)2
                       : x;
}

// ---- Parts of numbers, remainders ----------------------------------------------------------------------------

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

// ---- By their names ------------------------------------------------------------------------------------------

#define NAMES1(name)                       \
    DEVICE_FUNCTION double name(double x)  \
    {                                      \
        return warp_##name(x);             \
    }                                      \
    DEVICE_FUNCTION float name##f(float x) \
    {                                      \
        return warp_##name(x);             \
    }                                      \
    DEVICE_FUNCTION float name(float x)    \
    {                                      \
        return name##f(x);                 \
    }
// With -use_fast_math the float functions are the intrinsics.
#ifdef __CLANG_CUDA_APPROX_TRANSCENDENTALS__
#define FAST_NAMES1(name)                  \
    DEVICE_FUNCTION double name(double x)  \
    {                                      \
        return warp_##name(x);             \
    }                                      \
    DEVICE_FUNCTION float name##f(float x) \
    {                                      \
        return __##name##f(x);             \
    }                                      \
    DEVICE_FUNCTION float name(float x)    \
    {                                      \
        return name##f(x);                 \
    }
#else
#define FAST_NAMES1(name) NAMES1(name)
#endif
#define NAMES2(name)                                \
    DEVICE_FUNCTION double name(double x, double y) \
    {                                               \
        return warp_##name(x, y);                   \
    }                                               \
    DEVICE_FUNCTION float name##f(float x, float y) \
    {                                               \
        return warp_##name(x, y);                   \
    }                                               \
    DEVICE_FUNCTION float name(float x, float y)    \
    {                                               \
        return name##f(x, y);                       \
    }

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
NAMES1(tanh)
NAMES1(asinh)
NAMES1(acosh)
NAMES1(atanh)
NAMES1(cbrt)
NAMES1(erf)
NAMES1(erfc)
NAMES2(pow)
NAMES2(atan2)
NAMES2(hypot)
NAMES2(fmod)
NAMES2(remainder)

DEVICE_FUNCTION float exp2f(float x) // nvcc's instruction too
{
    return __nvvm_ex2_approx_f(x);
}

DEVICE_FUNCTION float exp2(float x)
{
    return exp2f(x);
}

DEVICE_FUNCTION double exp2(double x)
{
    return warp_exp2(x);
}

DEVICE_FUNCTION float atanf(float x)
{
    return warp_atan2(x, 1.0f);
}

DEVICE_FUNCTION float atan(float x)
{
    return atanf(x);
}

DEVICE_FUNCTION double atan(double x)
{
    return warp_atan2(x, 1.0);
}

DEVICE_FUNCTION float powf(float x, int y)
{
    return powf(x, (float)y);
}

DEVICE_FUNCTION float pow(float x, int y)
{
    return powf(x, (float)y);
}

DEVICE_FUNCTION double pow(double x, int y)
{
    return pow(x, (double)y);
}

DEVICE_FUNCTION void sincosf(float x, float *sine, float *cosine)
{
    warp_sincos(x, sine, cosine);
}

DEVICE_FUNCTION void sincos(double x, double *sine, double *cosine)
{
    warp_sincos(x, sine, cosine);
}

DEVICE_FUNCTION float sinpif(float x)
{
    float r = x - 2 * rintf(x / 2);
    return warp_sin(r * 3.14159265f);
}

DEVICE_FUNCTION float cospif(float x)
{
    float r = x - 2 * rintf(x / 2);
    return warp_cos(r * 3.14159265f);
}

DEVICE_FUNCTION float ldexpf(float x, int n)
{
    return warp_ldexp(x, n);
}

DEVICE_FUNCTION double ldexp(double x, int n)
{
    return warp_ldexp(x, n);
}

DEVICE_FUNCTION float scalbnf(float x, int n)
{
    return warp_ldexp(x, n);
}

DEVICE_FUNCTION double scalbn(double x, int n)
{
    return warp_ldexp(x, n);
}

DEVICE_FUNCTION float frexpf(float x, int *n)
{
    return warp_frexp(x, n);
}

DEVICE_FUNCTION double frexp(double x, int *n)
{
    return warp_frexp(x, n);
}

DEVICE_FUNCTION float modff(float x, float *whole)
{
    return warp_modf(x, whole);
}

DEVICE_FUNCTION double modf(double x, double *whole)
{
    return warp_modf(x, whole);
}
#undef NAMES1
#undef NAMES2
#undef FAST_NAMES1

#endif
