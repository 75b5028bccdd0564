// Coalescing: what a warp's load costs.
//
// Memory moves in sectors of 32 bytes. A warp's load is one request, and it takes as many sectors as
// its lanes touch: 4 if they read 32 floats side by side, up to 32 if they read far apart. Every
// kernel here moves the same n floats, or the same n points; what changes is which lane reads what.
//
//     offset0 ... offset32     lanes side by side, but not from the start of a sector
//     stride1 ... stride32     lanes some floats apart
//     walkRows, walkColumns    every thread adds up a row of a matrix, or a column
//     structures               points as an array of structures, read field by field
//     vectors                  the same array, read with one 16-byte load per point
//     arrays                   points as a structure of arrays
//
//     make ch1-coalesce && ./ch1-coalesce -n 2^24
//     make profile-ch1-coalesce

#include "program.h"

enum { WALK = 16, MOST_SHIFT = 32 }; // elements that a walk adds up; largest offset and stride

// Every kernel: in: as its access needs; out: (n) or, of walks, (number of walks). shift: the offset
// or stride, for the two kernels that have one.

// Lanes read 32 floats side by side. From the start of a sector these are 4 sectors; from anywhere
// else they begin and end inside one: 5.
// [begin copyOffset]
__global__ void copyOffset(const float *in, float *out, size_t n, size_t shift) // in: (n + shift)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + shift];
}
// [end copyOffset]

// Lanes read floats that lie shift places apart: of every sector only each shift-th float is wanted,
// and from a stride of 8 on there is a sector for every lane.
// [begin copyStride]
__global__ void copyStride(const float *in, float *out, size_t n, size_t shift) // in: (n * shift)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i * shift];
}
// [end copyStride]

// Thread t walks along row t of a matrix with WALK columns. In each step the lanes of a warp read
// one column: WALK floats apart, 32 sectors.
// [begin walkRows]
__global__ void walkRows(const float *in, float *out, size_t n, size_t) // in: (rows, WALK)
{
    size_t rows = (n + WALK - 1) / WALK;
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0;
        for (size_t i = row * WALK; i < (row + 1) * WALK && i < n; i++)
            sum += in[i];
        out[row] = sum;
    }
}
// [end walkRows]

// Thread t walks down column t of a matrix with WALK rows. In each step the lanes of a warp read a
// piece of one row: side by side, 4 sectors.
// [begin walkColumns]
__global__ void walkColumns(const float *in, float *out, size_t n, size_t) // in: (WALK, columns)
{
    size_t columns = (n + WALK - 1) / WALK;
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (column < columns) {
        float sum = 0;
        for (size_t i = column; i < n; i += columns)
            sum += in[i];
        out[column] = sum;
    }
}
// [end walkColumns]

typedef struct {
    float x, y, z, w;
} Point;

// Four loads per point, and each of them picks every fourth float: 16 sectors, a quarter wanted.
// [begin structures]
__global__ void structures(const float *in, float *out, size_t n, size_t) // in: (n) points
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const Point *points = (const Point *)in;
    if (i < n)
        out[i] = points[i].x + points[i].y + points[i].z + points[i].w;
}
// [end structures]

// The same array, but a lane takes its point with one load of 16 bytes: 16 sectors, all wanted. A
// float4 must lie at a multiple of 16 bytes, and cudaMalloc's memory does.
// [begin vectors]
__global__ void vectors(const float *in, float *out, size_t n, size_t) // in: (n) points
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 *points = (const float4 *)in;
    if (i < n) {
        float4 p = points[i];
        out[i] = p.x + p.y + p.z + p.w;
    }
}
// [end vectors]

// All x, then all y, z, w. Four loads of 4 sectors, all wanted; a kernel that needs x alone would
// read nothing else.
// [begin arrays]
__global__ void arrays(const float *in, float *out, size_t n, size_t) // in: (4, n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float *x = in, *y = in + n, *z = in + 2 * n, *w = in + 3 * n;
    if (i < n)
        out[i] = x[i] + y[i] + z[i] + w[i];
}
// [end arrays]

typedef void (*Kernel)(const float *in, float *out, size_t n, size_t shift);

// A row: the kernel, and how far apart two neighbouring lanes read, in floats, for the prediction.
typedef struct {
    const char *name;
    Kernel kernel;
    size_t shift;              // offset or stride
    size_t first, apart, each; // lane l reads `each` floats from first + l * apart
} Access;

static const Access accesses[] = {
    {"offset0", copyOffset, 0, 0, 1, 1},    {"offset1", copyOffset, 1, 1, 1, 1},
    {"offset2", copyOffset, 2, 2, 1, 1},    {"offset4", copyOffset, 4, 4, 1, 1},
    {"offset8", copyOffset, 8, 8, 1, 1},    {"offset32", copyOffset, 32, 32, 1, 1},
    {"stride1", copyStride, 1, 0, 1, 1},    {"stride2", copyStride, 2, 0, 2, 1},
    {"stride4", copyStride, 4, 0, 4, 1},    {"stride8", copyStride, 8, 0, 8, 1},
    {"stride16", copyStride, 16, 0, 16, 1}, {"stride32", copyStride, 32, 0, 32, 1},
    {"walkRows", walkRows, 0, 0, WALK, 1},  {"walkColumns", walkColumns, 0, 0, 1, 1},
    {"structures", structures, 0, 0, 4, 1}, {"vectors", vectors, 0, 0, 4, 4},
    {"arrays", arrays, 0, 0, 1, 1},
};
enum { ACCESSES = sizeof accesses / sizeof *accesses };

