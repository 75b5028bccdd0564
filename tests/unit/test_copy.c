// cp.async and mbarrier: bytes arrive at the wait and not before; sizes, groups and phases.

#include "kernel.h"

// Copies 4 * threads bytes through shared memory, with `wait` before they are read back.
static void run_copy(const char *copy, const char *wait, uint32_t lanes)
{
    load_kernel(".shared .align 16 .b8 s[1024];\n"
                "mul.wide.u32 %%d4, %%r0, 16; add.u64 %%d5, %%d0, %%d4; add.u64 %%d6, %%d1, %%d4;\n"
                "shl.b32 %%r1, %%r0, 4; mov.u32 %%r2, s; add.u32 %%r2, %%r2, %%r1;\n"
                "mov.u32 %%r3, 7; st.shared.v4.u32 [%%r2], {%%r3, %%r3, %%r3, %%r3};\n"
                "%s\n%s\n"
                "ld.shared.v4.u32 {%%r4, %%r5, %%r6, %%r7}, [%%r2];\n"
                "st.global.v4.u32 [%%d6], {%%r4, %%r5, %%r6, %%r7};",
                copy, wait);
    uint64_t in = buffer((size_t)16 * lanes), out = buffer((size_t)16 * lanes);
    for (uint32_t i = 0; i < 4 * lanes; i++)
        ((uint32_t *)at(in, (size_t)16 * lanes))[i] = 0x01010101u * (i + 1);
    expect_ok(RUN(.block = {lanes}, .args = {in, out}));
    sim.launch.host = at(out, (size_t)16 * lanes);
}

static const uint32_t *got(void)
{
    return sim.launch.host;
}

static void test_arrives_at_the_wait(void **state)
{
    (void)state;
    const char *copy = "cp.async.cg.shared.global [%r2], [%d5], 16;";
    static const char *const waits[] = {
        "cp.async.wait_all;", "cp.async.commit_group; cp.async.wait_group 0;",
        "cp.async.commit_group; cp.async.commit_group; cp.async.wait_group 1;"};
    for (int i = 0; i < 3; i++) {
        run_copy(copy, waits[i], 32);
        assert_int_equal(got()[0], 0x01010101);
        assert_int_equal(got()[127], 0x80808080);
    }
    static const char *const misses[] = {"", "cp.async.wait_group 0;", "cp.async.commit_group;",
                                         "cp.async.commit_group; cp.async.wait_group 1;"};
    for (int i = 0; i < 4; i++) {
        run_copy(copy, misses[i], 32);
        assert_int_equal(got()[0], 7);
        assert_int_equal(got()[127], 7);
    }
}

static void test_sizes(void **state)
{
    (void)state;
    run_copy("cp.async.ca.shared.global [%r2 + 4], [%d5 + 8], 4;", "cp.async.wait_all;", 32);
    assert_int_equal(got()[0], 7);
    assert_int_equal(got()[1], 0x03030303);
    assert_int_equal(got()[2], 7);
    run_copy("cp.async.ca.shared.global.L2::128B [%r2], [%d5 + 8], 8;", "cp.async.wait_all;", 32);
    assert_int_equal(got()[1], 0x04040404);
    assert_int_equal(got()[2], 7);
    // the last lane's source is not read, and would be out of bounds
    run_copy("setp.eq.u32 %p0, %r0, 31; cp.async.cg.shared.global [%r2], [%d5 + 16], 16, %p0;",
             "cp.async.wait_all;", 32);
    assert_int_equal(got()[0], 0x05050505);
    assert_int_equal(got()[124], 0);
    run_copy("cp.async.cg.shared.global [%r2], [%d5], 16, %r0;", "cp.async.wait_all;", 18);
    assert_int_equal(got()[0], 0);
    assert_int_equal(got()[24], 0x19191919);
    assert_int_equal(got()[4 * 6 + 1], 0x1a1a);
    assert_int_equal(got()[4 * 6 + 2], 0);
    assert_int_equal(got()[4 * 17 + 3], 0x48484848);
    run_copy("setp.lt.u32 %p0, %r0, 4; @!%p0 cp.async.ca.shared.global [%r2], [%d5], 4;",
             "cp.async.wait_all;", 32);
    assert_int_equal(got()[12], 7);
    assert_int_equal(got()[16], 0x11111111);
}

