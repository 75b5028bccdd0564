// products.cu: what tensor cores make of random matrices, as hashes of all bits. An H200's are in h200-products.txt; tests/gpu/bits.sh
// made them. The matrices are of eight kinds: numbers of like size, of sizes further and further apart, any bits, positive ones, few
// bits, a large C, infinities and NaNs among them.
//
// usage: products [CASES]: so many matrices of each kind, 50 if not said
//
// Prints a line for each shape and kind: "m16n8k16 f32.f16 3 1234567890abcdef".

#include "numbers.h"
#include <stdio.h>
#include <stdlib.h>

enum { KINDS = 8, LEFT, RIGHT, ADDEND };

typedef unsigned long long Hash;

typedef struct {
    int exponent, mantissa; // bits of each
} Format;

__device__ static const Format f16 = {5, 10}, bf16 = {8, 7}, tf32 = {8, 10}, f32 = {8, 23};

// Returns a number's bits: element `at` of a matrix of the case `blockIdx.x`.
__device__ static unsigned number(Format format, int matrix, int at)
{
    unsigned r = random_of(blockIdx.x, matrix, (unsigned)at), more = mixed(r);
    Parts p = {.mantissa = more & ((1u << format.mantissa) - 1), .sign = r >> 31};
    p = of_kind((int)(blockIdx.x % KINDS), (1 << (format.exponent - 1)) - 1, format.mantissa,
                matrix == ADDEND, (int)(r >> 8 & 1023), p);
    return p.sign << (format.exponent + format.mantissa) | (unsigned)p.exponent << format.mantissa |
           p.mantissa;
}

// Fragments as the PTX ISA lays them down. Lane l has the rows l / 4 and l / 4 + 8 of A and C, and the column l / 4 of B.
typedef struct {
    unsigned a[4], b[2], c[4];
} Fragments;

// Reads a register of A or B: the elements `k` and, of 16-bit formats, k + 1 of a line of `length`.
__device__ static unsigned line_of(Format format, int matrix, int line, int length, int k)
{
    unsigned first = number(format, matrix, line * length + k);
    if (format.exponent + format.mantissa > 15)
        return first << 13;
    return first | number(format, matrix, line * length + k + 1) << 16;
}

// format: of A and B. length: k of the shape. half: C has f16.
__device__ static Fragments fragments(Format format, int length, bool half)
{
    Fragments f = {};
    int line = (int)threadIdx.x / 4, column = (int)threadIdx.x % 4;
    int packed = format.exponent + format.mantissa > 15 ? 1 : 2, step = 4 * packed;
    for (int i = 0; i * step < length; i++) {
        f.b[i] = line_of(format, RIGHT, line, length, packed * column + i * step);
        for (int lower = 0; lower < 2; lower++)
            f.a[2 * i + lower] =
                line_of(format, LEFT, line + 8 * lower, length, packed * column + i * step);
    }
    for (int i = 0; i < 4; i++) {
        int at = (line + 8 * (i / 2)) * 8 + 2 * column + i % 2;
        if (half)
            f.c[i / 2] |= number(f16, ADDEND, at) << 16 * (i % 2);
        else
            f.c[i] = number(f32, ADDEND, at);
    }
    return f;
}

// Adds D's registers to the hash of the block's kind.
__device__ static void add_hash(Hash *hashes, const unsigned *d, int registers)
{
    Hash sum = 0;
    for (int i = 0; i < registers; i++) {
        Hash h =
            (d[i] ^ (Hash)(blockIdx.x * 128 + threadIdx.x * 4 + i) << 32) * 0x9e3779b97f4a7c15ull;
        sum += (h ^ h >> 29) * 0xbf58476d1ce4e5b9ull;
    }
    atomicAdd(&hashes[blockIdx.x % KINDS], sum);
}

#define IN_A(f)  "r"(f.a[0]), "r"(f.a[1]), "r"(f.a[2]), "r"(f.a[3])
#define IN_A2(f) "r"(f.a[0]), "r"(f.a[1])
#define IN_C(f)  "r"(f.c[0]), "r"(f.c[1]), "r"(f.c[2]), "r"(f.c[3])

// Makes a kernel. FOUR: registers of A are four, and two of B; TWO: two and one. WIDE: D and C are f32; NARROW: f16.
#define FOUR_WIDE(d, f, text)                                                       \
    asm(text " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};" \
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                            \
        : IN_A(f), "r"(f.b[0]), "r"(f.b[1]), IN_C(f))
#define TWO_WIDE(d, f, text)                                         \
    asm(text " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};" \
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])             \
        : IN_A2(f), "r"(f.b[0]), IN_C(f))
#define FOUR_NARROW(d, f, text)                                 \
    asm(text " {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};" \
        : "=r"(d[0]), "=r"(d[1])                                \
        : IN_A(f), "r"(f.b[0]), "r"(f.b[1]), "r"(f.c[0]), "r"(f.c[1]))
#define TWO_NARROW(d, f, text)                      \
    asm(text " {%0, %1}, {%2, %3}, {%4}, {%5, %6};" \
        : "=r"(d[0]), "=r"(d[1])                    \
        : IN_A2(f), "r"(f.b[0]), "r"(f.c[0]), "r"(f.c[1]))
#define KERNEL(name, form, format, length, half, text) \
    __global__ void name(Hash *hashes)                 \
    {                                                  \
        Fragments f = fragments(format, length, half); \
        unsigned d[4] = {};                            \
        form(d, f, "mma.sync.aligned." text);          \
        add_hash(hashes, d, half ? 2 : 4);             \
    }

