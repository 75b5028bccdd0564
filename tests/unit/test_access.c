// Loads, stores and atomics of a warp: every space, width and vector, in a run and scattered, with lanes switched off;
// and every way in which an address can be wrong.

#include "kernel.h"

enum { THREADS = 64 };

// ---- Data arrives unchanged ----------------------------------------------------------------------------------------

typedef struct {
    const char *type, *regs; // as written in the PTX
    uint32_t bytes;          // per lane
} Form;

static const Form FORMS[] = {
    {"u8", "%h1", 1},
    {"b8", "%r1", 1},
    {"b16", "%h1", 2},
    {"u16", "%r1", 2},
    {"u32", "%r1", 4},
    {"f32", "%f1", 4},
    {"b32", "%d4", 4},
    {"u64", "%d4", 8},
    {"f64", "%e1", 8},
    {"v2.u8", "{%h1, %h2}", 2},
    {"v4.u8", "{%h1, %h2, %h3, %h4}", 4},
    {"v2.b16", "{%h1, %h2}", 4},
    {"v4.u16", "{%h1, %h2, %h3, %h4}", 8},
    {"v2.u32", "{%r1, %r2}", 8},
    {"v2.f32", "{%f1, %f2}", 8},
    {"v4.f32", "{%f1, %f2, %f3, %f4}", 16},
    {"v4.b32", "{%r1, %r2, %r3, %r4}", 16},
    {"v2.u64", "{%d4, %d5}", 16},
    {"v2.f64", "{%e1, %e2}", 16},
};
enum { FORM_COUNT = sizeof FORMS / sizeof *FORMS };

// How a kernel reaches `THREADS` * 16 bytes of a space: declarations, code that leaves the lane's address in %d8 or
// %r8 (its offset in bytes is %r9), and the words of loads and stores.
typedef struct {
    const char *declare, *code, *space, *address;
} Place;

static const Place PLACES[] = {
    {"", "add.s64 %d8, %d2, %d9;", "global.", "%d8"},
    {"", "add.s64 %d8, %d2, %d9;", "", "%d8"},
    {".shared .align 16 .b8 mine[1024];", "mov.u32 %r8, mine; add.u32 %r8, %r8, %r9;", "shared.",
     "%r8"},
    {".shared .align 16 .b8 mine[1024];", "mov.u64 %d8, mine; add.s64 %d8, %d8, %d9;", "shared.",
     "%d8"},
    {".shared .align 16 .b8 mine[1024];",
     "mov.u64 %d8, mine; cvta.shared.u64 %d8, %d8; add.s64 %d8, %d8, %d9;", "", "%d8"},
    {".local .align 16 .b8 mine[1024];", "mov.u64 %d8, mine; add.s64 %d8, %d8, %d9;", "local.",
     "%d8"},
    {".local .align 16 .b8 mine[1024];",
     "mov.u64 %d8, mine; cvta.local.u64 %d8, %d8; add.s64 %d8, %d8, %d9;", "", "%d8"},
};
enum { PLACE_COUNT = sizeof PLACES / sizeof *PLACES };

static void shuffle(uint32_t *values, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t k = random_below(i), swap = values[i - 1];
        values[i - 1] = values[k];
        values[k] = swap;
    }
}

// Moves data from in to the space, to registers and to out, each lane at the place that a table names, and compares it.
// in: (THREADS, 16) bytes.
static void check_round_trip(const Form *f, const Place *p, bool scattered, bool some)
{
    char declare[256];
    snprintf(declare, sizeof declare, "%s", p->declare);
    load_kernel("%s\n.reg .pred %%on; mul.wide.u32 %%d3, %%r0, 8; add.s64 %%d3, %%d1, %%d3;\n"
                "ld.global.v2.u32 {%%r9, %%r10}, [%%d3]; setp.ne.u32 %%on, %%r10, 0;\n"
                "cvt.u64.u32 %%d9, %%r9; add.s64 %%d10, %%d0, %%d9;\n%s\n"
                "ld.global.%s %s, [%%d10];\n"
                "@%%on st.%s%s [%s], %s;\n"
                "mov.b16 %%h1, 0; mov.b32 %%r1, 0; mov.b64 %%d4, 0;\n"
                "@%%on ld.%s%s %s, [%s];\n"
                "@%%on st.global.%s [%%d10+1024], %s;\n",
                declare, p->code, f->type, f->regs, p->space, f->type, p->address, f->regs,
                p->space, f->type, f->regs, p->address, f->type, f->regs);
    uint64_t in = buffer(2048), table = buffer((size_t)8 * THREADS), aside = buffer(1024);
    uint32_t place[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        place[i] = i;
    if (scattered)
        shuffle(place, THREADS);
    uint8_t *bytes = at(in, 2048), expected[1024] = {0};
    for (int i = 0; i < 1024; i++)
        bytes[i] = (uint8_t)random64();
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t *entry = (uint32_t *)at(table, (size_t)8 * THREADS) + (size_t)2 * i;
        entry[0] = place[i] * f->bytes;
        entry[1] = !some || random_below(2);
        if (entry[1])
            memcpy(expected + entry[0], bytes + entry[0], f->bytes);
    }
    expect_ok(RUN(.block = {THREADS}, .args = {in, table, aside}));
    if (memcmp(bytes + 1024, expected, sizeof expected) != 0)
        fail_msg("ld and st.%s%s by %s", p->space, f->type, p->address);
}

