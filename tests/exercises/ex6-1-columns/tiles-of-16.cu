// fails: C\[
// Lanes along the columns: the naive product, coalesced.
//
//     make ex6-1
//
// A: (M, K), B: (K, N), C: (M, N), by rows. Blocks of 1024 threads, a tile of 32 x 32 each.

__global__ void sgemm(int M, int N, int K, const float *A, const float *B, float *C)
{
    // [your code]
    int row = blockIdx.y * 16 + threadIdx.x / 32;
    int col = blockIdx.x * 32 + threadIdx.x % 32;
    // [end of your code]
    if (row >= M || col >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    C[(size_t)row * N + col] = sum;
}
