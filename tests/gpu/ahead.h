// What tune-softmax.cu and tune-layernorm.cu share.

#ifndef WARP_AHEAD_H
#define WARP_AHEAD_H

// Asks L2 for a part, so that DRAM has work while the block waits for its team, and stores.
template <int THREADS>
static __device__ void askPart(const float *part, size_t count)
{
    for (size_t i = threadIdx.x * 32; i < count; i += THREADS * 32) // a line each
        asm volatile("prefetch.global.L2 [%0];" ::"l"(part + i));
}

#endif