static void test_every_width_in_every_space(void **state)
{
    (void)state;
    for (int f = 0; f < FORM_COUNT; f++)
        for (int p = 0; p < PLACE_COUNT; p++)
            for (int way = 0; way < 4; way++)
                check_round_trip(&FORMS[f], &PLACES[p], way & 1, way & 2);
}

static void test_narrow_values_are_extended(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        int64_t expected[3]; // of memory FE 81 FF 90 …, in registers of 16, 32 and 64 bits
    } cases[] = {
        {"s8", {-2, -2, -2}},
        {"u8", {254, 254, 254}},
        {"s16", {-32258, -32258, -32258}},
        {"u16", {33278, 33278, 33278}},
        {"s32", {0, -1862303234, -1862303234}},
        {"u32", {0, 2432664062, 2432664062}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bool fits16 = i < 4;
        load_kernel(
            "%s ld.global.%s %%r1, [%%d0]; ld.global.%s %%d4, [%%d0];\n"
            "st.global.u16 [%%d1], %%h1; st.global.u32 [%%d1+4], %%r1; "
            "st.global.u64 [%%d1+8], %%d4;\n",
            fits16 ? (const char *[]){"ld.global.s8 %h1, [%d0];", "ld.global.u8 %h1, [%d0];",
                                      "ld.global.s16 %h1, [%d0];", "ld.global.u16 %h1, [%d0];"}[i]
                   : "",
            cases[i].type, cases[i].type);
        uint64_t in = buffer(8), out = buffer(16);
        memcpy(at(in, 8), "\xfe\x81\xff\x90\x77\x77\x77\x77", 8);
        expect_ok(RUN(.args = {in, out}));
        const uint8_t *got = at(out, 16);
        if (fits16)
            assert_memory_equal(got, &(int16_t){(int16_t)cases[i].expected[0]}, 2);
        assert_memory_equal(got + 4, &(int32_t){(int32_t)cases[i].expected[1]}, 4);
        assert_memory_equal(got + 8, &cases[i].expected[2], 8);
    }
}

static void test_stores_cut_wide_registers(void **state)
{
    (void)state;
    load(KERNEL(
        "mov.u64 %d4, 0x1122334455667788; mov.u32 %r1, 0x99aabbcc;\n"
        "st.global.u8 [%d0], %d4; st.global.u16 [%d0+2], %d4; st.global.u32 [%d0+4], %d4;\n"
        "st.global.u8 [%d0+8], %r1; st.global.u16 [%d0+10], %r1; st.global.u8 [%d0+12], 300;\n"
        "st.global.v2.u32 [%d0+16], {%r1, -1}; st.global.f32 [%d0+24], 0f3F800000;\n"
        "st.global.f64 [%d0+32], 0f40000000;\n"));
    uint64_t out = buffer(64);
    expect_ok(RUN(.args = {out}));
    static const uint8_t expected[40] = "\x88\0\x88\x77\x88\x77\x66\x55\xcc\0\xcc\xbb\x2c\0\0\0"
                                        "\xcc\xbb\xaa\x99\xff\xff\xff\xff\0\0\x80\x3f\0\0\0\0"
                                        "\0\0\0\0\0\0\0\x40";
    assert_memory_equal(at(out, 64), expected, sizeof expected);
}

