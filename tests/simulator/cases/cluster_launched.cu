// A kernel whose blocks come in clusters is refused when it is launched: by its line, and with what to do instead.
// build: -arch=sm_90
// device: h200
// compiler: nvcc
// status: 3
// err: cluster_launched\.cu:[0-9]+: in 'swap.*': blocks in clusters \(__cluster_dims__\), which could exchange through global memory
// err: The kernel 'swap.*' needs it and can't be launched here
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) swap(int *out)
{
    __shared__ int mine;
    cg::cluster_group cluster = cg::this_cluster();
    mine = blockIdx.x;
    cluster.sync();
    out[blockIdx.x] = *cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1);
    cluster.sync();
}

int main(void)
{
    int *out;
    cudaMalloc(&out, 4 * sizeof *out);
    swap<<<4, 1>>>(out);
    return cudaDeviceSynchronize();
}
