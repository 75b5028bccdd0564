// Reversed in place: a[0] and a[n - 1] change places, a[1] and a[n - 2], and so on.
//
//     make ex0-8

// Launched with a thread per element.
__global__ void reverse(int *a, size_t n) // a: (n)
{
    // [your code]
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { // TODO: why is the result wrong?
        int front = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = front;
    }
    // [end of your code]
}
