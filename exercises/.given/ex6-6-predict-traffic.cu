// Traffic, predicted: four products of matrices.
//
//     make ex6-6
//
// A: (rows, inner), B: (inner, columns), C: (rows, columns), by rows. All are multiples of 32.

// A block of 1024 threads for 32 x 32 elements of C, as in the two that follow.
__global__ void sgemmRows(const float *A, const float *B, float *C, int inner, int columns)
{
    int row = blockIdx.y * 32 + threadIdx.x % 32, col = blockIdx.x * 32 + threadIdx.x / 32;
    float sum = 0;
    for (int k = 0; k < inner; k++)
        sum += A[row * inner + k] * B[k * columns + col];
    C[row * columns + col] = sum;
}

__global__ void sgemmColumns(const float *A, const float *B, float *C, int inner, int columns)
{
    int row = blockIdx.y * 32 + threadIdx.x / 32, col = blockIdx.x * 32 + threadIdx.x % 32;
    float sum = 0;
    for (int k = 0; k < inner; k++)
        sum += A[row * inner + k] * B[k * columns + col];
    C[row * columns + col] = sum;
}

__global__ void sgemmTile32(const float *A, const float *B, float *C, int inner, int columns)
{
    __shared__ float a[32][32], b[32][32];
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    int row = blockIdx.y * 32 + i, col = blockIdx.x * 32 + j;
    float sum = 0;
    for (int k0 = 0; k0 < inner; k0 += 32) {
        a[i][j] = A[row * inner + k0 + j];
        b[i][j] = B[(k0 + i) * columns + col];
        __syncthreads();
        for (int k = 0; k < 32; k++)
            sum += a[i][k] * b[k][j];
        __syncthreads();
    }
    C[row * columns + col] = sum;
}

// A block of 256 threads for 16 x 16 elements of C.
__global__ void sgemmTile16(const float *A, const float *B, float *C, int inner, int columns)
{
    __shared__ float a[16][16], b[16][16];
    int i = threadIdx.x / 16, j = threadIdx.x % 16;
    int row = blockIdx.y * 16 + i, col = blockIdx.x * 16 + j;
    float sum = 0;
    for (int k0 = 0; k0 < inner; k0 += 16) {
        a[i][j] = A[row * inner + k0 + j];
        b[i][j] = B[(k0 + i) * columns + col];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += a[i][k] * b[k][j];
        __syncthreads();
    }
    C[row * columns + col] = sum;
}

// [your code]
__device__ double answer1 = 0; // TODO: sectors of sgemmRows
__device__ double answer2 = 0; // TODO: sectors of sgemmColumns
__device__ double answer3 = 0; // TODO: sectors of sgemmTile32
__device__ double answer4 = 0; // TODO: sectors of sgemmTile16
__device__ double answer5 = 0; // TODO: operations per byte of sgemmColumns
__device__ double answer6 = 0; // TODO: operations per byte of sgemmTile32
// [end of your code]
