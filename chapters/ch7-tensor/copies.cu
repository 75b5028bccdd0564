// Copies: four ways to bring a tile into shared memory.
//
// A tile of 64 x 64 elements in bf16 lies in a matrix with longer rows, so it's 64 pieces of 128 bytes. Each block brings
// one into shared memory and writes it out again.
//
//     byLoads       every thread loads 16 bytes into a register and stores them, four times
//     byAsync       every thread starts four copies of 16 bytes, cp.async, and waits for them
//     byBulk        one warp starts a copy of 128 bytes for each row, and an mbarrier counts the bytes
//     byTensorMap   one thread starts a single copy, whose addresses the copy engine calculates
//
// It needs compute capability 9.0; the simulator simulates an H200. Instructions: make profile-ch7-copies.
//
//     make ch7-copies && ./ch7-copies
//
// build: -gencode arch=compute_90a,code=sm_90a

#include "hopper.h"

enum { SIDE = 64, THREADS = 128, ROW = SIDE * 2, TILE = SIDE * ROW, CHUNKS = ROW / 16, COLS = 128 };

typedef void Way(Matrix in, Matrix out, CUtensorMap map);

// [begin chunkAt]
// The tile's chunk of 16 bytes, swizzled as a tensor copy lays it out, or plain.
static __device__ uint4 *chunkAt(char *tile, int row, int chunk, bool swizzled)
{
    return (uint4 *)(tile + row * ROW + (swizzled ? chunk ^ row % 8 : chunk) * 16);
}
// [end chunkAt]

// All threads: write the block's tile to `out`.
static __device__ void writeTile(Matrix out, char *tile, bool swizzled)
{
    for (int i = threadIdx.x; i < SIDE * CHUNKS; i += THREADS) {
        int row = i / CHUNKS, chunk = i % CHUNKS;
        *(uint4 *)&out.at[(size_t)(blockIdx.x * SIDE + row) * out.pitch + chunk * 8] =
            *chunkAt(tile, row, chunk, swizzled);
    }
}

// All kernels: in: (gridDim.x * SIDE, COLS), whose first SIDE columns are copied to out: (gridDim.x * SIDE, SIDE). Blocks of THREADS.
// [begin byLoads]
__global__ void byLoads(Matrix in, Matrix out, const __grid_constant__ CUtensorMap)
{
    __shared__ __align__(1024) char tile[TILE];
    for (int i = threadIdx.x; i < SIDE * CHUNKS; i += THREADS) {
        int row = i / CHUNKS, chunk = i % CHUNKS;
        *chunkAt(tile, row, chunk, true) =
            *(const uint4 *)&in.at[(size_t)(blockIdx.x * SIDE + row) * in.pitch + chunk * 8];
    }
    __syncthreads();
    writeTile(out, tile, true);
}
// [end byLoads]

// [begin byAsync]
__global__ void byAsync(Matrix in, Matrix out, const __grid_constant__ CUtensorMap)
{
    __shared__ __align__(1024) char tile[TILE];
    for (int i = threadIdx.x; i < SIDE * CHUNKS; i += THREADS) {
        int row = i / CHUNKS, chunk = i % CHUNKS;
        copyChunk(chunkAt(tile, row, chunk, true),
                  &in.at[(size_t)(blockIdx.x * SIDE + row) * in.pitch + chunk * 8], true);
    }
    closeGroup();
    waitForGroups<0>();
    __syncthreads();
    writeTile(out, tile, true);
}
// [end byAsync]

// [begin byBulk]
__global__ void byBulk(Matrix in, Matrix out, const __grid_constant__ CUtensorMap)
{
    __shared__ __align__(1024) char tile[TILE];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        barrierInit(&full, 1);
        barriersReady();
        barrierExpect(&full, TILE);
    }
    __syncthreads();
    if (threadIdx.x < 32)
        for (int row = threadIdx.x; row < SIDE; row += 32)
            copyBytes(tile + row * ROW, &in.at[(size_t)(blockIdx.x * SIDE + row) * in.pitch], ROW,
                      &full);
    barrierWait(&full, 0);
    writeTile(out, tile, false);
}
// [end byBulk]

// [begin byTensorMap]
__global__ void byTensorMap(Matrix, Matrix out, const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(1024) char tile[TILE];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        barrierInit(&full, 1);
        barriersReady();
        barrierExpect(&full, TILE);
        loadBox(tile, &map, blockIdx.x * SIDE, 0, &full);
    }
    __syncthreads(); // nobody waits for a barrier that isn't set up
    barrierWait(&full, 0);
    writeTile(out, tile, true);
}
// [end byTensorMap]

static const struct {
    const char *name;
    Way *kernel;
} ways[] = {
    {"byLoads", byLoads}, {"byAsync", byAsync}, {"byBulk", byBulk}, {"byTensorMap", byTensorMap}};
enum { WAYS = sizeof ways / sizeof *ways };

// True if got: (rows, SIDE) is what in: (rows, COLS) has in its first columns.
static bool is_copy(const char *name, const bf16 *got, const bf16 *in, size_t rows)
{
    for (size_t row = 0; row < rows; row++)
        if (memcmp(got + row * SIDE, in + row * COLS, ROW) != 0) {
            fprintf(stderr, "%s: row %zu is not what it was\n", name, row);
            return false;
        }
    return true;
}

int main(int argc, char **argv)
{
    Options options = options_for("Brings n tiles of 64 x 64 elements into shared memory.", "nsrk");
    options.n = default_size(1 << 16, 256);
    options.n_max = 1 << 20;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    requireHopper(&device, "bulk copies", true);
    size_t n = options.n, rows = n * SIDE, bytes = rows * ROW;
    deviceRequire(&options, 3 * bytes, 3 * bytes);
    Rows table = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    bf16 *given = host_array(bf16, rows * COLS), *got = host_array(bf16, rows * SIDE);
    for (size_t i = 0; i < rows * COLS; i++)
        given[i] = __float2bfloat16((float)(random_bits(options.seed, i) % 512) - 256);
    Matrix in = {deviceCopy(bf16, given, rows * COLS), (int)rows, COLS, COLS},
           out = {deviceArray(bf16, bytes / sizeof(bf16)), (int)rows, SIDE, SIDE};
    CUtensorMap map = mapOf(in, SIDE);

    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        Runs runs = runsBegin(&options, out.at, bytes);
        while (runsNext(&runs))
            if (n > 0)
                ways[i].kernel<<<(unsigned int)n, THREADS>>>(in, out, map);
        double ms = runsEnd(&runs, got);
        rowsKernel(&table, ways[i].name, n, ms, 2.0 * (double)bytes,
                   is_copy(ways[i].name, got, given, rows));
    }
    deviceFree(in.at, out.at);
    host_free(given, got);
    return rowsEnd(&table);
}
