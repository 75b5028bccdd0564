// fails: barriers of all warps
// Two buffers: barriers that are objects in shared memory, two for each tile.
//
//     make ex6-5

#include <cuda/barrier>

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
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    __shared__ cuda::barrier<cuda::thread_scope_block> meeting;
    if (i == 0 && j == 0)
        init(&meeting, TILE * TILE);
    __syncthreads();
    for (int k0 = 0; k0 < K; k0 += TILE) {
        a[i][j] = element(A, M, K, row, k0 + j);
        b[i][j] = element(B, K, N, k0 + i, col);
        meeting.arrive_and_wait();
        for (int k = 0; k < TILE; k++)
            sum += a[i][k] * b[k][j];
        meeting.arrive_and_wait();
    }
    // [end of your code]
    if (row < M && col < N)
        C[(size_t)row * N + col] = sum;
}
