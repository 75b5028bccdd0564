// cooperative_groups.h: groups of threads as objects: a block, a cluster, a grid, a tile of a warp, the lanes that run together.
// CUDA C++ Programming Guide, "Cooperative Groups". Left out: several grids, tiles larger than a warp.

#ifndef WARP_COOPERATIVE_GROUPS_H
#define WARP_COOPERATIVE_GROUPS_H

#include <cuda_runtime.h>

WARP_BEGIN_LIBRARY

namespace cooperative_groups
{

// ---- Grid and block ------------------------------------------------------------------------------------------

// Numbers that every thread can compute by itself.
DEVICE_FUNCTION unsigned int warp_thread_in_block(void)
    WARP_RETURNS(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));

DEVICE_FUNCTION unsigned int warp_threads_in_block(void)
    WARP_RETURNS(blockDim.x *blockDim.y *blockDim.z);

DEVICE_FUNCTION unsigned int warp_lane(void)
{
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

class thread_block
{
    friend __device__ thread_block this_thread_block(void);
    thread_block() = default;

  public:
    static __device__ void sync(void)
    {
        __syncthreads();
    }
    static __device__ unsigned int thread_rank(void) WARP_RETURNS(warp_thread_in_block());
    static __device__ unsigned int num_threads(void) WARP_RETURNS(warp_threads_in_block());
    static __device__ unsigned int size(void) WARP_RETURNS(num_threads());
    static __device__ dim3 thread_index(void) WARP_RETURNS(threadIdx);
    static __device__ dim3 group_index(void) WARP_RETURNS(blockIdx);
    static __device__ dim3 group_dim(void) WARP_RETURNS(blockDim);
    static __device__ dim3 dim_threads(void) WARP_RETURNS(group_dim());
};

__device__ inline thread_block this_thread_block(void) WARP_RETURNS(thread_block());

class grid_group
{
    friend __device__ grid_group this_grid(void);
    grid_group() = default;

    // A cooperative launch has a word that counts the blocks that came to a barrier; 0 in other launches.
    static __device__ unsigned int *arrived(void)
    {
        unsigned int high, low;
        asm("mov.u32 %0, %%envreg1; mov.u32 %1, %%envreg2;" : "=r"(high), "=r"(low));
        unsigned long long room = (unsigned long long)high << 32 | low;
        return room ? (unsigned int *)room + 1 : nullptr;
    }

  public:
    static __device__ bool is_valid(void) WARP_RETURNS(arrived() != nullptr);
    // A block's first thread arrives for the block, and waits until all blocks of this round have arrived.
    static __device__ void sync(void)
    {
        unsigned int *word = arrived();
        if (!word)
            __trap();
        __syncthreads();
        if (warp_thread_in_block() == 0) {
            unsigned int blocks = gridDim.x * gridDim.y * gridDim.z;
            __threadfence();
            unsigned int end = (atomicAdd(word, 1) / blocks + 1) * blocks;
            while ((int)(*(volatile unsigned int *)word - end) < 0)
                ;
            __threadfence();
        }
        __syncthreads();
    }
    static __device__ unsigned long long block_rank(void)
        WARP_RETURNS(blockIdx.x +
                     gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z));
    static __device__ unsigned long long num_blocks(void)
        WARP_RETURNS((unsigned long long)gridDim.x *gridDim.y *gridDim.z);
    static __device__ unsigned long long thread_rank(void)
        WARP_RETURNS(block_rank() * warp_threads_in_block() + warp_thread_in_block());
    static __device__ unsigned long long num_threads(void)
        WARP_RETURNS(num_blocks() * warp_threads_in_block());
    static __device__ unsigned long long size(void) WARP_RETURNS(num_threads());
    static __device__ dim3 group_dim(void) WARP_RETURNS(gridDim);
    static __device__ dim3 dim_blocks(void) WARP_RETURNS(group_dim());
    static __device__ dim3 block_index(void) WARP_RETURNS(blockIdx);
};

__device__ inline grid_group this_grid(void) WARP_RETURNS(grid_group());

// ---- Cluster -------------------------------------------------------------------------------------------------

// Reads special registers of three dimensions.
#define WARP_CLUSTER_DIM3(name)                    \
    dim3 of;                                       \
    asm("mov.u32 %0, %%" name ".x;" : "=r"(of.x)); \
    asm("mov.u32 %0, %%" name ".y;" : "=r"(of.y)); \
    asm("mov.u32 %0, %%" name ".z;" : "=r"(of.z)); \
    return of;
#define WARP_CLUSTER_NUMBER(name)                  \
    unsigned int number;                           \
    asm("mov.u32 %0, %%" name ";" : "=r"(number)); \
    return number;

class cluster_group
{
    friend __device__ cluster_group this_cluster(void);
    cluster_group() = default;

