// Maximum of a row and sum of its exponentials in one loop, for softmax.
//
// An element at a time (Milakov and Gimelshein, Online normalizer calculation for softmax,
// NVIDIA, 2018). When a larger element comes, the sum so far is scaled down to the new maximum. Two such
// pairs can be joined in any order, so that they can be reduced like any sum.
//
// A row may hold elements of -INFINITY, which get no share: that is how an attention mask hides words. So the
// maximum starts at -INFINITY, which is the identity of fmaxf(), and not at the smallest finite float.
// Then -INFINITY - -INFINITY must never be calculated, for it is NaN.

#ifndef MAXSUM_H
#define MAXSUM_H

#include "rowwise.h"

// [begin Online]
typedef struct {
    float most; // the largest element so far
    float sum;  // of exp(element - most)
} Online;

// Joined with another pair, this one changes nothing.
static __device__ Online nothing(void)
{
    return {-INFINITY, 0};
}

// What is subtracted from each element before its exponential is taken: the largest one, so that nothing
// overflows. Where all are -INFINITY it is 0, so that each exponential is 0.
static __device__ float baseOf(float most)
{
    return most == -INFINITY ? 0 : most;
}

static __device__ Online addElement(Online o, float x)
{
    if (x > o.most) {
        o.sum = o.sum * expf(o.most - x) + 1;
        o.most = x;
    } else if (x != -INFINITY) { // which adds nothing, and less itself is NaN
        o.sum += expf(x - o.most);
    }
    return o;
}

static __device__ Online joinOnline(Online a, Online b)
{
    float most = fmaxf(a.most, b.most), from = baseOf(most);
    return {most, a.sum * expf(a.most - from) + b.sum * expf(b.most - from)};
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

// [begin scaleOf]
// By which the exponentials of a row are multiplied. A row whose elements are all -INFINITY has the sum 0, and
// all of its shares are 0.
static __device__ float scaleOf(float sum)
{
    return sum == 0 ? 0 : 1 / sum;
}
// [end scaleOf]

#endif
