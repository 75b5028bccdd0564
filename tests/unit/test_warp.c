// Lanes that part and meet: branches, loops, switches, calls, exits; barriers, shuffles, votes; lanes that wait for
// each other. What is right for one order of execution is right for all, so most kernels run in several.

#include "kernel.h"

#include <sys/resource.h>
#include <unistd.h>

enum { LANE_COUNT = 32 };

// The orders of execution: lockstep, each lane alone, and a few random ones.
static const struct {
    SimSchedule schedule;
    uint64_t seed;
} ORDERS[] = {
    {SIM_LOCKSTEP, 0}, {SIM_SERIAL, 0}, {SIM_RANDOM, 1}, {SIM_RANDOM, 2}, {SIM_RANDOM, 3}};
enum { ORDER_COUNT = sizeof ORDERS / sizeof *ORDERS };

// Runs a kernel of one block in every order on cleared memory at `out`, which must hold `expected` afterwards.
static void expect_output(const char *what, Run r, uint64_t out, const uint32_t *expected,
                          uint32_t words)
{
    for (int i = 0; i < ORDER_COUNT; i++) {
        uint32_t *got = at(out, (size_t)4 * words);
        memset(got, 0, (size_t)4 * words);
        r.schedule = ORDERS[i].schedule;
        r.seed = ORDERS[i].seed;
        if (run_kernel(r) != SIM_OK)
            fail_msg("%s, order %d: %s", what, i, sim.err.text);
        for (uint32_t k = 0; k < words; k++)
            if (got[k] != expected[k])
                fail_msg("%s, order %d: word %u is %u, not %u", what, i, k, got[k], expected[k]);
    }
}

// Ends a body: %r1 of each thread goes to c[threadIdx.x].
#define STORE "mul.wide.u32 %d40, %r0, 4; add.s64 %d40, %d2, %d40; st.global.u32 [%d40], %r1;\n"

// ---- Parting and meeting -------------------------------------------------------------------------------------------

