// Coalescing: what a warp's load costs.
//
// Memory moves data in 32-byte sectors. A warp's load is one request, and it takes as many sectors as
// its lanes touch: 4 if they read 32 floats side by side, up to 32 if they read far apart. Every
// kernel here moves the same n floats; what changes is which lane reads what.
//
//     offset0 ... offset32     lanes side by side, but not from the start of a sector
//     stride1 ... stride32     lanes some floats apart
//     walkRows, walkColumns    every thread adds up a row of a matrix, or a column
//
// ch1-structures asks the same of arrays of structures.
//
//     make ch1-coalesce && ./ch1-coalesce -n 2^24
//     make profile-ch1-coalesce

#include "sectors.h"

enum { WALK = 16 }; // elements that a walk adds up

// Every kernel: in: see its head; out: (n), or one float for each walk. shift: the offset or the stride,
// which walks ignore.

// Lanes read 32 floats side by side. If they start at the beginning of a sector, these are 4 sectors;
// otherwise the floats begin and end inside a sector, and it takes 5.
// [begin copyOffset]
__global__ void copyOffset(const float *in, float *out, size_t n, size_t shift) // in: (n + shift)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + shift];
}
// [end copyOffset]

// Neighbouring lanes read floats that are shift apart. Only every shift-th float of a sector is needed, and
// from a stride of 8 on every lane has a sector of its own.
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

typedef void (*Kernel)(const float *in, float *out, size_t n, size_t shift);

typedef struct {
    const char *name;
    Kernel kernel;
    size_t shift; // offset or stride
    Lanes lanes;  // for the prediction
} Access;

static const Access accesses[] = {
    {"offset0", copyOffset, 0, {0, 1, 1}},    {"offset1", copyOffset, 1, {1, 1, 1}},
    {"offset2", copyOffset, 2, {2, 1, 1}},    {"offset4", copyOffset, 4, {4, 1, 1}},
    {"offset8", copyOffset, 8, {8, 1, 1}},    {"offset32", copyOffset, 32, {32, 1, 1}},
    {"stride1", copyStride, 1, {0, 1, 1}},    {"stride2", copyStride, 2, {0, 2, 1}},
    {"stride4", copyStride, 4, {0, 4, 1}},    {"stride8", copyStride, 8, {0, 8, 1}},
    {"stride16", copyStride, 16, {0, 16, 1}}, {"stride32", copyStride, 32, {0, 32, 1}},
    {"walkRows", walkRows, 0, {0, WALK, 1}},  {"walkColumns", walkColumns, 0, {0, 1, 1}},
};
enum { ACCESSES = sizeof accesses / sizeof *accesses };

static bool isWalk(const Access *a)
{
    return a->kernel == walkRows || a->kernel == walkColumns;
}

// out[i] as it has to be, from the input on the host.
static double want_at(const Access *a, const float *in, size_t n, size_t i)
{
    double sum = 0;
    size_t walks = (n + WALK - 1) / WALK;
    if (!isWalk(a))
        return in[a->kernel == copyOffset ? i + a->shift : i * a->shift];
    for (size_t k = 0; k < WALK; k++) {
        size_t at = a->kernel == walkRows ? i * WALK + k : k * walks + i;
        if (at < n)
            sum += in[at];
    }
    return sum;
}

// True if out: (count) is right; otherwise reports on stderr where it isn't. Sums of k floats between -1 and 1 are
// allowed k - 1 roundings, of the sum of their magnitudes (verify.h).
static bool verify_access(const Access *a, const float *in, const float *out, size_t n,
                          size_t count)
{
    double k = isWalk(a) ? WALK : 1, bound = float_gamma(k - 1) * k;
    for (size_t i = 0; i < count; i++)
        if (!verify_float(a->name, out[i], want_at(a, in, n, i), bound))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    Options options = options_for("Reads n floats in different patterns.", "nbsrk");
    options.n = default_size(1 << 24, 1 << 20);
    options.n_max = (size_t)1 << 30;
    options_kernels(&options, accesses);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, block = options.block, most = (n + 1) * MOST_SHIFT;
    deviceRequire(&options, (most + n) * sizeof(float), (most + n) * sizeof(float));
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    float *in = host_array(float, most), *out = host_array(float, n);
    fill_floats(in, most, options.seed);

    float *d_in = deviceCopy(float, in, most), *d_out = deviceArray(float, n);
    for (const Access *a = accesses; a < accesses + ACCESSES; a++) {
        if (!options_want(&options, a->name))
            continue;
        size_t count = isWalk(a) ? (n + WALK - 1) / WALK : n; // results
        unsigned int grid = blocksFor(count, block);
        Runs runs = runsBegin(&options, d_out, n * sizeof(float));
        while (runsNext(&runs))
            a->kernel<<<grid, (unsigned int)block>>>(d_in, d_out, n, a->shift);
        double ms = runsEnd(&runs, out);
        rowsKernel(&rows, a->name, n, ms, (double)((n + count) * sizeof(float)),
                   verify_access(a, in, out, n, count));
    }
    if (!options.csv) {
        print_heading();
        for (int i = 0; i < ACCESSES; i++)
            if (options_want(&options, accesses[i].name))
                print_prediction(accesses[i].name, accesses[i].lanes);
    }
    deviceFree(d_in, d_out);
    host_free(in, out);
    return rowsEnd(&rows);
}
