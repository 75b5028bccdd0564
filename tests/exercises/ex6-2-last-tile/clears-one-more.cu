// fails: Writes a\[256\]; a has 256 elements.*a\[256\] lies in b, element 0
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
    // Clears a first, and one element more, which is b's.
    for (int e = i * TILE + j; e <= TILE * TILE; e += TILE * TILE)
        a[e / TILE][e % TILE] = 0;
    __syncthreads();
    for (int k0 = 0; k0 < K; k0 += TILE) {
        a[i][j] = row < M && k0 + j < K ? A[(size_t)row * K + k0 + j] : 0;
        b[i][j] = k0 + i < K && col < N ? B[(size_t)(k0 + i) * N + col] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += a[i][k] * b[k][j];
        __syncthreads();
    }
    if (row < M && col < N)
        C[(size_t)row * N + col] = sum;
    // [end of your code]
}
