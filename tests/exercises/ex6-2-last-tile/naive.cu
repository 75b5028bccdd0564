// fails: sectors are loaded from global memory; .* into shared memory
// The last tile: a tiled product for matrices of any shape.
//
//     make ex6-2
//
// A: (M, K), B: (K, N), C: (M, N), by rows. Blocks of TILE x TILE threads.

enum { TILE = 16 };

__global__ void sgemm(int M, int N, int K, const float *A, const float *B, float *C)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int i = threadIdx.y, j = threadIdx.x;
    int row = blockIdx.y * TILE + i, col = blockIdx.x * TILE + j;
    float sum = 0;

    // [your code]
    for (int k = 0; row < M && col < N && k < K; k++)
        sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    if (row < M && col < N)
        C[(size_t)row * N + col] = sum;
    // [end of your code]
}
