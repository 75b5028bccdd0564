// Short numbers, and how tensor cores add products.
//
// Prints what each type can hold, then how far a dot product of K random numbers from 0 to 1 is off: through the
// rounding of its operands alone, with products summed by a thread, and summed by a tensor core, which truncates.
// At last it adds 16 tiny products to 1, which shows that the two really differ.
//
// 8-bit floats need an H200's instructions: WARPSIM=device=h200 on the simulator.
//
//     make ch7-types && ./ch7-types
//     WARPSIM=device=h200 ./ch7-types -n 16384
//
// build: -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90a,code=sm_90a

#include "program.h"

// [begin Format]
// A floating-point type: a sign, `exponent` bits, `fraction` bits. e4m3 has no infinities and uses
// their codes for numbers, so its largest number is given, not calculated.
typedef struct {
    const char *name;
    int exponent, fraction;
    int bytes; // in memory
    double largest;
} Format;

static const Format formats[] = {
    {"float", 8, 23, 4, 0x1.fffffep127},
    {"tf32", 8, 10, 4, 0x1.ffcp127},
    {"bf16", 8, 7, 2, 0x1.fep127},
    {"half", 5, 10, 2, 65504},
    {"e5m2", 5, 2, 1, 57344},
    {"e4m3", 4, 3, 1, 448},
};
enum { FLOAT, TF32, BF16, HALF, E5M2, E4M3, FORMATS };
// [end Format]

static int bias(const Format *f)
{
    return (1 << (f->exponent - 1)) - 1;
}

// The smallest number with all bits of its fraction.
static double smallest(const Format *f)
{
    return ldexp(1, 1 - bias(f));
}

// [begin rounded]
// x, not negative and not too large, as the type holds it: to the nearest, and to an even fraction
// if two are as near.
static double rounded(const Format *f, double x)
{
    int e;
    frexp(x < smallest(f) ? smallest(f) : x,
          &e); // below the smallest, numbers are as far apart as there
    double spacing = ldexp(1, e - 1 - f->fraction);
    return rint(x / spacing) * spacing;
}
// [end rounded]

// Its bits, in the lowest of a word. (tf32 is stored as a float, whose last 13 bits nobody reads.)
static unsigned int bits_of(const Format *f, double x)
{
    int e = 0;
    double fraction = 2 * frexp(x, &e); // x = fraction * 2^(e - 1)
    if (x < smallest(f))
        return (unsigned int)ldexp(x, f->fraction + bias(f) - 1);
    unsigned int code = (unsigned int)(e - 1 + bias(f)) << f->fraction |
                        (unsigned int)ldexp(fraction - 1, f->fraction);
    return f->bytes == 4 ? code << (23 - f->fraction) : code;
}

// ---- The device ----

// A row of A and a column of B are 32 bytes each, whatever the type: 8 tf32, 16 of two bytes, 32 of one. So one kernel serves all types.
enum { WORDS = 8 };

// All kernels: a, b: (gridDim.x, steps, WORDS), words of packed numbers; sum: (gridDim.x). Each block makes one dot product, which is
// 1 of the 128 that a warp's instruction could make: only row 0 of A and column 0 of B are not 0.

// [begin dot]
// Row 0 is in the first four lanes: lane t has words t and t + 4 of it, and so has column 0. The
// sum ends in lane 0.
#define DOT(name, types)                                                                      \
    __global__ void name(const unsigned int *a, const unsigned int *b, int steps, float *sum) \
    {                                                                                         \
        int lane = threadIdx.x;                                                               \
        float d[4] = {};                                                                      \
        for (int s = 0; s < steps; s++) {                                                     \
            const unsigned int *x = a + ((size_t)blockIdx.x * steps + s) * WORDS,             \
                               *y = b + ((size_t)blockIdx.x * steps + s) * WORDS;             \
            unsigned int x0 = lane < 4 ? x[lane] : 0, x4 = lane < 4 ? x[lane + 4] : 0;        \
            unsigned int y0 = lane < 4 ? y[lane] : 0, y4 = lane < 4 ? y[lane + 4] : 0;        \
            asm("mma.sync.aligned." types " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "   \
                "{%0, %1, %2, %3};"                                                           \
                : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                              \
                : "r"(x0), "r"(0), "r"(x4), "r"(0), "r"(y0), "r"(y4));                        \
        }                                                                                     \
        if (lane == 0)                                                                        \
            sum[blockIdx.x] = d[0];                                                           \
    }

DOT(dotTf32, "m16n8k8.row.col.f32.tf32.tf32.f32")
DOT(dotBf16, "m16n8k16.row.col.f32.bf16.bf16.f32")
DOT(dotHalf, "m16n8k16.row.col.f32.f16.f16.f32")
// [end dot]

