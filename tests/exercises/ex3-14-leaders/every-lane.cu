// fails: atomics, one for each lane
__global__ void count(const int *x, int *share, int *counts, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, w = i / 32 * 32;
    if (i >= n)
        return;
    atomicAdd(&counts[x[i]], 1); // every lane for itself, as before
    int s = 0;
    for (size_t k = w; k < w + 32 && k < n; k++) {
        if (x[k] == x[i] && k < i) {
            s = 0;
            break;
        }
        s += x[k] == x[i];
    }
    share[i] = s;
}
