// The pool: any number of host threads gives the same order of all that blocks can notice, the same counters, the same fault.

#include "host/host.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 300, THREADS = 64 };

static const char PTX[] =
    ".version 8.0\n.target sm_86\n.address_size 64\n"
    // out[ticket] = block, by the first thread; others do work of different length first
    ".visible .entry tickets(.param .u64 counter, .param .u64 out) {\n"
    ".reg .b64 %rd<5>; .reg .b32 %r<6>; .reg .pred %p<3>;\n"
    "ld.param.u64 %rd1, [counter]; ld.param.u64 %rd2, [out];\n"
    "mov.u32 %r1, %ctaid.x; and.b32 %r2, %r1, 31; mul.lo.u32 %r2, %r2, 20;\n"
    "WORK: sub.u32 %r2, %r2, 1; setp.gt.s32 %p1, %r2, 0; @%p1 bra WORK;\n"
    "mov.u32 %r3, %tid.x; setp.ne.u32 %p2, %r3, 0; @%p2 bra DONE;\n"
    "atom.global.add.u32 %r4, [%rd1], 1; mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd2, %rd3;\n"
    "st.global.u32 [%rd4], %r1;\n"
    "DONE: ret; }\n"
    // every block waits until all have arrived, three times, and notes who came when
    ".visible .entry barriers(.param .u64 counter, .param .u64 out) {\n"
    ".reg .b64 %rd<5>; .reg .b32 %r<9>; .reg .pred %p<4>;\n"
    "ld.param.u64 %rd1, [counter]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %ctaid.x;\n"
    "mov.u32 %r2, %nctaid.x; mov.u32 %r3, %tid.x; setp.ne.u32 %p1, %r3, 0; @%p1 bra DONE;\n"
    "mov.u32 %r5, 0; mov.u32 %r6, %r2;\n"
    "AGAIN: atom.global.add.u32 %r4, [%rd1], 1; mul.wide.u32 %rd3, %r4, 4;\n"
    "add.s64 %rd4, %rd2, %rd3; st.global.u32 [%rd4], %r1;\n"
    "WAIT: ld.volatile.global.u32 %r7, [%rd1]; setp.lt.u32 %p2, %r7, %r6; @%p2 bra WAIT;\n"
    "add.u32 %r6, %r6, %r2; add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, 3; @%p3 bra AGAIN;\n"
    "DONE: ret; }\n"
    // waits for what never comes
    ".visible .entry forever(.param .u64 counter, .param .u64 out) {\n"
    ".reg .b64 %rd<2>; .reg .b32 %r<2>; .reg .pred %p<2>;\n"
    "ld.param.u64 %rd1, [counter];\n"
    "WAIT: ld.volatile.global.u32 %r1, [%rd1]; setp.ne.u32 %p1, %r1, 77; @%p1 bra WAIT;\n"
    "ret; }\n"
    // waits for what never comes, but counts its tries and gives up
    ".visible .entry counts(.param .u64 counter, .param .u64 out) {\n"
    ".reg .b64 %rd<2>; .reg .b32 %r<4>; .reg .pred %p<3>;\n"
    "ld.param.u64 %rd1, [counter]; mov.u32 %r2, 0;\n"
    "WAIT: ld.volatile.global.u32 %r1, [%rd1]; add.u32 %r2, %r2, 1;\n"
    "setp.eq.u32 %p1, %r1, 77; @%p1 bra DONE; setp.lt.u32 %p2, %r2, 5000; @%p2 bra WAIT;\n"
    "DONE: ret; }\n"
    // the same by the clock
    ".visible .entry clocks(.param .u64 counter, .param .u64 out) {\n"
    ".reg .b64 %rd<5>; .reg .b32 %r<2>; .reg .pred %p<3>;\n"
    "ld.param.u64 %rd1, [counter]; mov.u64 %rd2, %clock64; add.s64 %rd3, %rd2, 100000;\n"
    "WAIT: ld.volatile.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 77; @%p1 bra DONE;\n"
    "mov.u64 %rd4, %clock64; setp.lt.u64 %p2, %rd4, %rd3; mov.u64 %rd4, 0; @%p2 bra WAIT;\n"
    "DONE: ret; }\n"
    // half of the block waits at a barrier for the other half, which waits for word from beyond it
    ".visible .entry halves(.param .u64 counter, .param .u64 out) {\n"
    ".reg .b64 %rd<2>; .reg .b32 %r<3>; .reg .pred %p<3>; .shared .b32 beyond;\n"
    "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @!%p1 bra WAIT;\n"
    "bar.sync 0; st.volatile.shared.u32 [beyond], 1;\n"
    "WAIT: ld.volatile.shared.u32 %r2, [beyond]; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT;\n"
    "ret; }\n"
    // never ends, and waits for nothing
    ".visible .entry endless(.param .u64 counter, .param .u64 out) {\n"
    ".reg .b32 %r<2>;\n"
    "mov.u32 %r1, 0;\n"
    "MORE: add.u32 %r1, %r1, 1; bra MORE;\n"
    "}\n"
    // blocks 105, 106, … store outside; those with a high number at once, the lower ones after some work
    ".visible .entry faults(.param .u64 counter, .param .u64 out) {\n"
    ".reg .b64 %rd<2>; .reg .b32 %r<4>; .reg .pred %p<3>;\n"
    "ld.param.u64 %rd1, [counter]; mov.u32 %r1, %ctaid.x;\n"
    "mov.u32 %r2, 300; sub.u32 %r2, %r2, %r1; mul.lo.u32 %r2, %r2, 10;\n"
    "WORK: sub.u32 %r2, %r2, 1; setp.gt.s32 %p1, %r2, 0; @%p1 bra WORK;\n"
    "setp.lt.u32 %p2, %r1, 105; @%p2 bra DONE;\n"
    "st.global.u32 [%rd1+1048576], %r1;\n"
    "DONE: ret; }\n";

