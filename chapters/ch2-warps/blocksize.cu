// The shape of a block: no single metric decides.
//
// C = A + B with a thread per element. Whatever the shape of the blocks, the threads do the same; what
// changes is how many warps an SM holds (occupancy), which elements a warp's lanes touch together
// (sectors), and how many blocks there are to hand out.
//
//     sum32x32     blocks of 32 threads in x and 32 in y; and so on
//
//     make ch2-blocksize && ./ch2-blocksize -n 16384
//     make profile-ch2-blocksize

#include "program.h"

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
// The sectors that a full warp's load touches if rows are long and start at a multiple of 32 bytes.
// Lanes are numbered with x running fastest, so a warp covers 32 / x rows of a narrow block.
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
    Options options =
        options_for("Adds two n x n matrices of random floats with blocks of many shapes.", "nsrk");
    options.n = default_size(1 << 14, 1 << 10);
    options.n_max = 65535; // y of a grid of blocks that are one thread high
    options_kernels(&options, shapes);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, count = n * n, bytes = count * sizeof(float);
    deviceRequire(&options, 3 * bytes, 4 * bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    float *a = host_array(float, count);
    float *b = host_array(float, count);
    float *c = host_array(float, count);
    float *want = host_array(float, count);
    fill_floats(a, count, options.seed);
    fill_floats(b, count, options.seed + 1);
    for (size_t i = 0; i < count; i++)
        want[i] = (float)((double)a[i] + b[i]); // exact: see verify.h
    float *d_a = deviceCopy(float, a, count);
    float *d_b = deviceCopy(float, b, count);
    float *d_c = deviceArray(float, count);

    for (int i = 0; i < SHAPES; i++) {
        if (!options_want(&options, shapes[i].name))
            continue;
        dim3 block(shapes[i].x, shapes[i].y);
        dim3 grid(blocksFor(n, block.x), blocksFor(n, block.y));
        Runs runs = runsBegin(&options, d_c, bytes);
        while (runsNext(&runs))
            sumMatrix<<<grid, block>>>(d_a, d_b, d_c, n);
        double ms = runsEnd(&runs, c);
        rowsKernel(&rows, shapes[i].name, n, ms, 3.0 * (double)bytes,
                   verify_floats(shapes[i].name, c, want, count, 0));
    }
    if (!options.csv) {
        printf("\nknown before any run:\n\n%-14s %12s %12s %11s %13s %12s\n", "kernel", "blocks",
               "occupancy %", "threads", "sectors/load", "efficiency %");
        for (int i = 0; i < SHAPES; i++) {
            unsigned int x = shapes[i].x, y = shapes[i].y, sectors = sectorsFor(x);
            if (options_want(&options, shapes[i].name))
                printf("%-14s %12zu %12.1f %11u %13u %12.1f\n", shapes[i].name,
                       (size_t)blocksFor(n, x) * blocksFor(n, y), occupancyOf(x * y), x * y,
                       sectors, 100.0 * WARP * sizeof(float) / (SECTOR * sectors));
        }
    }
    deviceFree(d_a, d_b, d_c);
    host_free(a, b, c, want);
    return rowsEnd(&rows);
}
