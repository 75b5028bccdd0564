// The shape of a block: no single figure decides.
//
// C = A + B with a thread per element. Whatever the shape of the blocks, the threads do the same; what
// changes is how many warps an SM holds (occupancy), which elements a warp's lanes touch together
// (sectors), and how many blocks there are to hand out.
//
//     sum32x32     blocks of 32 threads in x and 32 in y; and so on
//
//     make ch2-blocksize && ./ch2-blocksize -n 16384
//     make profile-ch2-blocksize

#include "check.h"
#include "device.h"
#include "launch.h"
#include "options.h"
#include "rows.h"
#include "timer.h"
#include "verify.h"

enum { WARP = 32, SECTOR = 32 }; // lanes, bytes

// [begin sumMatrix]
__global__ void sumMatrix(const float *a, const float *b, float *c, size_t n) // each: (n, n)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n)
        c[row * n + column] = a[row * n + column] + b[row * n + column];
}
// [end sumMatrix]

static const struct {
    const char *name;
    unsigned int x, y; // threads of a block
} shapes[] = {
    {"sum32x32", 32, 32}, {"sum32x16", 32, 16}, {"sum16x32", 16, 32},   {"sum16x16", 16, 16},
    {"sum64x4", 64, 4},   {"sum256x1", 256, 1}, {"sum1024x1", 1024, 1}, {"sum128x1", 128, 1},
    {"sum32x1", 32, 1},   {"sum8x32", 8, 32},   {"sum4x64", 4, 64},     {"sum1x256", 1, 256},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

// [begin sectors]
// The sectors that a load of a full warp touches if rows are long and start at a multiple of 32 bytes.
// Lanes are numbered with x running fastest, so that a warp covers 32 / x rows of a narrow block.
static unsigned int sectorsFor(unsigned int x)
{
    unsigned int lanesPerRow = x < WARP ? x : WARP, rows = WARP / lanesPerRow;
    unsigned int bytesPerRow = lanesPerRow * sizeof(float);
    return rows * ((bytesPerRow + SECTOR - 1) / SECTOR);
}
// [end sectors]

// The share of the warps that an SM could hold.
static double occupancyOf(unsigned int threads)
{
    int blocks = 0, most = 0;
    cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sumMatrix, (int)threads, 0));
    cudaCheck(cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
    return 100.0 * blocks * threads / most;
}

int main(int argc, char **argv)
{
    const char *names[SHAPES + 1] = {};
    for (int i = 0; i < SHAPES; i++)
        names[i] = shapes[i].name;

    Options options = {};
    options.about = "Adds two n x n matrices of random floats with blocks of many shapes.";
    options.letters = "nsrk";
    options.n = default_size(1 << 14, 1 << 10);
    options.n_max = 65535; // y of a grid of blocks that are one thread high
    options.seed = 1;
    options.repeats = DEFAULT_REPEATS;
    options.kernels = names;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, count = n * n, bytes = count * sizeof(float);
    deviceRequire(&options, 3 * bytes, 4 * bytes);
    float *a = (float *)host_alloc(count, sizeof(float)), *d_a;
    float *b = (float *)host_alloc(count, sizeof(float)), *d_b;
    float *c = (float *)host_alloc(count, sizeof(float)), *d_c;
    float *want = (float *)host_alloc(count, sizeof(float));
    fill_floats(a, count, options.seed);
    fill_floats(b, count, options.seed + 1);
    for (size_t i = 0; i < count; i++)
        want[i] = (float)((double)a[i] + b[i]); // exact: see verify.h
    cudaCheck(cudaMalloc(&d_a, bytes));
    cudaCheck(cudaMalloc(&d_b, bytes));
    cudaCheck(cudaMalloc(&d_c, bytes));
    cudaCheck(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));

    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    for (int i = 0; i < SHAPES; i++) {
        if (!options_want(&options, names[i]))
            continue;
        dim3 block(shapes[i].x, shapes[i].y);
        dim3 grid(blocksFor(n, block.x), blocksFor(n, block.y));
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(d_c, 0xff, bytes)); // NaN: no earlier result can pass
            gpuTimerStart(&timer);
            sumMatrix<<<grid, block>>>(d_a, d_b, d_c, n);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        cudaCheck(cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost));
        rowsKernel(&rows, names[i], n, ms, 3.0 * (double)bytes,
                   verify_floats(names[i], c, want, count, 0));
    }
    if (!options.csv) {
        printf("\nknown before any run:\n\n%-14s %12s %12s %11s %13s %12s\n", "kernel", "blocks",
               "occupancy %", "threads", "sectors/load", "efficiency %");
        for (int i = 0; i < SHAPES; i++) {
            unsigned int x = shapes[i].x, y = shapes[i].y, sectors = sectorsFor(x);
            if (options_want(&options, names[i]))
                printf("%-14s %12zu %12.1f %11u %13u %12.1f\n", names[i],
                       (size_t)blocksFor(n, x) * blocksFor(n, y), occupancyOf(x * y), x * y,
                       sectors, 100.0 * WARP * sizeof(float) / (SECTOR * sectors));
        }
    }
    cudaCheck(cudaFree(d_a));
    cudaCheck(cudaFree(d_b));
    cudaCheck(cudaFree(d_c));
    free(a);
    free(b);
    free(c);
    free(want);
    return rowsEnd(&rows);
}