// The same by a warpgroup, which is four warps, for 8-bit floats: `wgmma` takes A from registers as above and B from shared memory, where
// 16 bytes of each of 8 columns lie together. Only compute capability 9.0 has it; elsewhere nothing is written.
// One step of a warpgroup: d += A B for A: (64, 32), B: (32, 8). Between fence and wait, nobody may touch its registers.
#define WGMMA(type)                                                         \
    asm volatile("wgmma.fence.sync.aligned;\n"                              \
                 "wgmma.mma_async.sync.aligned.m64n8k32.f32." type "." type \
                 " {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1;\n"      \
                 "wgmma.commit_group.sync.aligned;\n"                       \
                 "wgmma.wait_group.sync.aligned 0;"                         \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])           \
                 : "r"(x0), "r"(0), "r"(x4), "r"(0), "l"(at)                \
                 : "memory")

// [begin dotBytes]
__global__ void dotBytes(const unsigned int *a, const unsigned int *b, int steps, float *sum,
                         bool e5m2)
{
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    __shared__ __align__(128) unsigned int tile[2][8][4]; // [k / 16][column]: 16 bytes
    int thread = threadIdx.x;
    float d[4] = {};
    if (thread < 64)
        (&tile[0][0][0])[thread] = 0;
    unsigned long long at = (__cvta_generic_to_shared(tile) & 0x3ffff) >> 4 |
                            8ull << 16; // the halves are 8 * 16 bytes apart
    for (int s = 0; s < steps; s++) {
        const unsigned int *x = a + ((size_t)blockIdx.x * steps + s) * WORDS,
                           *y = b + ((size_t)blockIdx.x * steps + s) * WORDS;
        unsigned int x0 = thread < 4 ? x[thread] : 0, x4 = thread < 4 ? x[thread + 4] : 0;
        __syncthreads();
        if (thread < WORDS)
            tile[thread / 4][0][thread % 4] = y[thread];
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (e5m2)
            WGMMA("e5m2");
        else
            WGMMA("e4m3");
    }
    if (thread == 0)
        sum[blockIdx.x] = d[0];
#endif
}
// [end dotBytes]

// ---- The host ----

enum { SUMS = 64 }; // dot products of each type, whose errors are averaged

// Packs count numbers of SUMS dot products into words, and rounds them to the type.
static void pack(unsigned int *words, double *x, size_t count, const Format *f)
{
    memset(words, 0, count * f->bytes);
    for (size_t i = 0; i < count; i++) {
        x[i] = rounded(f, x[i]);
        words[i * f->bytes / 4] |= bits_of(f, x[i]) << (8 * (i * f->bytes % 4));
    }
}

// sum: (SUMS), the dot products as tensor cores add them. a, b: (SUMS, steps, WORDS).
static void addByTensorCores(int type, const unsigned int *a, const unsigned int *b, int steps,
                             float *sum)
{
    size_t words = (size_t)SUMS * steps * WORDS;
    unsigned int *d_a = deviceCopy(unsigned int, a, words),
                 *d_b = deviceCopy(unsigned int, b, words);
    float *d_sum = deviceArray(float, SUMS);
    switch (type) {
    case TF32: dotTf32<<<SUMS, 32>>>(d_a, d_b, steps, d_sum); break;
    case BF16: dotBf16<<<SUMS, 32>>>(d_a, d_b, steps, d_sum); break;
    case HALF: dotHalf<<<SUMS, 32>>>(d_a, d_b, steps, d_sum); break;
    default: dotBytes<<<SUMS, 128>>>(d_a, d_b, steps, d_sum, type == E5M2);
    }
    cudaCheckLaunch();
    cudaCheck(cudaMemcpy(sum, d_sum, SUMS * sizeof *sum, cudaMemcpyDeviceToHost));
    deviceFree(d_a, d_b, d_sum);
}

// How many bits after the point a tensor core keeps at least, if the largest term is from 1 to 2.
static int bits_kept(int type)
{
    return type >= E5M2 ? 13 : 23;
}

// Errors of the sums of rounded numbers, relative to the exact sums of the numbers themselves, all in double.
typedef struct {
    double operands, thread,
        core;   // averages, and the last two with their sign, beside the rounding of operands
    bool right; // the core's are within their bound
} Errors;

