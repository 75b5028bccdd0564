// A matrix product: kernel golf.
//
//     make ex9-8
//
// A: (rows, inner), B: (inner, columns), only read; C: (rows, columns), every element to be written.

// [your code]
enum {
    TILE = 32,
    DEEP = 64,
    SQUARE = 4,           // a thread has SQUARE x SQUARE elements of a tile of C
    SIDE = TILE / SQUARE, // so many threads along a side
    GROUPS = 4,           // of threads: each has all elements, and a share of every DEEP products
    SHARE = DEEP / GROUPS,
    THREADS = SIDE * SIDE * GROUPS,
    LOADS = TILE * DEEP / THREADS // of a thread, for a tile of A or B
};

__device__ int blocks = 144, threads = THREADS;

__global__ void product(const float *A, const float *B, float *C, int rows, int columns, int inner)
{
    __shared__ float a[DEEP][TILE + 4], b[DEEP][TILE]; // a by columns of A
    __shared__ float parts[GROUPS][TILE][TILE];
    int own = threadIdx.x % (SIDE * SIDE), x = own % SIDE, y = own / SIDE;
    int group = threadIdx.x / (SIDE * SIDE);
    int across = (columns + TILE - 1) / TILE, down = (rows + TILE - 1) / TILE;
    for (int t = blockIdx.x; t < across * down; t += gridDim.x) {
        int left = t % across * TILE, top = t / across * TILE;
        float sum[SQUARE][SQUARE] = {{0}}, ofA[LOADS], ofB[LOADS];
        for (int from = 0; from < inner; from += DEEP) {
#pragma unroll
            for (int i = 0; i < LOADS; i++) { // all of them are under way together
                int place = threadIdx.x + i * THREADS, row = top + place / DEEP;
                int k = from + place % DEEP, line = from + place / TILE,
                    column = left + place % TILE;
                ofA[i] = row < rows && k < inner ? A[row * inner + k] : 0;
                ofB[i] = line < inner && column < columns ? B[line * columns + column] : 0;
            }
            __syncthreads(); // the tiles before are used up
#pragma unroll
            for (int i = 0; i < LOADS; i++) {
                int place = threadIdx.x + i * THREADS;
                a[place % DEEP][place / DEEP] = ofA[i];
                b[place / TILE][place % TILE] = ofB[i];
            }
            __syncthreads();
#pragma unroll
            for (int k = group * SHARE; k < (group + 1) * SHARE; k++) {
                float4 p = *(const float4 *)&a[k][SQUARE * y],
                       q = *(const float4 *)&b[k][SQUARE * x];
                float u[SQUARE] = {p.x, p.y, p.z, p.w}, v[SQUARE] = {q.x, q.y, q.z, q.w};
#pragma unroll
                for (int r = 0; r < SQUARE; r++)
#pragma unroll
                    for (int s = 0; s < SQUARE; s++)
                        sum[r][s] += u[r] * v[s];
            }
        }
#pragma unroll
        for (int r = 0; r < SQUARE; r++)
            *(float4 *)&parts[group][SQUARE * y + r][SQUARE * x] =
                make_float4(sum[r][0], sum[r][1], sum[r][2], sum[r][3]);
        __syncthreads();
        for (int i = threadIdx.x; i < TILE * TILE; i += THREADS) {
            int row = top + i / TILE, column = left + i % TILE;
            float all = 0;
            for (int g = 0; g < GROUPS; g++)
                all += parts[g][i / TILE][i % TILE];
            if (row < rows && column < columns)
                C[row * columns + column] = all;
        }
        __syncthreads();
    }
}
// [end of your code]
