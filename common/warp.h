// The sum over a warp, by shuffles. ch3-shared shows it as a rung of its ladder.

#ifndef WARP_WARP_H
#define WARP_WARP_H

#define ALL_LANES 0xffffffffu

// [begin sumWarp]
// Returns, in lane 0, the sum of value over the 32 lanes of a warp. All lanes call this together.
template <typename T>
static __device__ T sumWarp(T value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(ALL_LANES, value, offset);
    return value;
}
// [end sumWarp]

#endif
