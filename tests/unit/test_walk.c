// A walk: going back and forth changes nothing, it ends as a run does, and it knows who touched what.

#include "kernel.h"
#include "walk/walk.h"

#include <unistd.h>

enum { THREADS = 64, BLOCKS = 3 };

// Each thread puts its number into shared memory, and its neighbour's, of the other warp, into out[block * 64 + thread].
#define BODY                                                                           \
    ".shared .align 4 .b32 tile[64];\n"                                                \
    "mov.u32 %r3, tile; mad.lo.u32 %r4, %r0, 4, %r3; st.shared.u32 [%r4], %r0;\n"      \
    "bar.sync 0;\n"                                                                    \
    "xor.b32 %r5, %r0, 33; mad.lo.u32 %r4, %r5, 4, %r3; ld.shared.u32 %r6, [%r4];\n"   \
    "mov.u32 %r7, %ctaid.x; mad.lo.u32 %r8, %r7, 64, %r0; mul.wide.u32 %d3, %r8, 4;\n" \
    "add.u64 %d4, %d0, %d3; ld.global.u32 %r9, [%d4]; add.u32 %r9, %r9, %r6;\n"        \
    "st.global.u32 [%d4], %r9;"

static uint64_t arguments[3];

static SimLaunch plan(SimSchedule schedule)
{
    return (SimLaunch){.device = sim_device_at(0),
                       .memory = sim.memory,
                       .kernel = sim_module_function(sim.module, "k"),
                       .grid = {BLOCKS, 1, 1},
                       .block = {THREADS, 1, 1},
                       .params = arguments,
                       .schedule = schedule,
                       .seed = 5};
}

static void begin(void)
{
    load(KERNEL(BODY));
    arguments[0] = buffer((size_t)4 * THREADS * BLOCKS);
    for (uint32_t i = 0; i < THREADS * BLOCKS; i++)
        memcpy(at(arguments[0] + (uint64_t)4 * i, 4), &(uint32_t){1000 * i}, 4);
}

static void expect_results(void)
{
    const uint32_t *out = at(arguments[0], (size_t)4 * THREADS * BLOCKS);
    for (uint32_t i = 0; i < THREADS * BLOCKS; i++)
        assert_int_equal(out[i], 1000 * i + (i % THREADS ^ 33));
}

static void test_back_and_forth(void **state)
{
    (void)state;
    for (int schedule = SIM_LOCKSTEP; schedule <= SIM_RANDOM; schedule++) {
        begin();
        SimLaunch l = plan((SimSchedule)schedule);
        Walk *w = walk_new(&l, &sim.err);
        assert_non_null(w);
        SimStep steps[4096];
        uint64_t count = 0;
        while (walk_step(w) && count < 4096)
            steps[count++] = w->step;
        assert_true(w->over && w->error.status == SIM_OK);
        assert_int_equal(w->moment, count);
        expect_results();
        SimMetric first[64], again[64];
        int metrics = walk_metrics(w, first, 64);
        for (uint64_t moment = count; moment > 0; moment = moment > 17 ? moment - 17 : 0) {
            assert_true(walk_towards(w, moment, UINT64_MAX));
            assert_int_equal(w->moment, moment);
            assert_memory_equal(&w->step, &steps[moment - 1], sizeof w->step);
        }
        assert_true(walk_towards(w, 0, UINT64_MAX));
        assert_int_equal(*(uint32_t *)at(arguments[0] + 4, 4), 1000);
        while (walk_step(w)) {
        }
        expect_results();
        assert_int_equal(walk_metrics(w, again, 64), metrics);
        for (int i = 0; i < metrics; i++)
            assert_true(first[i].value == again[i].value);
        walk_free(w);
    }
}

static void test_ends_as_a_run_does(void **state)
{
    (void)state;
    begin();
    SimLaunch l = plan(SIM_LOCKSTEP);
    Walk *w = walk_new(&l, &sim.err);
    assert_non_null(w);
    while (walk_step(w)) {
    }
    size_t count = (size_t)w->launch.insn_count;
    SimCount *counts = calloc(count, sizeof *counts);
    assert_non_null(counts);
    walk_counts(w, counts);
    double time = w->time;
    walk_free(w);
    begin();
    expect_ok(RUN(.grid = {BLOCKS}, .block = {THREADS}, .args = {arguments[0]}));
    assert_memory_equal(counts, sim.launch.counts, count * sizeof *counts);
    assert_true(time == sim_model(&sim.launch).total);
    free(counts);
}

