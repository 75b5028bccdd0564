// function.c: what a program asks and sets about a kernel, and how many of its blocks fit on an SM.
//
// The number of registers comes from the cubin that ptxas made; all else comes from the PTX.

#include "runtime/cuda/cuda.h"

#include <string.h>

size_t dynamic_limit_of(const Function *f)
{
    size_t fixed = sim_function_info(f->sim).shared, most = (size_t)rt.device->shared_per_block;
    if (f->dynamic_limit >= 0)
        return (size_t)f->dynamic_limit;
    return fixed < most ? most - fixed : 0;
}

// Returns the threads per block that the registers allow, in steps of a whole warp for each quarter of an SM.
static int threads_by_registers(const SimFunctionInfo *info)
{
    int threads = info->max_threads;
    while (threads > 32 && sim_occupancy(rt.device, threads, info->registers, 0).by_registers == 0)
        threads -= 32;
    return threads;
}

bool required_cluster(const Function *f, unsigned cluster[3])
{
    SimFunctionInfo info = sim_function_info(f->sim);
    for (int i = 0; i < 3; i++)
        cluster[i] = info.cluster[i] ? info.cluster[i] : (unsigned)f->cluster[i];
    return cluster[0] || cluster[1] || cluster[2];
}

static cudaError_t attributes(struct cudaFuncAttributes *out, const void *func)
{
    const Function *f = find_function(func);
    if (!f || !out)
        return f ? cudaErrorInvalidValue : kernel_error(func);
    SimFunctionInfo info = sim_function_info(f->sim);
    memset(out, 0, sizeof *out);
    out->sharedSizeBytes = info.shared;
    out->constSizeBytes = info.constant;
    out->localSizeBytes = info.local;
    out->maxThreadsPerBlock = threads_by_registers(&info);
    out->numRegs = info.registers;
    out->ptxVersion = info.ptx_target;
    out->binaryVersion = 10 * rt.device->major + rt.device->minor; // as a driver compiles the PTX
    out->maxDynamicSharedSizeBytes = (int)dynamic_limit_of(f);
    out->preferredShmemCarveout = f->carveout;
#if CUDART_VERSION >= 11080
    unsigned cluster[3];
    out->clusterDimMustBeSet = required_cluster(f, cluster);
    out->requiredClusterWidth = (int)cluster[0];
    out->requiredClusterHeight = (int)cluster[1];
    out->requiredClusterDepth = (int)cluster[2];
    out->nonPortableClusterSizeAllowed = f->large_clusters;
#endif
    return cudaSuccess;
}

static cudaError_t set_attribute(const void *func, enum cudaFuncAttribute attribute, int value)
{
    Function *f = find_function(func);
    if (!f)
        return kernel_error(func);
    size_t fixed = sim_function_info(f->sim).shared;
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || (size_t)value + fixed > (size_t)rt.device->shared_optin)
            return cudaErrorInvalidValue;
        f->dynamic_limit = value;
        // On an H200 a kernel that may have more than 48 KiB gets from kernels all that there is.
        sim_function_set_large_shared(f->sim, value + fixed > (size_t)rt.device->shared_per_block);
        return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100)
            return cudaErrorInvalidValue;
        f->carveout = value;
        return cudaSuccess;
#if CUDART_VERSION >= 11080
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
        f->cluster[attribute - cudaFuncAttributeRequiredClusterWidth] = value;
        return cudaSuccess;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
        f->large_clusters = value;
        return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference: return cudaSuccess; // a hint
#endif
    default: return cudaErrorInvalidValue;
    }
}

cudaError_t max_active_blocks(int *blocks, const void *func, int threads, size_t dynamic)
{
    const Function *f = find_function(func);
    if (!f)
        return kernel_error(func);
    if (!blocks || threads <= 0)
        return cudaErrorInvalidValue;
    SimFunctionInfo info = sim_function_info(f->sim);
    *blocks = dynamic > dynamic_limit_of(f)
                  ? 0
                  : sim_occupancy(rt.device, threads, info.registers, info.shared + dynamic).blocks;
    return cudaSuccess;
}

// Computes the dynamic shared memory that each of `blocks` blocks on an SM can have.
static cudaError_t available_shared(size_t *dynamic, const void *func, int blocks, int threads)
{
    const Function *f = find_function(func);
    if (!f)
        return kernel_error(func);
    int most = 0;
    if (!dynamic || blocks <= 0 || max_active_blocks(&most, func, threads, 0) != cudaSuccess ||
        blocks > most)
        return cudaErrorInvalidValue;
    int unit = rt.device->major >= 8 ? 128 : 256; // as in machine/limits.c
    int share = rt.device->shared_per_sm / blocks / unit * unit;
    size_t each = (size_t)share;
    size_t taken = sim_function_info(f->sim).shared; // an H200 leaves out the reserved bytes, too
    size_t limit = dynamic_limit_of(f);
    *dynamic = each <= taken ? 0 : each - taken < limit ? each - taken : limit;
    return cudaSuccess;
}

// The SMs of a cluster are in one of the device's GPCs, so larger ones leave some SMs over: an H200's driver says 66 clusters of 2
// blocks that take an SM each, 30 of 4 and 15 of 8. It puts no more than 8 of their blocks on an SM (2026-11-29).
int clusters_at_once(int size, int blocks)
{
    enum { MOST_ON_SM = 8 };
    int sms = size > 2 ? rt.device->sms * 10 / 11 : rt.device->sms;
    return sms * (blocks < MOST_ON_SM ? blocks : MOST_ON_SM) / size;
}

static cudaError_t name_of(const char **name, const void *func)
{
    const Function *f = find_function(func);
    if (f && name)
        *name = f->name;
    return name ? kernel_error(func) : cudaErrorInvalidValue;
}

static cudaError_t param_info(const void *func, size_t index, size_t *offset, size_t *size)
{
    const Function *f = find_function(func);
    if (!f)
        return kernel_error(func);
    size_t at, bytes;
    if (!offset || index > INT32_MAX || !sim_function_param(f->sim, (int)index, &at, &bytes))
        return cudaErrorInvalidValue;
    *offset = at;
    if (size)
        *size = bytes;
    return cudaSuccess;
}

// ---- API -----------------------------------------------------------------------------------------------------

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func)
    RETURNS(API_CALL(attributes(attr, func)));
cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value)
    RETURNS(API_CALL(set_attribute(func, attr, value)));

// Accepts a preference, which has no effect here.
cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache cacheConfig)
    RETURNS(API_CALL((unsigned)cacheConfig > cudaFuncCachePreferEqual ? cudaErrorInvalidValue
                                                                      : kernel_error(func)));

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func,
                                                          int blockSize, size_t dynamicSMemSize)
    RETURNS(API_CALL(max_active_blocks(numBlocks, func, blockSize, dynamicSMemSize)));
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func,
                                                                   int blockSize,
                                                                   size_t dynamicSMemSize,
                                                                   unsigned int flags)
    RETURNS(API_CALL((flags & ~cudaOccupancyDisableCachingOverride)
                         ? cudaErrorInvalidValue
                         : max_active_blocks(numBlocks, func, blockSize, dynamicSMemSize)));
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func,
                                                      int numBlocks, int blockSize)
    RETURNS(API_CALL(available_shared(dynamicSmemSize, func, numBlocks, blockSize)));
cudaError_t cudaFuncGetName(const char **name, const void *func)
    RETURNS(API_CALL(name_of(name, func)));
cudaError_t cudaFuncGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset,
                                 size_t *paramSize)
    RETURNS(API_CALL(param_info(func, paramIndex, paramOffset, paramSize)));
