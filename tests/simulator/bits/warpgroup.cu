// warpgroup.cu: what a warpgroup's products, sparse mma and mma of 8-bit floats make of random matrices, as hashes of all bits. An H200's
// are in h200-warpgroup.txt; tests/gpu/bits.sh made them.
//
// Each form of the instructions is a kernel, whose PTX this program writes. Shared memory is full of random numbers, and A and B lie
// there as random descriptors say: any start, offsets and base offset, each swizzle, lines along memory and across it. Numbers are of
// the kinds of products.cu, and of two more: many zeros, and products that are as small as an f32 can be.
//
// usage: warpgroup [CASES]: so many products of each form and kind, 1 if not said
//
// Prints a line for each form and kind, the number of the form first: "7 wgmma.m64n24k16.f32.f16.f16 3 1234567890abcdef".

#include "numbers.h"
#include <cuda.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 10, LEFT, RIGHT, ADDEND, METADATA, PLACE }; // the last ones: whose random numbers
enum {
    THREADS = 128,
    A_BYTES = 14 << 10, // no descriptor leads beyond these
    B_BYTES = 26 << 10,
    MEMORY = A_BYTES + B_BYTES,
    MOST_WORDS = 128 + 9,    // of a thread: D, A, B, metadata
    REGISTERS = MEMORY + 32, // behind the descriptors and scale-d
    INPUT = REGISTERS + MOST_WORDS * THREADS * 4,
};

typedef struct {
    const char *name;
    int exponent, mantissa; // bits of each; an integer has no exponent
    int bits;               // of an element
} Type;

static const Type f16 = {"f16", 5, 10, 16}, bf16 = {"bf16", 8, 7, 16}, tf32 = {"tf32", 8, 10, 32},
                  e4m3 = {"e4m3", 4, 3, 8}, e5m2 = {"e5m2", 5, 2, 8}, f32 = {"f32", 8, 23, 32},
                  s8 = {"s8", 0, 7, 8}, u8 = {"u8", 0, 8, 8}, b1 = {"b1", 0, 8, 1},
                  s32 = {"s32", 0, 31, 32};

// The types that go together: A, B, D.
static const struct {
    const Type *a, *b, *d;
} types[] = {{&f16, &f16, &f32},   {&f16, &f16, &f16},   {&bf16, &bf16, &f32}, {&tf32, &tf32, &f32},
             {&e4m3, &e4m3, &f32}, {&e4m3, &e5m2, &f32}, {&e5m2, &e4m3, &f32}, {&e5m2, &e5m2, &f32},
             {&e4m3, &e4m3, &f16}, {&e4m3, &e5m2, &f16}, {&e5m2, &e4m3, &f16}, {&e5m2, &e5m2, &f16},
             {&s8, &s8, &s32},     {&s8, &u8, &s32},     {&u8, &s8, &s32},     {&u8, &u8, &s32},
             {&b1, &b1, &s32}};
enum { TYPES = sizeof types / sizeof *types };

// A form: what one kernel does.
typedef struct {
    const Type *a, *b, *d;
    bool warp;                     // mma, not wgmma
    int n, k;                      // of the shape
    bool sparse, in_registers;     // A
    int selector;                  // of the metadata
    int variant;                   // bits: signs, directions, saturation
    int d_words, a_words, b_words; // registers of a thread
    char name[80];
} Form;

// ---- Random numbers ---------------------------------------------------------------------------------------------------