static void test_sinks_and_lanes_that_share_a_place(void **state)
{
    (void)state;
    // if several lanes store to one place, one of them wins; here it is always the last
    load(KERNEL("ld.global.v4.u32 {_, %r1, _, %r2}, [%d0]; st.global.v2.u32 [%d1], {%r1, %r2};\n"
                "st.global.u32 [%d1+8], %r0;\n"));
    uint64_t in = buffer(16), out = buffer(16);
    memcpy(at(in, 16), (uint32_t[]){1, 2, 3, 4}, 16);
    expect_ok(RUN(.block = {32}, .args = {in, out}));
    assert_memory_equal(at(out, 16), ((uint32_t[]){2, 4, 31, 0}), 16);
}

static void test_constants_and_parameters(void **state)
{
    (void)state;
    load(PTX_HEAD
         ".const .align 4 .u32 table[4] = {10, 20, 30, 40};\n"
         ".visible .entry k(.param .u64 out, .param .align 8 .b8 pair[16], .param .u8 small) {\n"
         ".reg .b64 %d<8>; .reg .b32 %r<8>; .reg .b16 %h<2>;\n"
         "ld.param.u64 %d1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4;\n"
         "mov.u64 %d3, table; add.s64 %d3, %d3, %d2; ld.const.u32 %r2, [%d3];\n"
         "ld.param.v2.u32 {%r3, %r4}, [pair+8]; ld.param.s8 %h1, [small];\n"
         "mov.b64 %d4, pair; ld.param.u32 %r5, [%d4+4];\n" // by address
         "cvta.param.u64 %d5, %d4; ld.u32 %r6, [%d5];\n"   // by generic address
         "mul.wide.u32 %d6, %r1, 24; add.s64 %d6, %d1, %d6; st.global.v2.u32 [%d6], {%r2, %r3};\n"
         "cvt.s32.s16 %r7, %h1; st.global.v2.u32 [%d6+8], {%r4, %r5};\n"
         "st.global.v2.u32 [%d6+16], {%r6, %r7}; ret; }\n");
    uint64_t out = buffer(96);
    uint64_t args[4] = {out, 0, 0, 0xfd};
    memcpy(&args[1], (uint32_t[]){5, 6, 7, 8}, 16);
    expect_ok(RUN(.block = {4}, .args = {args[0], args[1], args[2], args[3]}));
    for (uint32_t i = 0; i < 4; i++)
        assert_memory_equal((char *)at(out, 96) + (size_t)24 * i,
                            ((uint32_t[]){10 * (i + 1), 7, 8, 6, 5, (uint32_t)-3}), 24);
    assert_int_equal(count_of("ld.param.u32").requests, 0); // they are constant memory
}

// ---- Atomics -------------------------------------------------------------------------------------------------------

typedef enum { TYPE_U, TYPE_S, TYPE_F32, TYPE_F64, TYPE_F16, TYPE_BF16 } Type;

typedef struct {
    const char *op, *type;
    Type kind;
    int bits;
} Atomic;

static const Atomic ATOMICS[] = {
    {"add", "u32", TYPE_U, 32},
    {"add", "s32", TYPE_S, 32},
    {"add", "u64", TYPE_U, 64},
    {"add", "f32", TYPE_F32, 32},
    {"add", "f64", TYPE_F64, 64},
    {"min", "u32", TYPE_U, 32},
    {"min", "s32", TYPE_S, 32},
    {"min", "u64", TYPE_U, 64},
    {"min", "s64", TYPE_S, 64},
    {"max", "u32", TYPE_U, 32},
    {"max", "s32", TYPE_S, 32},
    {"max", "u64", TYPE_U, 64},
    {"max", "s64", TYPE_S, 64},
    {"inc", "u32", TYPE_U, 32},
    {"dec", "u32", TYPE_U, 32},
    {"and", "b32", TYPE_U, 32},
    {"and", "b64", TYPE_U, 64},
    {"or", "b32", TYPE_U, 32},
    {"or", "b64", TYPE_U, 64},
    {"xor", "b32", TYPE_U, 32},
    {"xor", "b64", TYPE_U, 64},
    {"exch", "b32", TYPE_U, 32},
    {"exch", "b64", TYPE_U, 64},
    {"cas", "b16", TYPE_U, 16},
    {"cas", "b32", TYPE_U, 32},
    {"cas", "b64", TYPE_U, 64},
    {"add", "noftz.f16", TYPE_F16, 16},
    {"add", "noftz.bf16", TYPE_BF16, 16},
    {"add", "noftz.f16x2", TYPE_F16, 32},
};
enum { ATOMIC_COUNT = sizeof ATOMICS / sizeof *ATOMICS };