static void test_counts_a_load_and_a_store(void **state)
{
    (void)state;
    run_copy("cp.async.cg.shared.global [%r2], [%d5], 16;", "cp.async.wait_all;", 32);
    for (int i = 0; i < sim.launch.insn_count; i++) {
        const SimInsnInfo *info = &sim.launch.insns[i];
        const SimCount *c = &sim.launch.counts[i];
        if (strncmp(info->text, "cp.async.cg", 11) != 0)
            continue;
        bool is_load = info->kind == SIM_LOAD;
        assert_int_equal(info->space, is_load ? SIM_SPACE_GLOBAL : SIM_SPACE_SHARED);
        assert_int_equal(c->executed, is_load);
        assert_int_equal(c->requests, 1);
        assert_int_equal(c->sectors, is_load ? 16 : 0);
        assert_int_equal(c->bytes, 512);
        assert_int_equal(c->wavefronts, 4);
    }
}

static void test_faults_name_the_copy(void **state)
{
    (void)state;
    load_kernel("mov.u32 %%r2, 0; cp.async.ca.shared.global [%%r2], [%%d0 + 64], 4;");
    uint64_t in = buffer(64);
    assert_int_equal(RUN(.block = {1}, .args = {in}), SIM_ILLEGAL_ADDRESS);
    expect_text("__global__ read of size 4");
    load_kernel("mov.u32 %%r2, 4096; cp.async.ca.shared.global [%%r2], [%%d0], 4;"
                "cp.async.wait_all;");
    in = buffer(64);
    assert_int_equal(RUN(.block = {1}, .args = {in}), SIM_ILLEGAL_ADDRESS);
    expect_text("__shared__ write of size 4");
}

static void test_refused(void **state)
{
    (void)state;
    expect_refused(KERNEL("cp.async.ca.shared.global [%r0], [%d0], 3;"), "cp.async");
    expect_refused(KERNEL("cp.async.bulk.shared::cluster.global [%r0], [%d0], 16;"),
                   "cp.async.bulk");
    expect_refused(KERNEL("cp.async.ca.global.shared.b8 [%r0], [%d0], 4;"), "cp.async");
    expect_refused(KERNEL("mbarrier.arrive.global.b64 %d3, [%d0];"), "mbarrier");
}

