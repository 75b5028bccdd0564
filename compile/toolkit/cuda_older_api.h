// cuda_older_api.h: calls as toolkits before 13 have them. Part of cuda_runtime.h.

#ifndef WARP_CUDA_OLDER_API_H
#define WARP_CUDA_OLDER_API_H

static inline cudaMemLocation warp_location(int device)
    WARP_RETURNS({device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
                  device});

static inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                               cudaStream_t stream = 0)
    WARP_RETURNS(cudaMemPrefetchAsync(pointer, bytes, warp_location(device), 0, stream));

static inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes,
                                        enum cudaMemoryAdvise advice, int device)
    WARP_RETURNS(cudaMemAdvise(pointer, bytes, advice, warp_location(device)));

static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                               cudaGraphNode_t *, char *, size_t)
    WARP_RETURNS(cudaGraphInstantiate(executable, graph, 0));

#endif
