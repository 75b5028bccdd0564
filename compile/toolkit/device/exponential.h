// exponential.h: exponentials, logarithms, powers and hyperbolic functions on the device (elementary.h).

#ifndef WARP_DEVICE_EXPONENTIAL_H
#define WARP_DEVICE_EXPONENTIAL_H

#include "real.h"

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
    if (!(x <= R::EXP_MOST - n * (T)0.6931471805599453))
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
    if (!(x < (R::BIAS + 2) * (T)0.302))
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
    T e = a < (T)0.5 ? warp_expm1(2 * a) : warp_exp(2 * a) - 1;
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

#endif