static Errors errors_of(int type, size_t K, uint64_t seed)
{
    const Format *f = &formats[type];
    size_t each = 4 * WORDS / f->bytes, steps = (K + each - 1) / each, count = SUMS * steps * each;
    double *a = host_array(double, count), *b = host_array(double, count);
    unsigned int *words_a = host_array(unsigned int, SUMS *steps *WORDS),
                 *words_b = host_array(unsigned int, SUMS *steps *WORDS);
    double exact[SUMS] = {};
    float core[SUMS] = {};
    for (size_t i = 0; i < count; i++)
        if (i % (steps * each) < K) {
            a[i] = (double)(random_bits(seed, 2 * i) >> 41) * 0x1p-23;
            b[i] = (double)(random_bits(seed, 2 * i + 1) >> 41) * 0x1p-23;
            exact[i / (steps * each)] += a[i] * b[i];
        }
    pack(words_a, a, count, f);
    pack(words_b, b, count, f);
    if (type != FLOAT)
        addByTensorCores(type, words_a, words_b, (int)steps, core);

    Errors e = {0, 0, 0, true};
#pragma unroll 1
    for (int s = 0; s < SUMS; s++) {
        double of_rounded = 0;
        float thread = 0;
        for (size_t i = s * steps * each; i < (s + 1) * steps * each; i++) {
            of_rounded += a[i] * b[i];
            thread = fmaf((float)a[i], (float)b[i], thread);
        }
        double unit = of_rounded > 0 ? of_rounded : 1;
        e.operands += fabs(of_rounded - exact[s]) / (exact[s] > 0 ? exact[s] : 1) / SUMS;
        e.thread += (thread - of_rounded) / unit / SUMS;
        e.core += (core[s] - of_rounded) / unit / SUMS;
        // A step cuts its terms, and then their sum, by less than a unit each; none of them is larger than the sum, as none is negative.
        double bound = (double)steps * (each + 2) * ldexp(of_rounded, -bits_kept(type));
        if (type != FLOAT && !verify_float(f->name, core[s], of_rounded, bound))
            e.right = false;
    }
    host_free(a, b, words_a, words_b);
    return e;
}

// [begin tiny]
// 1 + 16 * 2^-24: returns what is left of it, less 1, added by a thread one by one, or by a tensor
// core in two steps: 1 * 1 first.
static double addTiny(bool core)
{
    unsigned int a[SUMS * 2 * WORDS] = {}, b[SUMS * 2 * WORDS] = {};
    float sum[SUMS] = {1};
    for (int i = 0; !core && i < 16; i++)
        sum[0] += 0x1p-24f;
    if (core) {
        a[0] = b[0] = bits_of(&formats[BF16], 1);
        for (int w = WORDS; w < 2 * WORDS; w++)
            a[w] = b[w] = bits_of(&formats[BF16], 0x1p-12) * 0x10001;
        addByTensorCores(BF16, a, b, 2, sum);
    }
    return sum[0] - 1;
}
// [end tiny]

// True if dotBytes can run: on this device, and compiled for it, which an older clang can't.
static bool has_bytes(const Device *device)
{
    cudaFuncAttributes compiled;
    cudaCheck(cudaFuncGetAttributes(&compiled, dotBytes));
    return device->major == 9 && compiled.ptxVersion == 90;
}

int main(int argc, char **argv)
{
    Options options =
        options_for("Short number types, and errors of dot products of up to n numbers.", "ns");
    options.n = default_size(1 << 16, 1 << 12);
    options.n_min = 16;
    options.n_max = 1 << 20;
    options_parse(&options, argc, argv);
    Device device = deviceOpen();
    devicePrint(&device);

    printf("\n%-6s %9s %9s %11s %11s %13s\n", "type", "exponent", "fraction", "smallest", "largest",
           "spacing at 1");
    for (int t = 0; t < FORMATS; t++) {
        const Format *f = &formats[t];
        printf("%-6s %4d bits %4d bits %11.2g %11.5g %13.2g\n", f->name, f->exponent, f->fraction,
               smallest(f), f->largest, ldexp(1, -f->fraction));
    }

    bool right = true, bytes = has_bytes(&device);
    printf("\nErrors of dot products, relative: by rounding the operands, by adding in float\n\n"
           "%-6s %12s %13s %14s %15s\n",
           "type", "K", "operands", "by a thread", "by tensor cores");
    for (int t = 0; t < (bytes ? FORMATS : E5M2); t++)
        for (size_t K = 16; K <= options.n; K *= 16) {
            Errors e = errors_of(t, K, options.seed);
            right = right && e.right;
            char core[16] = "-";
            if (t != FLOAT)
                snprintf(core, sizeof core, "%.1e", e.core);
            printf("%-6s %12zu %13.1e %14.1e %15s\n", formats[t].name, K, e.operands, e.thread,
                   core);
        }
    if (!bytes)
        printf(
            "(e5m2 and e4m3: on a GPU of compute capability 9.0, such as WARPSIM=device=h200)\n");
    double thread = addTiny(false), core = addTiny(true);
    printf("\n1 + 16 * 2^-24 is 1 + %.3g; a thread gets 1 + %.3g, a tensor core 1 + %.3g\n",
           0x1p-20, thread, core);
    right = right && thread == 0 && core == 0x1p-20;
    return right ? EXIT_RIGHT : EXIT_WRONG;
}
