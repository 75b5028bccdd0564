// fails: sectors are loaded from global memory; .* into shared memory
// Four elements of a column: a product with register tiles, and without tiles in shared memory.
//
//     make ex6-4
//
// A: (M, K), B: (K, N), C: (M, N), by rows. Blocks of 256 threads, a tile of TILE x TILE each.

enum { TILE = 32, OWN = 4, THREADS = TILE * TILE / OWN };

// X: (rows, cols); 0 outside of it.
static __device__ float element(const float *X, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? X[(size_t)row * cols + col] : 0;
}

__global__ void sgemm(int M, int N, int K, const float *A, const float *B, float *C)
{
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;    // the block's tile of C
    int i0 = threadIdx.x / TILE * OWN, j = threadIdx.x % TILE; // this thread's elements of it
    float sum[OWN] = {0, 0, 0, 0};

    // [your code]
    for (int k = 0; k < K; k++) {
        float right = element(B, K, N, k, col0 + j);
#pragma unroll
        for (int i = 0; i < OWN; i++)
            sum[i] += element(A, M, K, row0 + i0 + i, k) * right;
    }
#pragma unroll
    for (int i = 0; i < OWN; i++)
        if (row0 + i0 + i < M && col0 + j < N)
            C[(size_t)(row0 + i0 + i) * N + col0 + j] = sum[i];
    // [end of your code]
}
