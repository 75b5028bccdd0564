// Cold caches: each timed run finds its data in DRAM, not in L2, where the previous run left it.
//
// A kernel reads a buffer four times the size of L2. That drives out whatever lay there. It only
// reads, so that no dirty lines are left for the timed run to write back. It also keeps the GPU
// busy for some tens of microseconds. Meanwhile the CPU puts the events and the timed launches into
// the queue, where they follow each other at the GPU's pace, not at the CPU's.
//
//     Flush flush = flushBegin();
//     while (gpuTimerNextRun(&timer)) {
//         flushCaches(&flush);
//         gpuTimerStart(&timer);
//         ...
//
// On the simulator there is nothing to do: it models times.

#ifndef WARP_FLUSH_H
#define WARP_FLUSH_H

#include "check.h"
#include "device.h"

#include <stddef.h>

typedef struct {
    int4 *data; // read and forgotten; 0 on the simulator
    size_t n;   // its length
} Flush;

// Reads x: (n), which holds zeros. Otherwise *flag would be written, so the compiler has to keep the loads.
static __global__ void flushRead(const int4 *x, size_t n, int *flag)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int bits = 0;
    for (; i < n; i += (size_t)gridDim.x * blockDim.x)
        bits |= x[i].x | x[i].y | x[i].z | x[i].w;
    if (bits != 0)
        *flag = bits;
}

// Allocates the buffer.
static inline Flush flushBegin(void)
{
    Flush flush = {NULL, 0};
    int device = 0, l2 = 0;

    if (SIMULATED)
        return flush;
    cudaCheck(cudaGetDevice(&device));
    cudaCheck(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, device));
    flush.n = (size_t)l2 * 4 / sizeof *flush.data;
    cudaCheck(cudaMalloc(&flush.data, flush.n * sizeof *flush.data + sizeof(int)));
    cudaCheck(cudaMemset(flush.data, 0, flush.n * sizeof *flush.data + sizeof(int)));
    return flush;
}

// Puts the kernel into the default stream.
static inline void flushCaches(const Flush *flush)
{
    if (flush->data == NULL)
        return;
    flushRead<<<1024, 512>>>(flush->data, flush->n, (int *)(flush->data + flush->n));
    cudaCheckLaunch();
}

// Frees the buffer.
static inline void flushEnd(Flush *flush)
{
    cudaCheck(cudaFree(flush->data));
    flush->data = NULL;
}

#endif
