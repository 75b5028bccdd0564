// A row for a whole cluster: each element divided by the sum of its row.
//
//     make ex7-10
//
// in, out: (rows, n). A cluster of blocks for each row; blocks of 128 threads.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { THREADS = 128 };

// Returns the sum of all x of the block to all of its threads.
static __device__ int blockSum(int x)
{
    __shared__ int ofWarp[THREADS / 32];
    int all = 0;
    x = __reduce_add_sync(0xffffffff, x);
    if (threadIdx.x % 32 == 0)
        ofWarp[threadIdx.x / 32] = x;
    __syncthreads();
    for (int warp = 0; warp < THREADS / 32; warp++)
        all += ofWarp[warp];
    return all;
}

__global__ void shares(const int *in, int n, float *out)
{
    __shared__ int mine;
    cg::cluster_group cluster = cg::this_cluster();
    int blocks = (int)cluster.num_blocks(), row = blockIdx.x / blocks, sum = 0, total;
    int first = cluster.block_rank() * THREADS + threadIdx.x, step = blocks * THREADS;
    in += (size_t)row * n;
    out += (size_t)row * n;
    for (int i = first; i < n; i += step)
        sum += in[i];
    sum = blockSum(sum);
    // [your code]
    total = sum; // TODO: that is the sum of the block's part. Where are the others?
    (void)mine;
    // [end of your code]
    for (int i = first; i < n; i += step)
        out[i] = (float)in[i] / (float)total;
}
