// The last group: copies that are one step ahead.
//
//     make ex7-5
//
// in: (gridDim.x, steps, 128); out: (gridDim.x, 128). Blocks of 128 threads.

#include <cuda_pipeline.h>

enum { THREADS = 128 };

__global__ void addParts(const int *in, int steps, int *out)
{
    // [your code]
    enum { STAGES = 3 };
    __shared__ int stage[STAGES][THREADS];
    int t = threadIdx.x, sum = 0;
    in += (size_t)blockIdx.x * steps * THREADS;
    if (steps > 0)
        __pipeline_memcpy_async(&stage[0][t], &in[t], sizeof(int));
    __pipeline_commit();
    for (int step = 0; step < steps; step++) {
        int next = step + 1;
        if (next < steps) {
            __pipeline_memcpy_async(&stage[next % STAGES][t], &in[(size_t)next * THREADS + t],
                                    sizeof(int));
            __pipeline_commit();
        }
        __pipeline_wait_prior(1); // TODO: which part has arrived now?
        __syncthreads();
        sum += stage[step % STAGES][(t + 32) % THREADS];
    }
    out[blockIdx.x * THREADS + t] = sum;
    // [end of your code]
}
