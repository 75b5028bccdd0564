// Checked launches on trial (check/trial.c). Blocks run here in an order that the test chooses, each by a worker of its own, as if
// threads of the host had them. The trial must be in vain if the order could show. Then all is as it was, and in order the launch
// finds what it finds without a trial.

#include "kernel.h"

#include "check/check.h"

enum { WORDS = 32, THREADS = 64, BLOCKS = 4, BYTES = 4 * WORDS * (1 + BLOCKS) };

// What a block does. Lanes access 32 words, all warps the same ones: [%d3] is the lane's word, [%d4] its word of block's own 32,
// [%d1] and [%d1+4] flags. Only the first warp stores.
#define LOADS     "ld.global.u32 %r5, [%d3];\n"
#define STORES(v) "mov.u32 %r6, " #v "; @%p0 st.global.u32 [%d3], %r6;\n"
#define MEETS     "bar.sync 0;\n"
#define OWN       "@%p0 st.global.u32 [%d4], %r5;\n"
#define SIGNALS(flag) \
    "bar.sync 0; membar.gl; @%p1 atom.global.add.u32 %r7, [" flag "], 1; membar.gl; bar.sync 0;\n"
#define NOTES \
    "bar.sync 0; membar.gl; @%p1 red.global.add.u32 [%d1], 1; bar.sync 0;\n" // nobody sees the result
#define PUBLISHES "bar.sync 0; membar.gl; @%p1 st.volatile.global.u32 [%d1+4], %r6;\n"
#define TICKS     MEETS MEETS MEETS MEETS MEETS MEETS MEETS MEETS
#define ADDS      "@%p0 red.global.add.u32 [%d3], 1;\n"

typedef struct {
    const char *name;
    const char *does[BLOCKS]; // NULL: nothing
    int order[BLOCKS];
    bool in_vain;
} Case;

static const Case CASES[] = {
    {"loads", {LOADS OWN, LOADS OWN, LOADS OWN}, {2, 0, 1, 3}, false},
    {"stores to words of one line", {OWN, OWN, OWN}, {1, 2, 0, 3}, false},
    {"a store, then a load", {LOADS OWN, STORES(8)}, {1, 0, 2, 3}, true},
    {"a load, then a store", {LOADS OWN, STORES(8)}, {0, 1, 2, 3}, true},
    {"two stores", {STORES(8), STORES(9)}, {0, 1, 2, 3}, true},
    {"a store that changed nothing hides one that did",
     {LOADS OWN, STORES(8) MEETS STORES(8)},
     {1, 0, 2, 3},
     true},
    {"two warps of the storing block load, too",
     {LOADS, LOADS MEETS STORES(8)},
     {0, 1, 2, 3},
     true},
    {"the storing block and another load", {LOADS MEETS STORES(8), LOADS}, {1, 0, 2, 3}, true},
    {"a store to what many have loaded", {LOADS, LOADS, LOADS STORES(8)}, {0, 1, 2, 3}, true},
    {"one of many that have loaded stores",
     {LOADS MEETS MEETS STORES(8), LOADS, LOADS},
     {1, 2, 0, 3},
     true},
    {"a load of what a later block writes first",
     {"ld.global.u32 %r5, [%d4+128];", OWN},
     {1, 0, 2, 3},
     true},
    {"a signal between a store and a load",
     {STORES(8) SIGNALS("%d1"), SIGNALS("%d1") LOADS OWN},
     {0, 1, 2, 3},
     false},
    {"the signal comes before the store",
     {SIGNALS("%d1") STORES(8), SIGNALS("%d1") LOADS OWN},
     {0, 1, 2, 3},
     true},
    {"atomics that nobody sees", {ADDS, ADDS, ADDS}, {2, 1, 0, 3}, false},
    {"such an atomic orders nothing", {NOTES LOADS OWN, STORES(8) NOTES}, {1, 0, 2, 3}, true},
    {"a store between two signals, of which one is seen",
     {TICKS SIGNALS("%d1"), STORES(8) SIGNALS("%d1+4"), SIGNALS("%d1") LOADS OWN},
     {0, 1, 2, 3},
     true},
    {"atomics that nobody sees, about a store",
     {TICKS NOTES, STORES(8) PUBLISHES, NOTES LOADS OWN},
     {0, 1, 2, 3},
     true},
    {"a store after loads of many, in order, then a load",
     {LOADS SIGNALS("%d1"), LOADS SIGNALS("%d1"), SIGNALS("%d1") STORES(8), LOADS},
     {0, 1, 2, 3},
     true},
};

static uint64_t words, flags;

