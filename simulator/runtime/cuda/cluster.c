// cluster.c: how many clusters of a launch run at the same time, and how many blocks they may have.

#include "runtime/cuda/cuda.h"

#if CUDART_VERSION >= 11080

static cudaError_t most_clusters(int *clusters, const void *func, const cudaLaunchConfig_t *c)
{
    const Function *f = find_function(func);
    if (!f || !clusters || !c)
        return f ? cudaErrorInvalidValue : kernel_error(func);
    int size = 0, blocks = 0;
    cudaError_t e = rt.device->major < 9 ? cudaErrorInvalidClusterSize : cluster_of(f, c, &size);
    if (e == cudaSuccess)
        e = max_active_blocks(&blocks, func, (int)(c->blockDim.x * c->blockDim.y * c->blockDim.z),
                              c->dynamicSmemBytes);
    if (e == cudaSuccess)
        *clusters = size ? clusters_at_once(size, blocks) : 0;
    return e;
}

static cudaError_t largest_cluster(int *size, const void *func, const cudaLaunchConfig_t *c)
{
    int clusters;
    const Function *f = find_function(func);
    if (!size)
        return cudaErrorInvalidValue;
    cudaError_t e = most_clusters(&clusters, func, c);
    if (e != cudaSuccess)
        return e;
    int blocks = 0;
    e = max_active_blocks(&blocks, func, (int)(c->blockDim.x * c->blockDim.y * c->blockDim.z),
                          c->dynamicSmemBytes);
    *size = !blocks ? 0 : f->large_clusters ? SIM_LARGEST_CLUSTER : SIM_PORTABLE_CLUSTER;
    return e;
}

cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, const void *func,
                                           const cudaLaunchConfig_t *launchConfig)
    RETURNS(API_CALL(most_clusters(numClusters, func, launchConfig)));
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
                                                 const cudaLaunchConfig_t *launchConfig)
    RETURNS(API_CALL(largest_cluster(clusterSize, func, launchConfig)));

#endif
