// Transposing a matrix: no arithmetic, only memory.
//
// out[column][row] = in[row][column]. A kernel that reads along rows has to write along columns: one
// of the two is not coalesced, unless the block transposes a tile of the matrix in shared memory. At
// best a transpose is as fast as a copy of the same bytes: the first two rows.
//
//     memcpy                 cudaMemcpy from device to device
//     copy                   a kernel that copies, 16 bytes per access
//     transposeNaive         rows read, columns written
//     transposeTiled         a tile transposed in shared memory: rows read, rows written
//     transposePadded        rows of the tile one word longer: no bank conflicts
//     transposeSwizzled      rows of 32 again, and words placed so that there are no conflicts either
//     transposeCoarse        four elements per thread: more loads in flight, smaller blocks
//     transposeVector        tiles of 64 x 64, 16 bytes per load and store
//     transposeBands         the same tiles in an order that keeps neighbours together
//     transposeStream        and caches are told that nothing will be used again
//     transposeSectors       any size: a tile's edge lies where sectors of the result begin
//
//     make ch1-transpose && ./ch1-transpose -n 2^13
//     make profile-ch1-transpose

#include "program.h"

// All kernels: in: (rows, columns); out: (columns, rows). Block x counts tiles along a row of in.
enum { TILE = 32, WIDE = 64 }; // elements along the side of a tile

// The reference for time: as many bytes read and written, both in order. A thread's four loads do
// not depend on each other. in, out: rows * columns floats, 16 bytes aligned.
// [begin copy]
__global__ void copy(const float *in, float *out, size_t rows, size_t columns)
{
    size_t n = rows * columns, fours = n / 4;
    size_t first = (size_t)blockIdx.x * blockDim.x * 4 + threadIdx.x;
    const float4 *from = (const float4 *)in;
    float4 *to = (float4 *)out, v[4];

    for (int k = 0; k < 4; k++)
        if (first + k * blockDim.x < fours)
            v[k] = from[first + k * blockDim.x];
    for (int k = 0; k < 4; k++)
        if (first + k * blockDim.x < fours)
            to[first + k * blockDim.x] = v[k];
    if (first < n % 4) // at most three floats are left over
        out[4 * fours + first] = in[4 * fours + first];
}
// [end copy]

// Rung 1: a thread for each element. A warp reads 32 floats of a row, 4 sectors, and writes them into 32
// rows of the result, 32 sectors: store efficiency is 12.5 %
// (smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct).
// [begin transposeNaive]
__global__ void transposeNaive(const float *in, float *out, size_t rows, size_t columns)
{
    size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    size_t row = (size_t)blockIdx.y * TILE + threadIdx.y;

    if (row < rows && column < columns)
        out[column * rows + row] = in[row * columns + column];
}
// [end transposeNaive]

// Rung 2: the corner is turned in shared memory. A warp reads a row of the tile from the matrix and
// writes a row of the turned tile to the result: 4 sectors each. Removes the wasted sectors. The
// price: a warp reads a column of the tile, 32 words in one bank, which takes 32 wavefronts instead of
// 1 (l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum).
// [begin transposeTiled]
__global__ void transposeTiled(const float *in, float *out, size_t rows, size_t columns)
{
    __shared__ float tile[TILE][TILE];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    size_t column = (size_t)blockIdx.x * TILE + x;
    size_t row = (size_t)blockIdx.y * TILE + y;

    if (row < rows && column < columns)
        tile[y][x] = in[row * columns + column];
    __syncthreads(); // by all threads, even those outside the matrix

    column = (size_t)blockIdx.y * TILE + x; // of the result: x runs along its rows
    row = (size_t)blockIdx.x * TILE + y;
    if (row < columns && column < rows)
        out[row * rows + column] = tile[x][y];
}
// [end transposeTiled]

