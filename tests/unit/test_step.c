// A block runs step by step: it ends as a normal run does, and what is read on the way is right.

#include "kernel.h"

enum { THREADS = 64 };

// Odd lanes of a block take another way; then each takes a value from its neighbour's shared word, and from the lane below.
#define BODY                                                                            \
    ".shared .align 4 .b32 tile[64];\n"                                                 \
    "and.b32 %r2, %r0, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra EVEN;\n"                    \
    "mul.lo.u32 %r1, %r0, 3; bra.uni JOIN;\n"                                           \
    "EVEN: add.u32 %r1, %r0, 1000;\n"                                                   \
    "JOIN: mov.u32 %r3, tile; mad.lo.u32 %r4, %r0, 4, %r3; st.shared.u32 [%r4], %r1;\n" \
    "bar.sync 0;\n"                                                                     \
    "xor.b32 %r5, %r0, 33; mad.lo.u32 %r4, %r5, 4, %r3; ld.shared.u32 %r6, [%r4];\n"    \
    "shfl.sync.up.b32 %r7, %r6, 1, 0, 0xffffffff; add.u32 %r8, %r6, %r7;\n"             \
    "mul.wide.u32 %d3, %r0, 4; add.u64 %d4, %d0, %d3; st.global.u32 [%d4], %r8;"

static SimWorker *worker;

// Prepares a launch of one block and starts it.
static void start(uint32_t threads, uint64_t argument, SimSchedule schedule,
                  void (*observe)(void *, const SimAccess *), void *observer)
{
    static uint64_t args[3];
    if (sim.launch.kernel)
        sim_launch_end(&sim.launch);
    args[0] = argument;
    sim.launch = (SimLaunch){.device = sim_device_at(0),
                             .memory = sim.memory,
                             .kernel = sim_module_function(sim.module, "k"),
                             .grid = {1, 1, 1},
                             .block = {threads, 1, 1},
                             .params = args,
                             .schedule = schedule,
                             .seed = 5,
                             .observe = observe,
                             .observer = observer};
    expect_ok(sim_launch_prepare(&sim.launch, &sim.err));
    worker = sim_worker_new(&sim.launch);
    assert_non_null(worker);
    sim_worker_start(worker, 0);
}

static void end(void)
{
    sim_worker_collect(worker);
    sim_worker_free(worker);
}

// Steps through the block, at most `most` instructions of it, and runs the rest. Returns how many it stepped; adds their lanes.
static uint64_t step_through(uint64_t most, uint64_t *lanes)
{
    SimStep step;
    SimRun run = SIM_STEP;
    uint64_t steps = 0;
    for (; steps < most; steps++) {
        run = sim_worker_step(worker, &step, &sim.err);
        if (run != SIM_STEP)
            break;
        assert_in_range(step.pc, 0, sim.launch.insn_count - 1);
        assert_int_equal(step.enabled & ~step.lanes, 0);
        *lanes += (uint64_t)__builtin_popcount(step.lanes);
    }
    if (run == SIM_STEP)
        run = sim_worker_run(worker, true, &sim.err);
    assert_int_equal(run, SIM_DONE);
    return steps;
}

static void ends_as_a_run_does(SimSchedule schedule, uint64_t most)
{
    load(KERNEL(BODY));
    uint64_t out = buffer((size_t)4 * THREADS), lanes = 0;
    start(THREADS, out, schedule, NULL, NULL);
    uint64_t steps = step_through(most, &lanes);
    end();
    uint64_t executed = 0, threads = 0;
    for (int i = 0; i < sim.launch.insn_count; i++) {
        executed += sim.launch.counts[i].executed;
        threads += sim.launch.counts[i].threads;
    }
    // lanes that wait for others at a shuffle come to it twice: when they stop, and when they go on
    assert_true(steps == most || (steps >= executed && lanes >= threads));
    if (schedule == SIM_LOCKSTEP && steps < most) {
        assert_int_equal(steps, executed);
        assert_int_equal(lanes, threads);
    }
    uint32_t stepped[THREADS];
    memcpy(stepped, at(out, sizeof stepped), sizeof stepped);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t other = t ^ 33, below = (t & 31 ? t - 1 : t) ^ 33;
        uint32_t a = other & 1 ? other * 3 : other + 1000;
        uint32_t b = below & 1 ? below * 3 : below + 1000;
        assert_int_equal(stepped[t], a + b);
    }
    memset(at(out, sizeof stepped), 0, sizeof stepped);
    expect_ok(RUN(.block = {THREADS}, .args = {out}, .schedule = schedule, .seed = 5));
    assert_memory_equal(stepped, at(out, sizeof stepped), sizeof stepped);
}

