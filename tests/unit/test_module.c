// A program's device code: names across units, initial values, the places of variables and arguments, what hosts ask.

#include "kernel.h"
#include "nvcc.h"

static const void *variable(const char *name, size_t size)
{
    size_t found;
    const uint64_t address = sim_module_variable(sim.module, name, &found);
    assert_int_not_equal(address, 0);
    assert_int_equal(found, size);
    return at(address, size);
}

static uint64_t address_of(const char *name)
{
    size_t size;
    return sim_module_variable(sim.module, name, &size);
}

// ---- Initial values --------------------------------------------------------------------------------------------------

static void test_initial_values(void **state)
{
    (void)state;
    load(
        PTX_HEAD
        ".global .align 4 .b8 bytes[8] = {1, 0xff, -1, 4};\n"
        ".global .u32 one = 42, two[2] = {7, -8};\n"
        ".global .f32 f = 0f3DCCCCCD;\n.global .f64 d[3] = {0d3FF8000000000000, -0dC000000000000000};\n"
        ".const .align 8 .s64 big = -5;\n.global .u16 grid[2][3] = {{1, 2, 3}, {4, 5, 6}};\n"
        ".global .v4 .f32 v = {0f3F800000, 0f40000000, 0f40400000, 0f40800000};\n"
        ".global .b32 none[4];\n");
    assert_memory_equal(variable("bytes", 8), "\1\xff\xff\4\0\0\0\0", 8);
    assert_memory_equal(variable("one", 4), &(uint32_t){42}, 4);
    assert_memory_equal(variable("two", 8), ((int32_t[]){7, -8}), 8);
    assert_memory_equal(variable("f", 4), &(float){0.1f}, 4);
    assert_memory_equal(variable("d", 24), ((double[]){1.5, 2, 0}), 24);
    assert_memory_equal(variable("big", 8), &(int64_t){-5}, 8);
    assert_memory_equal(variable("grid", 12), ((uint16_t[]){1, 2, 3, 4, 5, 6}), 12);
    assert_memory_equal(variable("v", 16), ((float[]){1, 2, 3, 4}), 16);
    assert_memory_equal(variable("none", 16), ((uint32_t[]){0, 0, 0, 0}), 16);
    assert_int_equal(address_of("nothing"), 0);
}

static void test_addresses_as_initial_values(void **state)
{
    (void)state;
    // as nvcc writes a pointer, a table, a packed structure, a string and a function's address
    load(
        PTX_HEAD
        ".func f() { ret; }\n"
        ".global .align 8 .u64 p[3] = {97, generic(target)+4, 7};\n"
        ".global .align 1 .u8 q[9] = {98, 0XFF(generic(target)+8), 0xFF00(generic(target)+8), "
        "0xFF0000(generic(target)+8), 0xFF000000(generic(target)+8), 0xFF00000000(generic(target)+8), "
        "0xFF0000000000(generic(target)+8), 0xFF000000000000(generic(target)+8), "
        "0xFF00000000000000(generic(target)+8)};\n"
        ".global .align 4 .b8 target[16] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4};\n"
        ".global .align 1 .b8 $str[4] = {111, 110, 101};\n"
        ".const .align 8 .u64 names[2] = {generic($str), target-1};\n"
        ".global .align 8 .u64 functions[2] = {f, 0};\n");
    const uint64_t target = address_of("target");
    assert_memory_equal(variable("p", 24), ((uint64_t[]){97, target + 4, 7}), 24);
    assert_memory_equal(variable("q", 9), "b", 1);
    assert_memory_equal((const char *)variable("q", 9) + 1, &(uint64_t){target + 8}, 8);
    assert_memory_equal(variable("names", 16), ((uint64_t[]){address_of("$str"), target - 1}), 16);
    const uint64_t *functions = variable("functions", 16);
    assert_int_not_equal(functions[0], 0);
    assert_int_equal(functions[1], 0);
}

