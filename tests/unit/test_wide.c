// Shared accesses that ptxas merged: what the simulator concludes from the sizes that a cubin has for the lines of the PTX.

#include "kernel.h"

enum { MOST = 8 };

// Lane l's address in %r1 and %r3 is 16 l bytes in an array, so that every request here has four wavefronts, whatever its size.
static const char BEGIN[] =
    ".shared .align 16 .b8 s[1024]; mov.u32 %r1, s; shl.b32 %r2, %r0, 4; add.u32 %r1, %r1, %r2;\n"
    "mov.u32 %r3, %r1; setp.ge.u32 %p1, %r0, 0;\n";

typedef struct {
    const char *why;
    const char *lines[MOST];
    uint8_t machine[MOST]; // bytes that the machine code of each line accesses
    int loads, stores;     // wavefronts in machine code
} Case;

static const Case CASES[] = {
    {"four loads are one",
     {"ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r1+4];", "ld.shared.f32 %f2, [%r1+8];",
      "ld.shared.f32 %f3, [%r1+12];"},
     {16},
     .loads = 4},
    {"another line has the machine access",
     {"ld.shared.f32 %f0, [%r1+8];", "ld.shared.f32 %f1, [%r1+4];", "ld.shared.f32 %f2, [%r1+12];",
      "ld.shared.f32 %f3, [%r1];"},
     {0, 0, 16},
     .loads = 4},
    {"two pairs",
     {"ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r1+4];", "ld.shared.f32 %f2, [%r1+8];",
      "ld.shared.f32 %f3, [%r1+12];"},
     {0, 8, 8},
     .loads = 8},
    {"a pair and a single one",
     {"ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r1+4];", "ld.shared.f32 %f2, [%r1+8];"},
     {0, 8, 4},
     .loads = 8},
    {"vectors",
     {"ld.shared.v2.f32 {%f0, %f1}, [%r1];", "ld.shared.v2.f32 {%f2, %f3}, [%r1+8];"},
     {16},
     .loads = 4},
    {"one address for all lanes",
     {"ld.shared.f32 %f0, [s];", "ld.shared.f32 %f1, [s+4];"},
     {8},
     .loads = 1},
    {"stores", {"st.shared.f32 [%r1], %f0;", "st.shared.f32 [%r1+4], %f1;"}, {0, 8}, .stores = 4},
    {"a store and loads",
     {"ld.shared.f32 %f0, [%r1];", "st.shared.f32 [%r1+8], %f0;", "ld.shared.f32 %f1, [%r1+4];"},
     {8, 4},
     .loads = 4,
     .stores = 4},
    {"with one predicate",
     {"@%p1 ld.shared.f32 %f0, [%r1];", "@%p1 ld.shared.f32 %f1, [%r1+4];"},
     {8},
     .loads = 4},
    {"one access for two iterations of a loop",
     {"mov.u32 %r4, 0;", "LOOP: ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r1+4];",
      "add.u32 %r1, %r1, 8;", "add.u32 %r4, %r4, 1;", "setp.lt.u32 %p2, %r4, 4;", "@%p2 bra LOOP;"},
     {0, 16},
     .loads = 8},
    // From here on nothing is merged.
    {"an iteration moves on by something else",
     {"mov.u32 %r4, 0;", "LOOP: ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r1+4];",
      "add.u32 %r1, %r1, 12;", "add.u32 %r4, %r4, 1;", "setp.lt.u32 %p2, %r4, 4;",
      "@%p2 bra LOOP;"},
     {0, 16},
     .loads = 32},
    {"each has its own",
     {"ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r1+4];"},
     {4, 4},
     .loads = 8},
    {"the machine code tells nothing",
     {"ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r1+4];"},
     {0},
     .loads = 8},
    {"it could begin at two places",
     {"ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r1+4];", "ld.shared.f32 %f2, [%r1+8];"},
     {0, 8},
     .loads = 12},
    {"it is not filled",
     {"ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r1+4];", "ld.shared.f32 %f2, [%r1+8];"},
     {16},
     .loads = 12},
    {"a neighbour has a machine access, too",
     {"ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r1+4];"},
     {8, 4},
     .loads = 8},
    {"copies of several sizes",
     {"ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r1+4];"},
     {SIM_SEVERAL_SIZES},
     .loads = 8},
    {"two on one line", {"ld.shared.f32 %f0, [%r1]; ld.shared.f32 %f1, [%r1+4];"}, {8}, .loads = 8},
    {"another register",
     {"ld.shared.f32 %f0, [%r1];", "ld.shared.f32 %f1, [%r3+4];"},
     {8},
     .loads = 8},
    {"the register changes",
     {"ld.shared.f32 %f0, [%r1];", "add.u32 %r1, %r1, 16;", "ld.shared.f32 %f1, [%r1+4];"},
     {8},
     .loads = 8},
    {"a predicate",
     {"ld.shared.f32 %f0, [%r1];", "@%p1 ld.shared.f32 %f1, [%r1+4];"},
     {8},
     .loads = 8},
    {"the predicate changes",
     {"@%p1 ld.shared.f32 %f0, [%r1];", "setp.eq.u32 %p1, %r2, %r2;",
      "@%p1 ld.shared.f32 %f1, [%r1+4];"},
     {8},
     .loads = 8},
    {"volatile",
     {"ld.shared.f32 %f0, [%r1];", "ld.volatile.shared.f32 %f1, [%r1+4];"},
     {8},
     .loads = 8},
    {"a barrier between them",
     {"ld.shared.f32 %f0, [%r1];", "bar.sync 0;", "ld.shared.f32 %f1, [%r1+4];"},
     {8},
     .loads = 8},
    {"a load and a store",
     {"ld.shared.f32 %f0, [%r1];", "st.shared.f32 [%r1+4], %f0;"},
     {8},
     .loads = 4,
     .stores = 4},
};

