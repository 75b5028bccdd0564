// Two-byte numbers, and loads wide enough for them.
//
// y[i] = a x[i] + y[i]. The memory is the limit, so half the bytes should take half the time. That needs
// loads that are as wide as before: 32 lanes with 2 bytes each ask for 64 bytes, though one instruction
// could fetch 512. Numbers are stored in two bytes; the arithmetic is done in four.
//
//     floatOne       a float for each load, 4 bytes
//     floatWide      four floats for each load, 16 bytes
//     halfOne        a half for each load, 2 bytes
//     halfTwo        a half2 for each load, 4 bytes
//     halfWide       eight halfs for each load, 16 bytes
//     bfloatWide     eight bfloat16 for each load, as bytes: a bfloat16 is the upper half of a float
//
//     make ch1-half && ./ch1-half -n 2^27

#include "flush.h"
#include "program.h"

#include <cuda_fp16.h>

static const float A = 0.75f;

// All kernels: x, y: (n), of the row's type, each at a multiple of 16 bytes. A thread has as many
// neighbouring elements as one load fetches; the last thread may have fewer.

// [begin floats]
__global__ void floatOne(const float *x, float *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = A * x[i] + y[i];
}

__global__ void floatWide(const float *x, float *y, size_t n)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i + 4 <= n) {
        float4 a = *(const float4 *)(x + i), b = *(float4 *)(y + i);
        *(float4 *)(y + i) =
            make_float4(A * a.x + b.x, A * a.y + b.y, A * a.z + b.z, A * a.w + b.w);
    } else {
        for (; i < n; i++)
            y[i] = A * x[i] + y[i];
    }
}
// [end floats]

// A half has 11 bits of precision and goes up to 65,504. Each is turned into a float, and the result rounded once.
// [begin halfOne]
static __device__ __half addOne(__half x, __half y)
{
    return __float2half_rn(A * __half2float(x) + __half2float(y));
}

__global__ void halfOne(const __half *x, __half *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = addOne(x[i], y[i]);
}
// [end halfOne]

// [begin halfTwo]
static __device__ __half2 addTwo(__half2 x, __half2 y)
{
    float2 a = __half22float2(x), b = __half22float2(y);
    return __floats2half2_rn(A * a.x + b.x, A * a.y + b.y);
}

__global__ void halfTwo(const __half *x, __half *y, size_t n)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 2;
    if (i + 2 <= n)
        *(__half2 *)(y + i) = addTwo(*(const __half2 *)(x + i), *(const __half2 *)(y + i));
    else if (i < n)
        y[i] = addOne(x[i], y[i]);
}
// [end halfTwo]

// A load of sixteen bytes does not care what the bytes mean. memcpy() gives them another type, as C and C++
// allow, and that costs no instruction, because the bytes stay in their registers.
// [begin halfWide]
__global__ void halfWide(const __half *x, __half *y, size_t n)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 8;
    if (i + 8 <= n) {
        uint4 fromX = *(const uint4 *)(x + i), fromY = *(uint4 *)(y + i);
        __half2 a[4], b[4];
        memcpy(a, &fromX, sizeof a);
        memcpy(b, &fromY, sizeof b);
        for (int k = 0; k < 4; k++)
            b[k] = addTwo(a[k], b[k]);
        memcpy(&fromY, b, sizeof b);
        *(uint4 *)(y + i) = fromY;
    } else {
        for (; i < n; i++)
            y[i] = addOne(x[i], y[i]);
    }
}
// [end halfWide]