static void test_wrong_initial_values(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {".global .u32 x[2] = {1, 2, 3};", "initial value is larger than 'x'"},
        {".global .u32 x = ;", "expected an initial value for 'x'"},
        {".global .u32 x[2] = {1, 2;", "expected '}'"},
        {".global .u64 x = nowhere;", "'nowhere', which is not a global variable or function"},
        {".shared .u32 s; .global .u64 x = s;", "'s', which is not a global variable or function"},
        {".global .u8 x = 0xFFF(y); .global .u32 y;", "is not one byte"},
        {".global .u64 x = y+99999999999; .global .u32 y;", "an offset of more than 32 bits"},
        {".extern .global .u32 x;", "'x' is declared extern and defined nowhere"},
        {".global .u32 x[2000000000000];", "'x' is too large"},
        {".global .align 3 .u32 x;", "is not a power of two"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char ptx[512];
        snprintf(ptx, sizeof ptx, "%s%s", PTX_HEAD, cases[i].text);
        expect_refused(ptx, cases[i].message);
    }
}

// ---- Several units ---------------------------------------------------------------------------------------------------

#define STORE_TO_OUT(value)                                             \
    ".reg .b64 %d<4>; .reg .b32 %r<4>; ld.param.u64 %d1, [out]; " value \
    " st.global.u32 [%d1], %r1; ret; }\n"

static uint32_t result_of(const char *kernel)
{
    const uint64_t out = buffer(4);
    expect_ok(RUN(.kernel = kernel, .args = {out}));
    return *(uint32_t *)at(out, 4);
}

static void test_names_across_units(void **state)
{
    (void)state;
    static const char user[] = PTX_HEAD
        ".extern .global .align 4 .u32 shared_count;\n.extern .func (.param .b32 r) helper(.param .b32 x);\n"
        ".global .align 4 .u32 mine = 1;\n.func (.param .b32 r) local_helper() { st.param.b32 [r], 10; ret; }\n"
        ".visible .entry readExtern(.param .u64 out) {" STORE_TO_OUT("ld.global.u32 %r1, [shared_count];") ".visible .entry callExtern(.param .u64 out) {" STORE_TO_OUT("{ .param .b32 a; .param .b32 v; st.param.b32 [a], 20; call (v), helper, (a); ld.param.b32 %r1, [v]; }") ".visible .entry mineOne(.param .u64 out) {" STORE_TO_OUT(
            "ld.global.u32 %r1, [mine];") ".visible .entry localOne(.param .u64 out) {" STORE_TO_OUT("{ .param .b32 v; call (v), local_helper, (); ld.param.b32 %r1, [v]; }");
    static const char library[] = PTX_HEAD
        ".visible .global .align 4 .u32 shared_count = 77;\n.global .align 4 .u32 mine = 2;\n"
        ".func (.param .b32 r) local_helper() { st.param.b32 [r], 30; ret; }\n"
        ".visible .func (.param .b32 r) helper(.param .b32 x) {\n.reg .b32 %r<4>;\n"
        "ld.param.u32 %r1, [x]; ld.global.u32 %r2, [mine]; add.u32 %r1, %r1, %r2; st.param.b32 [r], %r1; ret; }\n"
        ".visible .entry mineTwo(.param .u64 out) {" STORE_TO_OUT("ld.global.u32 %r1, [mine];") ".visible .entry localTwo(.param .u64 out) {" STORE_TO_OUT(
            "{ .param .b32 v; call (v), local_helper, (); ld.param.b32 %r1, [v]; }");
    const char *const orders[2][3] = {{user, library, NULL}, {library, user, NULL}};
    for (int i = 0; i < 2; i++) {
        expect_ok(try_units(orders[i]));
        assert_int_equal(sim_module_kernel_count(sim.module), 6);
        assert_int_equal(result_of("readExtern"), 77);
        assert_int_equal(result_of("callExtern"), 22);
        assert_int_equal(result_of("mineOne"), 1);
        assert_int_equal(result_of("mineTwo"), 2);
        assert_int_equal(result_of("localOne"), 10);
        assert_int_equal(result_of("localTwo"), 30);
    }
    expect_refused(user, "'shared_count' is declared extern and defined nowhere");
}

