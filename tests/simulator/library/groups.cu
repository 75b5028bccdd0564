// groups.cu: cooperative groups' reduce and scan over tiles of every size and over coalesced and labelled groups; and copies
// by cuda::pipeline into shared memory.

#include "../../harness/cases.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

enum { BLOCK = 96, MOST = 1000 };
static const int sizes[] = {1, 31, 32, 33, 95, 96, 97, 1000};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

// out: (4, n): sum, greatest, inclusive and exclusive sum over each tile of 2^k neighbours; lanes past n bring 0.
template <int TILE>
__global__ void overTiles(const int *in, int *out, int n)
{
    auto tile = cg::tiled_partition<TILE>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i < n ? in[i] : 0;
    int sum = cg::reduce(tile, x, cg::plus<int>()), most = cg::reduce(tile, x, cg::greater<int>()),
        to = cg::inclusive_scan(tile, x), before = cg::exclusive_scan(tile, x, cg::plus<int>());
    if (i < n) {
        out[i] = sum;
        out[n + i] = most;
        out[2 * n + i] = to;
        out[3 * n + i] = before;
    }
}

static int number(int i)
{
    return (int)((unsigned int)i * 2654435761u >> 16) % 1000 + 1;
}

static int *deviceNumbers(int n)
{
    int host[MOST], *device = deviceInts((size_t)n);
    for (int i = 0; i < n; i++)
        host[i] = number(i);
    cudaCheck(cudaMemcpy(device, host, (size_t)n * sizeof *host, cudaMemcpyHostToDevice));
    return device;
}

template <int TILE>
static bool tilesRight(int n)
{
    static int got[4][MOST];
    int *in = deviceNumbers(n), *out = deviceInts(4 * (size_t)n);
    overTiles<TILE><<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
    cudaCheckLaunch();
    for (int k = 0; k < 4; k++)
        cudaCheck(cudaMemcpy(got[k], out + (size_t)k * n, (size_t)n * 4, cudaMemcpyDeviceToHost));
    while (ownedCount)
        cudaCheck(cudaFree(owned[--ownedCount]));
    for (int first = 0; first < n; first += TILE) {
        int end = first + TILE < n ? first + TILE : n, sum = 0, most = 0;
        for (int i = first; i < end; i++) {
            sum += number(i);
            most = number(i) > most ? number(i) : most;
        }
        for (int i = first, before = 0; i < end; before += number(i++))
            if (got[0][i] != sum || got[1][i] != most || got[2][i] != before + number(i) ||
                got[3][i] != before)
                return false;
    }
    return true;
}

static bool tiles(void)
{
    for (int i = 0; i < SIZES; i++)
        if (!tilesRight<1>(sizes[i]) || !tilesRight<2>(sizes[i]) || !tilesRight<8>(sizes[i]) ||
            !tilesRight<32>(sizes[i]))
            return false;
    return true;
}

// Adds over groups of lanes with the same remainder; and over the lanes that happen to run together, which may be few.
__global__ void overParts(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    int x = threadIdx.x;
    auto same = cg::labeled_partition(cg::tiled_partition<32>(block), x % 5);
    out[x] = cg::reduce(same, x, cg::plus<int>()) + cg::inclusive_scan(same, 1);
    if (x % 3 == 0) {
        cg::coalesced_group some = cg::coalesced_threads();
        bool counts = cg::reduce(some, 1, cg::plus<int>()) == (int)some.num_threads() &&
                      cg::exclusive_scan(some, 1) == (int)some.thread_rank();
        out[x] = counts ? out[x] : -1;
    }
}

static bool parts(void)
{
    int *out = deviceInts(BLOCK);
    overParts<<<1, BLOCK>>>(out);
    for (int x = 0; x < BLOCK; x++) {
        int sum = 0, rank = 0;
        for (int y = x / 32 * 32; y < x / 32 * 32 + 32; y++) {
            sum += y % 5 == x % 5 ? y : 0;
            rank += y % 5 == x % 5 && y <= x;
        }
        if (deviceInt(out, (size_t)x) != sum + rank)
            return false;
    }
    return true;
}

// The block copies tile after tile in two stages that all its threads share, and adds up each tile.
__global__ void sumTiles(const int *in, int *out, int tileCount)
{
    __shared__ int stage[2][BLOCK];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    cg::thread_block block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int fetched = 0, done = 0; done < tileCount; done++) {
        for (; fetched < tileCount && fetched < done + 2; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, stage[fetched % 2], in + (size_t)fetched * BLOCK,
                               sizeof stage[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += stage[done % 2][(threadIdx.x + 1) % BLOCK];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

static bool pipeline(void)
{
    int *in = deviceCounting(5 * BLOCK), *out = deviceInts(BLOCK);
    sumTiles<<<1, BLOCK>>>(in, out, 5);
    for (int x = 0; x < BLOCK; x++)
        if (deviceInt(out, (size_t)x) != 5 * ((x + 1) % BLOCK) + 10 * BLOCK)
            return false;
    return true;
}

// Does the same with roles: the first warp copies, the other warps add up what it brings.
__global__ void sumTilesByRole(const int *in, int *out, int tileCount)
{
    __shared__ int stage[2][BLOCK];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    cg::thread_block block = cg::this_thread_block();
    bool copies = threadIdx.x < 32;
    auto pipe = cuda::make_pipeline(
        block, &state, copies ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    int sum = 0;
    for (int tile = 0; tile < tileCount; tile++) {
        if (copies) {
            pipe.producer_acquire();
            for (int i = threadIdx.x; i < BLOCK; i += 32)
                cuda::memcpy_async(&stage[tile % 2][i], in + (size_t)tile * BLOCK + i, sizeof *in,
                                   pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += stage[tile % 2][threadIdx.x];
            pipe.consumer_release();
        }
    }
    if (!copies)
        out[threadIdx.x] = sum;
}

static bool roles(void)
{
    int *in = deviceCounting(5 * BLOCK), *out = deviceInts(BLOCK);
    sumTilesByRole<<<1, BLOCK>>>(in, out, 5);
    for (int x = 32; x < BLOCK; x++)
        if (deviceInt(out, (size_t)x) != 5 * x + 10 * BLOCK)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    const Case cases[] = {
        {"tiles", tiles}, {"parts", parts}, {"pipeline", pipeline}, {"roles", roles}};
    return RUN_CASE(cases);
}