static void test_two_sides_meet(void **state)
{
    (void)state;
    load(KERNEL("and.b32 %r2, %r0, 3; setp.eq.u32 %p1, %r2, 0; @%p1 bra THEN;\n"
                "add.u32 %r1, %r0, 100; bra.uni JOIN;\n"
                "THEN: mul.lo.u32 %r1, %r0, 7;\n"
                "JOIN: xor.b32 %r1, %r1, 1;\n" STORE));
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    uint32_t expected[LANE_COUNT];
    for (uint32_t l = 0; l < LANE_COUNT; l++)
        expected[l] = (l & 3 ? l + 100 : l * 7) ^ 1;
    expect_output("two sides", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
    expect_ok(RUN(.block = {32}, .args = {0, 0, out}));
    assert_int_equal(count_of("xor.b32").executed, 1);
    assert_int_equal(count_of("add.u32").threads, 24);
    assert_int_equal(count_of("mul.lo.u32").threads, 8);
}

static void test_loops_of_different_length(void **state)
{
    (void)state;
    // sum of 0 … lane, then all meet; inside, every third turn takes a detour
    load(KERNEL("mov.u32 %r2, %r0; mov.u32 %r1, 0;\n"
                "LOOP: add.u32 %r1, %r1, %r2; rem.u32 %r3, %r2, 3; setp.ne.u32 %p2, %r3, 0;\n"
                "@%p2 bra NEXT; sub.u32 %r1, %r1, 1000;\n"
                "NEXT: setp.eq.u32 %p1, %r2, 0; @%p1 bra DONE;\n"
                "sub.u32 %r2, %r2, 1; bra LOOP;\n"
                "DONE: xor.b32 %r1, %r1, 5;\n" STORE));
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    uint32_t expected[LANE_COUNT];
    for (uint32_t l = 0; l < LANE_COUNT; l++)
        expected[l] = (l * (l + 1) / 2 - 1000 * (l / 3 + 1)) ^ 5;
    expect_output("loops", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
    expect_ok(RUN(.block = {32}, .args = {0, 0, out}));
    assert_int_equal(count_of("xor.b32").executed, 1);
    assert_int_equal(count_of("xor.b32").threads, 32);
    assert_int_equal(count_of("rem.u32").executed, 32); // as many turns as the longest
    assert_int_equal(count_of("rem.u32").threads, 32 * 33 / 2);
}

static void test_early_exit(void **state)
{
    (void)state;
    load(KERNEL("setp.ge.u32 %p1, %r0, 20; @%p1 exit;\nmov.u32 %r1, 9; setp.lt.u32 %p2, %r0, 10;\n"
                "@%p2 bra LOW; mov.u32 %r1, 8; setp.eq.u32 %p3, %r0, 15; @%p3 ret;\n"
                "LOW: add.u32 %r1, %r1, 1;\n" STORE));
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    uint32_t expected[LANE_COUNT] = {0};
    for (uint32_t l = 0; l < 20; l++)
        expected[l] = l < 10 ? 10 : l == 15 ? 0 : 9;
    expect_output("exit", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
    expect_ok(RUN(.block = {32}, .args = {0, 0, out}));
    assert_int_equal(count_of("add.u32").executed, 1); // the others are not waited for
    assert_int_equal(count_of("add.u32").threads, 19);
}

static void test_switch(void **state)
{
    (void)state;
    load(KERNEL("and.b32 %r2, %r0, 3; setp.ne.u32 %p1, %r0, 31;\n"
                "T: .branchtargets A, B, A, C;\n"
                "mov.u32 %r1, 1; @%p1 brx.idx %r2, T;\nmov.u32 %r1, 50; bra JOIN;\n"
                "A: add.u32 %r1, %r1, 10; bra JOIN;\nB: add.u32 %r1, %r1, 20; bra JOIN;\n"
                "C: add.u32 %r1, %r1, 30;\nJOIN: xor.b32 %r1, %r1, 0;\n" STORE));
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    uint32_t expected[LANE_COUNT];
    for (uint32_t l = 0; l < LANE_COUNT; l++)
        expected[l] = l == 31 ? 50 : (uint32_t[]){11, 21, 11, 31}[l & 3];
    expect_output("switch", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
    expect_ok(RUN(.block = {32}, .args = {0, 0, out}));
    assert_int_equal(count_of("xor.b32").executed, 1);
    load(KERNEL("T: .branchtargets A, B; brx.idx %r0, T; A: B:"));
    assert_int_equal(RUN(.block = {3}), SIM_TRAP);
    expect_text("thread (2,0,0)");
}

// Random control flow: each block ends in a branch by a bit of the lane's own random number. The reference walks one lane
// after the other.
enum { MOST_NODES = 12, FUEL = 60 };

typedef struct {
    uint32_t count;
    struct {
        uint32_t add, target;
        int kind; // 0 falls through, 1 branches by a bit, 2 by the bit's opposite, 3 always branches, 4 exits by a bit
        uint32_t bit;
    } node[MOST_NODES];
} Walk;

static void load_walk(const Walk *w)
{
    char text[6000];
    int n = snprintf(text, sizeof text, "mad.lo.u32 %%r1, %%r0, 747796405, 1; mov.u32 %%r2, %d;\n",
                     FUEL);
    for (uint32_t i = 0; i < w->count; i++) {
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "N%u: mad.lo.u32 %%r1, %%r1, 1664525, %u; sub.u32 %%r2, %%r2, 1;\n"
                      "setp.eq.u32 %%p1, %%r2, 0; @%%p1 bra END;\n"
                      "shr.u32 %%r3, %%r1, %u; and.b32 %%r3, %%r3, 1; setp.eq.u32 %%p2, %%r3, 1;\n",
                      i, w->node[i].add, w->node[i].bit);
        const char *form[] = {"", "@%p2 bra", "@!%p2 bra", "bra", "@%p2 exit"};
        if (w->node[i].kind == 4)
            n += snprintf(text + n, sizeof text - (size_t)n, "@%%p2 exit;\n");
        else if (w->node[i].kind)
            n += snprintf(text + n, sizeof text - (size_t)n, "%s N%u;\n", form[w->node[i].kind],
                          w->node[i].target);
    }
    snprintf(text + n, sizeof text - (size_t)n, "END:\n%s", STORE);
    char whole[8000];
    snprintf(whole, sizeof whole, "%s%s%s", PTX_HEAD KERNEL_BEGIN, text, KERNEL_END);
    load(whole);
}

static uint32_t walk_lane(const Walk *w, uint32_t lane, uint64_t *steps)
{
    uint32_t value = lane * 747796405u + 1, fuel = FUEL, at_node = 0;
    while (at_node < w->count) {
        value = value * 1664525u + w->node[at_node].add;
        ++*steps;
        if (--fuel == 0)
            break;
        const bool bit = value >> w->node[at_node].bit & 1;
        const int kind = w->node[at_node].kind;
        if (kind == 4 && bit)
            return 0;
        const bool jump = kind == 3 || (kind == 1 && bit) || (kind == 2 && !bit);
        at_node = jump ? w->node[at_node].target : at_node + 1;
    }
    return value;
}

static void test_random_walks(void **state)
{
    (void)state;
    for (int round = 0; round < 200; round++) {
        Walk w = {.count = 2 + random_below(MOST_NODES - 1)};
        for (uint32_t i = 0; i < w.count; i++) {
            w.node[i].add = (uint32_t)random64();
            w.node[i].target = random_below(w.count);
            w.node[i].kind = (int)random_below(5);
            if (w.node[i].kind == 4 && random_below(3))
                w.node[i].kind = 1;
            w.node[i].bit = 8 + random_below(20);
        }
        load_walk(&w);
        uint64_t out = buffer((size_t)4 * LANE_COUNT), steps = 0;
        uint32_t expected[LANE_COUNT];
        for (uint32_t l = 0; l < LANE_COUNT; l++)
            expected[l] = walk_lane(&w, l, &steps);
        char what[32];
        snprintf(what, sizeof what, "walk %d", round);
        expect_output(what, (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
        assert_int_equal(count_of("sub.u32").threads,
                         steps); // no lane's instruction is lost or done twice
    }
}

// ---- Calls -----------------------------------------------------------------------------------------------------------

#define FUNCTIONS                                                                            \
    ".func (.param .b32 r) triple(.param .b32 x) {\n.reg .b32 %r<4>;\n"                      \
    "ld.param.u32 %r1, [x]; mul.lo.u32 %r2, %r1, 3; st.param.b32 [r], %r2; ret; }\n"         \
    ".func (.param .b32 r) square(.param .b32 x) {\n.reg .b32 %r<4>; .reg .pred %p<2>;\n"    \
    "ld.param.u32 %r1, [x]; mul.lo.u32 %r2, %r1, %r1; setp.gt.u32 %p1, %r1, 9;\n"            \
    "@%p1 bra BIG; st.param.b32 [r], %r2; ret;\nBIG: st.param.b32 [r], %r1; ret; }\n"        \
    ".func (.param .b32 r) factorial(.param .b32 n) {\n.reg .b32 %r<4>; .reg .pred %p<2>;\n" \
    "ld.param.u32 %r1, [n]; mov.u32 %r2, 1; setp.lt.u32 %p1, %r1, 2; @%p1 bra DONE;\n"       \
    "sub.u32 %r3, %r1, 1; { .param .b32 a; .param .b32 v; st.param.b32 [a], %r3;\n"          \
    "call.uni (v), factorial, (a); ld.param.b32 %r2, [v]; }\nmul.lo.u32 %r2, %r2, %r1;\n"    \
    "DONE: st.param.b32 [r], %r2; ret; }\n"

#define CALL(function)                                                           \
    "{ .param .b32 a; .param .b32 v; st.param.b32 [a], %r2; call (v), " function \
    ", (a); ld.param.b32 %r1, [v]; }\n"

static void test_calls(void **state)
{
    (void)state;
    load(PTX_HEAD FUNCTIONS KERNEL_BEGIN
         "mov.u32 %r2, %r0; and.b32 %r3, %r0, 1; setp.eq.u32 %p1, %r3, 1;\n"
         "@%p1 bra ODD;\n" CALL("triple") "bra JOIN;\nODD:\n" CALL(
             "square") "JOIN: add.u32 %r1, %r1, 1;\n" STORE KERNEL_END);
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    uint32_t expected[LANE_COUNT];
    for (uint32_t l = 0; l < LANE_COUNT; l++)
        expected[l] = 1 + (l & 1 ? (l > 9 ? l : l * l) : l * 3);
    expect_output("calls", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
    expect_ok(RUN(.block = {32}, .args = {0, 0, out}));
    assert_int_equal(count_of("add.u32").executed, 1);
}

static void test_recursion(void **state)
{
    (void)state;
    load(PTX_HEAD FUNCTIONS KERNEL_BEGIN
         "rem.u32 %r2, %r0, 12;\n" CALL("factorial") "add.u32 %r1, %r1, 1;\n" STORE KERNEL_END);
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    uint32_t expected[LANE_COUNT];
    for (uint32_t l = 0; l < LANE_COUNT; l++) {
        expected[l] = 1;
        for (uint32_t k = 2; k <= l % 12; k++)
            expected[l] *= k;
        expected[l]++;
    }
    expect_output("recursion", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
    expect_ok(RUN(.block = {32}, .args = {0, 0, out}));
    assert_int_equal(count_of("add.u32").executed, 1);
}

// Calls nest as deep as their bytes allow. An H100 with a stack of 64 KiB comes to 3,584 such calls, and not to 4,096.
static void test_deep_recursion(void **state)
{
    (void)state;
    load(PTX_HEAD
         ".func (.param .b32 r) deep(.param .b32 n) {\n.reg .b32 %r<4>; .reg .pred %p<2>;\n"
         "ld.param.u32 %r1, [n]; mov.u32 %r2, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra DONE;\n"
         "sub.u32 %r3, %r1, 1; { .param .b32 a; .param .b32 v; st.param.b32 [a], %r3;\n"
         "call.uni (v), deep, (a); ld.param.b32 %r2, [v]; }\nmad.lo.u32 %r2, %r2, 3, %r1;\n"
         "DONE: st.param.b32 [r], %r2; ret; }\n" KERNEL_BEGIN "mov.u32 %r2, 3584;\n" CALL("deep")
             STORE KERNEL_END);
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    expect_ok(RUN(.block = {32}, .args = {0, 0, out}));
    assert_int_equal(*(uint32_t *)at(out, 4), 0x7bc35301); // as on the H100
    expect_ok(RUN(.block = {32}, .args = {0, 0, out}, .stack = 64 << 10));
    assert_int_equal(RUN(.block = {32}, .args = {0, 0, out}, .stack = 32 << 10),
                     SIM_STACK_OVERFLOW);
    expect_text("2049 inside each other");
    expect_text("cudaLimitStackSize is 32768");
}

// The driver knows what calls need that do not nest in themselves: such a kernel runs with any stack.
static void test_calls_without_recursion_have_room(void **state)
{
    (void)state;
    load(PTX_HEAD ".func inner { bar.warp.sync 0xffffffff; ret; }\n"
                  ".func outer { call inner; ret; }\n" KERNEL_BEGIN "call outer;" KERNEL_END);
    expect_ok(RUN(.block = {32}, .stack = 16));
}

static void test_endless_recursion_is_reported(void **state)
{
    (void)state;
    load(PTX_HEAD ".func down { call down; ret; }\n" KERNEL_BEGIN "call down;" KERNEL_END);
    assert_int_equal(RUN(.block = {64}), SIM_STACK_OVERFLOW);
    load(
        PTX_HEAD
        ".func down(.param .b32 x) { .reg .b32 %r<2>; .local .b8 big[1024];\n"
        "ld.param.u32 %r1, [x]; { .param .b32 a; st.param.b32 [a], %r1; call down, (a); } ret; }\n" KERNEL_BEGIN
        "{ .param .b32 a; st.param.b32 [a], %r0; call down, (a); }" KERNEL_END);
    assert_int_equal(RUN(.block = {64}), SIM_STACK_OVERFLOW);
    expect_text("in kernel k");
    expect_text("at down");
}

// The address sanitizer's allocator must fail as the host's does.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

// A call whose locals the host has no memory for is no stack overflow of the program.
static void test_no_memory_for_a_call(void **state)
{
    (void)state;
    load(
        PTX_HEAD
        ".func big { .local .b8 m[500000]; .reg .b32 %r<2>; ld.local.u32 %r1, [m]; ret; }\n" KERNEL_BEGIN
        "call big;" KERNEL_END);
    expect_ok(RUN(.block = {32}));
    struct rlimit before, less;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages;
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu", &pages), 1);
    fclose(file);
    less = before;
    less.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (8u << 20); // of the 16 MiB
    assert_int_equal(setrlimit(RLIMIT_AS, &less), 0);
    SimStatus status = RUN(.block = {32});
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_int_equal(status, SIM_NO_MEMORY);
    expect_text("the host has no memory for a call");
}

static void test_calls_through_pointers(void **state)
{
    (void)state;
    // half of the lanes take the pointer from a table, the others from a name; some do not call at all
    load(
        PTX_HEAD FUNCTIONS
        ".global .align 8 .u64 table[3] = {triple, square, factorial};\n" KERNEL_BEGIN
        "rem.u32 %r3, %r0, 3; mul.wide.u32 %d3, %r3, 8; mov.u64 %d4, table; add.s64 %d4, %d4, %d3;\n"
        "ld.global.u64 %d5, [%d4]; rem.u32 %r2, %r0, 7; setp.ne.u32 %p1, %r0, 5; mov.u32 %r1, 77;\n"
        "{ .param .b32 a; .param .b32 v; st.param.b32 [a], %r2;\n"
        "P: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
        "@%p1 call (v), %d5, (a), P; @%p1 ld.param.b32 %r1, [v]; }\nadd.u32 %r1, %r1, 1;\n" STORE
            KERNEL_END);
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    uint32_t expected[LANE_COUNT];
    for (uint32_t l = 0; l < LANE_COUNT; l++) {
        const uint32_t x = l % 7, factorial[] = {1, 1, 2, 6, 24, 120, 720};
        expected[l] = 1 + (l == 5 ? 77 : l % 3 == 0 ? x * 3 : l % 3 == 1 ? x * x : factorial[x]);
    }
    expect_output("pointers", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
    expect_ok(RUN(.block = {32}, .args = {0, 0, out}));
    assert_int_equal(count_of("add.u32").executed, 1);

    load(PTX_HEAD FUNCTIONS KERNEL_BEGIN
         "mov.u64 %d5, 12345; P: .callprototype _ ();\ncall %d5, (), P;" KERNEL_END);
    assert_int_equal(RUN(.block = {32}), SIM_TRAP);
    expect_text("no device function");
}

static void test_exit_inside_a_function(void **state)
{
    (void)state;
    load(PTX_HEAD
         ".func leave(.param .b32 x) { .reg .b32 %r<2>; .reg .pred %p<2>;\n"
         "ld.param.u32 %r1, [x]; setp.gt.u32 %p1, %r1, 10; @%p1 exit; ret; }\n" KERNEL_BEGIN
         "{ .param .b32 a; st.param.b32 [a], %r0; call leave, (a); }\nadd.u32 %r1, %r0, 1;\n"
         "bar.sync 0;\n" STORE KERNEL_END);
    uint64_t out = buffer((size_t)4 * 64);
    uint32_t expected[64] = {0};
    for (uint32_t l = 0; l < 11; l++)
        expected[l] = l + 1;
    expect_output("leave", (Run){.block = {64}, .args = {0, 0, out}}, out, expected, 64);
}

// A fault inside a call: nothing is left behind, which the leak checker sees.
static void test_fault_inside_a_function(void **state)
{
    (void)state;
    load(
        PTX_HEAD
        ".func bad() { .reg .b64 %d<2>; mov.u64 %d1, 0; st.global.u64 [%d1], %d1; ret; }\n" KERNEL_BEGIN
        "call bad;" KERNEL_END);
    assert_int_equal(RUN(.block = {32}), SIM_ILLEGAL_ADDRESS);
    expect_text("at bad");
    expect_text("in kernel k");
}

// Lanes that come to one shuffle by different calls exchange values all the same.
static void test_shuffle_inside_a_function(void **state)
{
    (void)state;
    load(PTX_HEAD ".func (.param .b32 r) next(.param .b32 x) { .reg .b32 %r<4>;\n"
                  "ld.param.u32 %r1, [x]; shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;\n"
                  "st.param.b32 [r], %r2; ret; }\n" KERNEL_BEGIN
                  "mul.lo.u32 %r2, %r0, 5;\n" CALL("next") STORE KERNEL_END);
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    uint32_t expected[LANE_COUNT];
    for (uint32_t l = 0; l < LANE_COUNT; l++)
        expected[l] = (l ^ 1) * 5;
    expect_output("next", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
}

// clang takes the address of a structure that a function gets by value, and loads its parts from there, as ld.param (14) or ld.local
// (22). On an H200 it is an address of local memory, too: a generic load from it is a fault.
static void test_address_of_a_parameter(void **state)
{
    (void)state;
    load(
        PTX_HEAD
        ".func (.param .b32 r) sum(.param .align 8 .b8 x[16]) { .reg .b32 %r<6>; .reg .b64 %d<3>;\n"
        "mov.b64 %d1, x; mov.u64 %d2, %d1; ld.param.u32 %r1, [%d2+8]; ld.param.v2.u32 {%r2, %r3}, "
        "[x];\n"
        "ld.local.u32 %r4, [%d1+4]; mad.lo.u32 %r1, %r1, 100, %r2; mad.lo.u32 %r1, %r4, 10, %r1;\n"
        "cvta.local.u64 %d1, %d1; ld.u32 %r4, [%d1+12]; add.u32 %r1, %r1, %r4;\n"
        "st.param.b32 [r], %r1; ret; }\n" KERNEL_BEGIN
        "{ .param .align 8 .b8 a[16]; .param .b32 v; st.param.b32 [a], %r0; st.param.b32 [a+4], 7; "
        "st.param.b32 [a+8], 9; st.param.b32 [a+12], 1000;\n"
        "call (v), sum, (a); ld.param.b32 %r1, [v]; }\n" STORE KERNEL_END);
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    uint32_t expected[LANE_COUNT];
    for (uint32_t l = 0; l < LANE_COUNT; l++)
        expected[l] = l + 1970;
    expect_output("address", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
}

// ---- Negated predicates -----------------------------------------------------------------------------------------------

// A predicate operand may be !%p. Each instruction gives one bit; an H100 gives 44 and 55 for threads 0 and 1.
static void test_negated_predicates(void **state)
{
    (void)state;
    load(KERNEL("mov.u32 %r1, 0; setp.eq.u32 %p1, %r0, 0; setp.eq.u32 %p2, %r0, %r0;\n"
                "mov.pred %p3, !%p1; @%p3 add.u32 %r1, %r1, 1;\n"
                "and.pred %p3, %p2, !%p1; @%p3 add.u32 %r1, %r1, 2;\n"
                "or.pred %p3, %p1, !%p1; @%p3 add.u32 %r1, %r1, 4;\n"
                "xor.pred %p3, %p2, !%p1; @%p3 add.u32 %r1, %r1, 8;\n"
                "selp.b32 %r2, 16, 0, !%p1; add.u32 %r1, %r1, %r2;\n"
                "not.pred %p3, !%p2; @%p3 add.u32 %r1, %r1, 32;\n"
                "and.pred %p3, !%p1, !%p1; @%p3 add.u32 %r1, %r1, 64;\n"
                "setp.eq.and.u32 %p3, %r0, 0, !%p1; @%p3 add.u32 %r1, %r1, 128;\n"
                "mov.u32 %r3, 0; @!%p1 selp.b32 %r3, 256, 0, !%p2; add.u32 %r1, %r1, %r3;\n"
                "and.pred %p1, !%p1, %p2; @%p1 add.u32 %r1, %r1, 512;\n" STORE));
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    uint32_t expected[LANE_COUNT];
    for (uint32_t l = 0; l < LANE_COUNT; l++)
        expected[l] = l == 0 ? 44 : 55 + 64 + 512;
    expect_output("negated", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
}

// ---- Barriers --------------------------------------------------------------------------------------------------------

static void test_barrier_between_warps(void **state)
{
    (void)state;
    // each thread passes its number round the block 5 times
    load(KERNEL(
        ".shared .align 4 .b8 s[512]; mov.u32 %r1, %r0; mov.u32 %r5, 0; mov.u32 %r9, %ntid.x;\n"
        "shl.b32 %r2, %r0, 2; mov.u32 %r3, s; add.u32 %r2, %r2, %r3;\n"
        "add.u32 %r6, %r0, 1; rem.u32 %r6, %r6, %r9; shl.b32 %r6, %r6, 2; add.u32 %r6, %r6, %r3;\n"
        "LOOP: st.shared.u32 [%r2], %r1; bar.sync 0; ld.shared.u32 %r1, [%r6]; barrier.sync 0;\n"
        "add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 5; @%p1 bra LOOP;\n" STORE));
    for (uint32_t n = 1; n <= 128; n = n * 2 + 13) {
        uint64_t out = buffer((size_t)4 * n);
        uint32_t expected[128];
        for (uint32_t t = 0; t < n; t++)
            expected[t] = (t + 5) % n;
        expect_output("ring", (Run){.block = {n}, .args = {0, 0, out}}, out, expected, n);
    }
}

static void test_barrier_counts_those_that_are_left(void **state)
{
    (void)state;
    // whole warps and single lanes leave; the rest meets twice
    load(KERNEL(
        ".shared .u32 sum; setp.ge.u32 %p1, %r0, 70; @%p1 exit; setp.eq.u32 %p2, %r0, 33; @%p2 exit;\n"
        "atom.shared.add.u32 %r2, [sum], 1; bar.sync 0; ld.shared.u32 %r1, [sum]; bar.sync 0;\n" STORE));
    uint64_t out = buffer((size_t)4 * 128);
    uint32_t expected[128] = {0};
    for (uint32_t t = 0; t < 70; t++)
        expected[t] = t == 33 ? 0 : 69;
    expect_output("left", (Run){.block = {128}, .args = {0, 0, out}}, out, expected, 128);
}

static void test_barrier_on_both_sides_of_a_branch(void **state)
{
    (void)state;
    load(KERNEL(
        ".shared .align 4 .b8 s[256]; shl.b32 %r2, %r0, 2; mov.u32 %r3, s; add.u32 %r2, %r2, %r3;\n"
        "st.shared.u32 [%r2], %r0; setp.lt.u32 %p1, %r0, 20; @%p1 bra LOW;\n"
        "bar.sync 0; ld.shared.u32 %r1, [s]; bra JOIN;\n"
        "LOW: bar.sync 0; ld.shared.u32 %r1, [s+252];\nJOIN:\n" STORE));
    uint64_t out = buffer((size_t)4 * 64);
    uint32_t expected[64];
    for (uint32_t t = 0; t < 64; t++)
        expected[t] = t < 20 ? 63 : 0;
    expect_output("sides", (Run){.block = {64}, .args = {0, 0, out}}, out, expected, 64);
}

static void test_barrier_reductions(void **state)
{
    (void)state;
    // of the predicate "my word is not 0": count, and, or, and their opposites; threads from b on leave
    load(KERNEL(
        "mul.wide.u32 %d3, %r0, 4; add.s64 %d3, %d0, %d3; ld.global.u32 %r2, [%d3];\n"
        "setp.ne.u32 %p1, %r2, 0; cvt.u32.u64 %r3, %d1; setp.ge.u32 %p6, %r0, %r3; @%p6 exit;\n"
        "bar.red.popc.u32 %r4, 0, %p1; bar.red.and.pred %p2, 0, %p1; bar.red.or.pred %p3, 0, %p1;\n"
        "barrier.red.popc.u32 %r5, 0, !%p1; bar.red.and.pred %p4, 0, !%p1; bar.red.or.pred %p5, 1, !%p1;\n"
        "shl.b32 %r1, %r4, 16; shl.b32 %r5, %r5, 8; or.b32 %r1, %r1, %r5;\n"
        "selp.b32 %r6, 1, 0, %p2; selp.b32 %r7, 2, 0, %p3; selp.b32 %r8, 4, 0, %p4;\n"
        "selp.b32 %r9, 8, 0, %p5; or.b32 %r6, %r6, %r7; or.b32 %r8, %r8, %r9;\n"
        "or.b32 %r1, %r1, %r6; or.b32 %r1, %r1, %r8;\n" STORE));
    for (int round = 0; round < 24; round++) {
        const uint32_t n = 1 + random_below(96), stay = 1 + random_below(n);
        uint64_t in = buffer((size_t)4 * n), out = buffer((size_t)4 * n);
        uint32_t *words = at(in, (size_t)4 * n), expected[96] = {0}, yes = 0;
        for (uint32_t t = 0; t < n; t++) {
            words[t] = round % 4 == 0 ? 0 : round % 4 == 1 ? 1 : random_below(2);
            yes += t < stay && words[t];
        }
        for (uint32_t t = 0; t < stay; t++)
            expected[t] = yes << 16 | (stay - yes) << 8 | (yes == stay) | (uint32_t)(yes > 0) << 1 |
                          (uint32_t)(yes == 0) << 2 | (uint32_t)(yes < stay) << 3;
        expect_output("red", (Run){.block = {n}, .args = {in, stay, out}}, out, expected, n);
    }
}

// The last threads do not come to the barrier: they leave the kernel, and that completes it.
static void test_barrier_reduction_completed_by_an_exit(void **state)
{
    (void)state;
    load(KERNEL(
        "setp.ge.u32 %p1, %r0, 32; @%p1 bra LEAVE; setp.lt.u32 %p2, %r0, 5;\n"
        "bar.red.and.pred %p3, 0, %p2; bar.red.or.pred %p4, 0, %p2; selp.b32 %r1, 1, 0, %p3;\n"
        "@%p4 add.u32 %r1, %r1, 2;\n" STORE "bra END;\n"
        "LEAVE: mov.u32 %r5, 200;\nWAIT: sub.u32 %r5, %r5, 1; setp.ne.u32 %p5, %r5, 0; @%p5 bra WAIT;\nEND:"));
    uint64_t out = buffer((size_t)4 * 32);
    uint32_t expected[32];
    for (int i = 0; i < 32; i++)
        expected[i] = 2;
    expect_output("exit", (Run){.block = {64}, .args = {0, 0, out}}, out, expected, 32);
}

static void test_named_barriers(void **state)
{
    (void)state;
    // warp 0 makes, warp 1 takes: 1 says full, 2 says empty; warp 2 has nothing to do with it
    load(KERNEL(
        ".shared .align 4 .b8 box[128]; shr.u32 %r2, %r0, 5; and.b32 %r3, %r0, 31; shl.b32 %r4, %r3, 2;\n"
        "mov.u32 %r5, box; add.u32 %r4, %r4, %r5; mov.u32 %r1, 0; mov.u32 %r6, 0; mov.u32 %r7, 1;\n"
        "setp.eq.u32 %p1, %r2, 1; @%p1 bra TAKE; setp.eq.u32 %p2, %r2, 2; @%p2 bra END;\n"
        "MAKE: bar.sync 2, 64; add.u32 %r8, %r3, %r6; st.shared.u32 [%r4], %r8; bar.arrive %r7, 64;\n"
        "add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 4; @%p3 bra MAKE; bra END;\n"
        "TAKE: bar.arrive 2, 64; bar.sync %r7, 64; ld.shared.u32 %r8, [%r4]; mad.lo.u32 %r1, %r1, 10, %r8;\n"
        "add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 4; @%p3 bra TAKE;\nEND:\n" STORE));
    uint64_t out = buffer((size_t)4 * 96);
    uint32_t expected[96] = {0};
    for (uint32_t l = 0; l < 32; l++)
        expected[32 + l] = l * 1000 + (l + 1) * 100 + (l + 2) * 10 + l + 3;
    expect_output("named", (Run){.block = {96}, .args = {0, 0, out}}, out, expected, 96);
}

// Parts of one warp wait at one barrier instruction; another part completes it by arriving, and goes on.
static void test_arriving_for_others_of_the_warp(void **state)
{
    (void)state;
    load(KERNEL(
        "setp.ge.u32 %p1, %r0, 24; @%p1 bra ARRIVE; setp.lt.u32 %p2, %r0, 8; mov.u32 %r1, 100;\n"
        "@%p2 bra FIRST; setp.lt.u32 %p3, %r0, 16; @%p3 bra WAIT; mov.u32 %r1, 300; bra WAIT;\n"
        "FIRST: mov.u32 %r1, 200;\nWAIT: bar.sync 1, 32; add.u32 %r1, %r1, %r0; bra END;\n"
        "ARRIVE: bar.arrive 1, 32; mov.u32 %r1, 400;\nEND:\n" STORE));
    uint64_t out = buffer((size_t)4 * LANE_COUNT);
    uint32_t expected[LANE_COUNT];
    for (uint32_t l = 0; l < LANE_COUNT; l++)
        expected[l] = l < 8 ? 200 + l : l < 16 ? 100 + l : l < 24 ? 300 + l : 400;
    expect_output("arrive", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
}

// A barrier with a number counts a warp as 32 threads, as soon as those of its lanes have arrived that have not exited.
static void test_named_barriers_count_warps(void **state)
{
    (void)state;
    static const struct {
        const char *what, *body;
        uint32_t threads, wait; // the first `wait` lanes of each warp come to wait
    } cases[] = {
        {"a warp that is not full", "barrier.sync 1, 64;", 48, 32},
        {"lanes that exit before", "setp.ge.u32 %p1, %r2, 16; @%p1 exit; barrier.sync 1, 64;", 64,
         16},
        {"lanes that exit while others wait",
         "setp.ge.u32 %p1, %r2, 16; @%p1 bra LEAVE; barrier.sync 1, 64; bra END;\n"
         "LEAVE: mov.u32 %r5, 200;\nWAIT: sub.u32 %r5, %r5, 1; setp.ne.u32 %p5, %r5, 0; @%p5 bra WAIT;\n"
         "exit;\nEND:",
         64, 16},
        {"a warp that arrives and exits",
         "setp.lt.u32 %p1, %r0, 32; @%p1 bra WAIT; bar.arrive 1, 64; exit;\nWAIT: bar.sync 1, 64;",
         40, 32},
        {"in two phases", "barrier.sync 1, 64; barrier.sync 1, 64;", 34, 32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_kernel(
            "and.b32 %%r2, %%r0, 31; add.u32 %%r1, %%r0, 1;\n%s\n"
            "mul.wide.u32 %%d40, %%r0, 4; add.s64 %%d40, %%d2, %%d40; st.global.u32 [%%d40], %%r1;",
            cases[i].body);
        uint64_t out = buffer((size_t)4 * 64);
        uint32_t expected[64] = {0};
        for (uint32_t t = 0; t < cases[i].threads; t++)
            expected[t] = t % 32 < cases[i].wait && !(i == 3 && t >= 32) ? t + 1 : 0;
        expect_output(cases[i].what, (Run){.block = {cases[i].threads}, .args = {0, 0, out}}, out,
                      expected, 64);
    }
    // Lanes that are elsewhere, and have not exited, are waited for.
    load(KERNEL("setp.ge.u32 %p1, %r0, 16; @%p1 bra OTHER; barrier.sync 1, 32; bra END;\n"
                "OTHER: barrier.sync 2, 32;\nEND:"));
    for (int i = 0; i < ORDER_COUNT; i++)
        assert_int_equal(RUN(.block = {24}, .schedule = ORDERS[i].schedule, .seed = ORDERS[i].seed),
                         SIM_DEADLOCK);
    // Of lanes that are gone, none counts in a reduction.
    load(KERNEL(
        "setp.lt.u32 %p1, %r0, 64; bar.red.and.pred %p2, 1, 64, %p1; selp.b32 %r1, 1, 0, %p2;\n"
        "bar.red.popc.u32 %r2, 1, 64, %p1; add.u32 %r1, %r1, %r2;\n" STORE));
    uint64_t out = buffer((size_t)4 * 40);
    uint32_t expected[40];
    for (int t = 0; t < 40; t++)
        expected[t] = 41;
    expect_output("red", (Run){.block = {40}, .args = {0, 0, out}}, out, expected, 40);
}

static void test_barrier_numbers(void **state)
{
    (void)state;
    expect_refused(KERNEL("bar.sync 16;"), "'bar.sync'");
    load(KERNEL("add.u32 %r1, %r0, 16; bar.sync %r1;"));
    assert_int_equal(RUN(.block = {32}), SIM_TRAP);
    expect_text("barriers are numbered 0 to 15");
}

// ---- Shuffles, votes, matches, reductions -----------------------------------------------------------------------------

// Returns the lane that a shuffle takes its value from, as the CUDA C++ Programming Guide defines it: by `width`, not by
// the instruction's clamp and segment mask.
static uint32_t shuffle_source(const char *mode, uint32_t lane, uint32_t by, uint32_t width,
                               bool *in_range)
{
    const uint32_t first = lane / width * width;
    if (strcmp(mode, "idx") == 0) {
        *in_range = by < width;
        return first + by % width;
    }
    *in_range = strcmp(mode, "up") == 0     ? lane >= first + by
                : strcmp(mode, "down") == 0 ? lane + by < first + width
                                            : (lane ^ by) < first + width;
    return !*in_range                  ? lane
           : strcmp(mode, "up") == 0   ? lane - by
           : strcmp(mode, "down") == 0 ? lane + by
                                       : lane ^ by;
}

static void test_every_shuffle(void **state)
{
    (void)state;
    static const char *const modes[] = {"up", "down", "bfly", "idx"};
    for (int m = 0; m < 4; m++) {
        load_kernel(
            "mul.wide.u32 %%d3, %%r0, 16; add.s64 %%d3, %%d0, %%d3;\n"
            "ld.global.v4.u32 {%%r2, %%r3, %%r4, %%r5}, [%%d3]; setp.ne.u32 %%p2, %%r5, 0;\n"
            "mov.u32 %%r1, 0; @!%%p2 bra END;\n"
            "shfl.sync.%s.b32 %%r1|%%p1, %%r2, %%r3, %%r4, %%r5;\n"
            "@%%p1 xor.b32 %%r1, %%r1, 0x80000000;\nEND:\n%s",
            modes[m], STORE);
        uint64_t in = buffer((size_t)16 * 32), out = buffer((size_t)4 * 32);
        for (int round = 0; round < 60; round++) {
            const uint32_t width = 1u << random_below(6), by = random_below(32);
            const uint32_t mask = round % 3 ? (uint32_t)random64() | 1 : FULL;
            uint32_t *row = at(in, (size_t)16 * 32), expected[32] = {0};
            for (uint32_t l = 0; l < 32; l++) {
                row[(size_t)4 * l] = (uint32_t)random64() & 0x7fffffff;
                row[(size_t)4 * l + 1] = by;
                row[(size_t)4 * l + 2] = (32 - width) << 8 | (m == 0 ? 0 : 31);
                row[(size_t)4 * l + 3] = mask >> l & 1 ? mask : 0;
            }
            for (uint32_t l = 0; l < 32; l++) {
                bool in_range;
                const uint32_t from = shuffle_source(modes[m], l, by, width, &in_range);
                // a lane that is not in the mask gives 0, as on an H200
                const bool there = mask >> from & 1;
                // idx takes the index modulo the width; the hardware's predicate knows no modulo
                const bool predicate = m == 3 ? true : in_range;
                if (mask >> l & 1)
                    expected[l] =
                        (there ? row[(size_t)4 * from] : 0) | (predicate ? 0x80000000 : 0);
            }
            expect_output(modes[m], (Run){.block = {32}, .args = {in, 0, out}}, out, expected, 32);
        }
    }
}

static void test_votes(void **state)
{
    (void)state;
    load(KERNEL(
        "mul.wide.u32 %d3, %r0, 8; add.s64 %d3, %d0, %d3; ld.global.v2.u32 {%r2, %r3}, [%d3];\n"
        "setp.ne.u32 %p1, %r2, 0; setp.eq.u32 %p6, %r3, 0; mov.u32 %r1, 0; mov.u32 %r4, 0; @%p6 bra END;\n"
        "vote.sync.all.pred %p2, %p1, %r3; vote.sync.any.pred %p3, %p1, %r3; vote.sync.uni.pred %p4, %p1, %r3;\n"
        "vote.sync.any.pred %p5, !%p1, %r3; vote.sync.ballot.b32 %r4, %p1, %r3; vote.sync.ballot.b32 %r9, 1, %r3;\n"
        "selp.b32 %r5, 1, 0, %p2; selp.b32 %r6, 2, 0, %p3; selp.b32 %r7, 4, 0, %p4; selp.b32 %r8, 8, 0, %p5;\n"
        "or.b32 %r1, %r5, %r6; or.b32 %r1, %r1, %r7; or.b32 %r1, %r1, %r8; shl.b32 %r1, %r1, 1;\n"
        "setp.eq.u32 %p7, %r9, %r3; @%p7 add.u32 %r1, %r1, 1;\n"
        "END: mul.wide.u32 %d4, %r0, 8; add.s64 %d4, %d2, %d4; st.global.v2.u32 [%d4], {%r1, %r4};\n"));
    uint64_t in = buffer((size_t)8 * 32), out = buffer((size_t)8 * 32);
    for (int round = 0; round < 40; round++) {
        const uint32_t mask = round % 2 ? (uint32_t)random64() | 2 : FULL;
        const uint32_t votes = round % 5 == 0 ? 0 : round % 5 == 1 ? FULL : (uint32_t)random64();
        uint32_t *row = at(in, (size_t)8 * 32), expected[64] = {0};
        for (uint32_t l = 0; l < 32; l++) {
            row[(size_t)2 * l] = votes >> l & 1;
            row[(size_t)2 * l + 1] = mask >> l & 1 ? mask : 0;
            const bool all = (votes & mask) == mask, any = (votes & mask) != 0;
            if (mask >> l & 1) {
                expected[(size_t)2 * l] = (uint32_t)all << 1 | (uint32_t)any << 2 |
                                          (uint32_t)(all || !any) << 3 | (uint32_t)!all << 4 | 1;
                expected[(size_t)2 * l + 1] = votes & mask;
            }
        }
        expect_output("vote", (Run){.block = {32}, .args = {in, 0, out}}, out, expected, 64);
    }
}

static void test_matches_and_reductions(void **state)
{
    (void)state;
    static const char *const ops[] = {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32",
                                      "max.s32", "and.b32", "or.b32",  "xor.b32"};
    for (int o = 0; o < 9; o++) {
        load_kernel(
            "mul.wide.u32 %%d3, %%r0, 8; add.s64 %%d3, %%d0, %%d3; ld.global.v2.u32 {%%r2, %%r3}, [%%d3];\n"
            "setp.eq.u32 %%p6, %%r3, 0; mov.u32 %%r1, 0; mov.u32 %%r4, 0; mov.u32 %%r5, 0; mov.u32 %%r6, 0;\n"
            "@%%p6 bra END;\nredux.sync.%s %%r1, %%r2, %%r3; match.any.sync.b32 %%r4, %%r2, %%r3;\n"
            "match.all.sync.b32 %%r5|%%p1, %%r2, %%r3; @%%p1 xor.b32 %%r5, %%r5, 1;\n"
            "mov.b64 %%d5, {%%r2, %%r2}; match.any.sync.b64 %%r6, %%d5, %%r3;\n"
            "END: mul.wide.u32 %%d4, %%r0, 16; add.s64 %%d4, %%d2, %%d4;\n"
            "st.global.v4.u32 [%%d4], {%%r1, %%r4, %%r5, %%r6};\n",
            ops[o]);
        uint64_t in = buffer((size_t)8 * 32), out = buffer((size_t)16 * 32);
        for (int round = 0; round < 12; round++) {
            const uint32_t mask = round % 2 ? (uint32_t)random64() | 1 : FULL;
            const uint32_t kinds = 1 + random_below(4);
            uint32_t *row = at(in, (size_t)8 * 32), expected[128] = {0}, total = 0, same[32] = {0};
            bool first = true;
            for (uint32_t l = 0; l < 32; l++) {
                const uint32_t x = row[(size_t)2 * l] = random_below(kinds) * 0x77777777;
                row[(size_t)2 * l + 1] = mask >> l & 1 ? mask : 0;
                if (!(mask >> l & 1))
                    continue;
                const int32_t sx = (int32_t)x, st = (int32_t)total;
                total = first                            ? x
                        : strstr(ops[o], "add")          ? total + x
                        : strcmp(ops[o], "min.u32") == 0 ? (x < total ? x : total)
                        : strcmp(ops[o], "min.s32") == 0 ? (sx < st ? x : total)
                        : strcmp(ops[o], "max.u32") == 0 ? (x > total ? x : total)
                        : strcmp(ops[o], "max.s32") == 0 ? (sx > st ? x : total)
                        : strstr(ops[o], "and")          ? (total & x)
                        : strstr(ops[o], "xor")          ? (total ^ x)
                                                         : (total | x);
                first = false;
            }
            for (uint32_t l = 0; l < 32; l++)
                for (uint32_t k = 0; k < 32; k++)
                    if ((mask >> l & mask >> k & 1) && row[(size_t)2 * l] == row[(size_t)2 * k])
                        same[l] |= 1u << k;
            for (uint32_t l = 0; l < 32; l++)
                if (mask >> l & 1) {
                    expected[(size_t)4 * l] = total;
                    expected[(size_t)4 * l + 1] = expected[(size_t)4 * l + 3] = same[l];
                    expected[(size_t)4 * l + 2] = same[l] == mask ? mask ^ 1 : 0;
                }
            expect_output(ops[o], (Run){.block = {32}, .args = {in, 0, out}}, out, expected, 128);
        }
    }
}

// Lanes come to a shuffle one group after another, in a loop, from both sides of a branch.
static void test_shuffle_gathers_its_lanes(void **state)
{
    (void)state;
    load(KERNEL(
        "mov.u32 %r1, %r0; mov.u32 %r5, 0;\n"
        "LOOP: and.b32 %r2, %r0, 1; setp.eq.u32 %p1, %r2, 1; @%p1 bra ODD;\n"
        "add.u32 %r1, %r1, 2; bra MEET;\nODD: add.u32 %r1, %r1, 4;\n"
        "MEET: shfl.sync.idx.b32 %r3, %r1, 1, 31, -1; add.u32 %r1, %r1, %r3;\n"
        "bar.warp.sync -1; add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 100; @%p2 bra LOOP;\n" STORE));
    uint32_t expected[32];
    for (uint32_t l = 0; l < 32; l++)
        expected[l] = l;
    for (int turn = 0; turn < 100; turn++) {
        for (uint32_t l = 0; l < 32; l++)
            expected[l] += l & 1 ? 4 : 2;
        const uint32_t of_lane1 = expected[1];
        for (uint32_t l = 0; l < 32; l++)
            expected[l] += of_lane1;
    }
    uint64_t out = buffer((size_t)4 * 32);
    expect_output("gather", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
}

// The two sides of a branch meet in collectives that stand at different places, as on an H200. Each side takes values from
// the other by its own operands.
static void test_collectives_at_different_places(void **state)
{
    (void)state;
    static const struct {
        const char *low, *high;
        uint32_t expected_low, expected_high; // what each lane of a side gets
    } cases[] = {
        {"shfl.sync.idx.b32 %r1, %r2, 20, 31, -1;", "shfl.sync.idx.b32 %r1, %r2, 3, 31, -1;", 200,
         30},
        {"redux.sync.add.u32 %r1, %r2, -1;", "redux.sync.add.u32 %r1, %r3, -1;", 1200 + 376,
         1200 + 376},
        {"vote.sync.ballot.b32 %r1, %p2, -1;", "vote.sync.ballot.b32 %r1, !%p2, -1;",
         0xaaaa | 0x5555u << 16, 0xaaaa | 0x5555u << 16},
        {"match.any.sync.b32 %r1, 5, -1;", "match.any.sync.b32 %r1, 5, -1;", FULL, FULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        load_kernel(
            "mul.lo.u32 %%r2, %%r0, 10; mov.u32 %%r3, %%r0; setp.lt.u32 %%p1, %%r0, 16;\n"
            "and.b32 %%r4, %%r0, 1; setp.eq.u32 %%p2, %%r4, 1; @%%p1 bra LOW;\n%s\nbra JOIN;\nLOW: %s\nJOIN:\n%s",
            cases[k].high, cases[k].low, STORE);
        const uint64_t out = buffer((size_t)4 * 32);
        uint32_t expected[32];
        for (uint32_t l = 0; l < 32; l++)
            expected[l] = l < 16 ? cases[k].expected_low : cases[k].expected_high;
        expect_output(cases[k].low, (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
    }
    // one half's lanes come from both sides, the other half's from one: each half exchanges by itself
    load(KERNEL(
        "setp.lt.u32 %p2, %r0, 16; selp.b32 %r4, 0x0000ffff, 0xffff0000, %p2;\n"
        "setp.lt.u32 %p1, %r0, 8; @%p1 bra LOW; shfl.sync.bfly.b32 %r1, %r0, 15, 31, %r4; bra JOIN;\n"
        "LOW: shfl.sync.bfly.b32 %r1, %r0, 15, 31, %r4;\nJOIN:\n" STORE));
    const uint64_t out = buffer((size_t)4 * 32);
    uint32_t expected[32];
    for (uint32_t l = 0; l < 32; l++)
        expected[l] = l ^ 15;
    expect_output("halves", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
    // other operations wait for each other in vain
    static const char *const wrong[] = {"shfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;",
                                        "vote.sync.ballot.b32 %r1, %p1, -1;", "bar.warp.sync -1;"};
    for (int k = 0; k < 3; k++) {
        load_kernel("setp.lt.u32 %%p1, %%r0, 16; @%%p1 bra LOW;\n"
                    "shfl.sync.idx.b32 %%r1, %%r0, 0, 31, -1; bra JOIN;\nLOW: %s\nJOIN:\n",
                    wrong[k]);
        assert_int_equal(RUN(.block = {32}), SIM_DEADLOCK);
    }
}

// __syncwarp called at different places by the two sides of a branch holds until all have come.
static void test_warp_barrier_at_different_places(void **state)
{
    (void)state;
    load(KERNEL(
        ".shared .align 4 .b8 s[128]; shl.b32 %r2, %r0, 2; mov.u32 %r3, s; add.u32 %r2, %r2, %r3;\n"
        "st.shared.u32 [%r2], %r0; setp.lt.u32 %p1, %r0, 16; @%p1 bra LOW;\n"
        "bar.warp.sync 0xffffffff; ld.shared.u32 %r1, [%r2+-64]; bra JOIN;\n"
        "LOW: bar.warp.sync 0xffffffff; ld.shared.u32 %r1, [%r2+64];\nJOIN:\n" STORE));
    uint64_t out = buffer((size_t)4 * 32);
    uint32_t expected[32];
    for (uint32_t l = 0; l < 32; l++)
        expected[l] = l ^ 16;
    expect_output("places", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
}

static void test_active_mask_and_lane_registers(void **state)
{
    (void)state;
    load(KERNEL(
        "mov.u32 %r2, %laneid; mov.u32 %r3, %lanemask_lt; mov.u32 %r4, %lanemask_ge; mov.u32 %r5, %warpid;\n"
        "and.b32 %r6, %r2, 1; setp.eq.u32 %p1, %r6, 0; mov.u32 %r1, 0; @%p1 activemask.b32 %r1;\n"
        "not.b32 %r7, %r3; setp.eq.u32 %p2, %r7, %r4; @%p2 add.u32 %r1, %r1, %r5;\n"
        "popc.b32 %r8, %r3; setp.eq.u32 %p3, %r8, %r2; @%p3 xor.b32 %r1, %r1, 0x10000000;\n" STORE));
    uint64_t out = buffer((size_t)4 * 48);
    expect_ok(RUN(.block = {48}, .args = {0, 0, out}));
    const uint32_t *got = at(out, (size_t)4 * 48);
    for (uint32_t t = 0; t < 48; t++) {
        const uint32_t lanes = t < 32 ? FULL : 0xffff;
        assert_int_equal(got[t], ((t & 1 ? 0 : lanes) + t / 32) ^ 0x10000000);
    }
}

// ---- Waiting for each other ---------------------------------------------------------------------------------------------

#define LOCK   "LOCK: atom.global.cas.b32 %r2, [%d0], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra LOCK;\n"
#define UNLOCK "membar.gl; atom.global.exch.b32 %r2, [%d0], 0;\n"

static void test_lock_taken_by_all_lanes(void **state)
{
    (void)state;
    // the counter is not atomic: only the lock protects it
    load(KERNEL(
        "mov.u32 %r5, 0;\nAGAIN:\n" LOCK
        "ld.volatile.global.u32 %r3, [%d0+4]; add.u32 %r3, %r3, 1; st.volatile.global.u32 [%d0+4], %r3;\n" UNLOCK
        "add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 3; @%p2 bra AGAIN;\n"));
    uint64_t lock = buffer(8);
    for (int i = 0; i < ORDER_COUNT; i++) {
        for (uint32_t blocks = 1; blocks <= 3; blocks += 2) {
            memset(at(lock, 8), 0, 8);
            expect_ok(RUN(.grid = {blocks}, .block = {80}, .args = {lock},
                          .schedule = ORDERS[i].schedule, .seed = ORDERS[i].seed,
                          .hosts = (int)blocks));
            assert_int_equal(((uint32_t *)at(lock, 8))[1], 3 * 80 * blocks);
        }
    }
}

// In this shape of a lock the critical section is inside the loop.
static void test_lock_with_the_work_inside_the_loop(void **state)
{
    (void)state;
    load(KERNEL(
        "mov.u32 %r4, 0;\n"
        "LOOP: atom.global.cas.b32 %r2, [%d0], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra NEXT;\n"
        "ld.volatile.global.u32 %r3, [%d0+4]; add.u32 %r3, %r3, 1; st.volatile.global.u32 [%d0+4], %r3;\n"
        "mov.u32 %r4, 1; membar.gl; st.volatile.global.u32 [%d0], 0;\n"
        "NEXT: setp.eq.u32 %p2, %r4, 0; @%p2 bra LOOP;\n"));
    uint64_t lock = buffer(8);
    for (int i = 0; i < ORDER_COUNT; i++) {
        memset(at(lock, 8), 0, 8);
        expect_ok(RUN(.block = {96}, .args = {lock}, .schedule = ORDERS[i].schedule,
                      .seed = ORDERS[i].seed));
        assert_int_equal(((uint32_t *)at(lock, 8))[1], 96);
    }
}

// Lane 5 spins until lane 9 sets a flag. Lane 9 sets it behind the point where the two would meet.
static void test_flag_set_after_the_meeting_point(void **state)
{
    (void)state;
    static const char *const polls[] = {
        "ld.volatile.global.u32 %r2, [%d0];",  "ld.acquire.gpu.global.u32 %r2, [%d0];",
        "ld.relaxed.sys.u32 %r2, [%d0];",      "atom.global.or.b32 %r2, [%d0], 0;",
        "ld.volatile.shared.u32 %r2, [flag];", "nanosleep.u32 20; ld.global.cv.u32 %r2, [%d0];"};
    for (size_t k = 0; k < sizeof polls / sizeof *polls; k++) {
        const bool shared = strstr(polls[k], "shared") != NULL;
        load_kernel(
            ".shared .u32 flag;\nsetp.ne.u32 %%p1, %%r0, 5; mov.u32 %%r1, 1; @%%p1 bra PAST;\n"
            "SPIN: %s setp.eq.u32 %%p2, %%r2, 0; @%%p2 bra SPIN;\nmov.u32 %%r1, 2;\n"
            "PAST: setp.ne.u32 %%p3, %%r0, 9; @%%p3 bra END; st.volatile%s, 1;\nEND:\n%s",
            polls[k], shared ? ".shared.u32 [flag]" : ".global.u32 [%d0]", STORE);
        uint64_t flag = buffer(4), out = buffer((size_t)4 * 64);
        for (int i = 0; i < ORDER_COUNT; i++) {
            memset(at(flag, 4), 0, 4);
            expect_ok(RUN(.block = {40}, .args = {flag, 0, out}, .schedule = ORDERS[i].schedule,
                          .seed = ORDERS[i].seed));
            for (uint32_t t = 0; t < 40; t++)
                assert_int_equal(((uint32_t *)at(out, (size_t)4 * 64))[t], t == 5 ? 2 : 1);
        }
    }
}

// A chain goes through all threads of a block: each waits for the one before it, against the order of execution.
static void test_chain_of_flags(void **state)
{
    (void)state;
    load(KERNEL(
        "mov.u32 %r9, %ntid.x; sub.u32 %r9, %r9, 1; sub.u32 %r8, %r9, %r0;\n"
        "SPIN: ld.volatile.global.u32 %r2, [%d0]; setp.ne.u32 %p1, %r2, %r8; @%p1 bra SPIN;\n"
        "add.u32 %r2, %r2, 1; st.volatile.global.u32 [%d0], %r2;\n"));
    uint64_t turn = buffer(4);
    for (int i = 0; i < ORDER_COUNT; i++) {
        memset(at(turn, 4), 0, 4);
        expect_ok(RUN(.block = {70}, .args = {turn}, .schedule = ORDERS[i].schedule,
                      .seed = ORDERS[i].seed));
        assert_int_equal(*(uint32_t *)at(turn, 4), 70);
    }
}

// An instruction that no lane of a group does has no effect: here the first group does not give way, and nobody looks at a clock.
static void test_guards_that_are_false(void **state)
{
    (void)state;
    load(KERNEL(
        "setp.eq.u32 %p1, %r0, 0; setp.lt.u32 %p2, %r0, 0; mov.u32 %r5, 0;\n"
        "L: @%p2 mov.u64 %d3, %clock64; add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, 9; @%p3 bra L;\n"
        "@%p1 bra ONE; @%p2 nanosleep.u32 20; atom.global.add.u32 %r1, [%d0], 1; bra OUT;\n"
        "ONE: atom.global.add.u32 %r1, [%d0], 1;\nOUT:\n" STORE));
    uint64_t turn = buffer(4), out = buffer((size_t)4 * 32);
    expect_ok(RUN(.block = {32}, .args = {turn, 0, out}));
    assert_int_equal(*(uint32_t *)at(out, 4), 31);
    assert_int_equal(sim.launch.clocked, 0);
}

static void test_deadlocks_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *body, *text;
    } cases[] = {
        {"bar.sync 1, 96;", "wait at a barrier"},
        {"setp.lt.u32 %p1, %r0, 32; @%p1 bra A; bar.sync 1; bra B;\nA: bar.sync 2;\nB:",
         "wait at a barrier"},
        // lane 0 waits for a shuffle of all, the others for a later barrier of the block
        {"setp.ne.u32 %p1, %r0, 0; @%p1 bra A; shfl.sync.idx.b32 %r1, %r0, 0, 31, -1;\nA: bar.sync 0;",
         "lanes in their mask that never come"},
        {"setp.ne.u32 %p1, %r0, 3; @%p1 bra A; bar.warp.sync 0x18;\nA: bar.sync 0;",
         "lanes in their mask that never come"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        load_kernel("%s", cases[k].body);
        for (int i = 0; i < ORDER_COUNT; i++) {
            assert_int_equal(
                RUN(.block = {64}, .schedule = ORDERS[i].schedule, .seed = ORDERS[i].seed),
                SIM_DEADLOCK);
            expect_text("Deadlock");
            expect_text("at k (PTX line");
            expect_text("in block (0,0,0)");
            if (ORDERS[i].schedule == SIM_LOCKSTEP)
                expect_text(cases[k].text);
        }
    }
}

// Lanes that have left need not come to a shuffle that names them.
static void test_exited_lanes_are_not_waited_for(void **state)
{
    (void)state;
    load(KERNEL("setp.ge.u32 %p1, %r0, 20; @%p1 bra END;\nmul.lo.u32 %r2, %r0, 3;\n"
                "shfl.sync.down.b32 %r1, %r2, 1, 31, -1; bar.warp.sync -1;\n" STORE "\nEND:"));
    uint64_t out = buffer((size_t)4 * 32);
    uint32_t expected[32] = {0};
    for (uint32_t l = 0; l < 20; l++)
        expected[l] = l < 19 ? 3 * (l + 1) : 0; // on an H200, too
    expect_output("exited", (Run){.block = {32}, .args = {0, 0, out}}, out, expected, 32);
}

// In a long loop lanes wait for each other at a shuffle, to which they come in different turns. Meeting points that are
// left behind must not pile up, so that the warp still meets at the end.
static void test_meeting_points_left_behind(void **state)
{
    (void)state;
    load(KERNEL(
        "mov.u32 %r5, 0; and.b32 %r6, %r0, 1; mov.u32 %r1, 0;\n"
        "LOOP: add.u32 %r7, %r5, %r6; and.b32 %r7, %r7, 1; setp.eq.u32 %p1, %r7, 0; @%p1 bra NEXT;\n"
        "shfl.sync.bfly.b32 %r8, %r5, 1, 31, -1; add.u32 %r1, %r1, %r8;\n"
        "NEXT: add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 400; @%p2 bra LOOP;\n"
        "setp.lt.u32 %p3, %r0, 7; @%p3 bra LOW; add.u32 %r1, %r1, 1;\n"
        "LOW: xor.b32 %r1, %r1, 1;\n" STORE));
    uint64_t out = buffer((size_t)4 * 32);
    expect_ok(RUN(.block = {32}, .args = {0, 0, out}));
    assert_int_equal(count_of("xor.b32").executed, 1);
    // odd lanes exchange in even turns t, even lanes in odd ones: partners in one exchange are a turn apart
    const uint32_t *got = at(out, (size_t)4 * 32);
    for (uint32_t l = 0; l < 32; l++) {
        uint32_t sum = l < 7 ? 0 : 1;
        for (uint32_t t = l & 1 ? 0 : 1; t < 400; t += 2)
            sum += l & 1 ? t + 1 : t - 1;
        assert_int_equal(got[l], sum ^ 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_sides_meet),
        cmocka_unit_test(test_loops_of_different_length),
        cmocka_unit_test(test_early_exit),
        cmocka_unit_test(test_switch),
        cmocka_unit_test(test_random_walks),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_deep_recursion),
        cmocka_unit_test(test_calls_without_recursion_have_room),
        cmocka_unit_test(test_endless_recursion_is_reported),
        cmocka_unit_test(test_no_memory_for_a_call),
        cmocka_unit_test(test_calls_through_pointers),
        cmocka_unit_test(test_exit_inside_a_function),
        cmocka_unit_test(test_fault_inside_a_function),
        cmocka_unit_test(test_shuffle_inside_a_function),
        cmocka_unit_test(test_address_of_a_parameter),
        cmocka_unit_test(test_negated_predicates),
        cmocka_unit_test(test_barrier_between_warps),
        cmocka_unit_test(test_barrier_counts_those_that_are_left),
        cmocka_unit_test(test_barrier_on_both_sides_of_a_branch),
        cmocka_unit_test(test_barrier_reductions),
        cmocka_unit_test(test_barrier_reduction_completed_by_an_exit),
        cmocka_unit_test(test_named_barriers),
        cmocka_unit_test(test_named_barriers_count_warps),
        cmocka_unit_test(test_arriving_for_others_of_the_warp),
        cmocka_unit_test(test_barrier_numbers),
        cmocka_unit_test(test_every_shuffle),
        cmocka_unit_test(test_votes),
        cmocka_unit_test(test_matches_and_reductions),
        cmocka_unit_test(test_shuffle_gathers_its_lanes),
        cmocka_unit_test(test_collectives_at_different_places),
        cmocka_unit_test(test_warp_barrier_at_different_places),
        cmocka_unit_test(test_active_mask_and_lane_registers),
        cmocka_unit_test(test_lock_taken_by_all_lanes),
        cmocka_unit_test(test_lock_with_the_work_inside_the_loop),
        cmocka_unit_test(test_flag_set_after_the_meeting_point),
        cmocka_unit_test(test_chain_of_flags),
        cmocka_unit_test(test_guards_that_are_false),
        cmocka_unit_test(test_deadlocks_are_reported),
        cmocka_unit_test(test_exited_lanes_are_not_waited_for),
        cmocka_unit_test(test_meeting_points_left_behind),
    };
    return cmocka_run_group_tests(tests, NULL, unload_after);
}