// A unit's own name hides another unit's visible one.
static void test_own_names_come_first(void **state)
{
    (void)state;
    static const char visible[] = PTX_HEAD
        ".visible .global .u32 x = 1;\n.visible .func (.param .b32 r) f() { st.param.b32 [r], 2; ret; }\n"
        ".visible .entry k1(.param .u64 out) {" STORE_TO_OUT("ld.global.u32 %r1, [x];");
    static const char own[] = PTX_HEAD
        ".global .u32 x = 3;\n.func (.param .b32 r) f() { st.param.b32 [r], 4; ret; }\n"
        ".visible .entry k2(.param .u64 out) {" STORE_TO_OUT(
            "{ .param .b32 v; call (v), f, (); ld.param.b32 %r1, [v]; } ld.global.u32 %r2, [x]; "
            "mad.lo.u32 %r1, %r1, 10, %r2;");
    const char *const orders[2][3] = {{visible, own, NULL}, {own, visible, NULL}};
    for (int i = 0; i < 2; i++) {
        expect_ok(try_units(orders[i]));
        assert_int_equal(result_of("k1"), 1);
        assert_int_equal(result_of("k2"), 43);
    }
}

// Two units have the same instance of a template.
static void test_weak_names_are_one(void **state)
{
    (void)state;
#define WEAK(kernel, value)                                                                \
    PTX_HEAD ".weak .global .u32 w = 5;\n.weak .func (.param .b32 r) t(.param .b32 x) {\n" \
             ".reg .b32 %r<4>;\nld.param.u32 %r1, [x]; L: mul.lo.u32 %r1, %r1, 3; "        \
             "st.param.b32 [r], %r1; ret; }\n.visible .entry " kernel                      \
             "(.param .u64 out) {" STORE_TO_OUT(                                           \
                 "st.global.u32 [w], " value "; { .param .b32 a; .param .b32 v; "          \
                 "st.param.b32 [a], 7; call (v), t, (a); ld.param.b32 %r1, [v]; } ")
    expect_ok(try_units((const char *const[]){WEAK("k1", "1"), WEAK("k2", "2"), NULL}));
    assert_int_equal(result_of("k1"), 21);
    assert_memory_equal(variable("w", 4), &(uint32_t){1}, 4);
    assert_int_equal(result_of("k2"), 21);
    assert_memory_equal(variable("w", 4), &(uint32_t){2}, 4);
    assert_int_equal(try_units((const char *const[]){PTX_HEAD ".visible .func f() { ret; }",
                                                     PTX_HEAD ".visible .func f() { ret; }", NULL}),
                     SIM_BAD_PTX);
    expect_text("'f' is defined twice");
}

static void test_missing_functions(void **state)
{
    (void)state;
    expect_refused(PTX_HEAD ".extern .func gone();\n.visible .entry k() { call gone; ret; }",
                   "in 'k': a call of 'gone', which is defined nowhere");
    expect_refused(PTX_HEAD ".visible .entry k() { call gone; ret; }", "'gone'");
    expect_refused(PTX_HEAD ".entry other() { ret; }\n.visible .entry k() { call other; ret; }",
                   "a call of a kernel");
    expect_refused(PTX_HEAD ".visible .entry k() { .reg .b64 %d<2>; mov.u64 %d1, gone; ret; }",
                   "undefined name");
    expect_refused(PTX_HEAD ".func f(.param .b32 a) { ret; }\n.visible .entry k() {\n"
                            ".param .b64 x; call f, (x); ret; }",
                   "arguments do not fit");
}

