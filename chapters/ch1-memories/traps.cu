// Traps of this chapter, tried out.
//
// Each trap runs the older way and today's on the same data and says what came out. A trap counts as
// shown if the older way went wrong as promised and today's did not.
//
//     make ch1-traps && ./ch1-traps

#include "program.h"
#include "traps.h"

enum { TILE = 16, N = 50, COUNT = N * N }; // sides of tile and matrices; 16 doesn't divide 50

// All kernels below: c = a b for N x N matrices; blocks of TILE x TILE. stores: (1), counts stores to c.

// [begin dropsTile]
// The number of tiles is rounded down, as in many listings: 50 / 16 = 3 tiles are 48 products of
// 50.
static __global__ void dropsTile(const float *a, const float *b, float *c, unsigned int *)
{
    __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    unsigned int column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    float sum = 0;

    for (unsigned int m = 0; m < N / TILE; m++) {
        tileA[y][x] = row < N ? a[row * N + m * TILE + x] : 0;
        tileB[y][x] = column < N ? b[(m * TILE + y) * N + column] : 0;
        __syncthreads();
        for (unsigned int k = 0; k < TILE; k++)
            sum += tileA[y][k] * tileB[k][x];
        __syncthreads();
    }
    if (row < N && column < N)
        c[row * N + column] = sum;
}
// [end dropsTile]

// [begin tiled]
// Rounded up, with 0 outside the matrices. early: stores each partial sum, as a listing does that
// lost the brace before its last line.
static __device__ void tiled(const float *a, const float *b, float *c, unsigned int *stores,
                             bool early)
{
    __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    unsigned int column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    float sum = 0;

    for (unsigned int first = 0; first < N; first += TILE) {
        tileA[y][x] = row < N && first + x < N ? a[row * N + first + x] : 0;
        tileB[y][x] = first + y < N && column < N ? b[(first + y) * N + column] : 0;
        __syncthreads();
        for (unsigned int k = 0; k < TILE; k++)
            sum += tileA[y][k] * tileB[k][x];
        __syncthreads();
        if ((early || first + TILE >= N) && row < N && column < N) {
            c[row * N + column] = sum;
            atomicAdd(stores, 1u);
        }
    }
}

static __global__ void storesOnce(const float *a, const float *b, float *c, unsigned int *stores)
{
    tiled(a, b, c, stores, false);
}

static __global__ void storesEachTile(const float *a, const float *b, float *c,
                                      unsigned int *stores)
{
    tiled(a, b, c, stores, true);
}
// [end tiled]

// [begin swapsIndex]
// Walks down a column of A where it should walk along a row.
static __global__ void swapsIndex(const float *a, const float *b, float *c, unsigned int *)
{
    unsigned int column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    if (row < N && column < N) {
        for (unsigned int k = 0; k < N; k++)
            sum += a[k * N + row] * b[k * N + column];
        c[row * N + column] = sum;
    }
}
// [end swapsIndex]

typedef void (*Kernel)(const float *a, const float *b, float *c, unsigned int *stores);

// Runs a kernel on two matrices and returns how many elements of the product are wrong; in *stores how
// many stores it made.
static size_t wrongElements(Kernel kernel, const float *a, const float *b, unsigned int *stores)
{
    float c[COUNT], *d_a, *d_b, *d_c;
    unsigned int *d_stores;
    size_t wrong = 0;
    dim3 block(TILE, TILE), grid((N + TILE - 1) / TILE, (N + TILE - 1) / TILE);

    cudaCheck(cudaMalloc(&d_a, sizeof c));
    cudaCheck(cudaMalloc(&d_b, sizeof c));
    cudaCheck(cudaMalloc(&d_c, sizeof c));
    cudaCheck(cudaMalloc(&d_stores, sizeof *d_stores));
    cudaCheck(cudaMemcpy(d_a, a, sizeof c, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(d_b, b, sizeof c, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemset(d_c, 0xff, sizeof c)); // NaN
    cudaCheck(cudaMemset(d_stores, 0, sizeof *d_stores));
    kernel<<<grid, block>>>(d_a, d_b, d_c, d_stores);
    cudaCheckLaunch();
    cudaCheck(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost));
    cudaCheck(cudaMemcpy(stores, d_stores, sizeof *stores, cudaMemcpyDeviceToHost));
    deviceFree(d_a, d_b, d_c, d_stores);

    for (size_t row = 0; row < N; row++)
        for (size_t column = 0; column < N; column++) {
            double sum = 0, magnitude = 0;
            for (size_t k = 0; k < N; k++) {
                double product = (double)a[row * N + k] * b[k * N + column];
                sum += product;
                magnitude += fabs(product);
            }
            wrong += !(fabs(c[row * N + column] - sum) <= float_gamma(N + 1) * magnitude);
        }
    return wrong;
}

static float randomA[COUNT], randomB[COUNT], ones[COUNT];

// [begin findings]
static Finding partialTile(void)
{
    Finding f = {};
    unsigned int stores;
    size_t older = wrongElements(dropsTile, randomA, randomB, &stores);
    size_t today = wrongElements(storesOnce, randomA, randomB, &stores);

    snprintf(f.older, sizeof f.older, "for (m = 0; m < N / TILE; m++): %zu of %d elements wrong",
             older, COUNT);
    snprintf(f.today, sizeof f.today, "for (first = 0; first < N; first += TILE): %zu wrong",
             today);
    f.shown = older > COUNT / 2 && today == 0;
    return f;
}

static Finding lostBrace(void)
{
    Finding f = {};
    unsigned int older, today;
    size_t wrong = wrongElements(storesEachTile, randomA, randomB, &older);
    wrong += wrongElements(storesOnce, randomA, randomB, &today);

    snprintf(f.older, sizeof f.older, "stores inside the loop over tiles: %u stores", older);
    snprintf(f.today, sizeof f.today, "stores after it: %u; both give the right product", today);
    f.shown = wrong == 0 && today == COUNT && older == today * ((N + TILE - 1) / TILE);
    return f;
}

static Finding onesHide(void)
{
    Finding f = {};
    unsigned int stores;
    size_t older = wrongElements(swapsIndex, ones, ones, &stores);
    size_t today = wrongElements(swapsIndex, randomA, randomB, &stores);

    snprintf(f.older, sizeof f.older, "tested with ones: %zu of %d elements wrong", older, COUNT);
    snprintf(f.today, sizeof f.today, "tested with random numbers: %zu wrong", today);
    f.shown = older == 0 && today > COUNT / 2;
    return f;
}
// [end findings]

static const Trap traps[] = {
    {"the last, partial tile", partialTile},
    {"a brace that went missing", lostBrace},
    {"a wrong index, tested with ones", onesHide},
};

int main(int argc, char **argv)
{
    Options options = options_for("Tries what older texts do, beside what is right today.", "");
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    devicePrint(&device);
    fill_floats(randomA, COUNT, 1);
    fill_floats(randomB, COUNT, 2);
    for (size_t i = 0; i < COUNT; i++)
        ones[i] = 1;
    return run_traps(traps, sizeof traps / sizeof *traps);
}
