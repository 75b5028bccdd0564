// Mean and sum of squared distances in one loop, for layer normalization.
//
// An element at a time (Welford, Note on a method for calculating corrected sums
// of squares and products, Technometrics 4, 1962). Two such triples can be joined (Chan, Golub and LeVeque,
// Updating formulae and a pairwise algorithm for computing sample variances, 1979). The mean of squares
// minus the square of the mean would take only one loop, too, but it subtracts two large numbers that are
// almost equal: if the mean is much larger than the deviation, no correct digit is left.

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

// The same, but faster, if it is known that the counts add up to `count`: two plain sums.
static __device__ Online joinCounted(Online o, float count)
{
    float mean = o.count * o.mean;
    for (int offset = 16; offset > 0; offset /= 2)
        mean += __shfl_xor_sync(ALL_LANES, mean, offset);
    mean /= count;
    float square = o.square + o.count * (o.mean - mean) * (o.mean - mean);
    for (int offset = 16; offset > 0; offset /= 2)
        square += __shfl_xor_sync(ALL_LANES, square, offset);
    return {count, mean, square};
}
// [end Online]

// ---- Of a row in registers (loadRow, in rowwise.h), mean first and then the squares ----

// The sum of squared distances from mean of what a thread has kept; floats past n are no elements.
template <int FLOATS, int VEC>
static __device__ float squareKept(const float *kept, float mean, unsigned int n)
{
    float square = 0;
#pragma unroll
    for (int k = 0; k < FLOATS; k++)
        if (k / VEC * VEC * blockDim.x + threadIdx.x * VEC < n)
            square += (kept[k] - mean) * (kept[k] - mean);
    return square;
}

// How many elements of a part a thread keeps.
template <int FLOATS, int VEC>
static __device__ float countKept(unsigned int n)
{
    float count = 0;
#pragma unroll
    for (int k = 0; k < FLOATS; k++)
        count += k / VEC * VEC * blockDim.x + threadIdx.x * VEC < n;
    return count;
}

// Two sums over a warp, for all of its lanes. The shuffles of one do not wait for those of the other.
static __device__ float2 sumLanes(float2 v)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        v.x += __shfl_xor_sync(ALL_LANES, v.x, offset);
        v.y += __shfl_xor_sync(ALL_LANES, v.y, offset);
    }
    return v;
}

// Leaves, for each warp of the block, mean and squares of what its lanes keep of two rows. ours: how many
// floats of a row these are.
template <int FLOATS, int VEC>
static __device__ void joinKept(Online (*triples)[32], const float (*kept)[FLOATS], float ours,
                                unsigned int count)
{
    float2 sum = {0, 0};
    float share = ours > 0 ? 1 / ours : 0;
#pragma unroll
    for (int k = 0; k < FLOATS; k++) {
        sum.x += kept[0][k]; // past the part's end: 0
        sum.y += kept[1][k];
    }
    sum = sumLanes(sum);
    float2 mean = make_float2(sum.x * share, sum.y * share);
    float2 square = sumLanes(make_float2(squareKept<FLOATS, VEC>(kept[0], mean.x, count),
                                         squareKept<FLOATS, VEC>(kept[1], mean.y, count)));
    if (threadIdx.x % 32 == 0) {
        triples[0][threadIdx.x / 32] = {ours, mean.x, square.x};
        triples[1][threadIdx.x / 32] = {ours, mean.y, square.y};
    }
}

#endif