static void test_marks(void **state)
{
    (void)state;
    begin();
    SimLaunch l = plan(SIM_LOCKSTEP);
    Walk *w = walk_new(&l, &sim.err);
    assert_non_null(w);
    assert_true(walk_watch(w, arguments[0], (uint64_t)4 * THREADS * BLOCKS));
    while (walk_step(w)) {
        char words[256];
        walk_words(w, words, sizeof words);
        assert_true(strlen(words) > 8);
    }
    for (uint32_t i = 0; i < THREADS * BLOCKS; i++) {
        const WalkMark *m = &w->ranges[0].marks[i];
        assert_int_equal(m->writer, i);
        assert_int_equal(m->reader, i);
        assert_true(m->read < m->written);
    }
    walk_free(w);
}

// A picture of an access to shared memory tells the wavefronts that the counters count: also where lanes want the same, which
// shared memory then serves together. Lane l wants `bytes` from ((l >> apart) * bytes) on.
// The spans of a warp's time follow one another, and no span waits for DRAM longer than it takes: also in a block that was put aside,
// and where a wait for others is taken back.
static void test_spans(void **state)
{
    (void)state;
    // Blocks wait for the last one, and in each block warp 0 waits for warp 1, with loads before, between and behind.
    load(KERNEL(".shared .align 4 .b32 flag;\n"
                "mov.u32 %r1, %ctaid.x; mul.wide.u32 %d3, %r0, 128; add.u64 %d4, %d0, %d3;\n"
                "ld.global.u32 %r2, [%d4+4]; add.u32 %r3, %r2, 1;\n"
                "setp.ne.u32 %p1, %r0, 32; @%p1 bra W; st.volatile.shared.u32 [flag], %r3;\n"
                "W: ld.volatile.shared.u32 %r4, [flag]; setp.eq.u32 %p2, %r4, 0; @%p2 bra W;\n"
                "setp.ne.u32 %p3, %r1, 2; @%p3 bra G; st.volatile.global.u32 [%d0], %r3;\n"
                "G: ld.volatile.global.u32 %r5, [%d0]; setp.eq.u32 %p4, %r5, 0; @%p4 bra G;\n"
                "ld.global.u32 %r6, [%d4+8192]; st.global.u32 [%d4+8], %r6;"));
    arguments[0] = buffer(32768);
    SimLaunch l = plan(SIM_LOCKSTEP);
    Walk *w = walk_new(&l, &sim.err);
    assert_non_null(w);
    uint64_t blocks = 0, last = UINT64_MAX;
    while (walk_step(w)) {
        blocks += w->block != last;
        last = w->block;
        for (int warp = 0; warp < THREADS / LANES; warp++) {
            const WalkSpan *before = NULL;
            for (int i = 0; i < w->span_count; i++) {
                const WalkSpan *s = &w->spans[i];
                if (s->warp != warp)
                    continue;
                assert_true(s->from < s->to && s->dram <= s->to - s->from);
                assert_true(!before || s->from == before->to);
                before = s;
            }
        }
    }
    assert_int_equal(w->error.status, SIM_OK);
    assert_true(blocks > BLOCKS); // some had to wait, and were shown again
    walk_free(w);
}