// Rung 3: padding. With rows of 33 words the words of a column are 33 apart, in 32 different banks.
// Removes the bank conflicts; costs 128 bytes of shared memory per tile.
// [begin transposePadded]
__global__ void transposePadded(const float *in, float *out, size_t rows, size_t columns)
{
    __shared__ float tile[TILE][TILE + 1];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    size_t column = (size_t)blockIdx.x * TILE + x;
    size_t row = (size_t)blockIdx.y * TILE + y;

    if (row < rows && column < columns)
        tile[y][x] = in[row * columns + column];
    __syncthreads();

    column = (size_t)blockIdx.y * TILE + x;
    row = (size_t)blockIdx.x * TILE + y;
    if (row < columns && column < rows)
        out[row * rows + column] = tile[x][y];
}
// [end transposePadded]

// Rung 4: swizzling. Element (y, x) is kept at position x ^ y of row y. A row is still in 32
// different banks, and so is a column: y, y ^ 1, y ^ 2, ... The counters are those of rung 3, without the
// longer rows, which would spoil the alignment that 16-byte accesses need.
// [begin transposeSwizzled]
__global__ void transposeSwizzled(const float *in, float *out, size_t rows, size_t columns)
{
    __shared__ float tile[TILE][TILE];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    size_t column = (size_t)blockIdx.x * TILE + x;
    size_t row = (size_t)blockIdx.y * TILE + y;

    if (row < rows && column < columns)
        tile[y][x ^ y] = in[row * columns + column];
    __syncthreads();

    column = (size_t)blockIdx.y * TILE + x;
    row = (size_t)blockIdx.x * TILE + y;
    if (row < columns && column < rows)
        out[row * rows + column] = tile[x][y ^ x];
}
// [end transposeSwizzled]

// Rung 5: four elements per thread. A block of 32 x 8 threads does the work of 32 x 32. In rung 4
// all warps of a large block wait at the barrier for the slowest, with one load each on its way;
// here each thread has four, and an SM holds four times as many blocks that take turns. Removes
// waiting (smsp__warp_issue_stalled_barrier_per_warp_active.pct).
// [begin transposeCoarse]
enum {
    STRIP = 8,
    TIMES = TILE / STRIP
}; // a block has STRIP warps: each takes TIMES rows of a tile

// All 32 * STRIP threads of a block call this together. tile: (TILE, TILE), in shared memory.
static __device__ void transposeTile(const float *in, float *out, size_t rows, size_t columns,
                                     size_t firstRow, size_t firstColumn, float (*tile)[TILE])
{
    unsigned int x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    float v[TIMES] = {};

    for (int k = 0; k < TIMES; k++)
        if (firstRow + y + k * STRIP < rows && firstColumn + x < columns)
            v[k] = in[(firstRow + y + k * STRIP) * columns + firstColumn + x];
    for (int k = 0; k < TIMES; k++)
        tile[y + k * STRIP][x ^ (y + k * STRIP)] = v[k];
    __syncthreads();
    for (int k = 0; k < TIMES; k++)
        if (firstColumn + y + k * STRIP < columns && firstRow + x < rows)
            out[(firstColumn + y + k * STRIP) * rows + firstRow + x] = tile[x][(y + k * STRIP) ^ x];
}

__global__ void transposeCoarse(const float *in, float *out, size_t rows, size_t columns)
{
    __shared__ float tile[TILE][TILE];
    transposeTile(in, out, rows, columns, (size_t)blockIdx.y * TILE, (size_t)blockIdx.x * TILE,
                  tile);
}
// [end transposeCoarse]

// Rung 6: 16 bytes per access, tiles of 64 x 64. A thread has four loads of 16 bytes in flight, and
// each row of a tile is 256 bytes, two full cache lines. Removes instructions, three out of four
// requests (l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum), and waiting with too few bytes in
// flight (dram__bytes_read.sum.per_second).
//
// A lane reads and keeps four floats side by side, but gathers the four that it writes from four rows
// of the tile. Element (row, column) is kept at position column ^ 2 (row / 4) of its row. What that does
// to a group of four columns: the group moves as a whole, and if row / 4 is odd its halves are
// swapped. The gathering lanes of a warp are in 16 rows, 4 apart, and 2 columns: the rows give 16
// different even banks, the columns make them even and odd, and all 32 differ.
// [begin transposeVector]
enum {
    GROUPS = WIDE / 4, // of four floats, in a row of a tile; also lines of threads in a block
    WIDE_THREADS = GROUPS * GROUPS
};