static void test_ends_as_a_run_does(void **state)
{
    (void)state;
    for (int schedule = SIM_LOCKSTEP; schedule <= SIM_RANDOM; schedule++) {
        ends_as_a_run_does((SimSchedule)schedule, UINT64_MAX);
        unload_after(state);
        ends_as_a_run_does((SimSchedule)schedule, 25); // both warps are amid the block
        unload_after(state);
    }
}

// Steps in the order of a run add up to the run's own counters and time, whatever the order of warps and lanes.
static void test_steps_add_up_to_a_run(void **state)
{
    (void)state;
    for (int schedule = SIM_LOCKSTEP; schedule <= SIM_RANDOM; schedule++) {
        load(KERNEL(BODY));
        uint64_t out = buffer((size_t)4 * THREADS);
        start(THREADS, out, (SimSchedule)schedule, NULL, NULL);
        assert_int_equal(sim_worker_run(worker, true, &sim.err), SIM_DONE);
        end();
        int count = sim.launch.insn_count;
        SimCount *counts = malloc((size_t)count * sizeof *counts);
        assert_non_null(counts);
        memcpy(counts, sim.launch.counts, (size_t)count * sizeof *counts);
        uint64_t critical = sim.launch.critical;

        start(THREADS, out, (SimSchedule)schedule, NULL, NULL);
        SimStep step;
        uint64_t steps = 0;
        SimRun run;
        while ((run = sim_worker_step(worker, &step, &sim.err)) == SIM_STEP) {
            assert_in_range(step.warp, 0, 1);
            assert_in_range(step.pc, 0, count - 1);
            if (++steps % 7 == 0) // as one does who wants to see them on the way
                sim_worker_collect(worker);
        }
        assert_int_equal(run, SIM_DONE);
        assert_int_equal(step.pc, -1);
        assert_true(steps >= 40);
        end();
        assert_memory_equal(counts, sim.launch.counts, (size_t)count * sizeof *counts);
        assert_int_equal(critical, sim.launch.critical);
        free(counts);
    }
}

// Steps until a warp has executed an instruction of this mnemonic.
static SimStep step_past(int warp, const char *mnemonic)
{
    SimStep step;
    do
        assert_int_equal(sim_worker_step(worker, &step, &sim.err), SIM_STEP);
    while (step.warp != warp || strcmp(sim.launch.insns[step.pc].text, mnemonic) != 0);
    return step;
}

static void test_lanes_part_and_meet(void **state)
{
    (void)state;
    load(KERNEL(BODY));
    SimGroup groups[32];
    start(THREADS, buffer((size_t)4 * THREADS), SIM_LOCKSTEP, NULL, NULL);
    assert_int_equal(sim_step_groups(worker, 0, groups), 1);
    assert_true(groups[0].lanes == 0xffffffff && groups[0].state == SIM_LANES_RUN);
    SimStep step = step_past(0, "bra");
    assert_true(step.lanes == 0xffffffff && step.enabled == 0x55555555);
    assert_int_equal(sim_step_groups(worker, 0, groups), 2);
    assert_int_equal(groups[0].lanes ^ groups[1].lanes, 0xffffffff);
    uint32_t first = groups[0].lanes;
    assert_int_equal(step_past(0, first & 1 ? "add.u32" : "mul.lo.u32").lanes, first);
    // one side waits where they meet while the other goes its way
    step = step_past(0, first & 1 ? "mul.lo.u32" : "add.u32");
    assert_int_equal(step.lanes, ~first);
    int count = sim_step_groups(worker, 0, groups);
    assert_int_equal(count, 2);
    assert_int_equal(groups[1].lanes, first);
    assert_int_equal(groups[1].state, SIM_LANES_MEET);
    assert_string_equal(sim.launch.insns[groups[1].pc].text, "mov.u32");
    assert_int_equal(step_past(0, "st.shared.u32").lanes, 0xffffffff);
    // warp 0 waits at the barrier until warp 1 has come
    step_past(0, "bar.sync");
    assert_int_equal(sim_worker_step(worker, &step, &sim.err), SIM_STEP);
    assert_int_equal(step.warp, 1);
    sim_step_groups(worker, 0, groups);
    assert_int_equal(groups[0].state, SIM_LANES_AT_BARRIER);
    step_past(1, "bar.sync");
    sim_step_groups(worker, 0, groups);
    assert_int_equal(groups[0].state, SIM_LANES_RUN);
    step_past(1, "st.global.u32");
    step_past(0, "st.global.u32");
    assert_int_equal(sim_step_groups(worker, 1, groups), 0);
    uint64_t lanes = 0;
    step_through(UINT64_MAX, &lanes);
    assert_int_equal(sim_step_groups(worker, 0, groups), 0);
    end();
}