// Returns the bits of element `at` of a matrix of case `which`.
static uint32_t number(const Type *t, uint32_t which, int matrix, uint32_t at)
{
    uint32_t r = random_of(which, matrix, at), more = mixed(r);
    uint32_t mantissa = more & (uint32_t)((1ull << t->mantissa) - 1), sign = r >> 31;
    if (!t->exponent) // close to a limit, for saturation, or any
        return which % 3 && t->bits == 32 ? (0x7fffffffu + sign) ^ (more & 0xfff)
                                          : more & (uint32_t)((2ull << t->mantissa) - 1);
    int kind = (int)(which % KINDS), bias = (1 << (t->exponent - 1)) - 1, most = 2 * bias,
        any = (int)(r >> 8 & 1023);
    Parts p = {.mantissa = mantissa, .sign = sign};
    if (kind < 8)
        p = of_kind(kind, bias, t->mantissa, matrix == ADDEND, any, p);
    else if (any % 4)
        return 0;
    else
        p.exponent = kind == 8          ? any % (most + 1)
                     : matrix == ADDEND ? any % 16 / 15
                                        : (bias + 1) / 2 - 12 + any % 17;
    int e = p.exponent < 0 ? 0 : p.exponent > most + 1 ? most + 1 : p.exponent;
    uint32_t bits = p.sign << (t->exponent + t->mantissa) | (uint32_t)e << t->mantissa | p.mantissa;
    return t == &tf32 ? bits << 13 | (more >> 19) : bits; // tf32's last bits do not count
}

// Returns a word of elements.
static uint32_t word_of(const Type *t, uint32_t which, int matrix, uint32_t at)
{
    uint32_t word = 0;
    int bits = t->bits < 8 ? 8 : t->bits;
    for (int i = 0; i < 32 / bits; i++)
        word |= number(t, which, matrix, at * (uint32_t)(32 / bits) + (uint32_t)i) << i * bits;
    return word;
}

// Returns a word of metadata: for each group of a row which of its elements are there.
static uint32_t metadata(const Type *t, uint32_t which, uint32_t at)
{
    static const uint8_t pairs[] = {4, 8, 9, 12, 13, 14}, singles[] = {4, 14};
    uint32_t word = 0;
    for (int i = 0; i < 8; i++) {
        uint32_t r = random_of(which, METADATA, at * 8 + (uint32_t)i);
        word |= (uint32_t)(t == &tf32 ? singles[r % 2] : pairs[r % 6]) << 4 * i;
    }
    return word;
}

// Returns a descriptor of a matrix that begins at `base` or up to 2 KB behind.
static uint64_t descriptor(uint32_t which, uint32_t matrix, uint32_t base)
{
    uint32_t r[5];
    for (uint32_t i = 0; i < 5; i++)
        r[i] = random_of(which, PLACE, matrix * 5 + i);
    uint64_t start = (base >> 4) + (r[0] % 2 ? r[1] % 2 * 64 : r[1] % 128), leading = r[2] % 40,
             stride = r[3] % 40;
    return start | leading << 16 | stride << 32 | (uint64_t)(r[4] % 3 ? 0 : r[4] >> 8 & 7) << 49 |
           (uint64_t)(r[4] >> 16 & 3) << 62;
}

// ---- Forms ------------------------------------------------------------------------------------------------------------

static int depth_of(const Type *t)
{
    return t == &b1 ? 256 : 256 / t->bits;
}

static int warpgroup_forms(Form *forms)
{
    static const int widths[] = {64, 8, 256, 24, 128};
    int count = 0;
    for (int i = 0; i < TYPES; i++)
        for (int v = 0; v < 6; v++) {
            Form f = {types[i].a, types[i].b, types[i].d};
            f.sparse = v == 2 || v == 4;
            if (f.sparse && f.a == &b1)
                continue;
            f.n = widths[(i + v) % 5];
            f.k = depth_of(f.a) * (f.sparse ? 2 : 1);
            f.in_registers = v == 1 || v == 4;
            f.selector = f.a->bits >= 16 ? i % 2 : 0;
            f.variant = i * 5 + v * 7;
            f.d_words = f.n / (f.d == &f16 ? 4 : 2);
            f.a_words = f.in_registers ? 4 : 0;
            forms[count++] = f;
        }
    return count;
}

