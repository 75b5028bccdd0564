// Maximum of a row and sum of its exponentials in one loop, for softmax.
//
// An element at a time (Milakov and Gimelshein, Online normalizer calculation for softmax,
// NVIDIA, 2018). When a larger element comes along, the sum so far is scaled down to the new maximum. Two
// such pairs can be joined in any order, so they can be reduced like any sum.
//
// A row may hold elements of -INFINITY, which get no share; that is how an attention mask hides words. An
// element that is not there counts as -INFINITY, too, the identity of fmaxf(). But -INFINITY - -INFINITY is
// NaN, so what is subtracted from the elements must be finite. It is at least -FLT_MAX, and -INFINITY is as
// far away from that as from any other number.

#ifndef MAXSUM_H
#define MAXSUM_H

#include "rowwise.h"

#include <float.h>

// [begin Online]
typedef struct {
    float base; // the largest element so far, but at least -FLT_MAX
    float sum;  // of exp(element - base)
} Online;

// Joined with another pair, this one changes nothing.
static __device__ Online nothing(void)
{
    return {-FLT_MAX, 0};
}

static __device__ Online addElement(Online o, float x)
{
    if (x > o.base) {
        o.sum = o.sum * expf(o.base - x) + 1;
        o.base = x;
    } else {
        o.sum += expf(x - o.base);
    }
    return o;
}

static __device__ Online joinOnline(Online a, Online b)
{
    float base = fmaxf(a.base, b.base);
    return {base, a.sum * expf(a.base - base) + b.sum * expf(b.base - base)};
}

// Joins the pairs of a warp. All of its lanes get the result.
static __device__ Online joinWarp(Online o)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        Online other = {__shfl_xor_sync(ALL_LANES, o.base, offset),
                        __shfl_xor_sync(ALL_LANES, o.sum, offset)};
        o = joinOnline(o, other);
    }
    return o;
}
// [end Online]

// [begin scaleOf]
// What is subtracted from each element before its exponential is taken: the largest one, so that
// nothing overflows, but never -INFINITY.
static __device__ float baseOf(float most)
{
    return fmaxf(most, -FLT_MAX);
}

// What the exponentials of a row are multiplied by. A row whose elements are all -INFINITY has the
// sum 0, and all of its shares are 0.
static __device__ float scaleOf(float sum)
{
    return sum == 0 ? 0 : 1 / sum;
}
// [end scaleOf]

#endif
