// An array of structures, or an array for each field.
//
// A kernel adds up the four floats of each point. The bytes are the same in every layout; what changes is
// how many sectors a warp's load takes (ch1-coalesce), and what is read if a kernel needs one field alone.
//
//     structures    points as an array of structures, read field by field
//     vectors       the same array, read with one 16-byte load per point
//     arrays        points as a structure of arrays
//
//     make ch1-structures && ./ch1-structures -n 2^24
//     make profile-ch1-structures

#include "sectors.h"

// Every kernel: in: n points, in its layout; out: (n).

typedef struct {
    float x, y, z, w;
} Point;

// Four loads per point, and each of them picks every fourth float: 16 sectors, of which a quarter is needed.
// [begin structures]
__global__ void structures(const float *in, float *out, size_t n) // in: (n) points
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const Point *points = (const Point *)in;
    if (i < n)
        out[i] = points[i].x + points[i].y + points[i].z + points[i].w;
}
// [end structures]

// The same array, but a lane takes its point with one load of 16 bytes: 16 sectors, all needed. A
// float4 must lie at a multiple of 16 bytes, and cudaMalloc's memory does.
// [begin vectors]
__global__ void vectors(const float *in, float *out, size_t n) // in: (n) points
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 *points = (const float4 *)in;
    if (i < n) {
        float4 p = points[i];
        out[i] = p.x + p.y + p.z + p.w;
    }
}
// [end vectors]

// All x, then all y, z, w. Four loads of 4 sectors, all needed; a kernel that needs x alone would
// read nothing else.
// [begin arrays]
__global__ void arrays(const float *in, float *out, size_t n) // in: (4, n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float *x = in, *y = in + n, *z = in + 2 * n, *w = in + 3 * n;
    if (i < n)
        out[i] = x[i] + y[i] + z[i] + w[i];
}
// [end arrays]

static const struct {
    const char *name;
    void (*kernel)(const float *in, float *out, size_t n);
    Lanes lanes; // for the prediction
} layouts[] = {
    {"structures", structures, {0, 4, 1}},
    {"vectors", vectors, {0, 4, 4}},
    {"arrays", arrays, {0, 1, 1}},
};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

// True if out: (n) is right; otherwise reports on stderr where it isn't. A sum of four floats between -1 and 1 is
// allowed three roundings, of the sum of their magnitudes (verify.h).
static bool verify_layout(int layout, const float *in, const float *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < 4; k++)
            sum += layouts[layout].kernel == arrays ? in[k * n + i] : in[4 * i + k];
        if (!verify_float(layouts[layout].name, out[i], sum, float_gamma(3) * 4))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    Options options = options_for("Reads n points of four floats in different layouts.", "nbsrk");
    options.n = default_size(1 << 24, 1 << 20);
    options.n_max = (size_t)1 << 30;
    options_kernels(&options, layouts);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, block = options.block;
    deviceRequire(&options, 5 * n * sizeof(float), 5 * n * sizeof(float));
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    float *in = host_array(float, 4 * n), *out = host_array(float, n);
    fill_floats(in, 4 * n, options.seed);

    float *d_in = deviceCopy(float, in, 4 * n), *d_out = deviceArray(float, n);
    for (int i = 0; i < LAYOUTS; i++) {
        if (!options_want(&options, layouts[i].name))
            continue;
        Runs runs = runsBegin(&options, d_out, n * sizeof(float));
        while (runsNext(&runs))
            layouts[i].kernel<<<blocksFor(n, block), (unsigned int)block>>>(d_in, d_out, n);
        double ms = runsEnd(&runs, out);
        rowsKernel(&rows, layouts[i].name, n, ms, 5.0 * (double)(n * sizeof(float)),
                   verify_layout(i, in, out, n));
    }
    if (!options.csv) {
        print_heading();
        for (int i = 0; i < LAYOUTS; i++)
            if (options_want(&options, layouts[i].name))
                print_prediction(layouts[i].name, layouts[i].lanes);
    }
    deviceFree(d_in, d_out);
    host_free(in, out);
    return rowsEnd(&rows);
}