static int warp_forms(Form *forms)
{
    int count = 0;
    for (int i = 0; i < TYPES; i++)
        for (int v = 0; v < 4; v++) {
            Form f = {types[i].a, types[i].b, types[i].d, true, 8};
            bool small = f.a == &e4m3 || f.a == &e5m2, integer = f.d == &s32;
            f.sparse = v < 3;
            // Whole lines of 32 bytes, and of 16 where there are any.
            f.k = depth_of(f.a) * (f.sparse && v < 2 ? 2 : 1);
            f.k = v == 3 && i % 2 ? f.k / 2 : f.k;
            f.selector = v == 1 && !(f.a->bits == 8 && f.k == 64);
            if (f.a == &b1 || (small && (f.d == &f16 || v == 1 || v == 2)) || (!small && v == 3))
                continue;
            int words = f.k * f.a->bits / 32; // of a line of B
            f.variant = integer ? v << 3 : 0;
            f.d_words = f.d == &f16 ? 2 : 4;
            f.a_words = words / (f.sparse ? 4 : 2);
            f.b_words = words / 4;
            forms[count++] = f;
        }
    return count;
}

// ---- Kernels ----------------------------------------------------------------------------------------------------------

typedef struct {
    char *at, *end;
} Text;

#define WRITE(t, ...) ((t)->at += snprintf((t)->at, (size_t)((t)->end - (t)->at), __VA_ARGS__))

// Writes "{%d0, %d1}".
static void write_list(Text *t, const char *name, int count)
{
    for (int i = 0; i < count; i++)
        WRITE(t, "%s%%%s%d", i ? ", " : "{", name, i);
    WRITE(t, "}");
}

// Writes loads, or stores, of a thread's words from number `first` on, and returns the number behind.
static int write_words(Text *t, bool load, const char *name, int count, int first)
{
    for (int i = 0; i < count; i++)
        if (load)
            WRITE(t, "ld.global.b32 %%%s%d, [%%words+%d];\n", name, i, (first + i) * THREADS * 4);
        else
            WRITE(t, "st.global.b32 [%%out+%d], %%%s%d;\n", (first + i) * THREADS * 4, name, i);
    return first + count;
}

// Writes the instruction, and its name without operands to f->name.
static void write_instruction(Text *t, Form *f)
{
    bool integer = f->d == &s32, halves = f->a == &f16 || f->a == &bf16;
    const char *saturate = integer && f->a != &b1 && (f->variant & 8) ? ".satfinite" : "";
    if (f->warp)
        snprintf(f->name, sizeof f->name, "mma%s.m16n8k%d.%s.%s.%s%s", f->sparse ? ".sp" : "", f->k,
                 f->d->name, f->a->name, f->b->name, saturate);
    else
        snprintf(f->name, sizeof f->name, "wgmma%s.m64n%dk%d.%s.%s.%s%s", f->sparse ? ".sp" : "",
                 f->n, f->k, f->d->name, f->a->name, f->b->name, saturate);
    if (f->warp)
        WRITE(t, "mma%s.sync.aligned.m16n8k%d.row.col%s.%s.%s.%s.%s ",
              f->sparse ? ".sp::ordered_metadata" : "", f->k, saturate, f->d->name, f->a->name,
              f->b->name, f->d->name);
    else
        WRITE(t, "wgmma.mma_async%s.sync.aligned.m64n%dk%d.%s.%s.%s%s%s ", f->sparse ? ".sp" : "",
              f->n, f->k, f->d->name, f->a->name, f->b->name, f->a == &b1 ? ".and.popc" : "",
              saturate);
    write_list(t, "d", f->d_words);
    WRITE(t, ", ");
    if (f->a_words)
        write_list(t, "a", f->a_words);
    else
        WRITE(t, "%%left");
    WRITE(t, ", ");
    if (f->warp) {
        write_list(t, "b", f->b_words);
        WRITE(t, ", ");
        write_list(t, "d", f->d_words);
    } else {
        WRITE(t, "%%right");
    }
    if (f->sparse)
        WRITE(t, ", %%meta0, %d", f->selector);
    if (!f->warp)
        WRITE(t, ", %%scale");
    if (!f->warp && !integer)
        WRITE(t, ", %d, %d", f->variant & 1 ? -1 : 1, f->variant & 2 ? -1 : 1);
    if (!f->warp && halves && !f->in_registers)
        WRITE(t, ", %d", f->variant >> 2 & 1);
    if (!f->warp && halves)
        WRITE(t, ", %d", f->variant >> 3 & 1);
    WRITE(t, ";\n");
}

