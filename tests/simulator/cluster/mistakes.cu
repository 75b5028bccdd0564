// Mistakes with clusters, mbarriers and bulk copies, and a right kernel of each kind: mistakes NUMBER runs one of them.
// cluster.t tells what the checks say of each; tests/gpu/clusters.sh asks compute-sanitizer.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

enum { THREADS = 64, TILE = 256 };

__device__ unsigned in_shared(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void wait_for(uint64_t *bar, int parity)
{
    while (!ptx::mbarrier_try_wait_parity(bar, parity))
        ;
}

__device__ void expect(uint64_t *bar, unsigned bytes)
{
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, bar, bytes);
}

__device__ void fetch(int *to, const int *from, unsigned bytes, uint64_t *bar)
{
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, from, bytes, bar);
}

__device__ void send(int *to, const int *from, unsigned bytes)
{
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to, from, bytes);
    ptx::cp_async_bulk_commit_group();
}

// ---- Clusters ----------------------------------------------------------------------------------------------------------

enum {
    RIGHT = 0,
    NO_FIRST_SYNC = 1,
    NO_LAST_SYNC = 2,
    NO_MIDDLE_SYNC = 3,
    BLOCK_SYNC = 4,
    BEYOND = 5,
    NO_SUCH_RANK = 6,
    LEAVES = 7,
    LATE = 8
};

template <int HOW>
__global__ void __cluster_dims__(2, 1, 1) swap(int *out)
{
    __shared__ int mine[THREADS];
    cg::cluster_group c = cg::this_cluster();
    int t = threadIdx.x;
    mine[t] = blockIdx.x + t;
    if (HOW == LEAVES && t == 40)
        return;
    if (HOW == BLOCK_SYNC)
        __syncthreads();
    else if (HOW != NO_FIRST_SYNC)
        c.sync();
    int *other = c.map_shared_rank(mine, c.block_rank() ^ (HOW == NO_SUCH_RANK ? 2 : 1));
    int got = other[HOW == BEYOND ? t + 100000 : t];
    if (HOW != NO_MIDDLE_SYNC)
        c.sync();
    mine[t] = got;
    out[blockIdx.x * THREADS + t] = got;
    long long begin = clock64();
    while (HOW == LATE && c.block_rank() == 1 && clock64() - begin < 100000)
        ;
    if (HOW == NO_LAST_SYNC || HOW == LATE)
        out[blockIdx.x * THREADS + t] += c.map_shared_rank(mine, c.block_rank() ^ 1)[t];
    else
        c.sync();
}

// ---- Bulk copies -------------------------------------------------------------------------------------------------------

enum {
    NO_WAIT = 1,
    ONE_WAITS = 2,
    NO_FENCE = 3,
    TOO_MANY_BYTES = 4,
    TOO_FEW_BYTES = 5,
    NO_GROUP_WAIT = 6,
    OVERWRITES_SOURCE = 7,
    MISALIGNED = 8,
    PAST_END = 9,
    ODD_SIZE = 10,
    WAITS_TWICE = 11,
    NOT_EXPECTED = 12,
    NOBODY_ARRIVES = 13,
    NO_INIT = 14,
    WRONG_PARITY = 15
};

// Loads a tile, doubles it, and stores it.
template <int HOW>
__global__ void doubled(const int *in, int *out, int n)
{
    __shared__ __align__(128) int tile[TILE + 4];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0 && HOW != NO_INIT)
        ptx::mbarrier_init(&bar, HOW == NOBODY_ARRIVES ? 2 : 1);
    ptx::fence_proxy_async();
    __syncthreads();
    if (t == 0) {
        unsigned bytes = TILE * 4;
        if (HOW != NOT_EXPECTED)
            expect(&bar, HOW == TOO_MANY_BYTES  ? bytes + 64
                         : HOW == TOO_FEW_BYTES ? bytes - 64
                                                : bytes);
        else
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar);
        fetch(HOW == MISALIGNED ? tile + 1 : tile, in + (HOW == PAST_END ? n - TILE / 2 : 0),
              HOW == ODD_SIZE ? bytes - 4 : bytes, &bar);
    }
    if (HOW == ONE_WAITS ? t == 0 : HOW != NO_WAIT)
        wait_for(&bar, HOW == WRONG_PARITY);
    if (HOW == WAITS_TWICE)
        wait_for(&bar, 1);
    for (int i = t; i < TILE; i += THREADS)
        tile[i] *= 2;
    if (HOW != NO_FENCE)
        ptx::fence_proxy_async();
    __syncthreads();
    if (t == 0) {
        send(out, tile, TILE * 4);
        if (HOW != NO_GROUP_WAIT && HOW != OVERWRITES_SOURCE)
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
    }
    if (HOW == OVERWRITES_SOURCE) {
        __syncthreads();
        tile[t] = -1;
        if (t == 0)
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
    }
}

