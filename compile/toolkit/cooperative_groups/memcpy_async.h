// memcpy_async.h: a group copies to shared memory together; wait() returns when all bytes are there.

#ifndef WARP_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define WARP_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../cuda_pipeline_primitives.h"

WARP_BEGIN_LIBRARY

namespace cooperative_groups
{

// Begins the copy of this thread's part, which waits for a commit.
template <class Group>
DEVICE_FUNCTION void warp_begin_copy(const Group &group, void *to, const void *from, size_t bytes)
{
    const unsigned int *words = (const unsigned int *)from;
    size_t aligned = ((size_t)to | (size_t)from) % 4 == 0 ? bytes / 4 : 0;
    for (size_t i = group.thread_rank(); i < aligned; i += group.size())
        __pipeline_memcpy_async((unsigned int *)to + i, words + i, 4);
    for (size_t i = 4 * aligned + group.thread_rank(); i < bytes; i += group.size())
        ((char *)to)[i] = ((const char *)from)[i];
}

template <class Group, class T>
DEVICE_FUNCTION void memcpy_async(const Group &group, T *to, const T *from, size_t bytes)
{
    warp_begin_copy(group, to, from, bytes);
    __pipeline_commit();
}

template <class Group>
DEVICE_FUNCTION void wait(const Group &group)
{
    __pipeline_wait_prior(0);
    group.sync();
}

} // namespace cooperative_groups

WARP_END_LIBRARY

#endif
