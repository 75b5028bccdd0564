// warps.cu: correct programs within a warp: lanes that exchange through memory, shuffles, votes and locks.

#include "../../harness/cases.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// A block's warps reverse 32 elements each, with __syncwarp between writing and reading.
__global__ void reverseWarp(int *x)
{
    __shared__ int tile[256];
    int t = threadIdx.x, first = t / 32 * 32, i = blockIdx.x * blockDim.x + t;
    tile[t] = x[i];
    __syncwarp();
    x[i] = tile[first + 31 - (t - first)];
}

static bool reverse(void)
{
    int *x = deviceCounting(512);
    reverseWarp<<<2, 256>>>(x);
    return deviceInt(x, 0) == 31 && deviceInt(x, 511) == 480;
}

// The tail of a reduction in shared memory: read, __syncwarp, write, __syncwarp.
__global__ void sumShared(const int *x, int *out)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    if (t < 32) {
        int sum = part[t] + part[t + 32];
        __syncwarp();
        part[t] = sum;
        __syncwarp();
        for (int s = 16; s; s /= 2) {
            sum += part[(t + s) % 64];
            __syncwarp();
            part[t] = sum;
            __syncwarp();
        }
    }
    if (t == 0)
        *out = part[0];
}

static bool tail(void)
{
    int *x = deviceCounting(64), *out = deviceZeros(1);
    sumShared<<<1, 64>>>(x, out);
    return deviceInt(out, 0) == 63 * 32;
}

// A sum by shuffles, in a block whose last warp is not full.
__global__ void sumShuffle(const int *x, int *out, int n)
{
    unsigned int mask = __ballot_sync(0xffffffff, threadIdx.x < n);
    if (threadIdx.x >= n)
        return;
    int sum = 0, value = x[threadIdx.x];
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1)
            sum += __shfl_sync(mask, value, lane);
    out[threadIdx.x] = sum;
}

static bool shuffle(void)
{
    int *x = deviceCounting(32), *out = deviceZeros(32);
    sumShuffle<<<1, 32>>>(x, out, 20);
    return deviceInt(out, 19) == 190 && deviceInt(out, 20) == 0;
}

// Half warps synchronize by themselves, each with its own mask, and exchange within the half.
__global__ void halves(int *x)
{
    __shared__ int tile[32];
    int t = threadIdx.x;
    unsigned int mask = t < 16 ? 0x0000ffff : 0xffff0000;
    tile[t] = x[t];
    __syncwarp(mask);
    x[t] = tile[t ^ 15];
}

static bool halfMasks(void)
{
    int *x = deviceCounting(32);
    halves<<<1, 32>>>(x);
    return deviceInt(x, 0) == 15 && deviceInt(x, 16) == 31;
}

// Halves of a warp take different branches, and each branch has its own barrier and shuffle.
__global__ void branches(int *x)
{
    __shared__ int tile[32];
    int t = threadIdx.x, mine = x[t];
    if (t < 16) {
        tile[t] = mine;
        __syncwarp(0x0000ffff);
        mine = tile[15 - t];
    } else {
        mine = __shfl_xor_sync(0xffff0000, mine, 1);
    }
    __syncwarp();
    x[t] = mine;
}

static bool branchMasks(void)
{
    int *x = deviceCounting(32);
    branches<<<1, 32>>>(x);
    return deviceInt(x, 0) == 15 && deviceInt(x, 16) == 17;
}

// Tiles of 16, 8, 4 and 2 lanes exchange through shared memory, from wide to narrow and back.
__global__ void tiles(int *x)
{
    __shared__ int tile[64];
    int t = threadIdx.x;
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> wide = cg::tiled_partition<16>(block);
    cg::thread_block_tile<4> narrow = cg::tiled_partition<4>(block);
    tile[t] = x[t];
    wide.sync();
    int far = tile[t ^ 15];
    narrow.sync();
    int near = tile[t ^ 3];
    wide.sync();
    tile[t] = far + near + narrow.shfl_xor(t, 1);
    wide.sync();
    x[t] = tile[t ^ 8];
}

static bool groups(void)
{
    int *x = deviceCounting(64);
    tiles<<<1, 64>>>(x);
    return deviceInt(x, 0) == (8 ^ 15) + (8 ^ 3) + (8 ^ 1);
}

// Lanes that are active together elect a leader, which adds for all of them.
__global__ void aggregate(const int *x, int *sum)
{
    if (x[threadIdx.x] % 3 == 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        int first = 0;
        if (active.thread_rank() == 0)
            first = atomicAdd(sum, (int)active.size());
        first = active.shfl(first, 0);
        atomicMax(sum + 1, first);
    }
}

