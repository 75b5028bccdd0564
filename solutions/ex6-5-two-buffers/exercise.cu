// Two buffers: one barrier per tile.
//
//     make ex6-5
//
// A: (M, K), B: (K, N), C: (M, N), by rows. Blocks of TILE x TILE threads.

enum { TILE = 16 };

// X: (rows, cols); 0 outside of it.
static __device__ float element(const float *X, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? X[(size_t)row * cols + col] : 0;
}

__global__ void sgemm(int M, int N, int K, const float *A, const float *B, float *C)
{
    int i = threadIdx.y, j = threadIdx.x;
    int row = blockIdx.y * TILE + i, col = blockIdx.x * TILE + j;
    float sum = 0;

    // [your code]
    __shared__ float a[2][TILE][TILE], b[2][TILE][TILE];
    int turn = 0;
    for (int k0 = 0; k0 < K; k0 += TILE) {
        a[turn][i][j] = element(A, M, K, row, k0 + j);
        b[turn][i][j] = element(B, K, N, k0 + i, col);
        __syncthreads(); // this tile is there, and the other one is no longer in use
        for (int k = 0; k < TILE; k++)
            sum += a[turn][i][k] * b[turn][k][j];
        turn = 1 - turn;
    }
    // [end of your code]
    if (row < M && col < N)
        C[(size_t)row * N + col] = sum;
}
