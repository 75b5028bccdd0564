// A device before 9.0 has no clusters: the launch fails, and the report says why.
// build: -arch=sm_90
// device: a100
// compiler: nvcc
// status: 1
// err: cudaErrorInvalidClusterSize.*NVIDIA A100.* has no clusters; devices of 9.0 and later have, as WARPSIM=device=h200
#include <cooperative_groups.h>
#include <cstdio>

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
    int *out, host[4] = {0};
    cudaMalloc(&out, sizeof host);
    swap<<<4, 1>>>(out);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess)
        e = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
    cudaFree(out);
    return e != cudaSuccess;
}
