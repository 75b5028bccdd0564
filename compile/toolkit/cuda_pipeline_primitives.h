// cuda_pipeline_primitives.h: copies from global to shared memory for which a thread waits later (compute capability 8.0).
// CUDA C++ Programming Guide, "Pipeline Primitives Interface".

#ifndef WARP_CUDA_PIPELINE_PRIMITIVES_H
#define WARP_CUDA_PIPELINE_PRIMITIVES_H

#include <cuda_runtime.h>

WARP_BEGIN_LIBRARY

#define CP_ASYNC(bytes, cache)                                                  \
    asm volatile("cp.async." cache ".shared.global [%0], [%1], " #bytes ", %2;" \
                 :                                                              \
                 : "r"(to), "l"(from), "r"((unsigned int)(bytes - zeros))       \
                 : "memory")

// Copies 4, 8 or 16 bytes; the last `zeros` bytes become 0 instead. `shared` and `global` must be aligned to `bytes`.
DEVICE_FUNCTION void __pipeline_memcpy_async(void *shared, const void *global, size_t bytes,
                                             size_t zeros = 0)
{
    unsigned int to = (unsigned int)__cvta_generic_to_shared(shared);
    size_t from = __cvta_generic_to_global(global);
    if (bytes == 16)
        CP_ASYNC(16, "cg");
    else if (bytes == 8)
        CP_ASYNC(8, "ca");
    else
        CP_ASYNC(4, "ca");
}
#undef CP_ASYNC

// Ends a batch, which has the copies since the last batch.
DEVICE_FUNCTION void __pipeline_commit(void)
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

// Waits until no more than the last `batches` are unfinished; numbers above eight count as eight.
DEVICE_FUNCTION void __pipeline_wait_prior(size_t batches)
{
#define WAIT(n) \
    case n: asm volatile("cp.async.wait_group " #n ";" ::: "memory"); break
    switch (batches) {
        WAIT(0);
        WAIT(1);
        WAIT(2);
        WAIT(3);
        WAIT(4);
        WAIT(5);
        WAIT(6);
        WAIT(7);
    default: asm volatile("cp.async.wait_group 8;" ::: "memory");
    }
#undef WAIT
}

WARP_END_LIBRARY

#endif
