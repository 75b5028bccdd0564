// gamma.h: the gamma function and its logarithm on the device (elementary.h). Floats are computed as doubles.

#ifndef WARP_DEVICE_GAMMA_H
#define WARP_DEVICE_GAMMA_H

#include "circular.h"
#include "exponential.h"

// (zeta(k) - 1) / k with alternating signs, from k = 2 on. Computed with 40 digits.
static __device__ const double WARP_ZETAS[] = {
    0.3224670334241132,      -0.067352301053198102,   0.020580808427784546,
    -0.0073855510286739857,  0.0028905103307415234,   -0.001192753911703261,
    0.00050966952474304245,  -0.00022315475845357939, 9.9457512781808531e-05,
    -4.4926236738133142e-05, 2.0507212775670691e-05,  -9.4394882752683967e-06,
    4.3748667899074882e-06,  -2.0392157538013662e-06, 9.5514121304074194e-07,
    -4.4924691987645662e-07, 2.1207184805554665e-07,  -1.0043224823968099e-07,
    4.7698101693639804e-08,  -2.2711094608943164e-08, 1.0838659214896955e-08,
    -5.1834750419700466e-09, 2.4836745438024785e-09,  -1.1921401405860912e-09,
    5.7313672416788623e-10,  -2.7595228851242334e-10, 1.3304764374244489e-10,
    -6.4229645638380996e-11, 3.1044247747322276e-11,  -1.5021384080754142e-11,
    7.2759744802390792e-12,  -3.5277424765759151e-12, 1.711991790559618e-12,
    -8.315385841420285e-13,  4.0422005252894402e-13,  -1.9664756310966165e-13};

// log(gamma(2 + z)) for |z| <= 0.72: z (1 - 0.577... + 0.322... z - ...)
DEVICE_FUNCTION double warp_lgamma_near_2(double z)
{
    double p = 0;
    for (int k = sizeof WARP_ZETAS / sizeof *WARP_ZETAS - 1; k >= 0; k--)
        p = fma(p, z, WARP_ZETAS[k]);
    return z * fma(p, z, 0.42278433509846714);
}

// Stirling's series: log(gamma(x)) - (x - 1/2) log(x) + x for x >= 10
DEVICE_FUNCTION double warp_stirling(double x)
{
    const double terms[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                            1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400};
    double z = 1 / (x * x), p = 0;
#pragma unroll
    for (int k = 7; k >= 0; k--)
        p = fma(p, z, terms[k]);
    return p / x + 0.91893853320467274; // log(2 pi) / 2
}

// sin(pi x): x less the nearest whole number, so that the product with pi is exact where the sine is small
DEVICE_FUNCTION double warp_sine_of_pi(double x)
{
    double whole = rint(x), sine = warp_sin((x - whole) * 3.141592653589793);
    return rint(whole / 2) * 2 == whole ? sine : -sine;
}

// gamma(a) = gamma(2 + z) up / down, for 0 < a < 10 and |z| <= 0.72. Returns z.
DEVICE_FUNCTION double warp_near_2(double a, double *up, double *down)
{
    *up = *down = 1;
    if (a < 0.5)
        *down = a * (a + 1);
    else if (a < 1.28)
        *down = a;
    for (; a >= 2.5; *up *= a)
        a -= 1;
    return a < 0.5 ? a : a < 1.28 ? a - 1 : a - 2;
}

DEVICE_FUNCTION double warp_lgamma(double x)
{
    double a = fabs(x), up, down, result;
    if (!(a < WarpReal<double>::INFINITE))
        return a;
    if (x <= 0 && x == floor(x))
        return WarpReal<double>::INFINITE;
    if (a >= 10) {
        result = fma(a - 0.5, warp_log(a), -a) + warp_stirling(a);
    } else {
        double z = warp_near_2(a, &up, &down);
        result = warp_lgamma_near_2(z) + (warp_log(up) - warp_log(down));
    }
    // gamma(x) gamma(-x) = -pi / (x sin(pi x))
    return x > 0 ? result
                 : warp_log(3.141592653589793 / fabs(warp_sine_of_pi(a))) - warp_log(a) - result;
}

DEVICE_FUNCTION double warp_tgamma(double x)
{
    double a = fabs(x), high = 1, low, up = 1, down = 1; // gamma(a) = high^2 low up / down
    if (x == 0)
        return 1 / x;
    if (x < 0 && x == floor(x))
        return __builtin_nan("");
    if (a > 200) // too large; or, if x is negative, too small
        return x < 0 ? 0 : x * WarpReal<double>::INFINITE;
    if (a >= 10) {
        high = warp_pow(a, 0.5 * a - 0.25);
        low = warp_exp(warp_stirling(a)) * warp_exp(-a); // of one large argument: less exact
    } else {
        double z = warp_near_2(a, &up, &down);
        low = warp_exp(warp_lgamma_near_2(z));
    }
    if (x > 0)
        return low * high * high * up / down;
    return -3.141592653589793 / warp_sine_of_pi(a) * (down / a) / up / high / low / high;
}

#endif