// Video instructions name bytes and halves of registers, and signs; other instructions have neither.
static void test_pieces_of_registers(void **state)
{
    (void)state;
    static const char pieces[] = "pieces of an operand", operand[] = "an operand the instruction",
                      unknown[] = "an operand the simulator does not know",
                      number[] = "wrong number of operands";
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"add.u32 %r1, %r2.b0, %r3;", unknown},
        {"add.u32 %r1, -%r2, %r3;", unknown},
        {"add.u32 %r1.h0, %r2, %r3;", "not a register"},
        {"selp.b32 %r1, %r2, %r3, %p1.b0;", "should be a predicate"},
        {"ld.global.u32 %r1, [%d0.b0];", "in an address"},
        {"vadd.s32.s32.s32 %r1, %r2.b4, %r3;", pieces},
        {"vadd.s32.s32.s32 %r1, %r2, %r3.h2;", pieces},
        {"vadd.s32.s32.s32 %r1, %r2.b10, %r3;", pieces},
        {"vadd.s32.s32.s32 %r1.b5, %r2, %r3, %r4;", pieces},
        {"vadd.s32.s32.s32.add %r1.b0, %r2, %r3, %r4;", pieces},
        {"vadd.s32.s32.s32 %r1.b0, %r2, %r3;", number},
        {"vadd.s32.s32.s32 %r1, %r2, %r3, %r4;", number},
        {"vadd.s32.s32.s32 %r1, -%r2, %r3;", operand},
        {"vadd.s32.s32.s32 %r1, %d2, %r3;", "does not fit"},
        {"vadd.f32.s32.s32 %r1, %r2, %r3;", "of a type"},
        {"vadd4.s32.s32.s32 %r1, %r2, %r3;", number},
        {"vadd4.s32.s32.s32 %r1, %r2.b321, %r3, %r4;", pieces},
        {"vadd4.s32.s32.s32 %r1, %r2.h3210, %r3, %r4;", pieces},
        {"vadd4.s32.s32.s32 %r1.b02, %r2, %r3, %r4;", pieces},
        {"vadd4.s32.s32.s32.sat.add %r1, %r2, %r3, %r4;", "saturates"},
        {"vadd4.s32.s32.s32.min %r1, %r2, %r3, %r4;", "'vadd4"},
        {"vadd2.s32.s32.s32 %r1, %r2.h40, %r3, %r4;", pieces},
        {"vadd2.s32.s32.s32 %r1.h2, %r2, %r3, %r4;", pieces},
        {"vavrg.s32.s32.s32 %r1, %r2, %r3;", "does not run"},
        {"vshl4.u32.u32.u32.clamp %r1, %r2, %r3, %r4;", "does not run"},
        {"vshl.u32.u32.u32 %r1, %r2, %r3;", "neither clamps nor wraps"},
        {"vset.u32.u32 %r1, %r2, %r3;", "does not say which"},
        {"vadd.u32.u32.u32.sat %r1, %r2, %r3;", "an H200"},
        {"vadd.s32.s32.s32.min %r1, %r2, %r3, %r4;", "an H200"},
        {"vsub.s32.s32.s32 %r1.h1, %r2, %r3, %r4;", "an H200"},
        {"vshl.s32.s32.u32.sat.clamp %r1, %r2, %r3;", "an H200"},
        {"vmad.u32.u32.u32.shr7 %r1, %r2, %r3, %r4;", "an H200"},
        {"vmad.s32.s32.s32 %r1, -%r2, %r3, -%r4;", operand},
        {"vmad.s32.s32.s32.po %r1, %r2, %r3, -%r4;", operand},
        {"vmad.s32.s32.s32 %r1.h0, %r2, %r3, %r4;", pieces},
        {"movmatrix.sync.aligned.m8n8.b16 %r1, %r2;", "a matrix of a shape"},
    };
    char kernel[1024];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(kernel, sizeof kernel, "%s%s%s", PTX_HEAD KERNEL_BEGIN, cases[i].text, KERNEL_END);
        expect_refused(kernel, cases[i].message);
    }
}

// ---- Shared memory ---------------------------------------------------------------------------------------------------

static size_t shared_of(const char *kernel)
{
    return sim_function_info(sim_module_function(sim.module, kernel)).shared;
}