static SimMemory *memory;
static SimModule *module;
static uint64_t counter, out;
static SimSchedule schedule; // of the launches that follow, with its seed
static uint64_t seed;
static const int HOSTS[] = {1, 2, 3, 8};
enum { HOST_COUNT = sizeof HOSTS / sizeof *HOSTS };

static int start(void **state)
{
    (void)state;
    SimError err;
    memory = sim_memory_new();
    module = sim_module_load(PTX, strlen(PTX), memory, &err);
    if (!module)
        fail_msg("%s", err.text);
    counter = sim_alloc(memory, 4, SIM_GLOBAL, NULL, "counter", NULL);
    out = sim_alloc(memory, (size_t)4 * 3 * BLOCKS, SIM_GLOBAL, NULL, "out", NULL);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    sim_module_free(module);
    sim_memory_free(memory);
    return 0;
}

static uint32_t *words(uint64_t address, size_t count)
{
    uint32_t *p = sim_pointer(memory, address, 4 * count);
    assert_non_null(p);
    return p;
}

// Runs a kernel on `hosts` threads over cleared memory. The launch stays, so that the test can look at its counters.
static SimStatus run_limited(SimLaunch *l, const char *kernel, unsigned blocks, int hosts,
                             const SimDevice *device, uint64_t most_work, const bool *stopped,
                             SimError *err)
{
    const uint64_t params[] = {counter, out};
    *l = (SimLaunch){.device = device,
                     .memory = memory,
                     .kernel = sim_module_function(module, kernel),
                     .grid = {blocks, 1, 1},
                     .block = {THREADS, 1, 1},
                     .params = params,
                     .schedule = schedule,
                     .seed = seed,
                     .most_work = most_work,
                     .stop = stopped};
    assert_non_null(l->kernel);
    memset(words(counter, 1), 0, 4);
    memset(words(out, (size_t)3 * BLOCKS), 0, (size_t)4 * 3 * BLOCKS);
    if (sim_launch_prepare(l, err) != SIM_OK)
        fail_msg("%s", err->text);
    Pool *p = pool_new(hosts);
    SimStatus status = pool_run(p, l, err);
    pool_free(p);
    return status;
}

static SimStatus run(SimLaunch *l, const char *kernel, unsigned blocks, int hosts,
                     const SimDevice *device, SimError *err)
{
    return run_limited(l, kernel, blocks, hosts, device, 0, NULL, err);
}

static void test_turns_are_in_order(void **state)
{
    (void)state;
    for (int h = 0; h < HOST_COUNT; h++) {
        SimLaunch l;
        SimError err;
        assert_int_equal(run(&l, "tickets", BLOCKS, HOSTS[h], sim_device("h200"), &err), SIM_OK);
        for (uint32_t i = 0; i < BLOCKS; i++)
            assert_int_equal(words(out, BLOCKS)[i], i);
        sim_launch_end(&l);
    }
}

