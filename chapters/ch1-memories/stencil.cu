// A stencil in two dimensions: tiles and their halo.
//
// Each element becomes a weighted mean of itself and its four neighbours: a step of heat spreading over a
// plate. Elements at the border stay as they are. Every element is needed five times; the memory should
// deliver it once. What a block needs beyond its own elements is the halo of its tile.
//
//     stencil_loop      the CPU, in double: the reference
//     stencilPlain      a thread per element, five loads
//     stencilHalo       the tile and its halo in shared memory: each element is loaded once by a block
//     stencilMarch      a thread goes down a column and keeps three elements in registers
//     copy              the same bytes copied by cudaMemcpy: the limit
//
//     make ch1-stencil && ./ch1-stencil -n 8192 -w 8192

#include "flush.h"
#include "program.h"

enum {
    WIDE = 32,
    HIGH = 8,
    MARCH = 16
}; // a block's threads; the rows that a marching thread makes

// All kernels: in, out: (rows, columns). blockDim: (WIDE, HIGH).

// [begin mean]
static __host__ __device__ float mean(float here, float up, float down, float left, float right)
{
    return 0.5f * here + 0.125f * ((up + down) + (left + right));
}
// [end mean]

// Rung 1: five loads for each element. Left and right are neighbours in the same sectors, and up and down
// come from L1, if they are still there: requests count, not bytes.
// [begin stencilPlain]
__global__ void stencilPlain(const float *in, float *out, int rows, int columns)
{
    int row = blockIdx.y * HIGH + threadIdx.y, column = blockIdx.x * WIDE + threadIdx.x;
    if (row >= rows || column >= columns)
        return;
    size_t i = (size_t)row * columns + column;
    if (row == 0 || row == rows - 1 || column == 0 || column == columns - 1)
        out[i] = in[i];
    else
        out[i] = mean(in[i], in[i - columns], in[i + columns], in[i - 1], in[i + 1]);
}
// [end stencilPlain]

// Rung 2: the block brings its tile into shared memory, with a halo: one row above and below, one column
// left and right. 340 elements are loaded for 256 results: 1.33 loads for each instead of 5. Yet it is
// slower on an H200: L1 serves the neighbours well, and the tile costs a barrier and many indices
// (l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum). Threads outside of the matrix load too, and reach
// the barrier; what is outside is 0 and never used.
// [begin stencilHalo]
__global__ void stencilHalo(const float *in, float *out, int rows, int columns)
{
    __shared__ float tile[HIGH + 2][WIDE + 2];
    int row0 = blockIdx.y * HIGH - 1, column0 = blockIdx.x * WIDE - 1; // of the tile with its halo

    for (int t = threadIdx.y * WIDE + threadIdx.x; t < (HIGH + 2) * (WIDE + 2); t += WIDE * HIGH) {
        int row = row0 + t / (WIDE + 2), column = column0 + t % (WIDE + 2);
        bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
        tile[t / (WIDE + 2)][t % (WIDE + 2)] = inside ? in[(size_t)row * columns + column] : 0;
    }
    __syncthreads();

    int y = threadIdx.y + 1, x = threadIdx.x + 1, row = row0 + y, column = column0 + x;
    if (row >= rows || column >= columns)
        return;
    bool border = row == 0 || row == rows - 1 || column == 0 || column == columns - 1;
    out[(size_t)row * columns + column] =
        border ? tile[y][x]
               : mean(tile[y][x], tile[y - 1][x], tile[y + 1][x], tile[y][x - 1], tile[y][x + 1]);
}
// [end stencilHalo]

