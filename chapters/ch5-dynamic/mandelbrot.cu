// The Mandelbrot set: work that turns up along the way.
//
// A point c belongs to the set if z = z^2 + c, from z = 0, stays bounded; its dwell is the number of
// rounds until |z| > 2, or the most that we try. Points inside the set cost most, and lie together. By
// Mariani and Silver's rule, if all points on a rectangle's border have the same dwell, so have all points
// inside, which are then filled in without computing them; else the rectangle is cut into four. The rule holds
// for rectangles that don't enclose the whole set, so the image is cut into small ones to begin with. Nobody
// knows beforehand how many rectangles there will be.
//
//     mandelFlat      every pixel computed, one thread each
//     mandelNested    rectangles; a block that has to cut its own launches a child of four blocks
//     mandelQueue     the same rectangles, level by level: blocks append to a list, the host launches
//                     the next level when it knows how long the list is
//
//     make ch5-mandelbrot && ./ch5-mandelbrot -k mandelNested -o mandelbrot.pgm
//
// build: -rdc=true -lcudadevrt

#include "program.h"

#include "../ch0-threads/pnm.h"
#include "nested.h"

#include <math.h>

enum {
    SIDE = 32, // a block of SIDE x 4 threads; the flat kernel's tile is SIDE x 4 pixels
    THREADS = 128,
    FIRST = 16,    // the image is cut into FIRST x FIRST rectangles to begin with
    SMALLEST = 16, // a rectangle with a side of at most so many pixels is computed, not cut
};

// What to draw. dwell: (n, n), by rows from the top.
typedef struct {
    int n, most; // pixels per side; most rounds
    int *dwell;
} Image;

// Pixels x0 to x1 - 1 of rows y0 to y1 - 1.
typedef struct {
    int x0, y0, x1, y1;
} Rectangle;

// [begin dwell]
// The dwell of pixel (x, y) of an image of the square from -2 - 1.25i to 0.5 + 1.25i. Device and
// host have to agree to the last bit, so a multiplication and an addition must not be fused into
// one. Intrinsics prevent that on the device, and the host's compiler can't fuse across a call.
static __device__ int dwellOf(int x, int y, int n, int most)
{
    float step = __fdiv_rn(2.5f, (float)n);
    float a = __fadd_rn(-2.0f, __fmul_rn((float)x, step));
    float b = __fadd_rn(-1.25f, __fmul_rn((float)y, step));
    float re = 0, im = 0, re2 = 0, im2 = 0;
    int rounds = 0;
    while (rounds < most && __fadd_rn(re2, im2) <= 4) {
        im = __fadd_rn(__fmul_rn(__fadd_rn(re, re), im), b);
        re = __fadd_rn(__fsub_rn(re2, im2), a);
        re2 = __fmul_rn(re, re);
        im2 = __fmul_rn(im, im);
        rounds++;
    }
    return rounds;
}
// [end dwell]

static __noinline__ float product(float x, float y)
{
    return x * y;
}

static int dwell_of(int x, int y, int n, int most)
{
    float step = 2.5f / (float)n;
    float a = -2.0f + product((float)x, step), b = -1.25f + product((float)y, step);
    float re = 0, im = 0, re2 = 0, im2 = 0;
    int rounds = 0;
    while (rounds < most && re2 + im2 <= 4) {
        im = product(re + re, im) + b;
        re = (re2 - im2) + a;
        re2 = product(re, re);
        im2 = product(im, im);
        rounds++;
    }
    return rounds;
}

// [begin mandelFlat]
__global__ void mandelFlat(Image image)
{
    int x = blockIdx.x * SIDE + threadIdx.x % SIDE;
    int y = blockIdx.y * (THREADS / SIDE) + threadIdx.x / SIDE;
    if (x < image.n && y < image.n)
        image.dwell[(size_t)y * image.n + x] = dwellOf(x, y, image.n, image.most);
}
// [end mandelFlat]

// [begin part]
// Part (i, j) of a rectangle that is cut into columns x rows parts, as evenly as possible.
static __host__ __device__ Rectangle part(Rectangle r, int i, int j, int columns, int rows)
{
    long long w = r.x1 - r.x0, h = r.y1 - r.y0;
    Rectangle p;
    p.x0 = r.x0 + (int)(w * i / columns);
    p.x1 = r.x0 + (int)(w * (i + 1) / columns);
    p.y0 = r.y0 + (int)(h * j / rows);
    p.y1 = r.y0 + (int)(h * (j + 1) / rows);
    return p;
}

// True if a rectangle is computed rather than cut.
static __host__ __device__ bool isSmall(Rectangle r)
{
    return r.x1 - r.x0 <= SMALLEST || r.y1 - r.y0 <= SMALLEST;
}
// [end part]