KERNEL(f16By16, FOUR_WIDE, f16, 16, false, "m16n8k16.row.col.f32.f16.f16.f32")
KERNEL(f16By8, TWO_WIDE, f16, 8, false, "m16n8k8.row.col.f32.f16.f16.f32")
KERNEL(halfBy16, FOUR_NARROW, f16, 16, true, "m16n8k16.row.col.f16.f16.f16.f16")
KERNEL(halfBy8, TWO_NARROW, f16, 8, true, "m16n8k8.row.col.f16.f16.f16.f16")
KERNEL(bf16By16, FOUR_WIDE, bf16, 16, false, "m16n8k16.row.col.f32.bf16.bf16.f32")
KERNEL(bf16By8, TWO_WIDE, bf16, 8, false, "m16n8k8.row.col.f32.bf16.bf16.f32")
KERNEL(tf32By8, FOUR_WIDE, tf32, 8, false, "m16n8k8.row.col.f32.tf32.tf32.f32")
KERNEL(tf32By4, TWO_WIDE, tf32, 4, false, "m16n8k4.row.col.f32.tf32.tf32.f32")

// ---- f64 ------------------------------------------------------------------------------------------------------------

// Returns an element of a matrix of f64: an f32 of the case's kind, and bits behind it.
__device__ static double wide_number(int matrix, int at)
{
    double first = __uint_as_float(number(f32, matrix, at));
    return first + first * 0x1p-25 * (mixed((unsigned)at) & 255);
}

// Which NaN a sum is, nobody asks.
__device__ static double one_nan(double x)
{
    return x == x ? x : __longlong_as_double(0x7ff8000000000000);
}

// Makes a kernel. lines: rows of A, 8 or 16. length: k of the shape. A lane has every fourth element of its lines.
#define WIDE_KERNEL(name, lines, length, text, registers, ...)                              \
    __global__ void name(Hash *hashes)                                                      \
    {                                                                                       \
        double a[8], b[4], c[4], d[4] = {};                                                 \
        int line = (int)threadIdx.x / 4, column = (int)threadIdx.x % 4, eights = lines / 8; \
        for (int i = 0; i < length / 4; i++) {                                              \
            b[i] = wide_number(RIGHT, line * length + column + 4 * i);                      \
            for (int lower = 0; lower < eights; lower++)                                    \
                a[eights * i + lower] =                                                     \
                    wide_number(LEFT, (line + 8 * lower) * length + column + 4 * i);        \
        }                                                                                   \
        for (int i = 0; i < 2 * eights; i++)                                                \
            c[i] = wide_number(ADDEND, (line + 8 * (i / 2)) * 8 + 2 * column + i % 2);      \
        asm("mma.sync.aligned." text ".row.col.f64.f64.f64.f64 " registers __VA_ARGS__);    \
        unsigned halves[8];                                                                 \
        for (int i = 0; i < 2 * eights; i++) {                                              \
            halves[2 * i] = (unsigned)__double2loint(one_nan(d[i]));                        \
            halves[2 * i + 1] = (unsigned)__double2hiint(one_nan(d[i]));                    \
        }                                                                                   \
        add_hash(hashes, halves, 4 * eights);                                               \
    }

WIDE_KERNEL(f64By4, 8, 4, "m8n8k4", "{%0, %1}, {%2}, {%3}, {%4, %5};",
            : "=d"(d[0]), "=d"(d[1])
            : "d"(a[0]), "d"(b[0]), "d"(c[0]), "d"(c[1]))
#define D_4 "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
#define C_4 "d"(c[0]), "d"(c[1]), "d"(c[2]), "d"(c[3])
WIDE_KERNEL(f64Of16By4, 16, 4, "m16n8k4", "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};",
            : D_4
            : "d"(a[0]), "d"(a[1]), "d"(b[0]), C_4)
WIDE_KERNEL(f64Of16By8, 16, 8, "m16n8k8",
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};",
            : D_4
            : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]), C_4)
WIDE_KERNEL(
    f64Of16By16, 16, 16, "m16n8k16",
    "{%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19};",
    : D_4
    : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
      "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]), C_4)

// ---- The program ----------------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    void (*kernel)(Hash *hashes);
} shapes[] = {
    {"m16n8k16 f32.f16", f16By16},   {"m16n8k8 f32.f16", f16By8},
    {"m16n8k16 f16.f16", halfBy16},  {"m16n8k8 f16.f16", halfBy8},
    {"m16n8k16 f32.bf16", bf16By16}, {"m16n8k8 f32.bf16", bf16By8},
    {"m16n8k8 f32.tf32", tf32By8},   {"m16n8k4 f32.tf32", tf32By4},
    {"m8n8k4 f64.f64", f64By4},      {"m16n8k4 f64.f64", f64Of16By4},
    {"m16n8k8 f64.f64", f64Of16By8}, {"m16n8k16 f64.f64", f64Of16By16},
};

int main(int argc, char **argv)
{
    int cases = argc > 1 ? atoi(argv[1]) : 50;
    Hash *device, hashes[KINDS];
    cudaMalloc((void **)&device, sizeof hashes);
    for (int i = 0; i < (int)(sizeof shapes / sizeof *shapes); i++) {
        cudaMemset(device, 0, sizeof hashes);
        shapes[i].kernel<<<cases * KINDS, 32>>>(device);
        cudaError_t error = cudaMemcpy(hashes, device, sizeof hashes, cudaMemcpyDeviceToHost);
        if (error != cudaSuccess) {
            fprintf(stderr, "products: %s: %s\n", shapes[i].name, cudaGetErrorString(error));
            return 1;
        }
        for (int kind = 0; kind < KINDS; kind++)
            printf("%s %d %016llx\n", shapes[i].name, kind, hashes[kind]);
    }
    return 0;
}
