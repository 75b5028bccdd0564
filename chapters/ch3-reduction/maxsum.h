// Maximum of a row and sum of its exponentials in one loop, for softmax.
//
// An element at a time (Milakov and Gimelshein, Online normalizer calculation for softmax,
// NVIDIA, 2018). When a larger element comes, the sum so far is scaled down to the new maximum. Two such
// pairs can be joined in any order, so that they can be reduced like any sum.

#ifndef MAXSUM_H
#define MAXSUM_H

#include "rowwise.h"

// [begin Online]
typedef struct {
    float most; // the largest element so far
    float sum;  // of exp(element - most)
} Online;

static __device__ Online addElement(Online o, float x)
{
    if (x > o.most) {
        o.sum = o.sum * expf(o.most - x) + 1;
        o.most = x;
    } else {
        o.sum += expf(x - o.most);
    }
    return o;
}

static __device__ Online joinOnline(Online a, Online b)
{
    float most = fmaxf(a.most, b.most);
    return {most, a.sum * expf(a.most - most) + b.sum * expf(b.most - most)};
}

// Joins the pairs of a warp. All of its lanes get the result.
static __device__ Online joinWarp(Online o)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        Online other = {__shfl_xor_sync(ALL_LANES, o.most, offset),
                        __shfl_xor_sync(ALL_LANES, o.sum, offset)};
        o = joinOnline(o, other);
    }
    return o;
}
// [end Online]

#endif
