// fails: C\[
// Beta times nothing: C = alpha A B + beta C.
//
//     make ex6-3
//
// A: (M, K), B: (K, N), C: (M, N), by rows. Blocks of 16 x 16 threads.

__global__ void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                      float *C)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    float *c = &C[(size_t)row * N + col];
    // [your code]
    *c = beta != 0 ? alpha * (sum + beta * *c) : alpha * sum;
    // [end of your code]
}
