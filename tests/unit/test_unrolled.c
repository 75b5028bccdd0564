// Loops that ptxas unrolled in parts: lanes do as many iterations as the loop says, and go through the parts as the picture in
// ptx/unrolled.h has it. The machine code is made up here; tests/simulator/meets.t has real one.

#include "kernel.h"

enum { MOST_ITERATIONS = 11 };

static const unsigned char COPIES[] = {4, 2, 1};

// A kernel whose lanes read their number of iterations into %r2, and write how often they have done WORK. The loop stands between.
#define WORK "\nmad.lo.s32 %r9, %r9, 1, 1;\n"
static const char BEGIN[] = PTX_HEAD
    ".visible .entry k(.param .u64 a) { .reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %d<20>;\n"
    "mov.u32 %r10, %tid.x; ld.param.u64 %d9, [a]; mul.wide.u32 %d8, %r10, 4; add.s64 %d9, %d9, %d8;\n"
    "ld.global.u32 %r2, [%d9]; mov.u32 %r9, 0; mov.u32 %r1, 0; mov.u32 %r6, 1;\n";
static const char END[] = "\nst.global.u32 [%d9], %r9; ret; }";

// Sets what ptxas made of the kernel: it has the work in three parts.
static void unroll(void)
{
    SimAssembledLine line = {.instructions = 7, .copies = 4};
    for (int i = 0; i < sim.module->code_count; i++)
        if (strcmp(sim.module->infos[i].text, "mad.lo.s32") == 0)
            line.line = sim.module->infos[i].ptx_line;
    memcpy(line.runs, COPIES, sizeof COPIES);
    sim_function_set_assembled(sim_module_function(sim.module, "k"),
                               &(SimAssembled){.lines = &line, .count = 1, .registers = 32});
}

// Returns how often a warp does the work whose lanes have these numbers of iterations left, by the definition.
static unsigned in_parts(const unsigned *iterations)
{
    unsigned left[32], times = 0;
    memcpy(left, iterations, sizeof left);
    for (size_t part = 0; part < sizeof COPIES; part++)
        for (bool again = true; again;) {
            again = false;
            for (int lane = 0; lane < 32; lane++)
                if (left[lane] >= COPIES[part]) {
                    left[lane] -= COPIES[part];
                    again = true;
                }
            times += again ? COPIES[part] : 0;
        }
    return times;
}

// Runs the kernel with random numbers of iterations, and expects the work to be done so often: in parts, or by all lanes together.
static void expect_work(SimSchedule schedule, bool parts)
{
    unsigned iterations[32], most = 0, all = 0;
    const unsigned range = 1 + random_below(MOST_ITERATIONS);
    uint64_t a = buffer(sizeof iterations);
    for (int lane = 0; lane < 32; lane++) {
        iterations[lane] = 1 + random_below(range);
        most = iterations[lane] > most ? iterations[lane] : most;
        all += iterations[lane];
    }
    memcpy(at(a, sizeof iterations), iterations, sizeof iterations);
    assert_int_equal(RUN(.block = {32}, .args = {a}, .schedule = schedule, .seed = range), SIM_OK);
    assert_memory_equal(at(a, sizeof iterations), iterations, sizeof iterations);
    const SimCount work = count_of("mad.lo.s32");
    assert_int_equal(work.threads, all);
    if (schedule != SIM_SERIAL)
        assert_int_equal(work.executed, parts ? in_parts(iterations) : most);
}

static void expect_loop(const char *loop, bool parts)
{
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s", BEGIN, loop, END);
    load(text);
    unroll();
    for (int i = 0; i < 20; i++) {
        expect_work(SIM_LOCKSTEP, parts);
        expect_work(SIM_RANDOM, parts);
        expect_work(SIM_SERIAL, parts);
    }
}

#define LOOP(body) expect_loop("L:" body "@%p1 bra L;", true)

static void test_ways_to_count(void **state)
{
    (void)state;
    LOOP(WORK "add.s32 %r1, %r1, 1; setp.lt.s32 %p1, %r1, %r2;");
    LOOP(WORK "add.s32 %r1, %r1, 1; setp.gt.u32 %p1, %r2, %r1;");
    LOOP(WORK "add.s32 %r2, %r2, -1; setp.ne.s32 %p1, %r2, 0;");
    LOOP(WORK "add.s32 %r2, %r2, -1; setp.ge.s32 %p1, %r2, 1;");
    // the test comes before the addition
    expect_loop("add.s32 %r3, %r2, -1; L:" WORK
                "setp.lt.s32 %p1, %r1, %r3; add.s32 %r1, %r1, 1; @%p1 bra L;",
                true);
    // the counter goes through another register, and skips
    expect_loop("mul.lo.s32 %r4, %r2, 3; add.s32 %r4, %r4, -1; L:" WORK
                "add.s32 %r3, %r1, 3; setp.lt.s32 %p1, %r3, %r4; mov.u32 %r1, %r3; @%p1 bra L;",
                true);
    // 64 bits, and the limit is reached
    expect_loop("mov.u64 %d1, 0; mul.wide.u32 %d2, %r2, 8; add.s64 %d2, %d2, -8; L:" WORK
                "add.s64 %d1, %d1, 8; setp.le.u64 %p1, %d1, %d2; @%p1 bra L;",
                true);
    // the other way round
    expect_loop("L:" WORK "add.s32 %r1, %r1, 1; setp.ge.s32 %p1, %r1, %r2; @!%p1 bra L;", true);
}

static void test_what_does_not_count(void **state)
{
    (void)state;
    // a step that is no constant
    expect_loop("L:" WORK "add.s32 %r1, %r1, %r6; setp.lt.s32 %p1, %r1, %r2; @%p1 bra L;", false);
    // a limit that moves
    expect_loop("add.s32 %r2, %r2, %r2; L:" WORK "add.s32 %r1, %r1, 1; add.s32 %r2, %r2, -1;\n"
                "setp.lt.s32 %p1, %r1, %r2; @%p1 bra L;",
                false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_ways_to_count, unload_after),
        cmocka_unit_test_teardown(test_what_does_not_count, unload_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
