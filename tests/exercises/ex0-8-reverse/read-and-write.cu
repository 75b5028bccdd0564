// fails: (a\[|[Rr]ace)
// Reversed in place: a[0] and a[n - 1] change places, a[1] and a[n - 2], and so on.
//
//     make ex0-8

// Launched with a thread per element.
__global__ void reverse(int *a, size_t n) // a: (n)
{
    // [your code]
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int other = i < n ? a[n - 1 - i] : 0;
    __syncthreads();
    if (i < n)
        a[i] = other;
    // [end of your code]
}