// [begin rectangle]
// A block's work on a rectangle. Returns true to all threads if it has to be cut.
static __device__ bool rectangle(Image image, Rectangle r)
{
    int w = r.x1 - r.x0, h = r.y1 - r.y0;
    if (isSmall(r)) {
        for (int i = threadIdx.x; i < w * h; i += blockDim.x) {
            int x = r.x0 + i % w, y = r.y0 + i / w;
            image.dwell[(size_t)y * image.n + x] = dwellOf(x, y, image.n, image.most);
        }
        return false;
    }

    int corner = dwellOf(r.x0, r.y0, image.n, image.most), border = 2 * (w + h) - 4;
    bool same = true;
    for (int i = threadIdx.x; i < border; i += blockDim.x) {
        int along = i < 2 * w ? i % w : (i - 2 * w) % (h - 2) + 1; // top, bottom, left, right
        int x = i < 2 * w ? r.x0 + along : i - 2 * w < h - 2 ? r.x0 : r.x1 - 1;
        int y = i >= 2 * w ? r.y0 + along : i < w ? r.y0 : r.y1 - 1;
        same = same && dwellOf(x, y, image.n, image.most) == corner;
    }
    if (!__syncthreads_and(same))
        return true;
    for (int i = threadIdx.x; i < w * h; i += blockDim.x)
        image.dwell[(size_t)(r.y0 + i / w) * image.n + r.x0 + i % w] = corner;
    return false;
}
// [end rectangle]

// [begin mandelNested]
// Each block takes its part of whole. Nobody waits for the children, which write their own pixels.
__global__ void mandelNested(Image image, Rectangle whole)
{
    Rectangle r = part(whole, blockIdx.x, blockIdx.y, gridDim.x, gridDim.y);
    if (rectangle(image, r) && threadIdx.x == 0) {
        mandelNested<<<dim3(2, 2), THREADS, 0, cudaStreamFireAndForget>>>(image, r);
        noteLaunch();
    }
}
// [end mandelNested]

// [begin mandelQueue]
// Block b takes rectangle b of now; the parts of those that have to be cut go to next.
__global__ void mandelQueue(Image image, const Rectangle *now, Rectangle *next, unsigned int *count)
{
    __shared__ unsigned int at;
    Rectangle r = now[blockIdx.x];
    if (!rectangle(image, r))
        return;
    if (threadIdx.x == 0)
        at = atomicAdd(count, 4);
    __syncthreads();
    if (threadIdx.x < 4)
        next[at + threadIdx.x] = part(r, threadIdx.x % 2, threadIdx.x / 2, 2, 2);
}
// [end mandelQueue]

// What the host has for a run.
typedef struct {
    Image image;
    Rectangle whole;
    Rectangle *lists[2]; // of mandelQueue, on the device
    unsigned int *count; // length of the next list, on the device
} Job;

static void flat(const Job *job)
{
    size_t n = job->image.n, rows = THREADS / SIDE;
    mandelFlat<<<dim3(blocksFor(n, SIDE), blocksFor(n, rows)), THREADS>>>(job->image);
}

static void nested(const Job *job)
{
    mandelNested<<<dim3(FIRST, FIRST), THREADS>>>(job->image, job->whole);
}

// [begin queue]
static void queue(const Job *job)
{
    Rectangle first[FIRST * FIRST];
    for (int i = 0; i < FIRST * FIRST; i++)
        first[i] = part(job->whole, i % FIRST, i / FIRST, FIRST, FIRST);
    cudaCheck(cudaMemcpyAsync(job->lists[0], first, sizeof first, cudaMemcpyHostToDevice));
    unsigned int count = FIRST * FIRST;
    for (int level = 0; count > 0; level++) {
        cudaCheck(cudaMemsetAsync(job->count, 0, sizeof count));
        mandelQueue<<<count, THREADS>>>(job->image, job->lists[level % 2],
                                        job->lists[(level + 1) % 2], job->count);
        cudaCheckLaunch();
        cudaCheck(cudaMemcpy(&count, job->count, sizeof count, cudaMemcpyDeviceToHost));
    }
}
// [end queue]

static const struct {
    const char *name;
    void (*draw)(const Job *job);
    bool flat;
} ways[] = {
    {"mandelFlat", flat, true},
    {"mandelNested", nested, false},
    {"mandelQueue", queue, false},
};
enum { WAYS = sizeof ways / sizeof *ways };