  public:
    struct arrival_token {
    };
    static __device__ arrival_token barrier_arrive(void)
    {
        asm volatile("barrier.cluster.arrive;" : : : "memory");
        return {};
    }
    static __device__ void barrier_wait(void)
    {
        asm volatile("barrier.cluster.wait;" : : : "memory");
    }
    static __device__ void barrier_wait(arrival_token &&)
    {
        barrier_wait();
    }
    static __device__ void sync(void)
    {
        barrier_arrive();
        barrier_wait();
    }
    static __device__ unsigned int query_shared_rank(const void *address)
    {
        unsigned int rank;
        asm("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(address));
        return rank;
    }
    template <class T>
    static __device__ T *map_shared_rank(T *address, int rank)
    {
        T *there;
        asm("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(address), "r"(rank));
        return there;
    }
    static __device__ dim3 block_index(void)
    {
        WARP_CLUSTER_DIM3("cluster_ctaid")
    }
    static __device__ dim3 dim_blocks(void)
    {
        WARP_CLUSTER_DIM3("cluster_nctaid")
    }
    static __device__ unsigned int block_rank(void)
    {
        WARP_CLUSTER_NUMBER("cluster_ctarank")
    }
    static __device__ unsigned int num_blocks(void)
    {
        WARP_CLUSTER_NUMBER("cluster_nctarank")
    }
    static __device__ dim3 dim_threads(void)
    {
        dim3 blocks = dim_blocks();
        return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
    }
    static __device__ dim3 thread_index(void)
    {
        dim3 block = block_index();
        return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                    block.z * blockDim.z + threadIdx.z);
    }
    static __device__ unsigned int thread_rank(void)
        WARP_RETURNS(block_rank() * warp_threads_in_block() + warp_thread_in_block());
    static __device__ unsigned int num_threads(void)
        WARP_RETURNS(num_blocks() * warp_threads_in_block());
    static __device__ unsigned int size(void) WARP_RETURNS(num_threads());
};

#undef WARP_CLUSTER_DIM3
#undef WARP_CLUSTER_NUMBER

__device__ inline cluster_group this_cluster(void) WARP_RETURNS(cluster_group());

// ---- Groups of lanes -----------------------------------------------------------------------------------------

// The base of tiles and coalesced groups: lanes of a warp, named by a mask. Group has mask(), thread_rank(), num_threads()
// and lane_of(rank).
template <class Group>
class warp_lanes
{
    __device__ const Group &group(void) const WARP_RETURNS(static_cast<const Group &>(*this));
    template <class T>
    __device__ T from_rank(T value, unsigned int rank) const
    {
        unsigned int mask = group().mask();
        int lane = group().lane_of(rank);
        return warp_by_words(
            value, [=] __device__(unsigned int word) { return __shfl_sync(mask, word, lane); });
    }

