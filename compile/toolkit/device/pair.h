// pair.h: numbers of about 106 bits on the device: the sum of two doubles, whose second is at most half a unit in the last
// place of the first (Dekker, "A Floating-Point Technique for Extending the Available Precision", 1971).

#ifndef WARP_DEVICE_PAIR_H
#define WARP_DEVICE_PAIR_H

#include "real.h"

struct WarpPair {
    double high, low;
};

// a + b exactly (Knuth)
DEVICE_FUNCTION WarpPair warp_plus(double a, double b)
{
    double sum = a + b, of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}

// a b exactly. The product is not to be joined with a sum.
DEVICE_FUNCTION WarpPair warp_times(double a, double b)
{
    double product = __dmul_rn(a, b);
    return {product, fma(a, b, -product)};
}

DEVICE_FUNCTION WarpPair warp_plus(WarpPair a, WarpPair b)
{
    WarpPair sum = warp_plus(a.high, b.high);
    return warp_plus(sum.high, sum.low + (a.low + b.low));
}

DEVICE_FUNCTION WarpPair warp_times(WarpPair a, WarpPair b)
{
    WarpPair product = warp_times(a.high, b.high);
    return warp_plus(product.high, product.low + fma(a.high, b.low, a.low * b.high));
}

DEVICE_FUNCTION WarpPair warp_divided(WarpPair a, double b)
{
    double quotient = a.high / b;
    return warp_plus(quotient, (fma(-quotient, b, a.high) + a.low) / b);
}

#endif