// A wide tile that lies inside the matrix. once: nothing of it will be used again.
static __device__ void transposeWhole(const float *in, float *out, size_t rows, size_t columns,
                                      size_t firstRow, size_t firstColumn, bool once)
{
    __shared__ __align__(16) float tile[WIDE][WIDE];
    unsigned int group = threadIdx.x % GROUPS, line = threadIdx.x / GROUPS;
    float4 v[4];

    for (int k = 0; k < 4; k++) {
        size_t row = firstRow + line + k * GROUPS;
        const float4 *from = (const float4 *)(in + row * columns + firstColumn) + group;
        v[k] = once ? __ldcs(from) : *from;
    }
    for (int k = 0; k < 4; k++) {
        unsigned int row = line + k * GROUPS, turn = row / 4;
        float4 swapped = make_float4(v[k].z, v[k].w, v[k].x, v[k].y);
        ((float4 *)tile[row])[group ^ (turn / 2)] = turn % 2 == 0 ? v[k] : swapped;
    }
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        unsigned int column = line + k * GROUPS, place = column ^ (2 * group);
        float4 *to = (float4 *)(out + (firstColumn + column) * rows + firstRow) + group;
        float4 turned = make_float4(tile[4 * group][place], tile[4 * group + 1][place],
                                    tile[4 * group + 2][place], tile[4 * group + 3][place]);
        if (once)
            __stcs(to, turned);
        else
            *to = turned;
    }
}

// A wide tile that sticks out, or whose rows do not start at multiples of 16 bytes: four small
// ones.
static __device__ void transposeRagged(const float *in, float *out, size_t rows, size_t columns,
                                       size_t firstRow, size_t firstColumn)
{
    __shared__ float tile[TILE][TILE];
    for (unsigned int quarter = 0; quarter < 4; quarter++) {
        __syncthreads(); // the tile of the quarter before has been read
        transposeTile(in, out, rows, columns, firstRow + quarter / 2 * TILE,
                      firstColumn + quarter % 2 * TILE, tile);
    }
}

// The wide tile in that row and column of tiles. Which of the two ways it takes is the same for all
// threads of the block, so that barriers are safe on both.
static __device__ void transposeWide(const float *in, float *out, size_t rows, size_t columns,
                                     size_t tileRow, size_t tileColumn, bool once)
{
    bool aligned = rows % 4 == 0 && columns % 4 == 0;
    bool inside = (tileRow + 1) * WIDE <= rows && (tileColumn + 1) * WIDE <= columns;
    if (aligned && inside)
        transposeWhole(in, out, rows, columns, tileRow * WIDE, tileColumn * WIDE, once);
    else
        transposeRagged(in, out, rows, columns, tileRow * WIDE, tileColumn * WIDE);
}

__global__ void transposeVector(const float *in, float *out, size_t rows, size_t columns)
{
    transposeWide(in, out, rows, columns, blockIdx.y, blockIdx.x, false);
}
// [end transposeVector]

// Rung 7: another order of the tiles. Blocks start in the order of their numbers, row after row of
// tiles. So at any time a few rows of tiles are in progress: read in long stretches of memory, written
// in stretches of 256 bytes that are a row of the result apart. In bands of BAND rows, column after
// column, the part in progress is a compact piece of the matrix, and reads and writes both have stretches
// of several KiB. It is meant to save changes between rows of DRAM, which no counter shows; on an H200 the
// time doesn't show any saving either.
// [begin transposeBands]
enum { BAND = 16 }; // rows of tiles

static __device__ void transposeInBands(const float *in, float *out, size_t rows, size_t columns,
                                        bool once)
{
    unsigned int number = blockIdx.y * gridDim.x + blockIdx.x, perBand = BAND * gridDim.x;
    unsigned int band = number / perBand, inBand = number % perBand;
    unsigned int height = min((unsigned int)BAND, gridDim.y - band * BAND); // the last may be lower
    transposeWide(in, out, rows, columns, band * BAND + inBand % height, inBand / height, once);
}