static void write_kernel(Text *t, Form *f, int i)
{
    WRITE(t, ".visible .entry k%d(.param .u64 from, .param .u64 to)\n{\n", i);
    WRITE(t, ".reg .b32 %%d<128>, %%a<4>, %%b<4>, %%meta<1>, %%thread, %%at, %%shared, %%word;\n");
    WRITE(
        t,
        ".reg .b64 %%in, %%out, %%words, %%left, %%right, %%wide;\n.reg .pred %%scale, %%more;\n");
    WRITE(t, "ld.param.u64 %%in, [from];\nld.param.u64 %%out, [to];\nmov.u32 %%thread, %%tid.x;\n");
    WRITE(
        t,
        "mul.wide.u32 %%wide, %%thread, 4;\nadd.u64 %%words, %%in, %%wide;\nadd.u64 %%out, %%out, %%wide;\n");
    if (!f->warp) {
        WRITE(t, "mov.u32 %%at, %%thread;\nmov.u32 %%shared, memory;\n");
        WRITE(t, "copy:\nmul.wide.u32 %%wide, %%at, 4;\nadd.u64 %%wide, %%wide, %%in;\n");
        WRITE(t, "ld.global.b32 %%word, [%%wide];\nmad.lo.u32 %%b0, %%at, 4, %%shared;\n");
        WRITE(t, "st.shared.b32 [%%b0], %%word;\nadd.u32 %%at, %%at, %d;\n", THREADS);
        WRITE(t, "setp.lt.u32 %%more, %%at, %d;\n@%%more bra copy;\n", MEMORY / 4);
        WRITE(t, "fence.proxy.async;\nbar.sync 0;\n");
        WRITE(t, "ld.global.b64 %%left, [%%in+%d];\nld.global.b64 %%right, [%%in+%d];\n", MEMORY,
              MEMORY + 8);
        WRITE(t, "ld.global.b32 %%word, [%%in+%d];\nsetp.ne.u32 %%scale, %%word, 0;\n",
              MEMORY + 16);
        WRITE(t, "shr.u32 %%shared, %%shared, 4;\ncvt.u64.u32 %%wide, %%shared;\n");
        WRITE(t, "add.u64 %%left, %%left, %%wide;\nadd.u64 %%right, %%right, %%wide;\n");
    }
    WRITE(t, "add.u64 %%words, %%words, %d;\n", REGISTERS);
    int next = write_words(t, true, "d", f->d_words, 0);
    next = write_words(t, true, "a", f->a_words, next);
    next = write_words(t, true, "b", f->b_words, next);
    write_words(t, true, "meta", f->sparse, next);
    if (!f->warp)
        WRITE(t, "wgmma.fence.sync.aligned;\n");
    write_instruction(t, f);
    if (!f->warp)
        WRITE(t, "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n");
    write_words(t, false, "d", f->d_words, 0);
    WRITE(t, "ret;\n}\n");
}

// ---- The program ----------------------------------------------------------------------------------------------------

static void must(CUresult result, const char *what)
{
    const char *name = "?";
    if (result == CUDA_SUCCESS)
        return;
    cuGetErrorName(result, &name);
    fprintf(stderr, "warpgroup: %s: %s\n", what, name);
    exit(1);
}

