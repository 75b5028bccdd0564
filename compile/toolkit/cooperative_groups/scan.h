// scan.h: each thread of a group of lanes gets the sum, or another fold, of the values of the threads up to it, or before it.

#ifndef WARP_COOPERATIVE_GROUPS_SCAN_H
#define WARP_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"
#include "functional.h"

WARP_BEGIN_LIBRARY

namespace cooperative_groups
{

template <class Group, class T, class Operation = plus<T>>
DEVICE_FUNCTION T inclusive_scan(const Group &group, T value, Operation operation = Operation())
{
    unsigned int rank = group.thread_rank();
    for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
        T other = group.shfl_up(value, (int)distance);
        if (rank >= distance)
            value = operation(other, value);
    }
    return value;
}

// Folds the values of the threads before; the first thread gets T(), which is 0.
template <class Group, class T, class Operation = plus<T>>
DEVICE_FUNCTION T exclusive_scan(const Group &group, T value, Operation operation = Operation())
{
    T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() ? before : T();
}

} // namespace cooperative_groups

WARP_END_LIBRARY

#endif
