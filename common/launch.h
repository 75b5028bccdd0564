// How many blocks a launch needs.

#ifndef WARP_LAUNCH_H
#define WARP_LAUNCH_H

#include <stddef.h>

// Returns the number of blocks for n elements, `each` elements to a block: n / each, rounded up, so that
// no element is left out. For n = 0 it is 1, because a grid of 0 blocks can't be launched.
static inline unsigned int blocksFor(size_t n, size_t each)
{
    return n > 0 ? (unsigned int)((n + each - 1) / each) : 1;
}

#endif
