// fails: shared load wavefronts
// Four elements of a column: a product with register tiles.
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
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;    // the block's tile of C
    int i0 = threadIdx.x / TILE * OWN, j = threadIdx.x % TILE; // this thread's elements of it
    float sum[OWN] = {0, 0, 0, 0};

    for (int k0 = 0; k0 < K; k0 += TILE) {
        for (int e = threadIdx.x; e < TILE * TILE; e += THREADS) {
            a[e / TILE][e % TILE] = element(A, M, K, row0 + e / TILE, k0 + e % TILE);
            b[e / TILE][e % TILE] = element(B, K, N, k0 + e / TILE, col0 + e % TILE);
        }
        // [your code]
        __syncthreads();
        for (int i = 0; i < OWN; i++)
#pragma unroll 1
            for (int k = 0; k < TILE; k++)
                sum[i] += a[i0 + i][k] * b[k][j];
        __syncthreads();
    }
    for (int i = 0; i < OWN; i++)
        if (row0 + i0 + i < M && col0 + j < N)
            C[(size_t)(row0 + i0 + i) * N + col0 + j] = sum[i];
    // [end of your code]
}
