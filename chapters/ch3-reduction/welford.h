// Mean and sum of squared distances in one loop, for layer normalization.
//
// An element at a time (Welford, Note on a method for calculating corrected sums
// of squares and products, Technometrics 4, 1962). Two such triples can be joined (Chan, Golub and LeVeque,
// Updating formulae and a pairwise algorithm for computing sample variances, 1979). The mean of squares
// minus the square of the mean would be one loop too, but subtracts two large numbers that are almost
// equal: where the mean is large beside the deviation, no digit is left.

#ifndef WELFORD_H
#define WELFORD_H

#include "rowwise.h"

// [begin Online]
typedef struct {
    float count;
    float mean;
    float square; // the sum of (element - mean) squared
} Online;

static __device__ Online addElement(Online o, float x)
{
    float distance = x - o.mean;
    o.count += 1;
    o.mean += distance / o.count;
    o.square += distance * (x - o.mean);
    return o;
}

static __device__ Online joinOnline(Online a, Online b)
{
    float count = a.count + b.count, distance = b.mean - a.mean;
    float share = count > 0 ? b.count / count : 0;
    return {count, a.mean + distance * share,
            a.square + b.square + distance * distance * a.count * share};
}

// Joins the triples of a warp. All of its lanes get the result.
static __device__ Online joinWarp(Online o)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        Online other = {__shfl_xor_sync(ALL_LANES, o.count, offset),
                        __shfl_xor_sync(ALL_LANES, o.mean, offset),
                        __shfl_xor_sync(ALL_LANES, o.square, offset)};
        o = joinOnline(o, other);
    }
    return o;
}
// [end Online]

#endif
