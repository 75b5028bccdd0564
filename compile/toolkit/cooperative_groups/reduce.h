// reduce.h: all threads of a group get the sum, or another fold, of their values.

#ifndef WARP_COOPERATIVE_GROUPS_REDUCE_H
#define WARP_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"
#include "functional.h"

WARP_BEGIN_LIBRARY

namespace cooperative_groups
{

// Folds a tile by halves; every lane does the same.
template <unsigned int SIZE, class Parent, class T, class Operation>
DEVICE_FUNCTION T reduce(const thread_block_tile<SIZE, Parent> &tile, T value, Operation operation)
{
    for (unsigned int bits = SIZE / 2; bits > 0; bits /= 2)
        value = operation(value, warp_by_words(value, [=] __device__(unsigned int word) {
                              return __shfl_xor_sync(tile.mask(), word, (int)bits);
                          }));
    return value;
}

// Folds lanes in any pattern: in each step a rank adds the value of a rank at a distance that doubles. Then the first lane gives
// its result to all.
template <class T, class Operation>
DEVICE_FUNCTION T reduce(const coalesced_group &group, T value, Operation operation)
{
    unsigned int rank = group.thread_rank(), size = group.size();
    for (unsigned int distance = 1; distance < size; distance *= 2) {
        T other = group.shfl_down(value, distance);
        if (rank + distance < size)
            value = operation(value, other);
    }
    return group.shfl(value, 0);
}

} // namespace cooperative_groups

WARP_END_LIBRARY

#endif
