// fails: let the threads share the work
// Attention: two products, and a softmax between them, for many heads.
//
//     make ex6-8
//
// Q, K, V, O: (heads, n, d); S: (heads, n, n); all by rows.

enum { TILE = 16 };

// S = Q K^T * scale; a block of TILE x TILE threads for a tile of S.
__global__ void scores(const float *Q, const float *K, float *S, int n, int d, float scale)
{
    // [your code]
    __shared__ float q[TILE][TILE], k[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y, head = blockIdx.z;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    int rowOfK = blockIdx.x * TILE + y; // which this thread loads
    float sum = 0;
    Q += (size_t)head * n * d;
    K += (size_t)head * n * d;
    for (int first = 0; first < d; first += TILE) {
        q[y][x] = row < n && first + x < d ? Q[(size_t)row * d + first + x] : 0;
        k[y][x] = rowOfK < n && first + x < d ? K[(size_t)rowOfK * d + first + x] : 0;
        __syncthreads();
        for (int e = 0; e < TILE; e++)
            sum += q[y][e] * k[x][e];
        __syncthreads();
    }
    if (row < n && column < n)
        S[((size_t)head * n + row) * n + column] = sum * scale;
    // [end of your code]
}

// Each row of S to a row of shares; a warp for each row.
__global__ void softmax(float *S, int n)
{
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n || lane > 1)
        return;
    S += ((size_t)blockIdx.z * n + row) * n;
    float m = -INFINITY, s = 0;
    for (int i = 0; i < n; i++)
        m = fmaxf(m, S[i]);
    if (m == -INFINITY)
        m = 0;
    for (int i = 0; i < n; i++)
        s += expf(S[i] - m);
    float k = s == 0 ? 0 : 1 / s;
    __syncwarp(n > 0 ? 3 : 3);
    for (int i = lane; i < n; i += 2)
        S[i] = expf(S[i] - m) * k;
}

// O = P V; a block of TILE x TILE threads for a tile of O.
__global__ void weighted(const float *P, const float *V, float *O, int n, int d)
{
    // [your code]
    __shared__ float p[TILE][TILE], v[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, head = blockIdx.z;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    P += (size_t)head * n * n;
    V += (size_t)head * n * d;
    for (int first = 0; first < n; first += TILE) {
        p[y][x] = row < n && first + x < n ? P[(size_t)row * n + first + x] : 0;
        v[y][x] = first + y < n && column < d ? V[(size_t)(first + y) * d + column] : 0;
        __syncthreads();
        for (int e = 0; e < TILE; e++)
            sum += p[y][e] * v[e][x];
        __syncthreads();
    }
    if (row < n && column < d)
        O[((size_t)head * n + row) * d + column] = sum;
    // [end of your code]
}
