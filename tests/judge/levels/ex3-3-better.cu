// Four elements of a thread are under way at a time, where the solution waits for each.

#include <limits.h>

__global__ void argmax(const int *x, int *value, int *where, size_t n)
{
    __shared__ int values[256], places[256];
    unsigned int tid = threadIdx.x, threads = blockDim.x;
    int best = INT_MIN, place = -1;
    size_t i = tid;
    for (; i + 3 * threads < n; i += 4 * threads) {
        int four[4];
        for (int k = 0; k < 4; k++)
            four[k] = x[i + k * threads];
        for (int k = 0; k < 4; k++)
            if (place < 0 || four[k] > best) {
                best = four[k];
                place = (int)(i + k * threads);
            }
    }
    for (; i < n; i += threads)
        if (place < 0 || x[i] > best) {
            best = x[i];
            place = (int)i;
        }
    values[tid] = best;
    places[tid] = place;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            int other = values[tid + stride], there = places[tid + stride];
            bool first = places[tid] < 0 || there < places[tid];
            if (there >= 0 && (other > values[tid] || (other == values[tid] && first))) {
                values[tid] = other;
                places[tid] = there;
            }
        }
        __syncthreads();
    }
    if (tid == 0) {
        *value = values[0];
        *where = places[0];
    }
}