// ---- Stages ------------------------------------------------------------------------------------------------------------

enum { NO_EMPTY = 1, EMPTY_TOO_EARLY = 2, WRONG_STAGE = 3, TOO_FEW_ARRIVE = 4, PRODUCER_STOPS = 5 };

template <int HOW>
__global__ void stages(const int *in, int *out, int tiles)
{
    enum { STAGES = 2 };
    __shared__ __align__(128) int tile[STAGES][TILE];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    int t = threadIdx.x;
    if (t == 0) {
        for (int s = 0; s < STAGES; s++) {
            ptx::mbarrier_init(&full[s], 1);
            ptx::mbarrier_init(&empty[s], HOW == TOO_FEW_ARRIVE ? blockDim.x : blockDim.x - 32);
        }
        ptx::fence_proxy_async();
    }
    __syncthreads();
    if (t < 32) {
        for (int i = 0; t == 0 && i < tiles - (HOW == PRODUCER_STOPS); i++) {
            int s = i % STAGES;
            if (i >= STAGES && HOW != NO_EMPTY)
                wait_for(&empty[s], (i / STAGES - 1) & 1);
            expect(&full[s], sizeof tile[s]);
            fetch(tile[s], in + i * TILE, sizeof tile[s], &full[s]);
        }
        return;
    }
    for (int i = 0; i < tiles; i++) {
        int s = i % STAGES;
        wait_for(&full[s], i / STAGES & 1);
        if (HOW == EMPTY_TOO_EARLY)
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty[s]);
        for (int k = t - 32; k < TILE; k += blockDim.x - 32)
            out[i * TILE + k] = tile[HOW == WRONG_STAGE ? (s + 1) % STAGES : s][k] + 1;
        if (HOW != EMPTY_TOO_EARLY)
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty[s]);
    }
}

// ---- Clusters with bulk copies -------------------------------------------------------------------------------------------

enum { NO_CLUSTER_FENCE = 1, NO_READY = 2, NO_END = 3, UNEXPECTED = 4 };

// The first block loads a tile for both, by multicast; each block sends the other one its half.
template <int HOW>
__global__ void __cluster_dims__(2, 1, 1) shares(const int *in, int *out)
{
    __shared__ __align__(128) int tile[TILE];
    __shared__ uint64_t bar;
    cg::cluster_group c = cg::this_cluster();
    int t = threadIdx.x;
    if (t == 0) {
        ptx::mbarrier_init(&bar, 1);
        if (HOW != NO_CLUSTER_FENCE)
            ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        if (!(HOW == UNEXPECTED && c.block_rank() == 1))
            expect(&bar, sizeof tile);
    }
    if (HOW != NO_READY)
        c.sync();
    if (t == 0 && c.block_rank() == 0)
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
            :
            : "r"(in_shared(tile)), "l"(in), "r"((unsigned)sizeof tile), "r"(in_shared(&bar)),
              "h"((unsigned short)3)
            : "memory");
    wait_for(&bar, 0);
    for (int i = t; i < TILE; i += THREADS)
        out[blockIdx.x * TILE + i] =
            tile[i] + (HOW == NO_END ? c.map_shared_rank(tile, c.block_rank() ^ 1)[0] : 0);
    if (HOW != NO_END)
        c.sync();
}

int main(int n, char **args)
{
    int which = n > 1 ? atoi(args[1]) : 0, *in, *out, count = 8 * TILE;
    cudaMalloc(&in, count * sizeof *in);
    cudaMalloc(&out, count * sizeof *out);
    cudaMemset(in, 1, count * sizeof *in);
    // clang-format off
    switch (which) {
#define CLUSTER(k) case k: swap<k><<<4, THREADS>>>(out); break;
    CLUSTER(0) CLUSTER(1) CLUSTER(2) CLUSTER(3) CLUSTER(4) CLUSTER(5) CLUSTER(6) CLUSTER(7) CLUSTER(8)
#define BULK(k) case 100 + k: doubled<k><<<1, THREADS>>>(in, out, count); break;
    BULK(0) BULK(1) BULK(2) BULK(3) BULK(4) BULK(5) BULK(6) BULK(7) BULK(8) BULK(9) BULK(10) BULK(11) BULK(12) BULK(13) BULK(14) BULK(15)
#define STAGES(k) case 200 + k: stages<k><<<1, 96>>>(in, out, 6); break;
    STAGES(0) STAGES(1) STAGES(2) STAGES(3) STAGES(4) STAGES(5)
#define SHARES(k) case 300 + k: shares<k><<<2, THREADS>>>(in, out); break;
    SHARES(0) SHARES(1) SHARES(2) SHARES(3) SHARES(4)
    }
    // clang-format on
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(e));
    cudaFree(in);
    cudaFree(out);
}
