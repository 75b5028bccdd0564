// fails: store requests|C\[|Invalid __global__
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
    // TODO: right for whole tiles only.
    for (int t = 0; t < K / TILE; t++) {
        a[i][j] = A[(size_t)row * K + t * TILE + j];
        b[i][j] = B[(size_t)(t * TILE + i) * N + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += a[i][k] * b[k][j];
        __syncthreads();
        C[(size_t)row * N + col] = sum;
    }
    // [end of your code]
}
