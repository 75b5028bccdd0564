// Images: a thread per pixel, and blocks past edges.
//
// Reads a PGM or PPM file, or makes a random image, and changes it with each kernel. Blocks have 16
// x 16 threads. An image of 76 x 62 pixels takes 5 x 4 blocks, 80 x 64 threads. In the last
// column and the last row of blocks, threads must test whether there is a pixel for them.
//
//     scale     every sample times a factor: brighter or darker
//     grey      red, green and blue to one grey
//     blur      the mean of a pixel and those around it
//
//     make ch0-picture && ./ch0-picture
//     ./ch0-picture -i cat.ppm -o grey.pgm -k grey

#include "pnm.h"
#include "program.h"

enum { SIDE = 16 }; // a block is SIDE x SIDE threads

// What kernels need to know besides the images.
typedef struct {
    unsigned int width, height, channels; // of the input
    unsigned int white;                   // the largest sample
    unsigned int percent;                 // scale: the factor, in percent
    unsigned int distance;                // blur: how many pixels to each side
} Task;

// All kernels: in: (height, width, channels); out: the same, but (height, width) for grey. x counts
// columns, so that the lanes of a warp take pixels that lie side by side.

// [begin scale]
__global__ void scale(const unsigned char *in, unsigned char *out, Task task)
{
    unsigned int column = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (column < task.width && row < task.height) {
        size_t pixel = (size_t)row * task.width + column;
        for (unsigned int c = 0; c < task.channels; c++) {
            unsigned int sample = (in[pixel * task.channels + c] * task.percent + 50) / 100;
            out[pixel * task.channels + c] = min(sample, task.white);
        }
    }
}
// [end scale]

// Weights of red, green and blue: ITU-R BT.601, section 2.5.1.
// [begin grey]
__global__ void grey(const unsigned char *in, unsigned char *out, Task task)
{
    unsigned int column = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (column < task.width && row < task.height) {
        size_t pixel = (size_t)row * task.width + column;
        const unsigned char *rgb = in + pixel * task.channels;
        if (task.channels == 3)
            out[pixel] = (299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000;
        else
            out[pixel] = rgb[0]; // is grey already
    }
}
// [end grey]

// Neighbouring threads read some of the same pixels, and at the image's edge there are fewer to read.
// [begin blur]
__global__ void blur(const unsigned char *in, unsigned char *out, Task task)
{
    unsigned int column = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= task.width || row >= task.height)
        return; // allowed: there is no barrier below

    unsigned int left = column - min(column, task.distance);
    unsigned int right = min(column + task.distance, task.width - 1);
    unsigned int top = row - min(row, task.distance);
    unsigned int bottom = min(row + task.distance, task.height - 1);
    unsigned int count = (right - left + 1) * (bottom - top + 1);

    for (unsigned int c = 0; c < task.channels; c++) {
        unsigned int sum = 0;
        for (unsigned int y = top; y <= bottom; y++)
            for (unsigned int x = left; x <= right; x++)
                sum += in[((size_t)y * task.width + x) * task.channels + c];
        out[((size_t)row * task.width + column) * task.channels + c] = (sum + count / 2) / count;
    }
}
// [end blur]

// The reference: what each sample of the result has to be, calculated on the CPU.

// in: (height, width, channels); the sample at row, column, channel, or -1 outside the image.
static int sample_at(const unsigned char *in, const Task *t, long row, long column, unsigned int c)
{
    if (row < 0 || column < 0 || row >= (long)t->height || column >= (long)t->width)
        return -1;
    return in[((size_t)row * t->width + (size_t)column) * t->channels + c];
}

static unsigned int want_scale(const unsigned char *in, const Task *t, long row, long column,
                               unsigned int c)
{
    double value = floor(sample_at(in, t, row, column, c) * (double)t->percent / 100 + 0.5);
    return (unsigned int)fmin(value, t->white);
}

static unsigned int want_grey(const unsigned char *in, const Task *t, long row, long column,
                              unsigned int c)
{
    static const int weights[3] = {299, 587, 114};
    int sum = 0;
    if (t->channels == 1)
        return (unsigned int)sample_at(in, t, row, column, c);
    for (unsigned int i = 0; i < 3; i++)
        sum += weights[i] * sample_at(in, t, row, column, i);
    return (unsigned int)(sum / 1000 + (sum % 1000 >= 500));
}

static unsigned int want_blur(const unsigned char *in, const Task *t, long row, long column,
                              unsigned int c)
{
    long distance = (long)t->distance, sum = 0, count = 0;
    for (long y = row - distance; y <= row + distance; y++)
        for (long x = column - distance; x <= column + distance; x++) {
            int sample = sample_at(in, t, y, x, c);
            sum += sample >= 0 ? sample : 0;
            count += sample >= 0;
        }
    return (unsigned int)((2 * sum + count) / (2 * count)); // rounded, halves up
}

static const struct {
    const char *name;
    void (*kernel)(const unsigned char *in, unsigned char *out, Task task);
    unsigned int (*want)(const unsigned char *in, const Task *t, long row, long column,
                         unsigned int c);
} changes[] = {{"scale", scale, want_scale}, {"grey", grey, want_grey}, {"blur", blur, want_blur}};
enum { CHANGES = sizeof changes / sizeof *changes };

