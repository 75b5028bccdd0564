// Attention in one kernel: kernel golf.
//
//     make ex9-10
//
// Q, K, V: (heads, n, D), only read; O: (heads, n, D), every element to be written.

enum { D = 32 };

// [your code]
__device__ int blocks = 132, threads = 32;

static __device__ float dot(const float *q, const float *k)
{
    float sum = 0;
    for (int e = 0; e < D; e++)
        sum += q[e] * k[e];
    return sum * rsqrtf(D);
}

__global__ void attention(const float *Q, const float *K, const float *V, float *O, int heads,
                          int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = first; row < heads * n; row += gridDim.x * blockDim.x) {
        int begin = row / n * n; // the head's first row
        const float *q = Q + row * D;
        float most = -INFINITY, sum = 0, o[D] = {0};
        for (int k = begin; k < begin + n; k++)
            most = fmaxf(most, dot(q, K + k * D));
        for (int k = begin; k < begin + n; k++) {
            float p = expf(dot(q, K + k * D) - most);
            sum += p;
            for (int e = 0; e < D; e++)
                o[e] += p * V[k * D + e];
        }
        for (int e = 0; e < D; e++)
            O[row * D + e] = o[e] / sum;
    }
}
// [end of your code]