static void test_counters_are_the_same(void **state)
{
    (void)state;
    const char *const kernels[] = {"tickets", "barriers"};
    for (int k = 0; k < 2; k++) {
        SimCount *first = NULL;
        for (int h = 0; h < HOST_COUNT; h++) {
            SimLaunch l;
            SimError err;
            assert_int_equal(run(&l, kernels[k], BLOCKS, HOSTS[h], sim_device("h200"), &err),
                             SIM_OK);
            size_t size = (size_t)l.insn_count * sizeof *first;
            if (!first) {
                first = malloc(size);
                assert_non_null(first);
                memcpy(first, l.counts, size);
            }
            assert_memory_equal(first, l.counts, size);
            sim_launch_end(&l);
        }
        free(first);
    }
}

static void test_grid_barriers(void **state)
{
    (void)state;
    for (int h = 0; h < HOST_COUNT; h++) {
        SimLaunch l;
        SimError err;
        assert_int_equal(run(&l, "barriers", BLOCKS, HOSTS[h], sim_device("h200"), &err), SIM_OK);
        const uint32_t *came = words(out, (size_t)3 * BLOCKS);
        for (int round = 0; round < 3; round++) { // in each round every block once
            bool seen[BLOCKS] = {false};
            for (int i = 0; i < BLOCKS; i++) {
                uint32_t block = came[round * BLOCKS + i];
                assert_true(block < BLOCKS && !seen[block]);
                seen[block] = true;
            }
        }
        for (uint32_t i = 0; i < BLOCKS; i++)
            assert_int_equal(came[i], i);
        sim_launch_end(&l);
    }
}

// Warp instructions after which a deadlock is told, at most.
enum { SOON = 1 << 19 };

static void test_deadlock(void **state)
{
    (void)state;
    const char *const kernels[] = {"forever", "halves"};
    for (int i = 0; i < 2 * 2 * 3; i++) {
        const char *kernel = kernels[i % 2];
        char first[64];
        SimLaunch l;
        SimError err;
        schedule = (SimSchedule)(i / 4);
        snprintf(first, sizeof first, "Deadlock in %s: 4 of the grid's 4 blocks", kernel);
        assert_int_equal(run(&l, kernel, 4, HOSTS[i / 2 % 2], sim_device("h200"), &err),
                         SIM_DEADLOCK);
        assert_non_null(strstr(err.text, first));
        // Any block may be the first that runs in a random order.
        assert_non_null(strstr(err.text, schedule == SIM_RANDOM ? "block (" : "block (0,0,0)"));
        assert_in_range(l.work, 1, SOON);
        sim_launch_end(&l);
    }
    schedule = SIM_LOCKSTEP;
}

// Blocks that count their tries, or look at a clock, are not deadlocked, and neither are those that meet at a barrier.
static void test_patience_is_no_deadlock(void **state)
{
    (void)state;
    const char *const kernels[] = {"counts", "clocks", "barriers"};
    const SimSchedule orders[] = {SIM_LOCKSTEP, SIM_SERIAL, SIM_RANDOM, SIM_RANDOM,
                                  SIM_RANDOM,   SIM_RANDOM, SIM_RANDOM, SIM_RANDOM};
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
        for (int k = 0; k < 3; k++) {
            SimLaunch l;
            SimError err;
            schedule = orders[o];
            seed = o;
            if (run(&l, kernels[k], 4, 2, sim_device("h200"), &err) != SIM_OK)
                fail_msg("%s: %s", kernels[k], err.text);
            sim_launch_end(&l);
        }
    schedule = SIM_LOCKSTEP;
}

// A grid-wide wait of more blocks than the device can hold hangs there, and so it does here.
static void test_barrier_beyond_the_resident_blocks(void **state)
{
    (void)state;
    SimDevice small = *sim_device("h200");
    small.sms = 1; // 32 blocks of 64 threads
    for (int h = 0; h < 2; h++) {
        SimLaunch l;
        SimError err;
        assert_int_equal(run(&l, "barriers", 32, HOSTS[h], &small, &err), SIM_OK);
        sim_launch_end(&l);
        assert_int_equal(run(&l, "barriers", 33, HOSTS[h], &small, &err), SIM_DEADLOCK);
        assert_non_null(strstr(err.text, "holds 32 of the grid's 33 blocks"));
        assert_in_range(l.work, 1, SOON);
        sim_launch_end(&l);
    }
}

