// error_function.h: erf and erfc on the device (elementary.h).

#ifndef WARP_DEVICE_ERROR_FUNCTION_H
#define WARP_DEVICE_ERROR_FUNCTION_H

#include "exponential.h"

// e^(x^2) erfc(x) for x >= 0.5, by a Chebyshev series in t = (x - 4.5) / (x + 3.5) of its product with 1 + 2x. The coefficients are
// computed with mpmath, from the function at 120 nodes. For host and device (special.h).
template <class T>
static inline __host__ __device__ T warp_erfcx_large(T x)
{
    const double terms[] = {
        1.21067794069421402,      -0.0738660213875727411,   -0.0219258171866957568,
        0.0197962259833006171,    -0.00830451660308789902,  0.00247668026889171892,
        -0.000558419513397861226, 0.0000923630140622529005, -9.43778730493675712e-6,
        1.53334085927912208e-8,   1.79236256908374202e-7,   -2.4529661547232118e-8,
        -1.0662181478406991e-9,   6.87360782392795213e-10,  -3.49572882319411074e-11,
        -1.52845529228847408e-11, 1.9426459055142831e-12,   3.32992728151445996e-13,
        -7.19232443721528138e-14, -7.92217002007059832e-15, 2.47934504095538617e-15,
        2.26555806626249633e-16,  -8.5581306494726657e-17,  -8.18395690964100601e-18};
    T t = (x - (T)4.5) / (x + (T)3.5), after = 0, next = 0;
#pragma unroll
    for (int k = WarpReal<T>::ERFC_TERMS - 1; k >= 1; k--) { // Clenshaw's recurrence
        T term = 2 * t * next + ((T)terms[k] - after);
        after = next;
        next = term;
    }
    return (t * next + ((T)terms[0] - after)) / (1 + 2 * x);
}

// erfc(x) for x >= 0.5. Of x^2 the low part counts, too: e^(-x^2) makes a relative error of it.
template <class T>
DEVICE_FUNCTION T warp_erfc_large(T x)
{
    T z = x * x, low = fma(x, x, -z), e = warp_exp(-z);
    return fma(e, -low, e) * warp_erfcx_large(x);
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

#endif
