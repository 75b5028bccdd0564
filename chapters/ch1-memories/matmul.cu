// The product of two matrices, with shared tiles.
//
// C = A B with A of n rows and depth columns, B of depth rows and width columns. Every element of C
// is a sum of depth products, and each thread makes one. What changes is where it gets its numbers. For
// each product and addition a thread of the plain kernel asks for two floats, more than the memory can
// deliver, so caches have to catch most of the requests. A block that shares tiles of A and B asks for
// each float only once, for all of its threads.
//
//     multiply           the CPU, in double: the reference
//     matmulByRows       a thread per element; neighbouring threads in different rows of C
//     matmulPlain        neighbouring threads in the same row: loads are coalesced
//     matmulTiled8       tiles of 8 x 8 in shared memory
//     matmulTiled16      16 x 16
//     matmulTiled32      32 x 32: a warp is a row of a tile
//     matmulFixed32      the same, with the tile's size known to the compiler
//
//     make ch1-matmul && ./ch1-matmul -n 2000 -w 500 -d 3000
//     make profile-ch1-matmul

#include "program.h"

// The shape of a product: A is (rows, depth), B is (depth, width), C is (rows, width).
typedef struct {
    size_t rows, width, depth;
} Shape;

// All kernels: a: (rows, depth), b: (depth, width), c: (rows, width), row after row. Blocks are square
// and cover C; block x counts along its rows.

// Rung 1: x counts the rows of C. The lanes of a warp read A and write C in 32 different rows, with
// a sector for each lane (l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum).
// [begin matmulByRows]
__global__ void matmulByRows(const float *a, const float *b, float *c, Shape s)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t column = (size_t)blockIdx.y * blockDim.y + threadIdx.y;

    if (row < s.rows && column < s.width) {
        float sum = 0;
        for (size_t k = 0; k < s.depth; k++)
            sum += a[row * s.depth + k] * b[k * s.width + column];
        c[row * s.width + column] = sum;
    }
}
// [end matmulByRows]

// Rung 2: x counts the columns of C. A warp reads one float of A for all its lanes, and 32 floats of B side by
// side: 1 + 4 sectors instead of 32 + 1. Removes uncoalesced accesses.
// [begin matmulPlain]
__global__ void matmulPlain(const float *a, const float *b, float *c, Shape s)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;

    if (row < s.rows && column < s.width) {
        float sum = 0;
        for (size_t k = 0; k < s.depth; k++)
            sum += a[row * s.depth + k] * b[k * s.width + column];
        c[row * s.width + column] = sum;
    }
}
// [end matmulPlain]

// Rung 3: tiles. The block walks along its rows of A and down its columns of B, a tile at a time:
// all threads together bring a tile of each into shared memory, one float of each per thread, then
// every thread uses all of its row and column there. Each float from global memory serves blockDim.x
// threads. Removes global loads (l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum): with tiles of 32
// there are 32 times fewer.
//
// Three things make it right for all shapes: the number of tiles is rounded up; where a tile sticks
// out of a matrix it is filled with 0, which adds nothing; and every thread reaches both barriers.
// [begin matmulTiled]
extern __shared__ float tiles[]; // (2, side, side): a tile of A, then one of B

__global__ void matmulTiled(const float *a, const float *b, float *c, Shape s)
{
    unsigned int side = blockDim.x, x = threadIdx.x, y = threadIdx.y;
    size_t column = (size_t)blockIdx.x * side + x;
    size_t row = (size_t)blockIdx.y * side + y;
    float *tileA = tiles, *tileB = tiles + side * side;
    float sum = 0;

    for (size_t first = 0; first < s.depth; first += side) {
        bool inA = row < s.rows && first + x < s.depth;
        bool inB = first + y < s.depth && column < s.width;
        tileA[y * side + x] = inA ? a[row * s.depth + first + x] : 0;
        tileB[y * side + x] = inB ? b[(first + y) * s.width + column] : 0;
        __syncthreads(); // both tiles are complete
        for (unsigned int k = 0; k < side; k++)
            sum += tileA[y * side + k] * tileB[k * side + x];
        __syncthreads(); // all threads have used them, so they may be overwritten
    }
    if (row < s.rows && column < s.width)
        c[row * s.width + column] = sum;
}
// [end matmulTiled]

// Rung 4: the size of a tile is a constant. The compiler unrolls the inner loop and keeps addresses as
// constants inside instructions, and it loads four neighbouring words of tileA with one instruction. Removes
// instructions (smsp__inst_executed.sum), and a quarter of the wavefronts of shared memory, which
// limit rung 3 (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum).
// [begin matmulFixed32]
enum { SIDE = 32 };

__global__ void matmulFixed32(const float *a, const float *b, float *c, Shape s)
{
    __shared__ float tileA[SIDE][SIDE], tileB[SIDE][SIDE];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    size_t column = (size_t)blockIdx.x * SIDE + x;
    size_t row = (size_t)blockIdx.y * SIDE + y;
    float sum = 0;

    for (size_t first = 0; first < s.depth; first += SIDE) {
        bool inA = row < s.rows && first + x < s.depth;
        bool inB = first + y < s.depth && column < s.width;
        tileA[y][x] = inA ? a[row * s.depth + first + x] : 0;
        tileB[y][x] = inB ? b[(first + y) * s.width + column] : 0;
        __syncthreads();
        for (unsigned int k = 0; k < SIDE; k++)
            sum += tileA[y][k] * tileB[k][x];
        __syncthreads();
    }
    if (row < s.rows && column < s.width)
        c[row * s.width + column] = sum;
}
// [end matmulFixed32]

typedef void (*Kernel)(const float *a, const float *b, float *c, Shape s);

