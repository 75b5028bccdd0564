// The four largest: kernel golf.
//
//     make ex9-7
//
// x: (rows, n), only read; out: (rows, 4), every element to be written, the largest first. n is 4 or more.

enum { LEAST = -2147483647 - 1 }; // no int is smaller

// [your code]
__device__ int blocks = 1056, threads = 128;

// Puts two in order, the larger first.
static __device__ void order(int *a, int *b)
{
    int larger = max(*a, *b);
    *b = min(*a, *b);
    *a = larger;
}

// A warp for each row: each lane finds its own four, then lanes join their lists.
__global__ void topFour(const int *x, int *out, int rows, int n)
{
    int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    for (int row = warp; row < rows; row += gridDim.x * blockDim.x / 32) {
        int a = LEAST, b = LEAST, c = LEAST, d = LEAST;
#pragma unroll 8
        for (int i = lane; i < n; i += 32) {
            int v = x[row * n + i];
            order(&a, &v);
            order(&b, &v);
            order(&c, &v);
            d = max(d, v);
        }
        for (int step = 16; step > 0; step /= 2) {
            // Of two sorted lists, one of them turned around, the larger of each pair are the four largest: first up, then down, and two
            // steps sort them.
            int p = __shfl_xor_sync(0xffffffff, d, step), q = __shfl_xor_sync(0xffffffff, c, step),
                r = __shfl_xor_sync(0xffffffff, b, step), s = __shfl_xor_sync(0xffffffff, a, step);
            a = max(a, p), b = max(b, q), c = max(c, r), d = max(d, s);
            order(&a, &c);
            order(&b, &d);
            order(&a, &b);
            order(&c, &d);
        }
        if (lane == 0)
            *(int4 *)(out + row * 4) = make_int4(a, b, c, d);
    }
}
// [end of your code]
