// erfcinv.h: the inverse of erfc, for NVIDIA's device headers of cuRAND, which run on the host (rand.cpp).

#ifndef CURAND_ERFCINV_H
#define CURAND_ERFCINV_H

// The inverse of erfc, which the headers ask for and the host's library has not: by Halley's iteration on erfc from a value that is right
// to three digits (Abramowitz and Stegun, 26.2.23). 0 < y < 2.
static double erfcinv(double y)
{
    double half = (y < 1 ? y : 2 - y) / 2, t = sqrt(-2 * log(half));
    double x = (t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                        (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) /
               M_SQRT2;
    for (int i = 0; i < 3; i++) {
        double step = (erfc(x) - 2 * half) / (M_2_SQRTPI * exp(-x * x));
        x += step / (1 + x * step);
    }
    return y < 1 ? x : -x;
}

static float erfcinvf(float y)
{
    return (float)erfcinv(y);
}

#define HOST_HAVE_ERFCINVF

#endif