static void test_registers(void **state)
{
    (void)state;
    load(KERNEL(BODY));
    start(THREADS, buffer((size_t)4 * THREADS), SIM_LOCKSTEP, NULL, NULL);
    SimRegister r, named[8];
    step_past(0, "setp.eq.u32");
    assert_true(sim_step_register(worker, 0, 0, "%p1", &r));
    for (uint32_t l = 0; l < 32; l++)
        assert_int_equal(r.value[l], !(l & 1));
    assert_int_equal(r.bytes, 0);
    SimStep step = step_past(0, "mad.lo.u32");
    assert_int_equal(sim_step_operands(worker, 0, 0, step.pc, named, 8), 3);
    assert_string_equal(named[0].name, "%r4");
    assert_string_equal(named[1].name, "%r0");
    assert_string_equal(named[2].name, "%r3");
    assert_true(named[0].written && !named[1].written && !named[2].written);
    for (uint32_t l = 0; l < 32; l++) {
        assert_int_equal(named[1].value[l], l);
        assert_int_equal(named[0].value[l], 4 * l);
    }
    assert_false(sim_step_register(worker, 0, 0, "%r63", &r)); // declared, never used
    assert_false(sim_step_register(worker, 0, 0, "%x1", &r));
    size_t bytes;
    step_past(0, "st.shared.u32");
    const uint32_t *shared = (const uint32_t *)(const void *)sim_step_shared(worker, &bytes);
    assert_int_equal(bytes, 256);
    assert_int_equal(shared[3], 9);
    assert_int_equal(shared[4], 1004);
    end();
}

// An instruction writes at most 8 bytes of a lane, of a .b128 register, too.
static void test_a_wide_register(void **state)
{
    (void)state;
    load(KERNEL(".reg .b128 %q; mul.wide.u32 %d3, %r0, 7; add.u64 %q, %d3, 5;"));
    start(32, 0, SIM_LOCKSTEP, NULL, NULL);
    SimRegister r;
    step_past(0, "add.u64");
    assert_true(sim_step_register(worker, 0, 0, "%q", &r));
    assert_int_equal(r.bytes, 8);
    for (uint32_t l = 0; l < 32; l++)
        assert_int_equal(r.value[l], 7 * l + 5);
    end();
}

// The events that the observer was told of, as far as the test looks at them.
typedef struct {
    int count;
    SimAccess last;
    uint64_t address[32];
} Told;

static void note(void *observer, const SimAccess *a)
{
    Told *told = observer;
    told->count++;
    told->last = *a;
    memcpy(told->address, a->address, sizeof told->address);
}

static void test_last_access(void **state)
{
    (void)state;
    load(KERNEL(BODY));
    uint64_t out = buffer((size_t)4 * THREADS);
    Told told = {0};
    start(THREADS, out, SIM_LOCKSTEP, note, &told);
    SimStep step = step_past(0, "st.shared.u32");
    assert_int_equal(told.count, 1);
    assert_true(told.last.pc == step.pc && told.last.kind == SIM_STORE);
    assert_true(told.last.space == SIM_SPACE_SHARED && told.last.bytes == 4);
    assert_int_equal(told.address[7], 28);
    step_past(0, "st.global.u32");
    assert_int_equal(told.last.space, SIM_SPACE_GLOBAL);
    assert_int_equal(told.last.lanes, 0xffffffff);
    assert_true(told.address[31] == out + (uint64_t)4 * 31);
    end();
}

static void test_faults_and_deadlocks(void **state)
{
    (void)state;
    SimStep step;
    load(KERNEL("st.global.u32 [%d0], %r0;"));
    start(32, 64, SIM_LOCKSTEP, NULL, NULL);
    SimRun run;
    while ((run = sim_worker_step(worker, &step, &sim.err)) == SIM_STEP) {
    }
    assert_int_equal(run, SIM_FAULT);
    assert_int_equal(sim.err.status, SIM_ILLEGAL_ADDRESS);
    end();
    load(KERNEL("bar.sync 1, 64;"));
    start(32, 0, SIM_LOCKSTEP, NULL, NULL);
    while ((run = sim_worker_step(worker, &step, &sim.err)) == SIM_STEP) {
    }
    assert_int_equal(run, SIM_FAULT);
    assert_int_equal(sim.err.status, SIM_DEADLOCK);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_ends_as_a_run_does, unload_after),
        cmocka_unit_test_teardown(test_steps_add_up_to_a_run, unload_after),
        cmocka_unit_test_teardown(test_lanes_part_and_meet, unload_after),
        cmocka_unit_test_teardown(test_registers, unload_after),
        cmocka_unit_test_teardown(test_a_wide_register, unload_after),
        cmocka_unit_test_teardown(test_last_access, unload_after),
        cmocka_unit_test_teardown(test_faults_and_deadlocks, unload_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
