// norms.h: lengths of vectors on the device, and their reciprocals: norm3d, rnorm4d, rhypot and the like (CUDA Math API).
// Floats are computed as doubles.

#ifndef WARP_DEVICE_NORMS_H
#define WARP_DEVICE_NORMS_H

#include "pair.h"

// Returns the square root of the sum of n squares, or its reciprocal. The coordinates are scaled by a power of 2, so that
// squares neither overflow nor vanish.
template <class T>
DEVICE_FUNCTION double warp_norm(int n, const T *x, bool reciprocal)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = __builtin_fmax(most, fabs((double)x[i]));
    if (most == WarpReal<double>::INFINITE) // also if there are NaNs
        return reciprocal ? 0 : most;
    int e = 0;
    if (most > 0)
        warp_split(most, &e);
    WarpPair sum = {0, 0};
    for (int i = 0; i < n; i++) {
        double scaled = warp_scale((double)x[i], -e);
        sum = warp_plus(sum, warp_times(scaled, scaled));
    }
    double root = sqrt(sum.high);
    if (!(root > 0))
        return reciprocal ? 1 / root : root;
    double low = (fma(-root, root, sum.high) + sum.low) / (2 * root); // what the root lacks
    double inverse = 1 / root;
    inverse += inverse * (fma(-root, inverse, 1.0) - low * inverse);
    return reciprocal ? warp_scale(inverse, -e) : warp_scale(root + low, e);
}

#define NORM(name, T, reciprocal) \
    DEVICE_FUNCTION T name(int n, const T *x) WARP_RETURNS((T)warp_norm(n, x, reciprocal));
NORM(norm, double, false)
NORM(normf, float, false)
NORM(rnorm, double, true)
NORM(rnormf, float, true)
#undef NORM

#define NORMS(norm3, norm4, T, norm)            \
    DEVICE_FUNCTION T norm3(T x, T y, T z)      \
    {                                           \
        const T vector[] = {x, y, z};           \
        return norm(3, vector);                 \
    }                                           \
    DEVICE_FUNCTION T norm4(T x, T y, T z, T w) \
    {                                           \
        const T vector[] = {x, y, z, w};        \
        return norm(4, vector);                 \
    }
NORMS(norm3d, norm4d, double, norm)
NORMS(norm3df, norm4df, float, normf)
NORMS(rnorm3d, rnorm4d, double, rnorm)
NORMS(rnorm3df, rnorm4df, float, rnormf)
#undef NORMS

DEVICE_FUNCTION double rhypot(double x, double y) WARP_RETURNS(rnorm3d(x, y, 0));
DEVICE_FUNCTION float rhypotf(float x, float y) WARP_RETURNS(rnorm3df(x, y, 0));

#endif
