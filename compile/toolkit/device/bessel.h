// bessel.h: Bessel functions on the device: j0, j1, jn, y0, y1, yn, cyl_bessel_i0, cyl_bessel_i1. Floats are computed as doubles.
//
// Formulas are those of the Digital Library of Mathematical Functions (dlmf.nist.gov), chapter 10. The ways by size of x:
//   small        the power series (10.2.2, 10.8.1)
//   up to 8      a Taylor series about a point nearby, so that also near a zero all digits are right
//   up to 25     the recurrence from large orders down (10.6.1; Miller), with sums over all orders (10.12.4, 10.8.3)
//   above        the asymptotic series (10.17.3, 10.17.4)

#ifndef WARP_DEVICE_BESSEL_H
#define WARP_DEVICE_BESSEL_H

#include "circular.h"
#include "exponential.h"
#include "pair.h"

// ---- Power series -------------------------------------------------------------------------------------------------

// Returns the sum of q^k / (k! (n + 1) ... (n + k)), q = x^2 / 4 with the sign given: (n! / (x/2)^n) times J_n, or I_n.
DEVICE_FUNCTION double warp_bessel_series(int n, double x, int sign)
{
    WarpPair q = warp_times(x / 2, sign * x / 2), sum = {1, 0};
    for (int k = 20 + (int)(2 * x); k >= 1; k--)
        sum = warp_plus(warp_divided(warp_times(sum, q), (double)k * (n + k)), WarpPair{1, 0});
    return sum.high;
}

// Y_0 or Y_1 for x < 1; `j` is J_n(x).
DEVICE_FUNCTION double warp_y_series(int n, double x, double j)
{
    const double gamma = 0.5772156649015329;
    double q = x * x / 4, term = n ? x / 2 : 1, psi = -2 * gamma + n, sum = 0;
    for (int k = 0; k < 12; k++) { // psi = psi(k + 1) + psi(n + k + 1)
        sum += psi * term;
        term *= -q / ((k + 1.0) * (n + k + 1.0));
        psi += 1 / (k + 1.0) + 1 / (n + k + 1.0);
    }
    sum = (2 * (warp_log(x) - 0.6931471805599453) * j - sum) * 0.3183098861837907;
    return n ? sum - 0.6366197723675814 / x : sum;
}

// ---- Taylor series -------------------------------------------------------------------------------------------------

// Where a series begins: at high + low, with the function's value and slope there. Computed with mpmath; points with a value of 0
// are the function's zeros.
struct WarpPoint {
    double high, low, value, slope;
};

static __device__ const WarpPoint WARP_J0[] = {
    {2.404825557695773, -1.176691651530894e-16, 0, -0.5191474972894667},
    {3.8125, 0, -0.40268499062435786, -0.007754392218121693},
    {5.520078110286311, 8.088597146146722e-17, 0, 0.34026480655836816},
    {7.0, 0, 0.3000792705195556, 0.004682823482345833},
    {8.653727912911013, -2.92812607320779e-16, 0, -0.27145229992838193}};

static __device__ const WarpPoint WARP_J1[] = {
    {1.84375, 0, 0.5818638736324648, -0.0010525972373657583},
    {3.8317059702075125, -1.5269184090088067e-16, 0, -0.402759395702553},
    {5.328125, 0, -0.34612436350936904, -0.001108285222725607},
    {7.015586669815619, -9.414165653410389e-17, 0, 0.30011575252613254},
    {8.5, 0, 0.2731219636740537, 0.00980725611657524}};

static __device__ const WarpPoint WARP_Y0[] = {
    {0.59375, 0, -0.31642253335832676, 1.2716955126331693},
    {0.8935769662791675, 2.6596231539720385e-17, 0, 0.8794208024971948},
    {1.4375, 0, 0.3553870798705615, 0.4538136432999887},
    {2.1875, 0, 0.5207621721743473, 0.0050320587288746},
    {3.0, 0, 0.3768500100127904, -0.3246744247918},
    {3.957678419314858, -1.0764340697562706e-16, 0, -0.40254267177502423},
    {5.4375, 0, -0.3403076477015802, 0.002658992651161238},
    {7.086051060301773, -8.835285723085408e-17, 0, 0.3000976149104752},
    {8.5, 0, 0.27020510536578746, 0.02616867939853747}};

