// Two routes to shared memory: threads fill a box, the copy engine stores it.
//
//     make ex7-9
//
// in, out: (parts, 512). Blocks of 128 threads.

#include "tensor.h"

enum { THREADS = 128, PART = 512 };

__global__ void squares(const int *in, int *out, int parts)
{
    __shared__ alignas(128) int box[PART];
    for (int part = blockIdx.x; part < parts; part += gridDim.x) {
        const int *from = in + (size_t)part * PART;
        for (int i = threadIdx.x; i < PART; i += THREADS)
            box[i] = from[i] * from[i];
        // [your code]
        __threadfence_block(); // TODO: who sees the stores now, and who doesn't?
        __syncthreads();
        if (threadIdx.x == 0) {
            storeBytes(out + (size_t)part * PART, box, sizeof box);
            waitForReads<0>();
        }
        // [end of your code]
        __syncthreads(); // the box may be filled again
    }
}
