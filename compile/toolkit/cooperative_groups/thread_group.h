// thread_group.h: a group whose kind is known at run time: the block, or lanes of a warp. cooperative_groups.h includes it.

#ifndef WARP_COOPERATIVE_GROUPS_THREAD_GROUP_H
#define WARP_COOPERATIVE_GROUPS_THREAD_GROUP_H

WARP_BEGIN_LIBRARY

namespace cooperative_groups
{

class thread_group
{
    unsigned int lanes; // 0: the block

    __device__ explicit thread_group(unsigned int mask) : lanes(mask) {}

  public:
    __device__ thread_group(const thread_block &) : lanes(0) {}
    template <class Group>
    __device__ thread_group(const warp_lanes<Group> &group)
        : lanes(static_cast<const Group &>(group).mask())
    {
    }
    __device__ void sync(void) const
    {
        if (lanes)
            __syncwarp(lanes);
        else
            __syncthreads();
    }
    __device__ unsigned long long thread_rank(void) const
        WARP_RETURNS(lanes ? coalesced_group(lanes).thread_rank() : warp_thread_in_block());
    __device__ unsigned long long num_threads(void) const
        WARP_RETURNS(lanes ? (unsigned int)__popc(lanes) : warp_threads_in_block());
    __device__ unsigned long long size(void) const WARP_RETURNS(num_threads());
    // Returns this thread's part, if parts have `threads` neighbours: 1, 2, 4, 8, 16 or 32.
    __device__ thread_group part(unsigned int threads) const
    {
        unsigned int after = warp_threads_in_block() - (warp_thread_in_block() - warp_lane());
        unsigned int left = lanes ? lanes : after < 32 ? (1u << after) - 1 : 0xffffffffu;
        unsigned int mine = coalesced_group(left).thread_rank() / threads, mask = 0;
        for (unsigned int rank = 0; left; rank++, left &= left - 1)
            if (rank / threads == mine)
                mask |= left & -left;
        return thread_group(mask);
    }
};

DEVICE_FUNCTION thread_group tiled_partition(const thread_group &group, unsigned int size)
    WARP_RETURNS(group.part(size));

} // namespace cooperative_groups

WARP_END_LIBRARY

#endif