static double small_float(uint16_t bits, Type kind)
{
    const int fraction = kind == TYPE_F16 ? 10 : 7, bias = kind == TYPE_F16 ? 15 : 127;
    const int exponent = (bits & 0x7fff) >> fraction;
    const double f = bits & ((1 << fraction) - 1);
    double value = exponent ? 1 + f / (1 << fraction) : 0; // the data has no subnormals
    for (int e = exponent - bias; e > 0; e--)
        value *= 2;
    for (int e = exponent - bias; e < 0 && exponent; e++)
        value /= 2;
    return bits >> 15 ? -value : value;
}

// Returns the format's value nearest to x. It looks at all of them.
static uint16_t nearest_small_float(double x, Type kind)
{
    uint16_t best = 0;
    double least = 1e300;
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        const uint16_t finite_end = kind == TYPE_F16 ? 0x7c00 : 0x7f80;
        if ((bits & 0x7fff) >= finite_end || (bits & 0x8000 && !(bits & 0x7fff)))
            continue;
        const double distance = small_float((uint16_t)bits, kind) - x;
        const double size = distance < 0 ? -distance : distance;
        if (size < least || (size == least && !(bits & 1))) {
            least = size;
            best = (uint16_t)bits;
        }
    }
    return best;
}

static uint64_t expect_float(const Atomic *a, uint64_t old, uint64_t b)
{
    if (a->kind == TYPE_F32) {
        float x, y;
        memcpy(&x, &old, 4);
        memcpy(&y, &b, 4);
        x += y;
        uint32_t bits;
        memcpy(&bits, &x, 4);
        return bits;
    }
    if (a->kind == TYPE_F64) {
        double x, y;
        memcpy(&x, &old, 8);
        memcpy(&y, &b, 8);
        x += y;
        memcpy(&old, &x, 8);
        return old;
    }
    uint64_t sum = 0;
    for (int i = 0; i < a->bits; i += 16)
        sum |= (uint64_t)nearest_small_float(small_float((uint16_t)(old >> i), a->kind) +
                                                 small_float((uint16_t)(b >> i), a->kind),
                                             a->kind)
               << i;
    return sum;
}

static int64_t extended(uint64_t v, int bits)
{
    return bits == 64 ? (int64_t)v : (int64_t)(int32_t)v;
}

static uint64_t expect_atomic(const Atomic *a, uint64_t old, uint64_t b, uint64_t c)
{
    const bool less = a->kind == TYPE_S ? extended(old, a->bits) < extended(b, a->bits) : old < b;
    if (a->kind > TYPE_S)
        return expect_float(a, old, b);
    if (strcmp(a->op, "add") == 0)
        return old + b;
    if (strcmp(a->op, "min") == 0)
        return less ? old : b;
    if (strcmp(a->op, "max") == 0)
        return less ? b : old;
    if (strcmp(a->op, "inc") == 0)
        return old >= b ? 0 : old + 1;
    if (strcmp(a->op, "dec") == 0)
        return old == 0 || old > b ? b : old - 1;
    if (strcmp(a->op, "and") == 0)
        return old & b;
    if (strcmp(a->op, "or") == 0)
        return old | b;
    if (strcmp(a->op, "xor") == 0)
        return old ^ b;
    if (strcmp(a->op, "exch") == 0)
        return b;
    return old == b ? c : old;
}

static uint64_t random_operand(const Atomic *a)
{
    if (a->kind == TYPE_F32) {
        const float f = (float)((double)random64() / 1e15 - 9000);
        uint32_t bits;
        memcpy(&bits, &f, 4);
        return bits;
    }
    if (a->kind == TYPE_F64) {
        const double d = (double)random64() / 1e15 - 9000;
        uint64_t bits;
        memcpy(&bits, &d, 8);
        return bits;
    }
    const uint64_t one = a->kind == TYPE_F16 ? 0x3000 : 0x3e00; // a few steps around 1
    if (a->kind > TYPE_F64)
        return one + random_below(0x1800) +
               (a->bits == 32 ? (one + random_below(0x1800)) << 16 : 0);
    if (random_below(2)) // few values, so that compare-and-swap and bounds are met
        return random_below(4);
    return a->bits == 64 ? random64() : random64() & ((1ull << a->bits) - 1);
}

static uint64_t word(const void *p, int bits)
{
    uint64_t v = 0;
    memcpy(&v, p, (size_t)bits / 8);
    return v;
}

enum { CELLS = 6 };