static __device__ const WarpPoint WARP_Y1[] = {
    {1.0, 0, -0.7812128213002887, 0.8694697855159657},
    {1.5, 0, -0.4123086269739113, 0.6573213417803664},
    {2.197141326031017, -4.8259835876454966e-17, 0, 0.5207864124022675},
    {3.0, 0, 0.3246744247918, 0.26862520174885707},
    {3.6875, 0, 0.4167260606984455, -0.0017273264394772397},
    {5.429681040794135, 4.162514026670377e-16, 0, -0.3403180455234406},
    {6.9375, 0, -0.30317136470423034, -0.0011878381474410328},
    {8.596005868331169, 2.8415838340063664e-16, 0, 0.27145987731153354}};

// Continues a solution of Bessel's equation x^2 y'' + x y' + (x^2 - n^2) y = 0 from the nearest point to x.
template <int POINTS>
DEVICE_FUNCTION double warp_bessel_near(int n, double x, const WarpPoint (&points)[POINTS])
{
    const WarpPoint *p = points;
    while (p < points + POINTS - 1 && p[1].high - x < x - p->high)
        p++;
    // The coefficient of d^(k+2) follows from the four before it.
    double r = p->high, d = (x - r) - p->low, sum = 0, power = d;
    double c0 = 0, c1 = 0, c2 = p->value, c3 = p->slope;
    for (int k = 0; k < 50; k++) {
        double next =
            -(r * (2 * k + 1) * (k + 1) * c3 + (k * k + r * r - n * n) * c2 + 2 * r * c1 + c0) /
            (r * r * (k + 1) * (k + 2));
        power *= d;
        sum = fma(next, power, sum);
        c0 = c1;
        c1 = c2;
        c2 = c3;
        c3 = next;
    }
    return p->value + fma(p->slope, d, sum);
}

// ---- The recurrence downwards --------------------------------------------------------------------------------------

struct WarpBessel {
    double j[2], y[2], jn; // J_0, J_1, Y_0, Y_1, J_n
};

// For x > 0. Begins at an order where J is as good as 0 and its neighbour anything; 1 = J_0 + 2 J_2 + 2 J_4 + ... sets the scale.
DEVICE_FUNCTION WarpBessel warp_bessel_sweep(int n, double x)
{
    double most = max((double)n, x), above = 0, here = 1e-280, jn = 0;
    double evens = 0, y0 = 0, y1 = 0; // sums of the orders for the scale, Y_0 and Y_1
    for (int k = 2 * ((int)(most + 12 * warp_cbrt(most) + 20) / 2); k >= 1; k--) { // here: J_k
        int half = k / 2;
        double sign = half % 2 ? -1 : 1;
        if (k % 2 == 0) {
            evens += 2 * here;
            y0 -= 2 * sign / half * here;
        } else {
            y1 -= k == 1 ? here : sign * (1.0 / half + 1.0 / (half + 1)) * here;
        }
        if (k == n)
            jn = here;
        double below = 2.0 * k / x * here - above;
        above = here;
        here = below;
        if (fabs(here) > 1e200) {
            const double less = 1e-200;
            above *= less, here *= less, jn *= less;
            evens *= less, y0 *= less, y1 *= less;
        }
    }
    double scale = 1 / (evens + here), j0 = here * scale, j1 = above * scale;
    double log = warp_log(x / 2) + 0.5772156649015329;
    return {{j0, j1},
            {0.6366197723675814 * (log * j0 + y0 * scale),
             0.6366197723675814 * (log * j1 - j0 / x + y1 * scale)},
            jn * scale};
}

// ---- Asymptotic series -----------------------------------------------------------------------------------------------

// J_n and Y_n (n = 0 or 1) for x >= 25
DEVICE_FUNCTION void warp_bessel_large(int n, double x, double *j, double *y)
{
    double p = 0, q = 0, term = 1, s, c;
    for (int k = 0; k < 40; k += 2) { // terms of p and q alternate
        p += k % 4 ? -term : term;
        term *= (4 * n - (2 * k + 1) * (2 * k + 1)) / (8 * x * (k + 1));
        q += k % 4 ? -term : term;
        term *= (4 * n - (2 * k + 3) * (2 * k + 3)) / (8 * x * (k + 2));
    }
    warp_sincos(x, &s, &c);
    double cosine = n ? s - c : c + s,
           sine = n ? -s - c : s - c;           // of x - (2 n + 1) pi / 4, times the root of 2
    double size = 0.5641895835477563 / sqrt(x); // 1 / sqrt(pi)
    *j = size * (p * cosine - q * sine);
    *y = size * (p * sine + q * cosine);
}

// ---- The functions ---------------------------------------------------------------------------------------------------