// [begin predict]
// The sectors that one request of a full warp takes, and the share of their bytes that it wants.
static void predict(const Access *a, size_t *sectors, double *percent)
{
    bool wanted[32 * MOST_SHIFT * sizeof(float) + 256] = {}; // bytes from the array's start on
    size_t bytes = 0;
    *sectors = 0;
    for (size_t lane = 0; lane < 32; lane++)
        for (size_t byte = 0; byte < a->each * sizeof(float); byte++)
            wanted[(a->first + lane * a->apart) * sizeof(float) + byte] = true;
    for (size_t sector = 0; sector < sizeof wanted / 32; sector++) {
        size_t here = 0;
        for (size_t byte = 0; byte < 32; byte++)
            here += wanted[sector * 32 + byte];
        bytes += here;
        *sectors += here > 0;
    }
    *percent = 100.0 * (double)bytes / (32.0 * (double)*sectors);
}
// [end predict]

static bool isPoints(Kernel kernel)
{
    return kernel == structures || kernel == vectors || kernel == arrays;
}

static bool isWalk(Kernel kernel)
{
    return kernel == walkRows || kernel == walkColumns;
}

// Floats that the kernel reads and that it writes.
static size_t floatsIn(const Access *a, size_t n)
{
    return isPoints(a->kernel) ? 4 * n : n;
}

static size_t floatsOut(const Access *a, size_t n)
{
    return isWalk(a->kernel) ? (n + WALK - 1) / WALK : n;
}

// out[i] as it has to be, from the input on the host.
static double want_at(const Access *a, const float *in, size_t n, size_t i)
{
    double sum = 0;
    size_t walks = (n + WALK - 1) / WALK;
    if (a->kernel == copyOffset)
        return in[i + a->shift];
    if (a->kernel == copyStride)
        return in[i * a->shift];
    for (size_t k = 0; k < (isWalk(a->kernel) ? WALK : 4); k++) {
        size_t at = a->kernel == walkRows      ? i * WALK + k
                    : a->kernel == walkColumns ? k * walks + i
                    : a->kernel == arrays      ? k * n + i
                                               : 4 * i + k;
        if (isPoints(a->kernel) || at < n)
            sum += in[at];
    }
    return sum;
}

// True if out is right; else says on stderr where not. Sums of k floats between -1 and 1 are allowed
// k - 1 roundings, of the sum of their magnitudes (verify.h).
static bool verify_access(const Access *a, const float *in, const float *out, size_t n)
{
    double k = isWalk(a->kernel) ? WALK : isPoints(a->kernel) ? 4 : 1;
    double bound = float_gamma(k - 1) * k;
    for (size_t i = 0; i < floatsOut(a, n); i++)
        if (!verify_float(a->name, out[i], want_at(a, in, n, i), bound))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    Options options =
        options_for("Reads n floats, or n points of four floats, in different patterns.", "nbsrk");
    options.n = default_size(1 << 24, 1 << 20);
    options.n_max = (size_t)1 << 30;
    options_kernels(&options, accesses);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, block = options.block, most = (n + 1) * MOST_SHIFT;
    deviceRequire(&options, (most + n) * sizeof(float), (most + n) * sizeof(float));
    float *in = host_array(float, most);
    float *out = host_array(float, n);
    fill_floats(in, most, options.seed);

    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);

    float *d_in = deviceCopy(float, in, most);
    float *d_out = deviceArray(float, n);

    for (int i = 0; i < ACCESSES; i++) {
        const Access *a = &accesses[i];
        if (!options_want(&options, a->name))
            continue;
        size_t results = floatsOut(a, n);
        unsigned int grid = blocksFor(results, block);
        Runs runs = runsBegin(&options, d_out, n * sizeof(float));
        while (runsNext(&runs))
            a->kernel<<<grid, (unsigned int)block>>>(d_in, d_out, n, a->shift);
        double ms = runsEnd(&runs, out);
        rowsKernel(&rows, a->name, n, ms, (double)((floatsIn(a, n) + results) * sizeof(float)),
                   verify_access(a, in, out, n));
    }
    if (!options.csv) {
        printf(
            "\nGB/s count the bytes that threads want. Predicted for a load of a full warp:\n\n");
        printf("%-14s %20s %22s\n", "kernel", "sectors per request", "% of their bytes used");
        for (int i = 0; i < ACCESSES; i++) {
            size_t sectors;
            double percent;
            predict(&accesses[i], &sectors, &percent);
            if (options_want(&options, accesses[i].name))
                printf("%-14s %20zu %22.1f\n", accesses[i].name, sectors, percent);
        }
    }
    deviceFree(d_in, d_out, NULL);
    host_free(in, out, NULL);
    return rowsEnd(&rows);
}
