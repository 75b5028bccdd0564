// fails: sectors are loaded from global memory; .* into shared memory
// A transposed tile without conflicts: where the words of a tile go.
//
//     make ex6-7
//
// A: (M, K), B: (K, N), C: (M, N), by rows. Blocks of 1024 threads, a tile of TILE x TILE each.

enum { TILE = 32 };

// X: (rows, cols); 0 outside of it.
static __device__ float element(const float *X, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? X[(size_t)row * cols + col] : 0;
}

__global__ void sgemm(int M, int N, int K, const float *A, const float *B, float *C)
{
    int i = threadIdx.x / TILE, j = threadIdx.x % TILE;
    int row = blockIdx.y * TILE + i, col = blockIdx.x * TILE + j;
    float sum = 0;

    // [your code]
    for (int k = 0; row < M && col < N && k < K; k++)
        sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    // [end of your code]
    if (row < M && col < N)
        C[(size_t)row * N + col] = sum;
}
