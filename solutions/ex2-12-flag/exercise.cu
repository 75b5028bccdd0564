// A flag with release and acquire: a message from each block to the next.
//
//     make ex2-12
//
// x, box, out: (2 * gridDim.x * blockDim.x), for two launches; block 0 leaves its part of out as it is; flag: (2 * gridDim.x); next: (1).

#include <cuda/atomic>

__global__ void pass(const int *x, int *box, int *out, unsigned int *flag, unsigned int *next)
{
    __shared__ unsigned int number;
    if (threadIdx.x == 0)
        number = atomicAdd(next, 1);
    __syncthreads();
    unsigned int t = number;
    size_t i = (size_t)t * blockDim.x + threadIdx.x;
    box[i] = x[i];
    __syncthreads(); // the whole message is written
    // [your code]
    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned int, cuda::thread_scope_device> here(flag[t]);
        here.store(1, cuda::memory_order_release);
    }
    if (t == 0)
        return;
    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned int, cuda::thread_scope_device> before(flag[t - 1]);
        while (before.load(cuda::memory_order_acquire) == 0) {
        }
    }
    __syncthreads();
    // [end of your code]
    out[i] = box[i - blockDim.x];
}