static void test_shared_memory_of_kernels(void **state)
{
    (void)state;
    load(
        PTX_HEAD
        ".shared .align 4 .b8 common[40];\n.extern .shared .align 16 .b8 dynamic[];\n"
        ".extern .shared .align 128 .b8 lines[];\n"
        ".func f() { .shared .align 8 .b8 inner[24]; .reg .b32 %r<2>; mov.u32 %r1, inner; ret; }\n"
        ".func g() { call f; ret; }\n"
        ".visible .entry none() { ret; }\n"
        ".visible .entry own() { .shared .align 16 .b8 a[20]; .shared .b8 b; .reg .b32 %r<4>;\n"
        "mov.u32 %r1, a; mov.u32 %r2, b; mov.u32 %r3, dynamic; ret; }\n"
        ".visible .entry wide() { .shared .b8 b; .reg .b32 %r<3>; mov.u32 %r1, b; mov.u32 %r2, lines; ret; }\n"
        ".visible .entry calls() { call g; ret; }\n"
        ".visible .entry both() { .reg .b32 %r<2>; mov.u32 %r1, common; call g; ret; }\n"
        ".visible .entry first() { .reg .b32 %r<2>; mov.u32 %r1, common; ret; }\n"
        ".visible .entry unused() { .shared .b8 big[4096]; ret; }\n"
        ".func t() { .shared .b8 inner[300]; .reg .b32 %r<2>; mov.u32 %r1, inner; ret; }\n"
        ".global .u64 table[1] = {t};\n.visible .entry by_table() { .reg .b64 %d<2>;\n"
        "ld.global.u64 %d1, [table]; P: .callprototype _ (); call %d1, (), P; ret; }\n");
    assert_int_equal(shared_of("none"), 0);
    assert_in_range(shared_of("by_table"), 300, 320);
    assert_int_equal(shared_of("own"), 32); // up to where dynamic memory begins
    assert_int_equal(shared_of("wide"), 128);
    assert_true(shared_of("calls") >= 24 && shared_of("calls") <= 64);
    assert_true(shared_of("both") >= 64 && shared_of("both") <= 72);
    assert_true(shared_of("first") >= 40 &&
                shared_of("first") <= 64); // has one place in all kernels
    assert_int_equal(shared_of("unused"), 0);
}

// Two variables of a kernel never overlap, whoever else uses them.
static void test_shared_variables_do_not_overlap(void **state)
{
    (void)state;
    load(
        PTX_HEAD
        ".shared .align 4 .u32 a;\n.shared .align 4 .u32 b;\n.shared .align 4 .u32 c;\n"
        ".extern .shared .align 4 .b8 more[];\n"
        ".func setA() { st.shared.u32 [a], 1; ret; }\n.func setB() { st.shared.u32 [b], 20; ret; }\n"
        ".visible .entry k1(.param .u64 out) {" STORE_TO_OUT(
            "st.shared.u32 [c], 300; call setA; call setB; ld.shared.u32 %r1, [a]; ld.shared.u32 %r2, [b]; "
            "ld.shared.u32 %r3, [c]; add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3;") ".visible .entry k2(.param .u64 out) {" STORE_TO_OUT("st.shared.u32 [more], 4000; st.shared.u32 [more+4], 50000; call setB; ld.shared.u32 %r1, [more]; "
                                                                                                                                          "ld.shared.u32 %r2, [b]; mov.u32 %r3, more; add.u32 %r1, %r1, %r2; ld.shared.u32 %r3, [%r3+4]; "
                                                                                                                                          "add.u32 %r1, %r1, %r3;"));
    assert_int_equal(result_of("k1"), 321);
    const uint64_t out = buffer(4);
    expect_ok(RUN(.kernel = "k2", .shared = 8, .args = {out}));
    assert_int_equal(*(uint32_t *)at(out, 4), 54020);
    assert_int_equal(RUN(.kernel = "k2", .shared = 4, .args = {out}), SIM_ILLEGAL_ADDRESS);
}

// ---- What hosts ask --------------------------------------------------------------------------------------------------

static void test_information(void **state)
{
    (void)state;
    load(
        ".version 8.0 .target sm_75, debug .address_size 64\n.const .b8 table[100];\n"
        ".visible .entry first(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[6], .param .f32 d)\n"
        ".maxntid 64, 2, 1 .minnctapersm 3 { .local .align 8 .b8 l[24]; ret; }\n"
        ".func helper() { ret; }\n.visible .entry second() { ret; }\n");
    assert_int_equal(sim_module_kernel_count(sim.module), 2);
    SimFunction *first = sim_module_kernel_at(sim.module, 0);
    assert_ptr_equal(first, sim_module_function(sim.module, "first"));
    assert_null(sim_module_kernel_at(sim.module, 2));
    assert_null(sim_module_function(sim.module, "third"));
    SimFunctionInfo info = sim_function_info(first);
    assert_string_equal(info.name, "first");
    assert_int_equal(info.max_threads, 128);
    assert_int_equal(info.local, 24);
    assert_int_equal(info.constant, 100);
    assert_int_equal(info.params, 28);
    assert_int_equal(info.ptx_target, 75);
    assert_int_equal(info.registers, 0);
    static const size_t layout[4][2] = {{0, 1}, {8, 8}, {16, 6}, {24, 4}};
    for (int i = 0; i < 4; i++) {
        size_t offset, size;
        assert_true(sim_function_param(first, i, &offset, &size));
        assert_int_equal(offset, layout[i][0]);
        assert_int_equal(size, layout[i][1]);
    }
    size_t offset, size;
    assert_false(sim_function_param(first, 4, &offset, &size));
    sim_function_set_assembled(first, &(SimAssembled){.registers = 40});
    assert_int_equal(sim_function_info(first).registers, 40);
}

