// Clusters: blocks in each other's shared memory.
//
// Up to eight blocks of a cluster run at the same time on SMs that are near each other. Each can read, write and add to the shared memory of
// the others: distributed shared memory. Two kernels of chapter 3, each by blocks alone and by clusters:
//
//     sumBlocks     every block adds its sum to the result in global memory
//     sumClusters   the blocks of a cluster add theirs in shared memory, and one of them adds to the result
//     histBlocks    every block counts all bins in its own shared memory
//     histClusters  the bins are divided among the blocks of a cluster, each of which counts for all
//
// It needs compute capability 9.0; the simulator simulates an H200.
//
//     make ch7-cluster && ./ch7-cluster -c 4
//
// build: -std=c++17 -gencode arch=compute_90,code=[sm_90,compute_90]

#include "h200.h"
#include "program.h"
#include "warp.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { BLOCK = 256, EACH = 4096 }; // threads of a block; elements for it

// [begin sumBlock]
// The sum of a block's elements, in thread 0.
static __device__ int sumBlock(const int *in, size_t n)
{
    __shared__ int sums[BLOCK / 32];
    size_t from = (size_t)blockIdx.x * EACH, to = min(from + EACH, n);
    int sum = 0;
    for (size_t i = from + threadIdx.x; i < to; i += BLOCK)
        sum += in[i];
    sum = sumWarp(sum);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    return sumWarp(threadIdx.x < BLOCK / 32 ? sums[threadIdx.x] : 0);
}
// [end sumBlock]

// [begin sumBlocks]
__global__ void sumBlocks(const int *in, size_t n, int, int *out)
{
    int sum = sumBlock(in, n);
    if (threadIdx.x == 0)
        atomicAdd(out, sum);
}
// [end sumBlocks]

// As many atomics of global memory as there are clusters, instead of blocks (smsp__inst_executed_op_global_red.sum).
// [begin sumClusters]
__global__ void sumClusters(const int *in, size_t n, int, int *out)
{
    __shared__ int total; // that of the cluster's first block is used
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        total = 0;
    cluster.sync(); // nobody adds before it is 0
    int sum = sumBlock(in, n);
    if (threadIdx.x == 0)
        atomicAdd(cluster.map_shared_rank(&total, 0), sum);
    cluster.sync(); // all have added
    if (threadIdx.x == 0 && cluster.block_rank() == 0)
        atomicAdd(out, total);
}
// [end sumClusters]

// [begin histBlocks]
__global__ void histBlocks(const int *in, size_t n, int bins, int *out)
{
    extern __shared__ int counts[]; // (bins)
    for (int b = threadIdx.x; b < bins; b += BLOCK)
        counts[b] = 0;
    __syncthreads();
    size_t from = (size_t)blockIdx.x * EACH, to = min(from + EACH, n);
    for (size_t i = from + threadIdx.x; i < to; i += BLOCK)
        atomicAdd(&counts[in[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += BLOCK)
        if (counts[b] > 0)
            atomicAdd(&out[b], counts[b]);
}
// [end histBlocks]

// A block has room for only a part of the bins, and adds only these to global memory. So the histogram may have as many times more bins as
// the cluster has blocks.
// [begin histClusters]
__global__ void histClusters(const int *in, size_t n, int bins, int *out)
{
    extern __shared__ int counts[]; // (part)
    cg::cluster_group cluster = cg::this_cluster();
    int blocks = cluster.num_blocks(), part = (bins + blocks - 1) / blocks;
    for (int b = threadIdx.x; b < part; b += BLOCK)
        counts[b] = 0;
    cluster.sync();
    size_t from = (size_t)blockIdx.x * EACH, to = min(from + EACH, n);
    for (size_t i = from + threadIdx.x; i < to; i += BLOCK)
        atomicAdd(cluster.map_shared_rank(&counts[in[i] % part], in[i] / part), 1);
    cluster.sync();
    int first = cluster.block_rank() * part;
    for (int b = threadIdx.x; b < part && first + b < bins; b += BLOCK)
        if (counts[b] > 0)
            atomicAdd(&out[first + b], counts[b]);
}
// [end histClusters]

typedef void Kernel(const int *in, size_t n, int bins, int *out);

static const struct {
    const char *name; // options_kernels() expects it first
    Kernel *kernel;
    bool clusters, counts; // launched in clusters; a histogram
} ladder[] = {
    {"sumBlocks", sumBlocks, false, false},
    {"sumClusters", sumClusters, true, false},
    {"histBlocks", histBlocks, false, true},
    {"histClusters", histClusters, true, true},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

// [begin launchClusters]
// Launches a kernel in clusters of `size` blocks, of which the grid has a whole number.
static void launchClusters(Kernel *kernel, int size, const int *in, size_t n, int bins, int room,
                           int *out)
{
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = size;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocksFor(n, (size_t)EACH * size) * size);
    config.blockDim = dim3(BLOCK);
    config.dynamicSmemBytes = room * sizeof(int);
    config.attrs = &cluster;
    config.numAttrs = 1;
    cudaCheck(cudaLaunchKernelEx(&config, kernel, in, n, bins, out));
}
// [end launchClusters]

int main(int argc, char **argv)
{
    static const size_t sizes[] = {1, 2, 4, 8, 0};
    size_t size = 8, bins = 2048;
    const Option own[] = {{'c', "cluster", "blocks of a cluster", &size, 0, 0, sizes, NULL},
                          {'w', "bins", "bins of the histogram", &bins, 1, 8192, NULL, NULL},
                          {}};
    Options options = options_for(
        "Sums n random ints, and counts n others in bins, by blocks and by clusters.", "nsrk");
    options.n = default_size(1 << 26, 1 << 18);
    options.n_max = (size_t)1 << 30;
    options.own = own;
    options_kernels(&options, ladder);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    requireHopper(&device, "clusters", true);
    size_t n = options.n;
    deviceRequire(&options, 2 * n * sizeof(int), 2 * n * sizeof(int));
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    int *numbers = host_array(int, n), *elements = host_array(int, n),
        *want = host_array(int, bins), *got = host_array(int, bins), total = 0;
    fill_ints(numbers, n, options.seed);
    for (size_t i = 0; i < n; i++) {
        elements[i] = (int)(random_bits(options.seed + 1, i) % bins);
        want[elements[i]]++;
        total += numbers[i];
    }

    int *d_numbers = deviceCopy(int, numbers, n), *d_elements = deviceCopy(int, elements, n),
        *d_out = deviceArray(int, bins);
    for (int i = 0; i < RUNGS; i++) {
        if (!options_want(&options, ladder[i].name))
            continue;
        int across = ladder[i].clusters ? (int)size : 1,
            room = ladder[i].counts ? ((int)bins + across - 1) / across : 0;
        size_t results = ladder[i].counts ? bins : 1;
        Runs runs = runsBegin(&options, d_out, results * sizeof(int));
        runs.before = 0;
        while (runsNext(&runs))
            launchClusters(ladder[i].kernel, across, ladder[i].counts ? d_elements : d_numbers, n,
                           (int)bins, room, d_out);
        double ms = runsEnd(&runs, got);
        bool right = true;
        for (size_t b = 0; b < results && right; b++)
            right = verify_integer(ladder[i].name, got[b], ladder[i].counts ? want[b] : total);
        rowsKernel(&rows, ladder[i].name, n, ms, (double)(n * sizeof(int)), right);
    }
    deviceFree(d_numbers, d_elements, d_out);
    host_free(numbers, elements, want, got);
    return rowsEnd(&rows);
}