static __device__ __attribute__((noinline)) double warp_j(int n, double x) // n = 0 or 1
{
    double a = fabs(x), j, y;
    if (a < (n ? 0.9 : 1.6))
        return warp_bessel_series(n, a, -1) * (n ? x / 2 : 1);
    if (a < 8)
        j = n ? warp_bessel_near(1, a, WARP_J1) : warp_bessel_near(0, a, WARP_J0);
    else if (a < 25)
        j = warp_bessel_sweep(0, a).j[n];
    else if (a < WarpReal<double>::INFINITE)
        warp_bessel_large(n, a, &j, &y);
    else
        j = a == a ? 0 : x;
    return n ? copysign(1.0, x) * j : j;
}

static __device__ __attribute__((noinline)) double warp_y(int n, double x) // n = 0 or 1
{
    double j, y;
    if (!(x > 0))
        return x == 0 ? -WarpReal<double>::INFINITE : (double)__builtin_nan("");
    if (x < (n ? 0.8 : 0.5))
        return warp_y_series(n, x, warp_j(n, x));
    if (x < 8)
        return n ? warp_bessel_near(1, x, WARP_Y1) : warp_bessel_near(0, x, WARP_Y0);
    if (x < 25)
        return warp_bessel_sweep(0, x).y[n];
    if (x == WarpReal<double>::INFINITE)
        return 0;
    warp_bessel_large(n, x, &j, &y);
    return y;
}

// J_n: upwards from J_0 and J_1 as long as n < x, where that loses no digits.
static __device__ __attribute__((noinline)) double warp_jn(int n, double x)
{
    double a = fabs(x), low, high;
    if (n < 0 || x != x)
        return __builtin_nan("");
    if (n < 2)
        return warp_j(n, x);
    if (a == WarpReal<double>::INFINITE)
        return 0;
    if (a > n) {
        low = warp_j(0, a);
        high = warp_j(1, a);
        for (int k = 1; k < n; k++) {
            double next = 2.0 * k / a * high - low;
            low = high;
            high = next;
        }
    } else if (a * a < 4 * (n + 1.0)) { // the series has no large terms
        high = 1;
        for (int k = 1; k <= n && high != 0; k++)
            high *= a / 2 / k;
        high *= warp_bessel_series(n, a, -1);
    } else {
        high = warp_bessel_sweep(n, a).jn;
    }
    return n % 2 && x < 0 ? -high : high;
}

static __device__ __attribute__((noinline)) double warp_yn(int n, double x)
{
    if (n < 0)
        return __builtin_nan("");
    double low = warp_y(0, x), high = n ? warp_y(1, x) : low;
    if (x == WarpReal<double>::INFINITE)
        return 0;
    for (int k = 1; k < n && high > -WarpReal<double>::INFINITE; k++) {
        double next = 2.0 * k / x * high - low;
        low = high;
        high = next;
    }
    return high;
}

static __device__ __attribute__((noinline)) double warp_i(int n, double x) // n = 0 or 1
{
    double a = fabs(x), i;
    if (a < 30) {
        i = warp_bessel_series(n, a, 1) * (n ? a / 2 : 1);
    } else if (a < 720) { // the exponential in two parts, which do not overflow before I does
        double sum = 0, term = 1, half = warp_exp(a / 2);
        for (int k = 1; k < 30; k++)
            sum += term *= ((2 * k - 1) * (2 * k - 1) - 4 * n) / (8 * a * k);
        i = half * ((1 + sum) * 0.3989422804014327 / sqrt(a)) * half; // 1 / sqrt(2 pi)
    } else {
        i = a == a ? WarpReal<double>::INFINITE : a;
    }
    return n ? copysign(i, x) : i;
}

#define BESSEL(name, function)                                            \
    DEVICE_FUNCTION double name(double x) WARP_RETURNS(function);         \
    DEVICE_FUNCTION float name##f(float x) WARP_RETURNS((float)function); \
    DEVICE_FUNCTION float name(float x) WARP_RETURNS((float)function);
BESSEL(j0, warp_j(0, x))
BESSEL(j1, warp_j(1, x))
BESSEL(y0, warp_y(0, x))
BESSEL(y1, warp_y(1, x))
BESSEL(cyl_bessel_i0, warp_i(0, x))
BESSEL(cyl_bessel_i1, warp_i(1, x))
#undef BESSEL

#define BESSEL_N(name)                                                                    \
    DEVICE_FUNCTION double name(int n, double x) WARP_RETURNS(warp_##name(n, x));         \
    DEVICE_FUNCTION float name##f(int n, float x) WARP_RETURNS((float)warp_##name(n, x)); \
    DEVICE_FUNCTION float name(int n, float x) WARP_RETURNS((float)warp_##name(n, x));
BESSEL_N(jn)
BESSEL_N(yn)
#undef BESSEL_N

#endif