// Fills the input of a case.
static void make_input(const Form *f, uint32_t which, uint8_t *in)
{
    for (uint32_t i = 0; i < MEMORY / 4 && !f->warp; i++) {
        uint32_t word =
            i < A_BYTES / 4 ? word_of(f->a, which, LEFT, i) : word_of(f->b, which, RIGHT, i);
        memcpy(in + i * 4, &word, 4);
    }
    uint64_t places[] = {descriptor(which, 0, 0), descriptor(which, 1, A_BYTES),
                         which / KINDS % 4 != 3};
    memcpy(in + MEMORY, places, sizeof places);
    int words = f->d_words + f->a_words + f->b_words + f->sparse;
    for (int i = 0; i < words; i++)
        for (uint32_t thread = 0; thread < THREADS; thread++) {
            int a = i - f->d_words, b = a - f->a_words;
            uint32_t at = (uint32_t)i * THREADS + thread;
            uint32_t word = a < 0            ? word_of(f->d, which, ADDEND, at)
                            : b < 0          ? word_of(f->a, which, LEFT, at)
                            : b < f->b_words ? word_of(f->b, which, RIGHT, at)
                                             : metadata(f->a, which, thread);
            memcpy(in + REGISTERS + at * 4, &word, 4);
        }
}

int main(int argc, char **argv)
{
    static Form forms[200];
    static char ptx[4 << 20];
    static uint8_t in[INPUT];
    static uint32_t out[128 * THREADS];
    int cases = argc > 1 ? atoi(argv[1]) : 1, count = warpgroup_forms(forms);
    count += warp_forms(forms + count);
    Text t = {ptx, ptx + sizeof ptx};
    WRITE(
        &t,
        ".version 8.7\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 memory[];\n");
    for (int i = 0; i < count; i++)
        write_kernel(&t, &forms[i], i);
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUdeviceptr from, to;
    must(cuInit(0), "cuInit");
    must(cuDeviceGet(&device, 0), "cuDeviceGet");
    must(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    must(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    must(cuModuleLoadData(&module, ptx), "cuModuleLoadData");
    must(cuMemAlloc(&from, sizeof in), "cuMemAlloc");
    must(cuMemAlloc(&to, sizeof out), "cuMemAlloc");
    for (int i = 0; i < count; i++) {
        char name[16];
        CUfunction kernel;
        snprintf(name, sizeof name, "k%d", i);
        must(cuModuleGetFunction(&kernel, module, name), name);
        for (uint32_t kind = 0; kind < KINDS; kind++) {
            uint64_t hash = 0;
            for (uint32_t c = 0; c < (uint32_t)cases; c++) {
                void *arguments[] = {&from, &to};
                uint32_t threads = forms[i].warp ? 32 : THREADS;
                make_input(&forms[i], ((uint32_t)i + c) * KINDS + kind, in);
                must(cuMemcpyHtoD(from, in, sizeof in), "cuMemcpyHtoD");
                must(cuLaunchKernel(kernel, 1, 1, 1, threads, 1, 1, MEMORY, NULL, arguments, NULL),
                     forms[i].name);
                must(cuMemcpyDtoH(out, to, sizeof out), forms[i].name);
                for (int w = 0; w < forms[i].d_words; w++)
                    for (uint32_t thread = 0; thread < threads; thread++) {
                        uint64_t h =
                            (out[(uint32_t)w * THREADS + thread] ^
                             (uint64_t)(((uint64_t)c << 16) + (uint32_t)w * THREADS + thread)
                                 << 32) *
                            0x9e3779b97f4a7c15ull;
                        hash += (h ^ h >> 29) * 0xbf58476d1ce4e5b9ull;
                    }
            }
            printf("%d %s %u %016llx\n", i, forms[i].name, kind, (unsigned long long)hash);
        }
    }
    return 0;
}
