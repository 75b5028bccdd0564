// Metrics from counters: examples of full warps have the values that ncu gave on an H200; and sums over instructions.

#include "warpsim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

enum { MOST = 64 };

static const char LOAD_EFFICIENCY[] =
    "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct";
static const char STORE_EFFICIENCY[] =
    "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct";
static const char LOAD_SECTORS[] = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
static const char LOAD_REQUESTS[] = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
static const char UNIFORM[] = "smsp__sass_average_branch_targets_threads_uniform.pct";
static const char UNIFORM_PTX[] = "ptx__average_branch_targets_threads_uniform.pct";
static const char LANES[] = "smsp__thread_inst_executed_per_inst_executed.ratio";
static const char CONFLICTS[] = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum";
static const char SHARED_EFFICIENCY[] =
    "smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct";

static bool everything(const SimInsnInfo *insn, const void *context)
{
    (void)insn, (void)context;
    return true;
}

static bool line_is(const SimInsnInfo *insn, const void *line)
{
    return insn->line == *(const int *)line;
}

// Returns the metric of that name; NAN if its value is not known. Fails if there is no such metric.
static double metric(const SimLaunch *l, bool (*keep)(const SimInsnInfo *, const void *),
                     const void *context, const char *name)
{
    SimMetric m[MOST];
    int count = sim_metrics(l, keep, context, m, MOST);
    assert_true(count < MOST);
    for (int i = 0; i < count; i++)
        if (strcmp(m[i].name, name) == 0)
            return m[i].known ? m[i].value : (double)NAN;
    fail_msg("no metric %s", name);
    return 0;
}

static double of_one(SimInsnInfo insn, SimCount count, const char *name)
{
    SimLaunch l = {.insn_count = 1, .insns = &insn, .counts = &count};
    return metric(&l, everything, NULL, name);
}

static void test_load_efficiency(void **state)
{
    (void)state;
    // one request of a full warp: distinct bytes, sectors, and ncu's percentage
    const struct {
        uint64_t bytes, sectors;
        double percent;
    } seen[] = {
        {4, 1, 12.5},    // all lanes one float
        {128, 4, 100},   // float, unit stride
        {256, 8, 100},   // float2
        {512, 16, 100},  // float4
        {128, 8, 50},    // float, stride 2
        {128, 32, 12.5}, // float, stride 32
        {128, 5, 80},    // float, offset by one element
        {512, 32, 50},   // float4, stride 2
        {32, 1, 100},    // char
    };
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        SimCount c = {
            .executed = 1, .requests = 1, .sectors = seen[i].sectors, .bytes = seen[i].bytes};
        SimInsnInfo load = {.kind = SIM_LOAD, .space = SIM_SPACE_GLOBAL};
        SimInsnInfo generic = {.kind = SIM_LOAD, .space = SIM_SPACE_GENERIC};
        SimInsnInfo store = {.kind = SIM_STORE, .space = SIM_SPACE_GLOBAL};
        assert_true(of_one(load, c, LOAD_EFFICIENCY) == seen[i].percent);
        assert_true(of_one(generic, c, LOAD_EFFICIENCY) == seen[i].percent);
        assert_true(of_one(store, c, STORE_EFFICIENCY) == seen[i].percent);
        assert_true(of_one(load, c, LOAD_SECTORS) == (double)seen[i].sectors);
        assert_true(of_one(load, c, LOAD_REQUESTS) == 1);
        assert_true(isnan(of_one(load, c, STORE_EFFICIENCY)));
        assert_true(of_one(store, c, LOAD_SECTORS) == 0);
    }
}

static void test_only_loads_and_stores_count(void **state)
{
    (void)state;
    SimCount c = {
        .executed = 1, .requests = 1, .sectors = 4, .bytes = 128, .wavefronts = 3, .ideal = 1};
    const SimInsnInfo others[] = {{.kind = SIM_ATOMIC, .space = SIM_SPACE_GLOBAL},
                                  {.kind = SIM_LOAD, .space = SIM_SPACE_LOCAL},
                                  {.kind = SIM_LOAD, .space = SIM_SPACE_CONST},
                                  {.kind = SIM_LOAD, .space = SIM_SPACE_PARAM},
                                  {.kind = SIM_STORE, .space = SIM_SPACE_LOCAL}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_true(of_one(others[i], c, LOAD_SECTORS) == 0);
        assert_true(of_one(others[i], c, CONFLICTS) == 0);
        assert_true(isnan(of_one(others[i], c, SHARED_EFFICIENCY)));
    }
}