// Of 64 threads those of the second warp arrive late. No thread reads the flag before all have come.
static void test_mbarrier(void **state)
{
    (void)state;
    load_kernel(".shared .align 8 .b64 bar; .shared .b32 flag[64];\n"
                "mov.u32 %%r1, bar; setp.eq.u32 %%p0, %%r0, 0;\n"
                "@%%p0 mbarrier.init.shared.b64 [%%r1], 64;\n"
                "bar.sync 0;\n"
                "shl.b32 %%r2, %%r0, 2; mov.u32 %%r3, flag; add.u32 %%r2, %%r3, %%r2;\n"
                "add.u32 %%r4, %%r0, 100; st.shared.u32 [%%r2], %%r4;\n"
                "mbarrier.arrive.shared.b64 %%d3, [%%r1];\n"
                "wait: mbarrier.test_wait.shared.b64 %%p1, [%%r1], %%d3;\n"
                "@!%%p1 bra wait;\n"
                "mbarrier.test_wait.parity.shared.b64 %%p2, [%%r1], 0;\n"
                "mbarrier.test_wait.parity.shared.b64 %%p3, [%%r1], 1;\n"
                "xor.b32 %%r5, %%r0, 32; shl.b32 %%r5, %%r5, 2; add.u32 %%r5, %%r3, %%r5;\n"
                "ld.shared.u32 %%r6, [%%r5];\n"
                "selp.u32 %%r7, 1, 0, %%p2; selp.u32 %%r8, 2, 0, %%p3; or.b32 %%r7, %%r7, %%r8;\n"
                "mbarrier.pending_count.b64 %%r9, %%d3;\n"
                "mul.wide.u32 %%d4, %%r0, 16; add.u64 %%d4, %%d0, %%d4;\n"
                "st.global.v4.u32 [%%d4], {%%r6, %%r7, %%r9, %%r0};");
    const SimSchedule schedules[] = {SIM_LOCKSTEP, SIM_SERIAL, SIM_RANDOM};
    for (int i = 0; i < 3; i++) {
        uint64_t out = buffer(1024);
        expect_ok(RUN(.block = {64}, .args = {out}, .schedule = schedules[i], .seed = 3));
        const uint32_t *p = at(out, 1024);
        uint64_t pending = 0;
        for (uint32_t t = 0; t < 64; t++) {
            assert_int_equal(p[(size_t)4 * t], 100 + (t ^ 32));
            assert_int_equal(p[4 * t + 1], 1); // phase 0 is complete, phase 1 is not
            pending |= 1ull << (p[4 * t + 2] - 1);
        }
        assert_int_equal(pending, ~0ull); // each number from 64 to 1 once
    }
}

static void test_mbarrier_drop(void **state)
{
    (void)state;
    load_kernel(
        ".shared .align 8 .b64 bar;\n"
        "mov.u32 %%r1, bar; mbarrier.init.shared.b64 [%%r1], 3;\n"
        "mbarrier.arrive_drop.shared.b64 %%d3, [%%r1];\n"
        "mbarrier.arrive.noComplete.shared.b64 %%d4, [%%r1], 1;\n"
        "mbarrier.test_wait.shared.b64 %%p0, [%%r1], %%d4; selp.u32 %%r2, 1, 0, %%p0;\n"
        "mbarrier.arrive.shared.b64 %%d4, [%%r1];\n"
        "mbarrier.test_wait.shared.b64 %%p0, [%%r1], %%d4; selp.u32 %%r3, 1, 0, %%p0;\n"
        "mbarrier.arrive.shared.b64 %%d4, [%%r1]; mbarrier.pending_count.b64 %%r4, %%d4;\n"
        "mbarrier.arrive.shared::cta.b64 _, [%%r1]; mbarrier.arrive_drop.shared.b64 _, [%%r1];\n"
        "mbarrier.arrive.shared.b64 %%d4, [%%r1]; mbarrier.pending_count.b64 %%r5, %%d4;\n"
        "st.global.u32 [%%d0 + 12], %%r5; st.global.u32 [%%d0], %%r2; st.global.u32 [%%d0 + 4], %%r3;\n"
        "st.global.u32 [%%d0 + 8], %%r4;");
    uint64_t out = buffer(16);
    expect_ok(RUN(.block = {1}, .args = {out}));
    const uint32_t *p = at(out, 16);
    assert_int_equal(p[0], 0);
    assert_int_equal(p[1], 1);
    assert_int_equal(p[2], 2); // the next phase waits for two
    assert_int_equal(p[3], 1); // and the phase after that for one
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_arrives_at_the_wait, unload_after),
        cmocka_unit_test_teardown(test_sizes, unload_after),
        cmocka_unit_test_teardown(test_counts_a_load_and_a_store, unload_after),
        cmocka_unit_test_teardown(test_faults_name_the_copy, unload_after),
        cmocka_unit_test_teardown(test_refused, unload_after),
        cmocka_unit_test_teardown(test_mbarrier, unload_after),
        cmocka_unit_test_teardown(test_mbarrier_drop, unload_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