// The way back also gives back what kernels took of their heap, before the walk or in it.
static void test_back_to_the_heap_as_it_was(void **state)
{
    (void)state;
    load(PTX_HEAD ".extern .func (.param .b64 r) malloc (.param .b64 s);\n" KERNEL_BEGIN
                  "{ .param .b64 s0; .param .b64 r0; st.param.b64 [s0], 64;\n"
                  "call.uni (r0), malloc, (s0); ld.param.b64 %d3, [r0]; }\n"
                  "mov.u32 %r7, %ctaid.x; mad.lo.u32 %r8, %r7, 64, %r0; mul.wide.u32 %d4, %r8, 8;\n"
                  "add.u64 %d4, %d0, %d4; st.global.u64 [%d4], %d3;" KERNEL_END);
    enum { BYTES = 8 * THREADS * BLOCKS, TAKEN = 64 * THREADS * BLOCKS };
    arguments[0] = buffer(BYTES);
    SimLaunch l = plan(SIM_LOCKSTEP);
    l.heap = 1 << 16;
    for (int walks = 0; walks < 2; walks++) { // the second one finds blocks of the first
        Walk *w = walk_new(&l, &sim.err);
        uint64_t first[THREADS * BLOCKS];
        assert_non_null(w);
        const uint64_t taken = sim_heap_in_use(sim.memory);
        for (int times = 0; times < 9; times++) {
            assert_int_equal(sim_heap_in_use(sim.memory), taken);
            while (walk_step(w))
                ;
            assert_int_equal(w->error.status, SIM_OK);
            assert_int_equal(sim_heap_in_use(sim.memory), taken + TAKEN);
            if (times == 0)
                memcpy(first, at(arguments[0], BYTES), BYTES);
            assert_memory_equal(at(arguments[0], BYTES), first, BYTES);
            assert_true(first[0] && walk_restart(w));
        }
        while (walk_step(w))
            ;
        walk_free(w);
    }
}

// Debug information whose length leads back to where it stands, modulo 2^64, ends there.
static void test_lengths_lead_no_way_back(void **state)
{
    (void)state;
    static const char ptx[] = ".section .debug_info\n{\n.b8 0,0,0,0,0,0,0,0,0,0,0\n"
                              ".b8 1,245,255,255,255,255,255,255,255,255,1\n}\n"
                              ".section .debug_abbrev\n{\n.b8 1,52,0,2,24,0,0,0\n}\n";
    NamedVariable v[4];
    Names *n = names_new(ptx, sizeof ptx - 1);
    assert_non_null(n);
    alarm(60);
    assert_int_equal(names_at(n, "k", 1, v, 4), 0);
    alarm(0);
    names_free(n);
}

static void test_wavefronts_of_pictures(void **state)
{
    (void)state;
    static const struct {
        unsigned bytes, apart;
        int wavefronts;
    } cases[] = {{4, 5, 1},  {4, 0, 1},  {8, 5, 1},  {8, 1, 1}, {8, 0, 2},
                 {16, 5, 2}, {16, 1, 2}, {16, 2, 2}, {16, 0, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned bytes = cases[i].bytes;
        load_kernel(".shared .align 16 .b8 tile[1024];\n"
                    "mov.u32 %%r1, tile; shr.u32 %%r2, %%r0, %u; mad.lo.u32 %%r1, %%r2, %u, %%r1;\n"
                    "ld.shared.%s, [%%r1];",
                    cases[i].apart, bytes,
                    bytes == 4   ? "u32 %r3"
                    : bytes == 8 ? "v2.u32 {%r3, %r4}"
                                 : "v4.u32 {%r3, %r4, %r5, %r6}");
        SimLaunch l = plan(SIM_LOCKSTEP);
        l.grid[0] = 1;
        l.block[0] = 32;
        Walk *w = walk_new(&l, &sim.err);
        assert_non_null(w);
        while (walk_step(w) && !w->accessed) {
        }
        Picture p = picture_take(sim.memory, &w->access);
        assert_int_equal(p.cost, cases[i].wavefronts);
        static SimCount counts[256];
        assert_in_range(w->launch.insn_count, 1, 256);
        walk_counts(w, counts);
        assert_int_equal(p.cost, counts[w->access.pc].wavefronts);
        assert_int_equal(p.ideal, counts[w->access.pc].ideal);
        walk_free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_back_and_forth, unload_after),
        cmocka_unit_test_teardown(test_ends_as_a_run_does, unload_after),
        cmocka_unit_test_teardown(test_marks, unload_after),
        cmocka_unit_test_teardown(test_spans, unload_after),
        cmocka_unit_test_teardown(test_back_to_the_heap_as_it_was, unload_after),
        cmocka_unit_test(test_lengths_lead_no_way_back),
        cmocka_unit_test_teardown(test_wavefronts_of_pictures, unload_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