static void test_limits_of_functions(void **state)
{
    (void)state;
    expect_refused(PTX_HEAD ".visible .entry k(.param .b8 big[32765]) { ret; }",
                   "'k' takes more than 32764 bytes of arguments");
    load(PTX_HEAD ".visible .entry k(.param .b8 big[32764]) { ret; }");
    expect_refused(PTX_HEAD ".visible .entry k() { .local .b8 l[600000]; ret; }",
                   "'k' needs more than 512 KiB of local memory");
}

// The limits at which the driver of an H100 refuses a module (driver 580, 2026-11-27).
static void test_limits_of_modules(void **state)
{
    (void)state;
    load(PTX_HEAD ".const .b8 c[65535];\n.const .b8 d[1];\n.extern .const .b8 d[70000];\n");
    expect_refused(PTX_HEAD ".const .b8 c[65535];\n.const .b8 d[2];\n",
                   "the __constant__ variables take more than 65536 bytes");
#define KEEPS(bytes)                                                                            \
    PTX_HEAD ".shared .b8 s[" bytes "];\n.func f() { .reg .b32 %r<2>; mov.u32 %r1, s; ret; }\n" \
             ".visible .entry k() { call f; ret; }\n"
    load(KEEPS("232448"));
    expect_refused(KEEPS("232449"), "'k' has more than 232448 bytes of static shared memory");
    // A function that nobody defines; one of CUDA's libraries stops only the launch of the kernel that calls it.
    const char *const gone = PTX_HEAD ".extern .func gone();\n.func dead() { call gone; ret; }\n",
                      *const graph =
                          PTX_HEAD ".extern .func cudaGraphLaunch();\n"
                                   ".visible .entry k() { call cudaGraphLaunch; ret; }\n";
    assert_int_equal(try_units((const char *const[]){gone, NULL}), SIM_BAD_PTX);
    expect_text("in 'dead': a call of 'gone', which is defined nowhere");
    expect_ok(
        try_units((const char *const[]){gone, PTX_HEAD ".visible .func gone() { ret; }\n", NULL}));
    expect_ok(try_units((const char *const[]){graph, NULL}));
    assert_int_equal(RUN(), SIM_BAD_PTX);
}

// ---- Lines of the source -----------------------------------------------------------------------------------------------

static const SimInsnInfo *info_of(const char *mnemonic)
{
    for (int i = 0; i < sim.module->code_count; i++)
        if (strcmp(sim.module->infos[i].text, mnemonic) == 0)
            return &sim.module->infos[i];
    fail_msg("no %s", mnemonic);
    return NULL;
}