static bool aggregated(void)
{
    int *x = deviceCounting(64), *sum = deviceZeros(2);
    aggregate<<<1, 64>>>(x, sum);
    return deviceInt(sum, 0) == 22;
}

// A lock that all lanes of a warp take, one after the other.
__global__ void lockLanes(int *lock, int *sum)
{
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *sum += threadIdx.x;
    __threadfence();
    atomicExch(lock, 0);
}

static bool lanesLock(void)
{
    int *lock = deviceZeros(1), *sum = deviceZeros(1);
    lockLanes<<<1, 32>>>(lock, sum);
    return deviceInt(sum, 0) == 31 * 16;
}

// One lane waits for what another writes: data, fence, volatile flag.
__global__ void waitForLane(int *out)
{
    __shared__ int data;
    __shared__ volatile int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncwarp();
    if (threadIdx.x == 7) {
        data = 42;
        __threadfence_block();
        flag = 1;
    }
    if (threadIdx.x == 3) {
        while (flag == 0)
            ;
        __threadfence_block();
        *out = data;
    }
}

static bool laneFlag(void)
{
    int *out = deviceZeros(1);
    waitForLane<<<1, 32>>>(out);
    return deviceInt(out, 0) == 42;
}

// Lanes leave one after the other; those that stay name each other in their masks.
__global__ void leave(int *x)
{
    int t = threadIdx.x, value = t;
    for (int left = 32; left > 1; left /= 2) {
        unsigned int mask = left == 32 ? 0xffffffff : (1u << left) - 1;
        value += __shfl_down_sync(mask, value, left / 2);
        if (t >= left / 2)
            return;
    }
    *x = value;
}

static bool leaving(void)
{
    int *x = deviceZeros(1);
    leave<<<1, 32>>>(x);
    return deviceInt(x, 0) == 31 * 16;
}

// Votes, matches and reductions of a whole warp.
__global__ void agree(const int *x, int *out)
{
    int t = threadIdx.x;
    unsigned int peers = __match_any_sync(0xffffffff, x[t] % 4);
    int all = __all_sync(0xffffffff, x[t] < 32), any = __any_sync(0xffffffff, x[t] == 31);
    int sum = __reduce_add_sync(0xffffffff, x[t]);
    out[t] = __popc(peers) + all + any + sum;
}

static bool agreement(void)
{
    int *x = deviceCounting(32), *out = deviceZeros(32);
    agree<<<1, 32>>>(x, out);
    return deviceInt(out, 0) == 8 + 1 + 1 + 31 * 16;
}

// Eight lanes meet, and one of them tells another lane for all: data, barrier, fence, volatile flag.
__global__ void tellForAll(int *out)
{
    __shared__ int data[8];
    __shared__ volatile int flag;
    int lane = threadIdx.x;
    if (lane == 0)
        flag = 0;
    __syncwarp();
    if (lane < 8) {
        data[lane] = lane;
        __syncwarp(0xff);
        if (lane == 5) {
            __threadfence_block();
            flag = 1;
        }
    } else if (lane == 20) {
        while (flag == 0)
            ;
        __threadfence_block();
        *out = data[0] + data[3] + data[7];
    }
}

static bool lanesTell(void)
{
    int *out = deviceZeros(1);
    tellForAll<<<1, 32>>>(out);
    return deviceInt(out, 0) == 10;
}

// A function that is called, not inlined, sums over the warp.
__device__ __noinline__ int warpSum(int value)
{
    for (int d = 16; d; d /= 2)
        value += __shfl_xor_sync(0xffffffff, value, d);
    return value;
}

__global__ void callSum(const int *x, int *out)
{
    out[threadIdx.x] = warpSum(x[threadIdx.x]);
}

static bool called(void)
{
    int *x = deviceCounting(64), *out = deviceZeros(64);
    callSum<<<1, 64>>>(x, out);
    return deviceInt(out, 0) == 31 * 16 && deviceInt(out, 63) == 31 * 16 + 1024;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"reverse", reverse},          {"tail", tail},
        {"shuffle", shuffle},          {"half-masks", halfMasks},
        {"branch-masks", branchMasks}, {"groups", groups},
        {"aggregated", aggregated},    {"lanes-lock", lanesLock},
        {"lane-flag", laneFlag},       {"leaving", leaving},
        {"agreement", agreement},      {"called", called},
        {"lanes-tell", lanesTell},
    };
    return RUN_CASE(CASES);
}
