// Sorting small keys: kernel golf.
//
//     make ex9-9
//
// x: (rows, n), each 0 to 15, only read; out: (rows, n), every element to be written.

// [your code]
enum { KEYS = 16, WARPS = 4 };

__device__ int blocks = 1056, threads = 32 * WARPS;

// A warp for each row: it counts the keys, then writes each as often as it has counted it.
__global__ void sortRows(const int *x, int *out, int rows, int n)
{
    __shared__ int counts[WARPS][KEYS];
    int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int *own = counts[threadIdx.x / 32];
    for (int row = warp; row < rows; row += gridDim.x * blockDim.x / 32) {
        if (lane < KEYS)
            own[lane] = 0;
        __syncwarp();
#pragma unroll 4
        for (int i = lane; i < n; i += 32)
            atomicAdd(&own[x[row * n + i]], 1);
        __syncwarp();
        int end = lane < KEYS ? own[lane] : 0; // where the key of this lane ends
        for (int offset = 1; offset < KEYS; offset *= 2) {
            int other = __shfl_up_sync(0xffffffff, end, offset);
            end += lane >= offset ? other : 0;
        }
        int ends[KEYS];
#pragma unroll
        for (int key = 0; key < KEYS; key++)
            ends[key] = __shfl_sync(0xffffffff, end, key);
        for (int i = lane; i < n; i += 32) {
            int key = 0;
#pragma unroll
            for (int k = 0; k < KEYS - 1; k++)
                key += i >= ends[k];
            out[row * n + i] = key;
        }
        __syncwarp();
    }
}
// [end of your code]
