// cuda.h: calls of the runtime API as the rest of it, and the driver API, use them. A file is a part of NVIDIA's reference. Uses state/
// and graph/.

#ifndef CUDA_H
#define CUDA_H

#include "runtime/graph/graph.h"

// ---- copy.c ------------------------------------------------------------------------------------------

// Fills rows of `width` bytes with elements of 1, 2 or 4 bytes.
cudaError_t memory_fill(void *to, size_t pitch, unsigned value, unsigned element, size_t width,
                        size_t height, cudaStream_t stream);

// ---- memory.c ----------------------------------------------------------------------------------------

HostBlock *host_block(const void *p);        // the block that contains p; NULL if none
const SimAlloc *device_block(const void *p); // the live block that contains p; NULL if none
void reason_is_place(const char *what, const void *p); // calls reason_set: where p is
void blocks_free(void);
// Allocate and release, and note the place of the call for messages. alloc_for returns the device's address, 0 if there is no room.
uint64_t alloc_for(const void *caller, size_t size, SimKind kind, void *host);
void release_for(const void *caller, uint64_t base);
cudaError_t memory_advise(const void *p, size_t size); // cudaMemAdvise, whatever the advice
cudaError_t device_malloc(void **p, size_t size, SimKind kind, const void *caller);
cudaError_t device_free(void *p, const void *caller);
void mempools_reset(void); // (mempool.c) as they were at the start

// ---- texture.c ---------------------------------------------------------------------------------------

const SimTexture *array_picture(cudaArray_const_t array); // NULL if there is no such array
int texture_attribute(int attribute); // a cudaDeviceAttr about textures; 0 for others
void textures_free(void);

// ---- device.c, function.c and launch.c ---------------------------------------------------------------

cudaError_t device_attribute(int *value, enum cudaDeviceAttr attribute, int device);
// Sets the blocks of each cluster that the kernel or the program requires, 0: any; false if neither does.
bool required_cluster(const Function *f, unsigned cluster[3]);
// Sets how many blocks of the kernel fit on an SM.
cudaError_t max_active_blocks(int *blocks, const void *func, int threads, size_t dynamic);
// Returns how many clusters of `size` blocks run at the same time, `blocks` blocks on an SM.
int clusters_at_once(int size, int blocks);
// Sets how many blocks a cluster of the launch has, 0 if it has no clusters. An error if it can't have them.
cudaError_t cluster_of(const Function *f, const cudaLaunchConfig_t *c, int *size);
size_t dynamic_limit_of(const Function *f); // most dynamic shared memory of a launch, bytes
// How a launch differs from one by <<<…>>>.
typedef struct {
    bool cooperative;
    bool early;   // it may begin before the launch ahead of it in its stream has ended
    dim3 cluster; // blocks of a cluster; 0: as the kernel says
} LaunchWay;
// A launch by the host. The arguments are pointers to each argument, or a buffer that `extra` names, as for cuLaunchKernel.
cudaError_t kernel_launch(const void *kernel, dim3 grid, dim3 block, void **args, void **extra,
                          size_t shared, cudaStream_t stream, LaunchWay way);
// Runs a launch of the host under so many orders, and tells what depends on the order; memory is as before. (explore.c)
void explore_grid(const SimLaunch *plan, int orders);
// Checks launch attributes. Those that can't change results here are taken as hints; others are refused.
cudaError_t kernel_launch_with(const cudaLaunchConfig_t *c, const void *kernel, void **args,
                               void **extra);

typedef struct CUkern_st *cudaKernel_t; // CUDA 11.8 does not have it

#endif