static const struct {
    const char *name;
    Kernel kernel;
    unsigned int side; // of the block
    bool tiled;        // reads through tiles of the block's size
    bool dynamic;      // its tiles are dynamic shared memory
} ladder[] = {
    {"matmulByRows", matmulByRows, 32, false, false},
    {"matmulPlain", matmulPlain, 32, false, false},
    {"matmulTiled8", matmulTiled, 8, true, true},
    {"matmulTiled16", matmulTiled, 16, true, true},
    {"matmulTiled32", matmulTiled, 32, true, true},
    {"matmulFixed32", matmulFixed32, 32, true, false},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

// [begin multiply]
// c[i][j] = sum of a[i][k] b[k][j], in double, and in bound[i][j] how far a float result may be
// from it: depth products, each rounded once, go through at most depth additions (verify.h).
static void multiply(const float *a, const float *b, double *c, double *bound, Shape s)
{
    for (size_t i = 0; i < s.rows; i++)
        for (size_t k = 0; k < s.depth; k++)
            for (size_t j = 0; j < s.width; j++) {
                double product = (double)a[i * s.depth + k] * b[k * s.width + j];
                c[i * s.width + j] += product;
                bound[i * s.width + j] += fabs(product) * float_gamma((double)s.depth + 1);
            }
}
// [end multiply]

// [begin traffic]
// Floats that the threads of rung i ask global memory for; caches may answer. Plain: every element
// of C needs a row of A and a column of B. Tiled: once A for each column of blocks, and B for each
// row.
static double floatsFetched(int i, Shape s)
{
    double side = ladder[i].side;
    if (!ladder[i].tiled)
        return 2.0 * (double)s.depth * (double)s.rows * (double)s.width;
    return (double)(s.rows * s.depth) * ceil((double)s.width / side) +
           (double)(s.depth * s.width) * ceil((double)s.rows / side);
}
// [end traffic]

// Median time of rung i in ms.
static double timeRung(int i, const float *d_a, const float *d_b, float *d_c, Shape s,
                       size_t repeats)
{
    unsigned int side = ladder[i].side;
    size_t shared = ladder[i].dynamic ? 2 * side * side * sizeof(float) : 0;
    dim3 block(side, side), grid(blocksFor(s.width, side), blocksFor(s.rows, side));
    if (ladder[i].kernel == matmulByRows)
        grid = dim3(grid.y, grid.x);

    GpuTimer timer = gpuTimerBegin(repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(d_c, 0xff, s.rows * s.width * sizeof(float))); // NaN
        gpuTimerStart(&timer);
        ladder[i].kernel<<<grid, block, shared>>>(d_a, d_b, d_c, s);
        gpuTimerStop(&timer);
    }
    return gpuTimerEnd(&timer);
}

static bool verify_product(const char *name, const float *c, const double *want,
                           const double *bound, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!verify_float(name, c[i], want[i], bound[i]))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    size_t width = 0, depth = 0;
    const size_t most = 1 << 15; // rows or columns: y of a grid ends at 65,535 blocks
    const Option own[] = {
        {'w', "width", "columns of B and C, 0: n", &width, 0, most, NULL, NULL},
        {'d', "depth", "columns of A and rows of B, 0: n", &depth, 0, most, NULL, NULL},
        {}};
    Options options =
        options_for("Multiplies two matrices of random floats; the first has n rows.", "nsrk");
    options.n = default_size(1024, 256);
    options.n_max = most;
    options_kernels(&options, ladder);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    Shape s = {options.n, width > 0 ? width : options.n, depth > 0 ? depth : options.n};
    size_t inA = s.rows * s.depth, inB = s.depth * s.width, inC = s.rows * s.width;
    size_t bytes = (inA + inB + inC) * sizeof(float);
    deviceRequire(&options, bytes, bytes + 2 * inC * sizeof(double));
    Rows rows = rowsBegin(&device, &options, "GFLOP/s", device.flops / 1e9);

    float *a = host_array(float, inA);
    float *b = host_array(float, inB);
    float *c = host_array(float, inC);
    double *want = host_array(double, inC);
    double *bound = host_array(double, inC);
    fill_floats(a, inA, options.seed);
    fill_floats(b, inB, options.seed + 1);
    multiply(a, b, want, bound, s);

    float *d_a = deviceCopy(float, a, inA);
    float *d_b = deviceCopy(float, b, inB);
    float *d_c = deviceArray(float, inC);

    double flops = 2.0 * (double)s.rows * (double)s.width * (double)s.depth;
    for (int i = 0; i < RUNGS; i++) {
        if (!options_want(&options, ladder[i].name))
            continue;
        double ms = timeRung(i, d_a, d_b, d_c, s, options.repeats);
        cudaCheck(cudaMemcpy(c, d_c, inC * sizeof(float), cudaMemcpyDeviceToHost));
        rowsKernel(&rows, ladder[i].name, options.n, ms, flops,
                   verify_product(ladder[i].name, c, want, bound, inC));
    }
    if (!options.csv) {
        printf("\n(%zu x %zu) (%zu x %zu). Floats that threads fetch from global memory:\n\n",
               s.rows, s.depth, s.depth, s.width);
        printf("%-26s %16s %19s\n", "kernel", "floats", "operations per byte");
        for (int i = 0; i < RUNGS; i++) {
            double floats = floatsFetched(i, s);
            if (options_want(&options, ladder[i].name))
                printf("%-26s %16.0f %19.2f\n", ladder[i].name, floats,
                       floats > 0 ? flops / (4 * floats) : 0);
        }
        if (device.flops > 0 && device.bandwidth > 0)
            printf("\narithmetic is the limit from %.1f operations per byte on\n",
                   device.flops / device.bandwidth);
    }
    deviceFree(d_a, d_b, d_c);
    host_free(a, b, c, want, bound);
    return rowsEnd(&rows);
}