// Each lane updates one of a few cells; lanes go in ascending order.
static void check_atomic(const Atomic *a, const char *space, bool reduction)
{
    const int bytes = a->bits / 8;
    const char *r = bytes == 8 ? "d" : bytes == 4 ? "r" : "h";
    const bool cas = strcmp(a->op, "cas") == 0, shared = strstr(space, "shared") != NULL;
    char update[128], third[16] = "";
    snprintf(third, sizeof third, cas ? ", %%%s22" : "", r);
    snprintf(update, sizeof update,
             reduction ? "red.%s%s.%s [%%d10], %%%s21" : "atom.%s%s.%s %%%s20, [%%d10], %%%s21",
             space, a->op, a->type, r, r);
    // cells: (CELLS) in global memory; b: (32, 4): operand, third operand, cell's offset, result
    load_kernel(
        ".shared .align 8 .b8 tile[64];\n.reg .b64 %%%s; .reg .b64 %%there;\n"
        "mul.wide.u32 %%d3, %%r0, 32; add.s64 %%d3, %%d1, %%d3;\n"
        "ld.global.b%d %%%s21, [%%d3]; ld.global.b%d %%%s22, [%%d3+8];\n"
        "ld.global.u64 %%d9, [%%d3+16]; add.s64 %%d11, %%d0, %%d9; mov.u64 %%d12, tile;\n"
        "add.s64 %%d12, %%d12, %%d9; ld.global.b64 %%d13, [%%d11]; st.shared.b64 [%%d12], %%d13;\n"
        "bar.sync 0; mov.u64 %%d10, %s;\n%s%s;\nst.global.b%d [%%d3+24], %%%s20;\n"
        "bar.sync 0; ld.shared.b64 %%d13, [%%d12]; %s\n",
        "unused", a->bits, r, a->bits, r, shared ? "%d12" : "%d11", update, third, a->bits, r,
        shared ? "st.global.b64 [%d11], %d13;" : "");
    uint64_t cells = buffer((size_t)8 * CELLS), operands = buffer((size_t)32 * 32);
    uint64_t expected[CELLS], old[32];
    for (int i = 0; i < CELLS; i++) {
        expected[i] = random_operand(a);
        memcpy((char *)at(cells, (size_t)8 * CELLS) + (size_t)8 * i, &expected[i], 8);
    }
    for (int l = 0; l < 32; l++) {
        const uint32_t cell = random_below(CELLS);
        const uint64_t row[4] = {random_operand(a), random_operand(a), (uint64_t)8 * cell, 0};
        memcpy((char *)at(operands, (size_t)32 * 32) + (size_t)32 * l, row, sizeof row);
        old[l] = reduction ? 0 : expected[cell];
        const uint64_t fresh = expect_atomic(a, expected[cell], row[0], row[1]);
        expected[cell] = a->bits == 64 ? fresh : fresh & ((1ull << a->bits) - 1);
    }
    expect_ok(RUN(.block = {32}, .args = {cells, operands}));
    for (int l = 0; l < 32; l++)
        if (word((char *)at(operands, (size_t)32 * 32) + (size_t)32 * l + 24, a->bits) != old[l])
            fail_msg("%s %s%s: old value of lane %d", update, space, a->type, l);
    for (int i = 0; i < CELLS; i++)
        if (word((char *)at(cells, (size_t)8 * CELLS) + (size_t)8 * i, a->bits) != expected[i])
            fail_msg("%s: new value of cell %d", update, i);
}

static void test_every_atomic(void **state)
{
    (void)state;
    static const char *const spaces[] = {"global.", "", "shared.", "relaxed.gpu.global."};
    for (int i = 0; i < ATOMIC_COUNT; i++)
        for (int s = 0; s < 4; s++)
            check_atomic(&ATOMICS[i], spaces[s], false);
}

static void test_every_reduction(void **state)
{
    (void)state;
    for (int i = 0; i < ATOMIC_COUNT; i++)
        if (strcmp(ATOMICS[i].op, "exch") != 0 && strcmp(ATOMICS[i].op, "cas") != 0) {
            check_atomic(&ATOMICS[i], "global.", true);
            check_atomic(&ATOMICS[i], "shared.", true);
        }
}

// Source: PTX ISA, atom: in global memory f32 subnormals count as zero, in shared memory they do not.
static void test_subnormal_sums(void **state)
{
    (void)state;
    load(KERNEL(
        ".shared .f32 s; st.shared.f32 [s], 0f00000003; \n"
        "atom.global.add.f32 %f1, [%d0], 0f00000001; atom.shared.add.f32 %f2, [s], 0f00000001;\n"
        "atom.global.add.f32 %f3, [%d0+4], 0f80400000; ld.shared.f32 %f4, [s];\n"
        "st.global.f32 [%d0+8], %f4;\n"));
    uint64_t cells = buffer(16);
    memcpy(at(cells, 16), (uint32_t[]){3, 0x80000001, 0, 0}, 16);
    expect_ok(RUN(.args = {cells}));
    assert_memory_equal(at(cells, 16), ((uint32_t[]){0, 0x80000000, 4, 0}), 16);
}