// A bfloat16 has a float's sign and exponent and the first 7 bits of its fraction: as a float it is the
// same 16 bits and 16 zeros. Back, the float is rounded to the nearest, to even if it lies in the middle.
// [begin bfloat]
static __host__ __device__ float bfloat_to_float(unsigned short b)
{
    unsigned int bits = (unsigned int)b << 16;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static __host__ __device__ unsigned short float_to_bfloat(float f) // f is no NaN
{
    unsigned int bits;
    memcpy(&bits, &f, sizeof bits);
    return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static __device__ unsigned short addBfloat(unsigned short x, unsigned short y)
{
    return float_to_bfloat(A * bfloat_to_float(x) + bfloat_to_float(y));
}

__global__ void bfloatWide(const unsigned short *x, unsigned short *y, size_t n)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 8;
    if (i + 8 <= n) {
        uint4 fromX = *(const uint4 *)(x + i), fromY = *(uint4 *)(y + i);
        unsigned short a[8], b[8];
        memcpy(a, &fromX, sizeof a);
        memcpy(b, &fromY, sizeof b);
        for (int k = 0; k < 8; k++)
            b[k] = addBfloat(a[k], b[k]);
        memcpy(&fromY, b, sizeof b);
        *(uint4 *)(y + i) = fromY;
    } else {
        for (; i < n; i++)
            y[i] = addBfloat(x[i], y[i]);
    }
}
// [end bfloat]

// ---- The host ----

typedef enum { FLOAT, HALF, BFLOAT } Type;

static const struct {
    const char *name;
    Type type;
    size_t each; // elements of a thread
} ways[] = {
    {"floatOne", FLOAT, 1}, {"floatWide", FLOAT, 4}, {"halfOne", HALF, 1},
    {"halfTwo", HALF, 2},   {"halfWide", HALF, 8},   {"bfloatWide", BFLOAT, 8},
};
enum { WAYS = sizeof ways / sizeof *ways };

static size_t size_of(Type type)
{
    return type == FLOAT ? sizeof(float) : sizeof(unsigned short);
}

// get() returns element i of x as a double; set() stores a number as element i.
static double get(const void *x, Type type, size_t i)
{
    return type == FLOAT  ? ((const float *)x)[i]
           : type == HALF ? __half2float(((const __half *)x)[i])
                          : bfloat_to_float(((const unsigned short *)x)[i]);
}

static void set(void *x, Type type, size_t i, float number)
{
    if (type == FLOAT)
        ((float *)x)[i] = number;
    else if (type == HALF)
        ((__half *)x)[i] = __float2half_rn(number);
    else
        ((unsigned short *)x)[i] = float_to_bfloat(number);
}

static void launch(int w, const void *x, void *y, size_t n, unsigned int block)
{
    unsigned int grid = blocksFor(n, block * ways[w].each);
    switch (w) {
    case 0: floatOne<<<grid, block>>>((const float *)x, (float *)y, n); break;
    case 1: floatWide<<<grid, block>>>((const float *)x, (float *)y, n); break;
    case 2: halfOne<<<grid, block>>>((const __half *)x, (__half *)y, n); break;
    case 3: halfTwo<<<grid, block>>>((const __half *)x, (__half *)y, n); break;
    case 4: halfWide<<<grid, block>>>((const __half *)x, (__half *)y, n); break;
    default: bfloatWide<<<grid, block>>>((const unsigned short *)x, (unsigned short *)y, n);
    }
}

// True if got: (n) is A x + y, rounded to the type once, and a few times to float before.
static bool verify_way(int w, const void *x, const void *y, const void *got, size_t n)
{
    Type type = ways[w].type;
    double unit = type == FLOAT ? 0x1p-24 : type == HALF ? 0x1p-11 : 0x1p-8; // half a last place
    for (size_t i = 0; i < n; i++) {
        double want = A * get(x, type, i) + get(y, type, i);
        double bound = fabs(want) * unit + float_gamma(3) * 2 + (type == HALF ? 0x1p-25 : 0);
        if (!verify_float(ways[w].name, get(got, type, i), want, bound)) {
            fprintf(stderr, "%s: that was element %zu\n", ways[w].name, i);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    Options options =
        options_for("y = a x + y for n random numbers, four-byte and two-byte ones.", "nbsrk");
    options.n = default_size(1 << 27, 1 << 20);
    options.n_max = (size_t)1 << 36;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, most = n * sizeof(float);
    gridRequire(&options);
    deviceRequire(&options, 2 * most, 4 * most);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    float *numbers = host_array(float, 2 * n);
    void *x = host_alloc(n, sizeof(float)), *y = host_alloc(n, sizeof(float));
    fill_floats(numbers, 2 * n, options.seed);
    void *d_x = deviceArray(float, n), *d_y = deviceArray(float, n);

    Flush flush = flushBegin();
    for (int w = 0; w < WAYS; w++) {
        if (!options_want(&options, ways[w].name))
            continue;
        size_t bytes = n * size_of(ways[w].type);
        for (size_t i = 0; i < n; i++) {
            set(x, ways[w].type, i, numbers[i]);
            set(y, ways[w].type, i, numbers[n + i]);
        }
        cudaCheck(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemcpy(d_y, y, bytes, cudaMemcpyHostToDevice)); // a run overwrites it
            flushCaches(&flush);
            gpuTimerStart(&timer);
            launch(w, d_x, d_y, n, (unsigned int)options.block);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        void *got = host_alloc(n, sizeof(float));
        cudaCheck(cudaMemcpy(got, d_y, bytes, cudaMemcpyDeviceToHost));
        rowsKernel(&rows, ways[w].name, n, ms, 3.0 * (double)bytes, verify_way(w, x, y, got, n));
        free(got);
    }

    flushEnd(&flush);
    deviceFree(d_x, d_y);
    host_free(numbers, x, y);
    return rowsEnd(&rows);
}