static void test_shared_memory(void **state)
{
    (void)state;
    // one request of a full warp: distinct bytes, wavefronts and conflicts as ncu counts them
    const struct {
        uint64_t bytes, wavefronts, conflicts;
        double percent;
    } seen[] = {
        {128, 1, 0, 100},     // 32 bit, unit stride, and stride 33
        {128, 2, 1, 50},      // 32 bit, stride 2
        {128, 32, 31, 3.125}, // 32 bit, stride 32
        {256, 2, 0, 100},     // 64 bit
        {256, 4, 2, 50},      // 64 bit, stride 2
        {512, 4, 0, 100},     // 128 bit
        {512, 32, 28, 12.5},  // 128 bit, stride 8
    };
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        SimCount c = {.executed = 1,
                      .bytes = seen[i].bytes,
                      .wavefronts = seen[i].wavefronts,
                      .ideal = seen[i].wavefronts - seen[i].conflicts};
        SimInsnInfo load = {.kind = SIM_LOAD, .space = SIM_SPACE_SHARED};
        assert_true(of_one(load, c, CONFLICTS) == (double)seen[i].conflicts);
        assert_true(of_one(load, c, SHARED_EFFICIENCY) == seen[i].percent);
        assert_true(of_one(load, c, LOAD_SECTORS) == 0);
    }
}

static void test_branches(void **state)
{
    (void)state;
    const SimInsnInfo insns[] = {
        {.kind = SIM_BRANCH}, {.kind = SIM_BRANCH, .short_branch = true}, {.kind = SIM_PLAIN}};
    SimCount counts[] = {{.executed = 60, .threads = 1920, .divergent = 15},
                         {.executed = 40, .threads = 640, .divergent = 30},
                         {.executed = 100, .threads = 800}};
    SimLaunch l = {.insn_count = 3, .insns = insns, .counts = counts};
    assert_true(metric(&l, everything, NULL, UNIFORM) == 75);     // of the long ones
    assert_true(metric(&l, everything, NULL, UNIFORM_PTX) == 55); // of all
    assert_true(metric(&l, everything, NULL, "smsp__inst_executed.sum") == 200);
    assert_true(metric(&l, everything, NULL, LANES) == (1920 + 640 + 800) / 200.0);
}

static void test_ratios_are_of_sums(void **state)
{
    (void)state;
    const SimInsnInfo insns[] = {{.kind = SIM_LOAD, .space = SIM_SPACE_GLOBAL, .line = 1},
                                 {.kind = SIM_LOAD, .space = SIM_SPACE_GLOBAL, .line = 2},
                                 {.kind = SIM_BARRIER, .line = 2}};
    SimCount counts[] = {{.executed = 10, .requests = 10, .sectors = 40, .bytes = 1280},
                         {.executed = 1, .requests = 1, .sectors = 32, .bytes = 128},
                         {.executed = 7}};
    SimLaunch l = {.insn_count = 3, .insns = insns, .counts = counts};
    assert_true(metric(&l, everything, NULL, LOAD_EFFICIENCY) == 100.0 * 1408 / (32 * 72));
    int line = 1;
    assert_true(metric(&l, line_is, &line, LOAD_EFFICIENCY) == 100);
    assert_true(metric(&l, line_is, &line, "sass__inst_executed_per_opcode[BAR]") == 0);
    line = 2;
    assert_true(metric(&l, line_is, &line, LOAD_EFFICIENCY) == 12.5);
    assert_true(metric(&l, line_is, &line, "sass__inst_executed_per_opcode[BAR]") == 7);
    line = 3;
    assert_true(isnan(metric(&l, line_is, &line, LOAD_EFFICIENCY)));
}

static void test_room(void **state)
{
    (void)state;
    SimInsnInfo insn = {.kind = SIM_PLAIN};
    SimCount count = {.executed = 1};
    SimLaunch l = {.insn_count = 1, .insns = &insn, .counts = &count};
    SimMetric three[3];
    assert_int_equal(sim_metrics(&l, everything, NULL, three, 3), 3);
    assert_int_equal(sim_metrics(&l, everything, NULL, three, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load_efficiency),
        cmocka_unit_test(test_only_loads_and_stores_count),
        cmocka_unit_test(test_shared_memory),
        cmocka_unit_test(test_branches),
        cmocka_unit_test(test_ratios_are_of_sums),
        cmocka_unit_test(test_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
