// Random data and the check of results against a CPU reference.
//
// The data is random and signed, the same for the same seed. With ones instead, or any other
// constant, a kernel that adds the wrong elements, or one of them twice, would still look right.
//
// Integers must agree exactly. Floats can't: each order of additions rounds differently. The
// reference adds in double; the bound on the difference is that of Higham, Accuracy and Stability
// of Numerical Algorithms, 2nd edition, section 4.2: if no element passes through more than k
// rounded additions, then whatever their order
//
//     |computed - exact| <= gamma_k * (|x_0| + |x_1| + ...),   gamma_k = k u / (1 - k u)
//
// with u = 2^-24 for float. It is relative to the sum of the magnitudes, because the sum itself can
// be near 0. A sum halved in log2(n) steps has k = log2(n), one from left to right k = n - 1.

#ifndef WARP_VERIFY_H
#define WARP_VERIFY_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Returns the i-th of the 64-bit random numbers that belong to seed: SplitMix64 (Steele, Lea, Flood, Fast
// Splittable Pseudorandom Number Generators, OOPSLA 2014). Number i needs no number before it.
static inline uint64_t random_bits(uint64_t seed, uint64_t i)
{
    uint64_t z = seed * 0xd1342543de82ef95u + (i + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Fills x: (n) with random integers from -127 to 127: none outweighs another, so that sums stay
// small (about 74 sqrt(n)).
static inline void fill_ints(int *x, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (int)(random_bits(seed, i) % 255) - 127;
}

// Fills x: (n) with random multiples of 2^-23 in [-1, 1). The double sum of up to 2^30 of them is
// exact, in any order.
static inline void fill_floats(float *x, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (float)((int)(random_bits(seed, i) >> 40) - (1 << 23)) * 0x1p-23f;
}

// Higham's gamma_k for float. From k = 2^24 on it promises nothing: infinite.
static inline double float_gamma(double k)
{
    const double u = 0x1p-24; // half the distance from 1 to the next float
    return k * u < 1 ? k * u / (1 - k * u) : INFINITY;
}

// True if got is want; else says so on stderr.
static inline bool verify_integer(const char *what, int64_t got, int64_t want)
{
    if (got == want)
        return true;
    fprintf(stderr, "%s: got %lld, expected %lld\n", what, (long long)got, (long long)want);
    return false;
}

// True if got is within bound of want; else says so on stderr. NaN is within no bound, because every
// comparison with NaN is false. The test `difference > bound` would let it pass.
static inline bool verify_float(const char *what, double got, double want, double bound)
{
    double difference = fabs(got - want);
    if (difference <= bound)
        return true;
    fprintf(stderr, "%s: got %.9g, expected %.9g within %.3g, off by %.3g\n", what, got, want,
            bound, difference);
    return false;
}

// True if got and want: (n) agree, each element within bound; else says on stderr which element
// is the first that does not, and how many do not.
static inline bool verify_floats(const char *what, const float *got, const float *want, size_t n,
                                 double bound)
{
    size_t wrong = 0, first = 0;

    for (size_t i = 0; i < n; i++)
        if (!(fabs((double)got[i] - want[i]) <= bound)) // not "> bound", which NaN would pass
            first = wrong++ == 0 ? i : first;
    if (wrong == 0)
        return true;
    fprintf(stderr, "%s: element %zu: got %.9g, expected %.9g; %zu of %zu are wrong\n", what, first,
            got[first], want[first], wrong, n);
    return false;
}

#endif