// ---- Wrong addresses -----------------------------------------------------------------------------------------------

static void expect_fault(SimStatus status, SimStatus expected, const char *const *parts)
{
    if (status == SIM_OK)
        fail_msg("no fault");
    if (status != expected)
        fail_msg("another fault: %s", sim.err.text);
    for (; *parts; parts++)
        expect_text(*parts);
}

#define EXPECT_FAULT(status, run, ...) \
    expect_fault(run, status, (const char *const[]){__VA_ARGS__, NULL})

static void test_out_of_bounds_global(void **state)
{
    (void)state;
    load(KERNEL(
        "mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z; mov.u32 %r3, %ntid.x; mov.u32 %r4, %ntid.y;\n"
        "mad.lo.u32 %r5, %r2, %r4, %r1; mad.lo.u32 %r5, %r5, %r3, %r0;\n"
        "mul.wide.u32 %d3, %r5, 4; add.s64 %d4, %d0, %d3;\nst.global.u32 [%d4], %r0;"));
    uint64_t a = sim_alloc(sim.memory, 256, SIM_GLOBAL, NULL, NULL, "main.cu:12");
    expect_ok(RUN(.block = {64}, .args = {a}));
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {65}, .args = {a}),
                 "Invalid __global__ write of size 4 bytes", "at k (PTX line 11: st.global.u32)",
                 "by thread (64,0,0) in block (0,0,0)", "is out of bounds",
                 "and is 1 byte after the nearest allocation", "of size 256 bytes",
                 "allocated at main.cu:12");
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.grid = {2, 2}, .block = {8, 4, 2}, .args = {a - 4}),
                 "by thread (0,0,0)", "and is 4 bytes before the nearest");
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {8, 4, 3}, .args = {a}), "by thread (0,0,2)");
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {32}, .args = {0}), "and is a null pointer");
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {32}, .args = {UINT64_MAX - 3}),
                 "out of bounds");
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {32}, .args = {0 - 64}), "out of bounds");
    sim_release(sim.memory, a, "main.cu:30");
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {32}, .args = {a + 8}),
                 "and is 8 bytes into the nearest freed allocation", "freed at main.cu:30");
}

static void test_an_access_over_the_end(void **state)
{
    (void)state;
    static const struct {
        const char *code;
        uint32_t fits; // bytes of the smallest allocation it may use
    } cases[] = {
        {"ld.global.u8 %h1, [%d0+99];", 100},
        {"ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d0+96];", 112},
        {"st.global.v2.u64 [%d0+96], {%d1, %d2};", 112},
        {"atom.global.add.u64 %d4, [%d0+96], 1;", 104},
        {"ld.u16 %h1, [%d0+98];", 100},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_kernel("%s", cases[i].code);
        uint64_t fits = buffer(cases[i].fits), tight = buffer(cases[i].fits - 1);
        expect_ok(RUN(.args = {fits}));
        assert_int_equal(RUN(.args = {tight}), SIM_ILLEGAL_ADDRESS);
        expect_text("is out of bounds");
    }
}

static void test_one_lane_outside_stops_all(void **state)
{
    (void)state;
    // lanes in different allocations are all right; lane 20 between them is not
    load(KERNEL("mul.wide.u32 %d3, %r0, 8; add.s64 %d3, %d0, %d3; ld.global.u64 %d4, [%d3];\n"
                "st.global.u32 [%d4], %r0;\n"));
    uint64_t table = buffer((size_t)8 * 32), a = buffer(64), b = buffer(64);
    uint64_t *address = at(table, (size_t)8 * 32);
    for (uint32_t l = 0; l < 32; l++)
        address[l] = (l & 1 ? a : b) + (uint64_t)4 * (l / 2);
    expect_ok(RUN(.block = {32}, .args = {table}));
    for (uint32_t l = 0; l < 32; l++)
        assert_int_equal(((uint32_t *)at(l & 1 ? a : b, 64))[l / 2], l);
    memset(at(a, 64), 0, 64);
    address[20] = b + 64;
    assert_int_equal(RUN(.block = {32}, .args = {table}), SIM_ILLEGAL_ADDRESS);
    expect_text("by thread (20,0,0)");
    assert_int_equal(((uint32_t *)at(a, 64))[1], 0); // nobody has stored
}