// The work of a launch is the same for any number of threads, and a launch that does more than it may is ended.
static void test_work_is_limited(void **state)
{
    (void)state;
    const SimDevice *device = sim_device("h200");
    // cppcheck-suppress variableScope // kept from the first to the last
    uint64_t work = 0;
    for (int h = 0; h < HOST_COUNT; h++) {
        SimLaunch l;
        SimError err;
        assert_int_equal(run(&l, "tickets", BLOCKS, HOSTS[h], device, &err), SIM_OK);
        work = h == 0 ? l.work : work;
        assert_int_equal(l.work, work);
        assert_in_range(l.work, BLOCKS * THREADS, 1 << 20);
        assert_in_range(l.longest, 20 * 31 * 3,
                        20 * 31 * 3 + 50); // of the loop's three, and some more
        sim_launch_end(&l);
        assert_int_equal(run_limited(&l, "tickets", BLOCKS, HOSTS[h], device, work, NULL, &err),
                         SIM_OK);
        sim_launch_end(&l);
        assert_int_equal(run_limited(&l, "tickets", BLOCKS, HOSTS[h], device, work / 2, NULL, &err),
                         SIM_TOO_LONG);
        sim_launch_end(&l);
        assert_int_equal(run_limited(&l, "endless", 4, HOSTS[h], device, 1000000, NULL, &err),
                         SIM_TOO_LONG);
        assert_non_null(strstr(err.text, "No end within 1000000 instructions of warps"));
        assert_non_null(strstr(err.text, "at endless"));
        sim_launch_end(&l);
    }
}

static void test_the_host_stops_a_launch(void **state)
{
    (void)state;
    const bool stopped = true;
    for (int h = 0; h < HOST_COUNT; h++) {
        SimLaunch l;
        SimError err;
        assert_int_equal(
            run_limited(&l, "endless", 4, HOSTS[h], sim_device("h200"), 0, &stopped, &err),
            SIM_STOPPED);
        sim_launch_end(&l);
    }
}

static void test_lowest_fault_is_reported(void **state)
{
    (void)state;
    char first[sizeof((SimError *)0)->text];
    for (int h = 0; h < HOST_COUNT; h++) {
        SimLaunch l;
        SimError err;
        assert_int_equal(run(&l, "faults", BLOCKS, HOSTS[h], sim_device("h200"), &err),
                         SIM_ILLEGAL_ADDRESS);
        assert_non_null(strstr(err.text, "block (105,0,0)"));
        *strstr(err.text, "Access to") = '\0'; // what follows depends on the other allocations
        if (h == 0)
            memcpy(first, err.text, sizeof first);
        assert_string_equal(first, err.text);
        sim_launch_end(&l);
    }
}

static void test_many_launches_on_one_pool(void **state)
{
    (void)state;
    const uint64_t params[] = {counter, out};
    Pool *p = pool_new(4);
    SimError err;
    for (int i = 0; i < 300; i++) {
        SimLaunch l = {.device = sim_device("h200"),
                       .memory = memory,
                       .kernel = sim_module_function(module, "tickets"),
                       .grid = {(uint32_t)(1 + i % 7), 1, 1},
                       .block = {32, 1, 1},
                       .params = params};
        memset(words(counter, 1), 0, 4);
        assert_int_equal(sim_launch_prepare(&l, &err), SIM_OK);
        assert_int_equal(pool_run(p, &l, &err), SIM_OK);
        assert_int_equal(*words(counter, 1), l.grid[0]);
        sim_launch_end(&l);
    }
    pool_free(p);
    pool_free(NULL);
    assert_true(pool_host_threads() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns_are_in_order),
        cmocka_unit_test(test_counters_are_the_same),
        cmocka_unit_test(test_grid_barriers),
        cmocka_unit_test(test_deadlock),
        cmocka_unit_test(test_patience_is_no_deadlock),
        cmocka_unit_test(test_barrier_beyond_the_resident_blocks),
        cmocka_unit_test(test_lowest_fault_is_reported),
        cmocka_unit_test(test_work_is_limited),
        cmocka_unit_test(test_the_host_stops_a_launch),
        cmocka_unit_test(test_many_launches_on_one_pool),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