static void load_case(const Case *c)
{
    char body[1024];
    int length = snprintf(body, sizeof body, "%s", BEGIN);
    for (int i = 0; i < MOST && c->lines[i]; i++)
        length += snprintf(body + length, sizeof body - (size_t)length, "%s\n", c->lines[i]);
    load_kernel("%s", body);
}

static void run_case(const Case *c)
{
    int line = 1;
    load_case(c);
    for (const char *p = PTX_HEAD KERNEL_BEGIN; *p; p++)
        line += *p == '\n';
    for (const char *p = BEGIN; *p; p++)
        line += *p == '\n';
    SimAssembledLine lines[MOST];
    SimAssembledPiece pieces[MOST];
    for (int i = 0; i < MOST; i++) {
        lines[i] = (SimAssembledLine){.line = line + i, .instructions = 1, .shared = c->machine[i]};
        pieces[i] = (SimAssembledPiece){.line = line + i, .instructions = 1, .repeats = 1};
    }
    sim_function_set_assembled(
        sim_module_function(sim.module, "k"),
        &(SimAssembled){
            .registers = 16, .lines = lines, .pieces = pieces, .count = MOST, .piece_count = MOST});
    expect_ok(RUN(.block = {32}));
    SimMetric m[SIM_METRICS];
    sim_metrics(&sim.launch, NULL, NULL, m, SIM_METRICS);
    if ((int)m[M_MACHINE_LOAD_WAVEFRONTS].value != c->loads ||
        (int)m[M_MACHINE_STORE_WAVEFRONTS].value != c->stores)
        fail_msg("%s: %g wavefronts of loads, %g of stores", c->why,
                 m[M_MACHINE_LOAD_WAVEFRONTS].value, m[M_MACHINE_STORE_WAVEFRONTS].value);
    assert_true(m[M_MACHINE_LOAD_WAVEFRONTS].known && m[M_MACHINE_STORE_WAVEFRONTS].known);
}

static void test_what_was_merged(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        run_case(&CASES[i]);
}

// The PTX's own figures stay, and without a cubin there are no others.
static void test_apart_from_the_ptx(void **state)
{
    (void)state;
    run_case(&CASES[0]);
    SimMetric m[SIM_METRICS];
    sim_metrics(&sim.launch, NULL, NULL, m, SIM_METRICS);
    assert_int_equal(m[M_LOAD_WAVEFRONTS].value, 16);
    load_case(&CASES[0]);
    expect_ok(RUN(.block = {32}));
    assert_int_equal(count_of("ld.shared.f32").merged, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_merged),
        cmocka_unit_test(test_apart_from_the_ptx),
    };
    return cmocka_run_group_tests(tests, NULL, unload_after);
}