static void test_out_of_bounds_shared(void **state)
{
    (void)state;
    load(KERNEL(".shared .align 4 .b8 tile[100];\n"
                "mov.u32 %r1, tile; mul.lo.u32 %r2, %r0, 4; add.u32 %r1, %r1, %r2;\n"
                "ld.shared.u32 %r3, [%r1];\n"));
    expect_ok(RUN(.block = {25}));
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {26}), "Invalid __shared__ read of size 4",
                 "by thread (25,0,0)", "Access to 0x64 is out of bounds",
                 "100 bytes of shared memory (100 static, 0 dynamic)");
    // dynamic memory begins at 112 and the same loads reach into it
    expect_ok(RUN(.block = {32}, .shared = 16));
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {33}, .shared = 16), "(100 static, 16 dynamic)");
    load(KERNEL("mov.u32 %r1, -4; st.shared.u32 [%r1], %r0;\n"));
    assert_int_equal(RUN(.shared = 1024), SIM_ILLEGAL_ADDRESS);
    load(KERNEL("mov.u64 %d3, -4; st.shared.u32 [%d3], %r0;\n"));
    assert_int_equal(RUN(.shared = 1024), SIM_ILLEGAL_ADDRESS);
    // A row of lanes that begins before all memory, by addresses of 64 bits, as clang makes them.
    load(KERNEL("mul.wide.u32 %d3, %r0, 4; st.shared.u32 [%d3+-4], %r0;\n"));
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {32}, .shared = 1024),
                 "Invalid __shared__ write", "thread (0,0,0)",
                 "the address is 4 bytes before them");
    load(KERNEL("mul.wide.u32 %d3, %r0, 4; ld.shared.u32 %r1, [%d3+-64];\n"));
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {32}, .shared = 1024), "Invalid __shared__ read",
                 "thread (0,0,0)");
    load(KERNEL("mov.u64 %d3, 0; cvta.shared.u64 %d3, %d3; st.u32 [%d3+1024], %r0;\n"));
    EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.shared = 1024), "Invalid __shared__ write");
}

static void test_out_of_bounds_local(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        ".local .align 4 .b8 mine[16]; mov.u64 %d3, mine; ld.local.u32 %r1, [%d3+16];",
        ".local .align 4 .b8 mine[16]; mov.u64 %d3, mine; cvta.local.u64 %d3, %d3; st.u32 [%d3+16], %r1;",
        ".local .align 4 .b8 mine[16]; mov.u64 %d3, mine; st.local.u32 [%d3+-4], %r1;",
        "mov.u64 %d3, 0; st.local.u32 [%d3], %r1;",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        load_kernel("%s", wrong[i]);
        EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {32}), "Invalid __local__",
                     "thread (0,0,0)");
    }
}