__global__ void transposeBands(const float *in, float *out, size_t rows, size_t columns)
{
    transposeInBands(in, out, rows, columns, false);
}
// [end transposeBands]

// Rung 8: every element is read once and written once, so that keeping it in a cache is of no use.
// __ldcs and __stcs mark lines to be thrown out first.
// [begin transposeStream]
__global__ void transposeStream(const float *in, float *out, size_t rows, size_t columns)
{
    transposeInBands(in, out, rows, columns, true);
}
// [end transposeStream]

// Rung 9: rows of any length. If rows isn't a multiple of 8, the rows of the result begin in the middle of a
// sector, and a tile that ends at the same place in each of them writes parts of sectors, which the cache
// has to put together. So here a tile's edge is ragged: in each row of the result it begins where a sector
// begins, up to 7 elements before the tile's own row. For that the block reads 7 rows more than it writes.
// Removes sectors that are written in parts (lts__t_sectors_op_write.sum).
// [begin transposeSectors]
enum {
    TALL = 128,
    MORE = 7,
    SECTOR = 8
}; // rows of a tile, and those before it; floats in a sector

__global__ void __launch_bounds__(WIDE_THREADS)
    transposeSectors(const float *in, float *out, size_t rows, size_t columns)
{
    enum { LINES = WIDE_THREADS / WIDE, LOADS = (TALL + MORE + LINES - 1) / LINES };
    __shared__ float tile[TALL + MORE][WIDE + 1]; // tile[MORE]: the tile's first row
    size_t firstRow = (size_t)blockIdx.y * TALL, firstColumn = (size_t)blockIdx.x * WIDE;
    unsigned int x = threadIdx.x % WIDE, y = threadIdx.x / WIDE;
    float v[LOADS] = {};

#pragma unroll
    for (int k = 0; k < LOADS; k++) {
        size_t row = firstRow + y + k * LINES; // MORE rows further down than those of the tile
        if (row >= MORE && row < rows + MORE && firstColumn + x < columns)
            v[k] = in[(row - MORE) * columns + firstColumn + x];
    }
#pragma unroll
    for (int k = 0; k < LOADS; k++)
        if (y + k * LINES < TALL + MORE)
            tile[y + k * LINES][x] = v[k];
    __syncthreads();

    x = threadIdx.x % TALL, y = threadIdx.x / TALL;
#pragma unroll 8
    for (int k = 0; k < WIDE; k += WIDE_THREADS / TALL) {
        size_t column = firstColumn + y + k;
        unsigned int before = (column * rows + firstRow) % SECTOR;
        size_t row = firstRow + x - before; // wraps round above rows if it isn't in the matrix
        if (column < columns && row < rows)
            out[column * rows + row] = tile[MORE + x - before][y + k];
    }
}
// [end transposeSectors]

typedef void (*Kernel)(const float *in, float *out, size_t rows, size_t columns);