// Rung 3: no tile at all. A thread makes MARCH elements of a column, from top to bottom. The element
// below becomes the middle one in the next step, and the one above in the step after that: three registers.
// A thread loads three elements for each result. Two of them are in L1, because the lanes beside it have
// just asked for them. No barrier.
// [begin stencilMarch]
__global__ void stencilMarch(const float *in, float *out, int rows, int columns)
{
    int column = blockIdx.x * WIDE + threadIdx.x;
    int first = (blockIdx.y * HIGH + threadIdx.y) * MARCH;
    if (first >= rows || column >= columns)
        return;
    const float *x = in + (size_t)first * columns + column;
    float up = first > 0 ? x[-(ptrdiff_t)columns] : 0, here = x[0];

#pragma unroll 4
    for (int row = first; row < first + MARCH && row < rows; row++) {
        float down = row < rows - 1 ? x[columns] : 0, result = here;
        if (row > 0 && row < rows - 1 && column > 0 && column < columns - 1)
            result = mean(here, up, down, x[-1], x[1]);
        out[x - in] = result;
        up = here;
        here = down;
        x += columns;
    }
}
// [end stencilMarch]

// [begin reference]
static double stencil_loop(const float *in, size_t rows, size_t columns, size_t row, size_t column)
{
    size_t i = row * columns + column;
    if (row == 0 || row == rows - 1 || column == 0 || column == columns - 1)
        return in[i];
    return 0.5 * in[i] +
           0.125 * ((double)in[i - columns] + in[i + columns] + in[i - 1] + in[i + 1]);
}
// [end reference]

static const struct {
    const char *name;
    void (*kernel)(const float *in, float *out, int rows, int columns); // NULL: cudaMemcpy
    size_t rowsPerThread;
} ladder[] = {
    {"stencilPlain", stencilPlain, 1},
    {"stencilHalo", stencilHalo, 1},
    {"stencilMarch", stencilMarch, MARCH},
    {"copy", NULL, 1},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

// True if every element of out: (rows, columns) is right: each passes through at most five roundings.
static bool verify_rung(int i, const float *in, const float *out, size_t rows, size_t columns)
{
    if (ladder[i].kernel == NULL)
        return verify_floats(ladder[i].name, out, in, rows * columns, 0);
    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++)
            if (!verify_float(ladder[i].name, out[row * columns + column],
                              stencil_loop(in, rows, columns, row, column), float_gamma(5))) {
                fprintf(stderr, "%s: that was row %zu, column %zu\n", ladder[i].name, row, column);
                return false;
            }
    return true;
}

int main(int argc, char **argv)
{
    enum { MOST = 65535 * HIGH }; // y of a grid of blocks that are HIGH threads high
    size_t columns = default_size(8192, 1024);
    const Option own[] = {{'w', "width", "columns", &columns, 0, MOST, NULL, NULL}, {}};
    Options options =
        options_for("A step of a 5-point stencil on n rows of random floats.", "nsrk");
    options.n = default_size(8192, 1024);
    options.n_max = MOST;
    options_kernels(&options, ladder);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t rowCount = options.n, count = rowCount * columns, bytes = count * sizeof(float);
    deviceRequire(&options, 2 * bytes, 2 * bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    float *in = host_array(float, count);
    float *out = host_array(float, count);
    fill_floats(in, count, options.seed);
    float *d_in = deviceCopy(float, in, count);
    float *d_out = deviceArray(float, count);

    Flush flush = flushBegin();
    for (int i = 0; i < RUNGS; i++) {
        if (!options_want(&options, ladder[i].name))
            continue;
        dim3 grid(blocksFor(columns, WIDE), blocksFor(rowCount, HIGH * ladder[i].rowsPerThread));
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(d_out, 0xff, bytes)); // NaN: no earlier result can pass
            flushCaches(&flush);
            gpuTimerStart(&timer);
            if (ladder[i].kernel == NULL)
                cudaCheck(cudaMemcpyAsync(d_out, d_in, bytes, cudaMemcpyDeviceToDevice));
            else
                ladder[i].kernel<<<grid, dim3(WIDE, HIGH)>>>(d_in, d_out, (int)rowCount,
                                                             (int)columns);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        cudaCheck(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost));
        rowsKernel(&rows, ladder[i].name, rowCount, ms, 2.0 * (double)bytes,
                   verify_rung(i, in, out, rowCount, columns));
    }

    rowsNote(&rows, "the model's copies are too slow: on an H200 copy is the fastest row");
    flushEnd(&flush);
    deviceFree(d_in, d_out);
    host_free(in, out);
    return rowsEnd(&rows);
}