  public:
    __device__ void sync(void) const
    {
        __syncwarp(group().mask());
    }
    __device__ unsigned int size(void) const WARP_RETURNS(group().num_threads());
    template <class T>
    __device__ T shfl(T value, int rank) const
        WARP_RETURNS(from_rank(value, (unsigned int)rank % size()));
    // These return the value of the thread `delta` ranks above or below; if there is no such thread, the thread's own value.
    template <class T>
    __device__ T shfl_down(T value, unsigned int delta) const
    {
        unsigned int from = group().thread_rank() + delta;
        return from_rank(value, from < size() ? from : group().thread_rank());
    }
    template <class T>
    __device__ T shfl_up(T value, int delta) const
    {
        int from = (int)group().thread_rank() - delta;
        return from_rank(value, from >= 0 ? (unsigned int)from : group().thread_rank());
    }
    template <class T>
    __device__ T shfl_xor(T value, unsigned int bits) const
    {
        unsigned int from = group().thread_rank() ^ bits;
        return from_rank(value, from < size() ? from : group().thread_rank());
    }
    __device__ int any(int predicate) const WARP_RETURNS(__any_sync(group().mask(), predicate));
    __device__ int all(int predicate) const WARP_RETURNS(__all_sync(group().mask(), predicate));
    // Returns a mask; bit r is the predicate of rank r.
    __device__ unsigned int ballot(int predicate) const
        WARP_RETURNS(group().by_rank(__ballot_sync(group().mask(), predicate)));
    template <class T>
    __device__ unsigned int match_any(T value) const
        WARP_RETURNS(group().by_rank(__match_any_sync(group().mask(), value)));
    template <class T>
    __device__ unsigned int match_all(T value, int &all) const
        WARP_RETURNS(group().by_rank(__match_all_sync(group().mask(), value, &all)));
};

// SIZE neighbouring lanes: 1, 2, 4, 8, 16 or 32.
template <unsigned int SIZE, class Parent = void>
class thread_block_tile : public warp_lanes<thread_block_tile<SIZE, Parent>>
{
    static_assert(SIZE <= 32 && (SIZE & (SIZE - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads");

    static __device__ unsigned int first(void) WARP_RETURNS(warp_lane() & ~(SIZE - 1));

  public:
    thread_block_tile() = default;
    // A tile with a known parent is also a tile without one.
    template <class Other>
    __device__ thread_block_tile(const thread_block_tile<SIZE, Other> &)
    {
    }
    static __device__ unsigned int mask(void) WARP_RETURNS((0xffffffffu >> (32 - SIZE)) << first());
    static __device__ unsigned int thread_rank(void) WARP_RETURNS(warp_lane() & (SIZE - 1));
    static __device__ constexpr unsigned int num_threads(void) WARP_RETURNS(SIZE);
    static __device__ unsigned int meta_group_rank(void)
        WARP_RETURNS(warp_thread_in_block() / SIZE);
    static __device__ unsigned int meta_group_size(void)
        WARP_RETURNS((warp_threads_in_block() + SIZE - 1) / SIZE);
    static __device__ int lane_of(unsigned int rank) WARP_RETURNS((int)(first() + rank));
    static __device__ unsigned int by_rank(unsigned int lanes)
        WARP_RETURNS((lanes & mask()) >> first());
};

// Lanes that run together, in any pattern.
class coalesced_group : public warp_lanes<coalesced_group>
{
    unsigned int lanes;
    unsigned int sibling, siblings; // its number, and how many parts the divided group has

  public:
    __device__ coalesced_group(unsigned int mask, unsigned int part = 0, unsigned int parts = 1)
        : lanes(mask), sibling(part), siblings(parts)
    {
    }
    // A tile is also a coalesced group.
    template <unsigned int SIZE, class Parent>
    __device__ coalesced_group(const thread_block_tile<SIZE, Parent> &tile)
        : coalesced_group(tile.mask())
    {
    }
    __device__ unsigned int mask(void) const WARP_RETURNS(lanes);
    __device__ unsigned int thread_rank(void) const
        WARP_RETURNS((unsigned int)__popc(lanes &((1u << warp_lane()) - 1)));
    __device__ unsigned int num_threads(void) const WARP_RETURNS((unsigned int)__popc(lanes));
    __device__ unsigned int meta_group_rank(void) const WARP_RETURNS(sibling);
    __device__ unsigned int meta_group_size(void) const WARP_RETURNS(siblings);
    __device__ int lane_of(unsigned int rank) const
    {
        unsigned int left = lanes;
        while (rank--)
            left &= left - 1;
        return __ffs((int)left) - 1;
    }
    __device__ unsigned int by_rank(unsigned int pattern) const
    {
        unsigned int result = 0, bit = 1;
        for (unsigned int left = lanes; left; left &= left - 1, bit <<= 1)
            if (pattern & left & -left)
                result |= bit;
        return result;
    }
};

DEVICE_FUNCTION coalesced_group coalesced_threads(void)
    WARP_RETURNS(coalesced_group(__activemask()));

// ---- Groups divided ------------------------------------------------------------------------------------------

template <unsigned int SIZE>
DEVICE_FUNCTION thread_block_tile<SIZE, thread_block> tiled_partition(const thread_block &)
    WARP_RETURNS(thread_block_tile<SIZE, thread_block>());

template <unsigned int SIZE, unsigned int OF, class Parent>
DEVICE_FUNCTION thread_block_tile<SIZE, thread_block_tile<OF, Parent>> tiled_partition(
    const thread_block_tile<OF, Parent> &)
{
    static_assert(SIZE <= OF, "a tile is part of the group that it is taken from");
    return thread_block_tile<SIZE, thread_block_tile<OF, Parent>>();
}

// Returns the threads of the group that have the same label.
template <class Group, class Label>
DEVICE_FUNCTION coalesced_group labeled_partition(const Group &group, Label label)
{
    unsigned int same = __match_any_sync(group.mask(), label);
    bool leads = (same & ((1u << warp_lane()) - 1)) == 0;
    unsigned int leaders = __ballot_sync(group.mask(), leads);
    unsigned int parts = (unsigned int)__popc(leaders),
                 part = (unsigned int)__popc(leaders & ((same & -same) - 1));
    return coalesced_group(same, part, parts);
}

template <class Group>
DEVICE_FUNCTION coalesced_group binary_partition(const Group &group, bool predicate)
{
    unsigned int yes = __ballot_sync(group.mask(), predicate), no = group.mask() & ~yes;
    return coalesced_group(predicate ? yes : no, predicate && no != 0, 1 + (yes != 0 && no != 0));
}

// ---- For every group -----------------------------------------------------------------------------------------

template <class Group>
DEVICE_FUNCTION void sync(const Group &group)
{
    group.sync();
}

template <class Group>
DEVICE_FUNCTION unsigned int thread_rank(const Group &group) WARP_RETURNS(group.thread_rank());
template <class Group>
DEVICE_FUNCTION unsigned int group_size(const Group &group) WARP_RETURNS(group.size());

template <class Group, class Function>
DEVICE_FUNCTION void invoke_one(const Group &group, Function function)
{
    if (group.thread_rank() == 0)
        function();
}

} // namespace cooperative_groups

WARP_END_LIBRARY

#include "cooperative_groups/thread_group.h"

#endif