static void test_misaligned(void **state)
{
    (void)state;
    static const struct {
        const char *code;
        int bytes;
    } cases[] = {
        {"ld.global.u16 %h1, [%d0+1];", 2},
        {"st.global.u32 [%d0+2], %r1;", 4},
        {"ld.global.f64 %e1, [%d0+4];", 8},
        {"ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%d0+8];", 16},
        {"ld.v2.u32 {%r1, %r2}, [%d0+4];", 8},
        {"atom.global.add.u32 %r1, [%d0+2], 1;", 4},
        {".shared .align 8 .b8 s[16]; st.shared.v2.u32 [s+4], {%r1, %r2};", 8},
        {".local .align 8 .b8 m[16]; ld.local.u64 %d4, [m+4];", 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_kernel("%s", cases[i].code);
        uint64_t a = buffer(64);
        char multiple[64];
        snprintf(multiple, sizeof multiple, "is misaligned: it must be a multiple of %d",
                 cases[i].bytes);
        EXPECT_FAULT(SIM_MISALIGNED, RUN(.block = {32}, .args = {a}), multiple, "thread (0,0,0)");
    }
    // a lane that is off may point anywhere
    load(KERNEL("add.u64 %d4, %d0, 1; setp.eq.u32 %p1, %r0, 7; selp.b64 %d4, %d4, %d0, %p1;\n"
                "@!%p1 ld.global.u32 %r1, [%d4];\n@%p1 ld.global.u8 %h1, [%d4];\n"));
    uint64_t a = buffer(64);
    expect_ok(RUN(.block = {32}, .args = {a}));
}

static void test_constants_and_arguments_are_read_only(void **state)
{
    (void)state;
    static const char *const stores[] = {"st.u32 [%d3], %r1;", "st.global.u32 [%d3], %r1;",
                                         "atom.global.add.u32 %r1, [%d3], 1;"};
    for (int i = 0; i < 6; i++) {
        char ptx[1024];
        snprintf(
            ptx, sizeof ptx,
            PTX_HEAD
            ".const .u32 c[4];\n.visible .entry k(.param .u64 a) {\n"
            ".reg .b64 %%d<4>; .reg .b32 %%r<4>; mov.u64 %%d3, %s; ld.u32 %%r1, [%%d3];\n%s\nret; }",
            i < 3 ? "c" : "a", stores[i % 3]);
        load(ptx);
        EXPECT_FAULT(SIM_ILLEGAL_ADDRESS, RUN(.block = {32}), i % 3 == 2 ? "atomic" : "write",
                     i < 3 ? "'c'" : "'kernel arguments'");
    }
}

// These forms the assembler would not accept, but a fuzzer finds them.
static void test_refused_forms(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "ld.global.pred %p1, [%d0];",
        "ld.global.v8.u64 {%d1,%d2,%d3,%d4,%d5,%d6,%d7,%d8}, [%d0];",
        ".shared .align 32 .b8 s[64]; ld.shared.v8.u32 {%r1,%r2,%r3,%r4,%r5,%r6,%r7,%r8}, [s];",
        "ld.global.v2.u32 {%r1, %d2}, [%d0];",
        "st.global.v2.u16 [%d0], {%h1, %r2};",
        "ld.global.v2.u32 {%r1, %r2, %r3}, [%d0];",
        "ld.global.u32 %r1, [%h1];",
        "ld.global.u32 %h1, [%d0];",
        "ld.param.u32 %r1, [a+-4];",
        "ld.param.u32 %r1, [b+-4];",
        "ld.param.u64 %d4, [c+4];",
        "st.param.u64 [a], %d1;",
        "ld.global.u64 %d4, [a];",
        ".reg .b128 %q; ld.global.b64 %q, [%d0];",
        ".reg .b128 %q; st.global.b64 [%d0], %q;",
        ".reg .b128 %q; ld.global.u32 %r1, [%q];",
        "atom.global.add.u8 %h1, [%d0], %h2;",
        "atom.global.add.u16 %h1, [%d0], %h2;",
        "atom.global.add.pred %p1, [%d0], %p2;",
        "atom.global.min.f32 %f1, [%d0], %f2;",
        "atom.global.xor.f64 %e1, [%d0], %e2;",
        "atom.global.inc.s32 %r1, [%d0], %r2;",
        "atom.global.add.u32 %d4, [%d0], %r2;",
        "atom.global.add.u32 %r1, [%d0], %d2;",
        "atom.global.add.u32 %r1, [%d0], %r2, %r3;",
        "atom.global.cas.b32 %r1, [%d0], %r2;",
        "red.global.exch.b32 [%d0], %r2;",
        "ld.global.u32 %r1, [nowhere];",
        "ld.global.f128 %f1, [%d0];",
        "ld.global.frobnicate.u32 %r1, [%d0];",
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char ptx[2048];
        snprintf(ptx, sizeof ptx, "%s%s%s", PTX_HEAD KERNEL_BEGIN, forms[i], KERNEL_END);
        if (try_load(ptx) != SIM_BAD_PTX)
            print_error("loaded: %s\n", forms[i]);
        assert_int_equal(sim.err.status, SIM_BAD_PTX);
        expect_text("in 'k': ");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_width_in_every_space),
        cmocka_unit_test(test_narrow_values_are_extended),
        cmocka_unit_test(test_stores_cut_wide_registers),
        cmocka_unit_test(test_sinks_and_lanes_that_share_a_place),
        cmocka_unit_test(test_constants_and_parameters),
        cmocka_unit_test(test_every_atomic),
        cmocka_unit_test(test_every_reduction),
        cmocka_unit_test(test_subnormal_sums),
        cmocka_unit_test(test_out_of_bounds_global),
        cmocka_unit_test(test_an_access_over_the_end),
        cmocka_unit_test(test_one_lane_outside_stops_all),
        cmocka_unit_test(test_out_of_bounds_shared),
        cmocka_unit_test(test_out_of_bounds_local),
        cmocka_unit_test(test_misaligned),
        cmocka_unit_test(test_constants_and_arguments_are_read_only),
        cmocka_unit_test(test_refused_forms),
    };
    return cmocka_run_group_tests(tests, NULL, unload_after);
}