static const struct {
    const char *name;
    Kernel kernel; // NULL: cudaMemcpy
    dim3 block;
    unsigned int wide,
        tall;    // a block's tile; 0: a block takes 4 * 256 groups of four floats in order
    bool copies; // does not transpose
} ladder[] = {
    {"memcpy", NULL, dim3(1), 0, 0, true},
    {"copy", copy, dim3(256), 0, 0, true},
    {"transposeNaive", transposeNaive, dim3(TILE, TILE), TILE, TILE, false},
    {"transposeTiled", transposeTiled, dim3(TILE, TILE), TILE, TILE, false},
    {"transposePadded", transposePadded, dim3(TILE, TILE), TILE, TILE, false},
    {"transposeSwizzled", transposeSwizzled, dim3(TILE, TILE), TILE, TILE, false},
    {"transposeCoarse", transposeCoarse, dim3(32 * STRIP), TILE, TILE, false},
    {"transposeVector", transposeVector, dim3(WIDE_THREADS), WIDE, WIDE, false},
    {"transposeBands", transposeBands, dim3(WIDE_THREADS), WIDE, WIDE, false},
    {"transposeStream", transposeStream, dim3(WIDE_THREADS), WIDE, WIDE, false},
    {"transposeSectors", transposeSectors, dim3(WIDE_THREADS), WIDE, TALL, false},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

// The grid of rung i. A thread of copy takes four groups of four floats.
static dim3 gridFor(int i, size_t rows, size_t columns)
{
    if (ladder[i].wide == 0)
        return dim3(blocksFor(rows * columns, 4 * 4 * ladder[i].block.x));
    size_t more =
        ladder[i].tall == TALL ? MORE : 0; // what the last tile leaves over, see transposeSectors
    return dim3(blocksFor(columns, ladder[i].wide), blocksFor(rows + more, ladder[i].tall));
}

// Median time of rung i in ms.
static double timeRung(int i, const float *d_in, float *d_out, size_t rows, size_t columns,
                       size_t repeats)
{
    size_t bytes = rows * columns * sizeof(float);
    dim3 grid = gridFor(i, rows, columns);
    GpuTimer timer = gpuTimerBegin(repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(d_out, 0xff, bytes)); // NaN: no earlier result can pass
        gpuTimerStart(&timer);
        if (ladder[i].kernel == NULL)
            cudaCheck(cudaMemcpyAsync(d_out, d_in, bytes, cudaMemcpyDeviceToDevice));
        else
            ladder[i].kernel<<<grid, ladder[i].block>>>(d_in, d_out, rows, columns);
        gpuTimerStop(&timer);
    }
    return gpuTimerEnd(&timer);
}

// True if out is in, transposed or not; otherwise reports on stderr where it isn't. NaN is never equal.
static bool verify_rung(int i, const float *in, const float *out, size_t rows, size_t columns)
{
    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++) {
            size_t at = ladder[i].copies ? row * columns + column : column * rows + row;
            if (out[at] == in[row * columns + column])
                continue;
            fprintf(stderr, "%s: in[%zu][%zu] is %.9g, found %.9g in its place\n", ladder[i].name,
                    row, column, in[row * columns + column], out[at]);
            return false;
        }
    return true;
}

int main(int argc, char **argv)
{
    size_t width = 0;
    const Option own[] = {
        {'w', "width", "columns of the matrix, 0: as many as rows", &width, 0, 1 << 20, NULL, NULL},
        {}};
    Options options = options_for("Transposes a matrix of random floats with n rows.", "nsrk");
    options.n = default_size(1 << 13, 1 << 11);
    options.n_max = 1 << 20; // y of a grid ends at 65,535 blocks
    options_kernels(&options, ladder);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t rows = options.n, columns = width > 0 ? width : rows, n = rows * columns;
    size_t bytes = n * sizeof(float);
    deviceRequire(&options, 2 * bytes, 2 * bytes);
    Rows table = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    float *in = host_array(float, n);
    float *out = host_array(float, n);
    fill_floats(in, n, options.seed);

    float *d_in = deviceCopy(float, in, n);
    float *d_out = deviceArray(float, n);

    double copyMs = 0, bestMs = 0; // of the faster copy; of the fastest transpose
    for (int i = 0; i < RUNGS; i++) {
        if (!options_want(&options, ladder[i].name))
            continue;
        double ms = timeRung(i, d_in, d_out, rows, columns, options.repeats);
        double *fastest = ladder[i].copies ? &copyMs : &bestMs;
        *fastest = *fastest == 0 ? ms : fmin(*fastest, ms);
        cudaCheck(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost));
        rowsKernel(&table, ladder[i].name, n, ms, 2.0 * (double)bytes,
                   verify_rung(i, in, out, rows, columns));
    }
    if (!options.csv && copyMs > 0 && bestMs > 0)
        printf(
            "\n%zu x %zu: the fastest transpose reaches %.1f %% of the rate of the faster copy\n",
            rows, columns, 100 * copyMs / bestMs);

    deviceFree(d_in, d_out);
    host_free(in, out);
    return rowsEnd(&table);
}