// True if every sample of out is as change i makes it; else says on stderr which is not.
static bool verify_image(int i, const PnmImage *in, const PnmImage *out, const Task *task)
{
    for (size_t at = 0; at < image_samples(out); at++) {
        size_t pixel = at / out->channels;
        unsigned int want =
            changes[i].want(in->samples, task, (long)(pixel / in->width), (long)(pixel % in->width),
                            (unsigned int)(at % out->channels));
        if (out->samples[at] == want)
            continue;
        fprintf(stderr, "%s: row %zu, column %zu, channel %zu: got %u, expected %u\n",
                changes[i].name, pixel / in->width, pixel % in->width, at % out->channels,
                out->samples[at], want);
        return false;
    }
    return true;
}

// [begin grid]
// Enough blocks to cover every pixel: rounded up, by whole numbers.
static dim3 gridFor(const PnmImage *p)
{
    return dim3(blocksFor(p->width, SIDE), blocksFor(p->height, SIDE));
}
// [end grid]

// Median time of change i in ms. out->samples gets the result.
static double change(int i, const PnmImage *in, PnmImage *out, const Task *task, size_t repeats)
{
    unsigned char *d_in, *d_out;
    size_t inBytes = image_samples(in), outBytes = image_samples(out);
    dim3 grid = gridFor(in), block(SIDE, SIDE);

    cudaCheck(cudaMalloc(&d_in, inBytes));
    cudaCheck(cudaMalloc(&d_out, outBytes));
    cudaCheck(cudaMemcpy(d_in, in->samples, inBytes, cudaMemcpyHostToDevice));
    GpuTimer timer = gpuTimerBegin(repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(d_out, 0, outBytes));
        gpuTimerStart(&timer);
        changes[i].kernel<<<grid, block>>>(d_in, d_out, *task);
        gpuTimerStop(&timer);
    }
    cudaCheck(cudaMemcpy(out->samples, d_out, outBytes, cudaMemcpyDeviceToHost));
    deviceFree(d_in, d_out);
    return gpuTimerEnd(&timer);
}

// A colour image of random samples.
static PnmImage random_image(size_t width, size_t height, size_t seed)
{
    PnmImage p = {width, height, 3, 255, NULL};
    size_t count = image_samples(&p);
    p.samples = (unsigned char *)host_alloc(count, 1);
    for (size_t i = 0; i < count; i++)
        p.samples[i] = (unsigned char)(random_bits(seed, i) >> 56);
    return p;
}

int main(int argc, char **argv)
{
    size_t width = 76, percent = 200, distance = 1;
    const char *inName = NULL, *outName = NULL;
    const Option own[] = {
        {'w', "width", "columns of the random image", &width, 1, PNM_MOST_SIDE, NULL, NULL},
        {'i', "input", "a PGM or PPM file to read", NULL, 0, 0, NULL, &inName},
        {'o', "output", "a file for the result; needs -k", NULL, 0, 0, NULL, &outName},
        {'f', "factor", "factor of scale in percent", &percent, 0, 25500, NULL, NULL},
        {'d', "distance", "how far blur reaches, in pixels", &distance, 0, 100, NULL, NULL},
        {}};
    Options options = options_for("Changes an image: a file, or a random one of n rows.", "nsrk");
    options.n = 62;
    options.n_min = 1;
    options.n_max = PNM_MOST_SIDE;
    options_kernels(&options, changes);
    options.own = own;
    options_parse(&options, argc, argv);
    if (outName != NULL && options.kernel == NULL)
        options_refuse(&options, "--output (-o) '%s': needs -k, the kernel whose result it gets",
                       outName);

    Device device = deviceOpen();
    PnmImage in = {};
    if (inName != NULL) {
        const char *wrong = image_read(inName, &in);
        if (wrong != NULL)
            options_refuse(&options, "--input (-i) '%s': %s", inName, wrong);
    } else {
        size_t bytes = 3 * width * options.n;
        deviceRequire(&options, 2 * bytes, 2 * bytes);
        in = random_image(width, options.n, options.seed);
    }
    size_t pixels = in.width * in.height;
    Task task = {(unsigned int)in.width,    (unsigned int)in.height,
                 (unsigned int)in.channels, in.white,
                 (unsigned int)percent,     (unsigned int)distance};

    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    for (int i = 0; i < CHANGES; i++) {
        if (!options_want(&options, changes[i].name))
            continue;
        PnmImage out = in;
        out.channels = changes[i].kernel == grey ? 1 : in.channels;
        out.samples = (unsigned char *)host_alloc(image_samples(&out), 1);
        double ms = change(i, &in, &out, &task, options.repeats);
        rowsKernel(&rows, changes[i].name, pixels, ms,
                   (double)(image_samples(&in) + image_samples(&out)),
                   verify_image(i, &in, &out, &task));
        const char *wrong = outName != NULL ? image_write(outName, &out) : NULL;
        if (wrong != NULL)
            options_refuse(&options, "--output (-o) '%s': %s", outName, wrong);
        free(out.samples);
    }
    if (!options.csv) {
        dim3 grid = gridFor(&in);
        size_t threads = (size_t)grid.x * SIDE * grid.y * SIDE;
        printf("\n%zu x %zu pixels: %u x %u blocks of %d x %d, %zu threads, %zu without a pixel\n",
               in.width, in.height, grid.x, grid.y, SIDE, SIDE, threads, threads - pixels);
    }
    free(in.samples);
    return rowsEnd(&rows);
}