// The same rectangles on the CPU, one after the other, from dwells: (n, n) that have been computed.
// out: (n, n). Returns how many rectangles were cut.
static size_t cut_and_fill(const int *dwells, int *out, int n, Rectangle r, int columns, int rows)
{
    size_t cuts = 0;
    for (int k = 0; k < columns * rows; k++) {
        Rectangle p = part(r, k % columns, k / columns, columns, rows);
        bool same = true;
        int corner = p.x0 < p.x1 && p.y0 < p.y1 ? dwells[(size_t)p.y0 * n + p.x0] : 0;
        for (int y = p.y0; y < p.y1; y++)
            for (int x = p.x0; x < p.x1; x++)
                if (y == p.y0 || y == p.y1 - 1 || x == p.x0 || x == p.x1 - 1)
                    same = same && dwells[(size_t)y * n + x] == corner;
        if (!isSmall(p) && !same) {
            cuts += 1 + cut_and_fill(dwells, out, n, p, 2, 2);
            continue;
        }
        for (int y = p.y0; y < p.y1; y++)
            for (int x = p.x0; x < p.x1; x++)
                out[(size_t)y * n + x] = isSmall(p) ? dwells[(size_t)y * n + x] : corner;
    }
    return cuts;
}

// Compares got with want: (count); says on stderr where they first differ.
static bool same_dwells(const char *name, const int *got, const int *want, size_t count, size_t n)
{
    for (size_t i = 0; i < count; i++)
        if (got[i] != want[i]) {
            fprintf(stderr, "%s: row %zu, column %zu: dwell %d, expected %d\n", name, i / n, i % n,
                    got[i], want[i]);
            return false;
        }
    return true;
}

// Writes dwells as an image: dark where points escape early, black inside the set.
static void write_image(const Options *options, const char *file, const int *dwells, int most)
{
    PnmImage image = {options->n, options->n, 1, 255, NULL};
    size_t count = image_samples(&image);
    image.samples = (unsigned char *)host_alloc(count, 1);
    for (size_t i = 0; i < count; i++)
        image.samples[i] =
            (unsigned char)(dwells[i] == most ? 0 : 255 * sqrt((double)dwells[i] / most));
    const char *wrong = image_write(file, &image);
    free(image.samples);
    if (wrong != NULL)
        options_refuse(options, "--output (-o) '%s': %s", file, wrong);
}

int main(int argc, char **argv)
{
    size_t most = default_size(1024, 128);
    const char *file = NULL;
    const Option own[] = {
        {'i', "iterations", "most rounds per point", &most, 1, 1000000, NULL, NULL},
        {'o', "output", "a PGM file for the image", NULL, 0, 0, NULL, &file},
        {}};
    Options options =
        options_for("Draws the Mandelbrot set, n x n pixels, plainly and by rectangles.", "nrk");
    options.n = default_size(2048, 768);
    options.n_max = 8192;
    options_kernels(&options, ways);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, count = n * n, bytes = count * sizeof(int);
    size_t room = FIRST * FIRST + count / (SMALLEST * SMALLEST / 4); // rectangles of one level
    deviceRequire(&options, bytes + 2 * room * sizeof(Rectangle) + ((size_t)1 << 28), 4 * bytes);
    Rows rows = rowsBegin(&device, &options, "Gpix/s", 0);
    nestedRoom(room / 2);

    Job job = {{(int)n, (int)most, NULL}, {0, 0, (int)n, (int)n}, {NULL, NULL}, NULL};
    job.image.dwell = deviceArray(int, count);
    job.lists[0] = deviceArray(Rectangle, room);
    job.lists[1] = deviceArray(Rectangle, room);
    job.count = deviceArray(unsigned int, 1);

    int *plain = host_array(int, count), *cut = host_array(int, count);
    int *got = host_array(int, count);
    for (size_t i = 0; i < count; i++)
        plain[i] = dwell_of((int)(i % n), (int)(i / n), (int)n, (int)most);
    size_t cuts = cut_and_fill(plain, cut, (int)n, job.whole, FIRST, FIRST), filled = 0;
    for (size_t i = 0; i < count; i++)
        filled += cut[i] != plain[i];

    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        Runs runs = runsBegin(&options, job.image.dwell, bytes);
        while (runsNext(&runs))
            if (n > 0)
                ways[i].draw(&job);
        double ms = runsEnd(&runs, got);
        bool right = nestedRight(ways[i].name) &&
                     same_dwells(ways[i].name, got, ways[i].flat ? plain : cut, count, n);
        rowsKernel(&rows, ways[i].name, count, ms, (double)count, right);
        if (file != NULL && (options.kernel != NULL || ways[i].flat))
            write_image(&options, file, got, (int)most);
    }
    if (!options.csv)
        printf("\n%zu rectangles cut into four; %zu of %zu pixels filled with another dwell\n",
               cuts, filled, count);

    if (!options.csv)
        nestedTimes();
    deviceFree(job.image.dwell, job.lists[0], job.lists[1], job.count);
    host_free(plain, cut, got);
    return rowsEnd(&rows);
}