// Loads the case's kernel, and makes its memory: words with values, and `own` without.
static void begin(const Case *c)
{
    const char *does[BLOCKS];
    for (int i = 0; i < BLOCKS; i++)
        does[i] = c->does[i] ? c->does[i] : "";
    load_kernel(
        "setp.lt.u32 %%p0, %%r0, 32; setp.eq.u32 %%p1, %%r0, 0; mov.u32 %%r1, %%ctaid.x;\n"
        "and.b32 %%r2, %%r0, 31; cvt.u32.u64 %%r3, %%d2; xor.b32 %%r2, %%r2, %%r3;\n"
        "mul.wide.u32 %%d3, %%r2, 4; add.s64 %%d3, %%d3, %%d0; mul.wide.u32 %%d4, %%r1, 128;\n"
        "add.s64 %%d4, %%d4, %%d3; add.s64 %%d4, %%d4, 128; mov.u32 %%r5, 3;\n"
        "setp.eq.u32 %%p2, %%r1, 1; @%%p2 bra ONE; setp.eq.u32 %%p3, %%r1, 2; @%%p3 bra TWO; setp.eq.u32 %%p4, %%r1, 3; @%%p4 bra THREE;\n"
        "%s bra END; ONE: %s bra END; TWO: %s bra END; THREE: %s END:",
        does[0], does[1], does[2], does[3]);
    sim_memory_check(sim.memory);
    words = buffer(BYTES);
    flags = buffer(8);
    uint32_t *at_words = at(words, BYTES);
    for (uint32_t i = 0; i < WORDS; i++)
        at_words[i] = 100 + i;
    sim_memory_wrote(sim.memory, words, sizeof *at_words * WORDS);
    sim_memory_wrote(sim.memory, flags, 8);
}

static void prepare(SimLaunch *l, const uint64_t *args, bool trial)
{
    *l = (SimLaunch){.device = sim_device_at(0),
                     .memory = sim.memory,
                     .kernel = sim_module_function(sim.module, "k"),
                     .grid = {BLOCKS, 1, 1},
                     .block = {THREADS, 1, 1},
                     .params = args,
                     .check = true,
                     .trial = trial};
    expect_ok(sim_launch_prepare(l, &sim.err));
}

static void run_blocks(SimLaunch *l, const int *order)
{
    SimWorker *workers[BLOCKS] = {NULL};
    for (int i = 0; i < BLOCKS && !l->in_vain; i++) {
        SimWorker *w = workers[i] = sim_worker_new(l);
        assert_non_null(w);
        sim_worker_start(w, (uint64_t)order[i]);
        SimRun run = sim_worker_run(w, false, &sim.err);
        if (run == SIM_TURN)
            run = sim_worker_run(w, true, &sim.err);
        assert_true(run == SIM_DONE || l->in_vain);
        sim_worker_collect(w);
    }
    for (int i = 0; i < BLOCKS; i++)
        sim_worker_free(workers[i]);
}

// Returns all findings as one text, which the caller frees.
static char *findings_of(const SimLaunch *l)
{
    char *text = calloc((size_t)l->finding_count + 1, 1200);
    for (int i = 0; i < l->finding_count; i++)
        sprintf(text + strlen(text), "%s [%d]\n", l->findings[i].text, (int)l->findings[i].hazards);
    return text;
}

static void try_case(const Case *c, uint64_t turned)
{
    static const int in_order[BLOCKS] = {0, 1, 2, 3};
    uint8_t before[BYTES], after[BYTES];
    SimLaunch l;
    begin(c);
    memcpy(before, at(words, sizeof before), sizeof before);
    const uint64_t args[] = {words, flags, turned};
    prepare(&l, args, false);
    run_blocks(&l, in_order);
    char *wanted = findings_of(&l);
    sim_launch_end(&l);
    memcpy(after, at(words, sizeof after), sizeof after);

    begin(c);
    const uint64_t again[] = {words, flags, turned}; // other memory
    prepare(&l, again, true);
    assert_true(l.trial);
    run_blocks(&l, c->order);
    if (l.in_vain != c->in_vain)
        fail_msg("%s, turned %d: %s", c->name, (int)turned, l.in_vain ? "in vain" : "not in vain");
    assert_int_equal(l.finding_count, 0);
    if (l.in_vain) {
        expect_ok(sim_launch_take_back(&l, &sim.err));
        assert_false(l.trial);
        assert_memory_equal(before, at(words, sizeof before), sizeof before);
        run_blocks(&l, in_order);
    }
    char *found = findings_of(&l);
    sim_launch_end(&l);
    assert_string_equal(found, wanted);
    assert_memory_equal(after, at(words, sizeof after), sizeof after);
    assert_int_equal(c->in_vain, wanted[0] != '\0');
    free(found);
    free(wanted);
}

static void test_orders(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        try_case(&CASES[i], 0);
        // the words of a request from the last to the first: each is checked by itself
        try_case(&CASES[i], 31);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_orders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