static void test_lines(void **state)
{
    (void)state;
    load(
        PTX_HEAD
        ".visible .entry k() { .reg .b32 %r<4>;\n"
        "not.b32 %r1, %r2;\n" // before any .loc
        ".loc 1 10 3\nadd.u32 %r1, %r2, %r3;\n"
        ".loc 2 50 1, function_name $L__info, inlined_at 1 12 5\nsub.u32 %r1, %r2, %r3;\n" // the user's
        ".loc 3 700 1, function_name $L__info+16, inlined_at 1 14 5\nmul.lo.u32 %r1, %r2, %r3;\n" // a library's
        ".loc 3 800 1, function_name $L__info, inlined_at 3 700 1\nand.b32 %r1, %r2, %r3;\n" // in that
        ".loc 3 900 1\nor.b32 %r1, %r2, %r3;\n"
        ".loc 9 1 1\nxor.b32 %r1, %r2, %r3; ret; }\n"
        ".file 1 \"main.cu\"\n.file 2 \"helper.cuh\"\n"
        ".file 3 \"/usr/local/cuda/bin/../targets/x86_64-linux/include/sm_30.hpp\", 0, 0\n");
    static const struct {
        const char *mnemonic, *file;
        int line;
    } expected[] = {
        {"not.b32", NULL, 0},          {"add.u32", "main.cu", 10}, {"sub.u32", "helper.cuh", 50},
        {"mul.lo.u32", "main.cu", 14}, {"and.b32", "main.cu", 14}, {"xor.b32", NULL, 0},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const SimInsnInfo *info = info_of(expected[i].mnemonic);
        assert_int_equal(info->line, expected[i].line);
        if (expected[i].file)
            assert_string_equal(info->file, expected[i].file);
        else
            assert_null(info->file);
    }
    assert_int_equal(info_of("or.b32")->line, 900); // a library's own, called by nobody's line
}

// Two units number their files independently.
static void test_lines_of_two_units(void **state)
{
    (void)state;
    expect_ok(try_units((const char *const[]){
        PTX_HEAD
        ".visible .entry k1() { .reg .b32 %r<4>; .loc 1 5 1\nadd.u32 %r1, %r2, %r3; ret; }\n.file 1 \"a.cu\"\n",
        PTX_HEAD
        ".visible .entry k2() { .reg .b32 %r<4>; .loc 1 6 1\nsub.u32 %r1, %r2, %r3; ret; }\n.file 1 \"b.cu\"\n",
        NULL}));
    assert_string_equal(info_of("add.u32")->file, "a.cu");
    assert_string_equal(info_of("sub.u32")->file, "b.cu");
}

// ---- What nvcc emits -------------------------------------------------------------------------------------------------

static void test_what_nvcc_emits(void **state)
{
    (void)state;
    static const char *const blocks[] = {BLOCK_O3, BLOCK_G};
    for (int i = 0; i < 2; i++) {
        load(blocks[i]);
        assert_int_equal(shared_of("_Z8blockSumPKiPii"), 256);
        const uint64_t in = buffer((size_t)4 * 200), out = buffer((size_t)4 * 4);
        int32_t *numbers = at(in, (size_t)4 * 200), expected[4] = {0};
        for (int k = 0; k < 200; k++) {
            numbers[k] = (int32_t)random_below(2001) - 1000;
            expected[k / 64] += numbers[k];
        }
        expect_ok(
            RUN(.kernel = "_Z8blockSumPKiPii", .grid = {4}, .block = {64}, .args = {in, out, 200}));
        for (int k = 0; k < 4; k++)
            assert_int_equal(((int32_t *)at(out, 16))[k],
                             expected[k] < 0 ? expected[k] : 2 * expected[k]);
        assert_string_equal(info_of("bar.sync")->file, "block.cu");
    }
    static const char *const locks[] = {LOCK_O3, LOCK_G};
    for (int i = 0; i < 2; i++) {
        load(locks[i]);
        expect_ok(RUN(.kernel = "_Z6lockedi", .grid = {2}, .block = {48}, .args = {3}));
        assert_memory_equal(variable("count", 4), &(int){2 * 48 * 3}, 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_initial_values),
        cmocka_unit_test(test_addresses_as_initial_values),
        cmocka_unit_test(test_wrong_initial_values),
        cmocka_unit_test(test_names_across_units),
        cmocka_unit_test(test_own_names_come_first),
        cmocka_unit_test(test_weak_names_are_one),
        cmocka_unit_test(test_missing_functions),
        cmocka_unit_test(test_pieces_of_registers),
        cmocka_unit_test(test_shared_memory_of_kernels),
        cmocka_unit_test(test_shared_variables_do_not_overlap),
        cmocka_unit_test(test_information),
        cmocka_unit_test(test_limits_of_functions),
        cmocka_unit_test(test_limits_of_modules),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lines_of_two_units),
        cmocka_unit_test(test_what_nvcc_emits),
    };
    return cmocka_run_group_tests(tests, NULL, unload_after);
}
