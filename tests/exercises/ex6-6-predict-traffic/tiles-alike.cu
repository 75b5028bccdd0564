// fails: Answer 4 is not
// Traffic, predicted: four products of 64 x 64 matrices.
//
//     make ex6-6
//
// A, B, C: (WIDTH, WIDTH), by rows.

enum { WIDTH = 64 };

// Grids of 2 x 2 blocks of 1024 threads, as are the two that follow.
__global__ void sgemmRows(const float *A, const float *B, float *C)
{
    int row = blockIdx.y * 32 + threadIdx.x % 32, col = blockIdx.x * 32 + threadIdx.x / 32;
    float sum = 0;
    for (int k = 0; k < WIDTH; k++)
        sum += A[row * WIDTH + k] * B[k * WIDTH + col];
    C[row * WIDTH + col] = sum;
}

__global__ void sgemmColumns(const float *A, const float *B, float *C)
{
    int row = blockIdx.y * 32 + threadIdx.x / 32, col = blockIdx.x * 32 + threadIdx.x % 32;
    float sum = 0;
    for (int k = 0; k < WIDTH; k++)
        sum += A[row * WIDTH + k] * B[k * WIDTH + col];
    C[row * WIDTH + col] = sum;
}

__global__ void sgemmTile32(const float *A, const float *B, float *C)
{
    __shared__ float a[32][32], b[32][32];
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    int row = blockIdx.y * 32 + i, col = blockIdx.x * 32 + j;
    float sum = 0;
    for (int k0 = 0; k0 < WIDTH; k0 += 32) {
        a[i][j] = A[row * WIDTH + k0 + j];
        b[i][j] = B[(k0 + i) * WIDTH + col];
        __syncthreads();
        for (int k = 0; k < 32; k++)
            sum += a[i][k] * b[k][j];
        __syncthreads();
    }
    C[row * WIDTH + col] = sum;
}

// A grid of 4 x 4 blocks of 256 threads.
__global__ void sgemmTile16(const float *A, const float *B, float *C)
{
    __shared__ float a[16][16], b[16][16];
    int i = threadIdx.x / 16, j = threadIdx.x % 16;
    int row = blockIdx.y * 16 + i, col = blockIdx.x * 16 + j;
    float sum = 0;
    for (int k0 = 0; k0 < WIDTH; k0 += 16) {
        a[i][j] = A[row * WIDTH + k0 + j];
        b[i][j] = B[(k0 + i) * WIDTH + col];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += a[i][k] * b[k][j];
        __syncthreads();
    }
    C[row * WIDTH + col] = sum;
}

// [your code]
__device__ double answer1 = 270336;
__device__ double answer2 = 40960;
__device__ double answer3 = 2048;
__device__ double answer4 = 2048;
__device__ double answer5 = 0.4;
__device__ double answer6 = 8;
// [end of your code]
