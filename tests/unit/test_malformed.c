// PTX is damaged: bytes are changed, words replaced, lines dropped and doubled, ends cut off. The result must be refused
// with a message, or run; the sanitizers see any read or write that should not be.

#include "kernel.h"
#include "nvcc.h"

enum { MUTANTS = 6000, ROOM = 16384 };

// A variable of a terabyte is refused, since the host has no such memory; the sanitizer must not stop the test there.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static const char MEMORY[] = KERNEL(
    ".shared .align 16 .b8 s[256]; .local .align 16 .b8 l[64];\nmul.wide.u32 %d3, %r0, 16; add.s64 %d3, %d0, %d3;\n"
    "ld.global.v4.u32 {%r1, %r2, _, %r4}, [%d3]; ld.global.v2.f64 {%e1, %e2}, [%d3];\n"
    "ld.global.nc.L2::128B.u8 %h1, [%d3+3]; ld.volatile.global.u32 %r5, [%d3]; st.global.f32 [%d3], 0f3F800000;\n"
    "mov.u64 %d4, l; cvta.local.u64 %d5, %d4; st.local.v2.u32 [%d4+8], {%r1, %r2}; ld.u64 %d6, [%d5+8];\n"
    "mov.u32 %r8, s; shl.b32 %r9, %r0, 2; add.u32 %r9, %r9, %r8; st.shared.u32 [%r9], %r1; ld.shared.v4.b32 "
    "{%r10,%r11,%r12,%r13}, [s+16];\nmov.u64 %d7, s; cvta.shared.u64 %d7, %d7; ld.u32 %r14, [%d7+4];\n"
    "mov.b64 {%r20, %r21}, %d6; mov.b64 %d10, {%r20, %r21}; cvt.rn.f32.f64 %f1, %e1; lop3.b32 %r1, %r2, %r4, %r5, 0x96;\n"
    "vadd.s32.u32.s32 %r1.h0, %r2.b3, %r4, %r5; vset4.u32.s32.lt.add %r1.b20, %r2.b7531, %r4.b0246, %r5;\n"
    "vmad.s32.s32.u32 %r1, -%r2.h0, %r4, %r5; movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;\n"
    "atom.global.add.u32 %r1, [%d0], %r0; atom.global.cas.b64 %d4, [%d0+8], 0, 1; red.shared.or.b32 [s+8], %r0;\n");

static const char LANES_TOGETHER[] = PTX_HEAD
    ".global .align 8 .u64 table[2] = {f, generic(table)+8};\n"
    ".func (.param .b32 r) f(.param .b32 x) {\n.reg .b32 %r<4>; ld.param.u32 %r1, [x]; add.u32 %r1, %r1, 1;\n"
    "st.param.b32 [r], %r1; ret; }\n" KERNEL_BEGIN
    "shfl.sync.up.b32 %r1|%p1, %r0, 1, 0, -1; vote.sync.ballot.b32 %r5, !%p1, -1; match.any.sync.b64 %r6, %d0, -1;\n"
    "redux.sync.add.s32 %r8, %r0, -1; bar.sync 0; bar.red.popc.u32 %r10, 0, %p1; setp.lt.u32 %p6, %r0, 16;\n"
    "@%p6 bra A; bar.sync 2, 32; bra B;\nA: bar.arrive 2, 32;\nB: T: .branchtargets C, D;\nand.b32 %r2, %r0, 1;\n"
    "brx.idx %r2, T;\nC: mov.u32 %r12, %laneid;\nD: { .param .b32 a; .param .b32 v; st.param.b32 [a], 5;\n"
    "call (v), f, (a); ld.param.b32 %r6, [v]; }\nld.global.u64 %d4, [table];\n"
    "P: .callprototype (.param .b32 _) _ (.param .b32 _);\n{ .param .b32 a; .param .b32 v; st.param.b32 [a], %r1;\n"
    "call (v), %d4, (a), P; }\nst.global.u32 [%d0], %r6;\n" KERNEL_END;

static const char *const TEXTS[] = {MEMORY, LANES_TOGETHER, BLOCK_O3, BLOCK_G, LOCK_O3};
enum { TEXT_COUNT = sizeof TEXTS / sizeof *TEXTS };

static char text[ROOM];
static size_t length;

static bool in_word(char c)
{
    return c && !strchr(" \n,;()[]{}", c);
}

// Picks the word around a random byte of a text: [*from, *to).
static void pick_word(const char *in, size_t size, size_t *from, size_t *to)
{
    *from = *to = random_below((uint32_t)size);
    while (*from > 0 && in_word(in[*from - 1]))
        --*from;
    while (*to < size && in_word(in[*to]))
        ++*to;
}

static void pick_line(size_t *from, size_t *to)
{
    *from = *to = random_below((uint32_t)length);
    while (*from > 0 && text[*from - 1] != '\n')
        --*from;
    while (*to < length && text[*to] != '\n')
        ++*to;
}

static void replace(size_t from, size_t to, const char *with, size_t size)
{
    if (length - (to - from) + size > ROOM)
        return;
    memmove(text + from + size, text + to, length - to);
    memmove(text + from, with, size);
    length += size - (to - from);
}

static void mutate(void)
{
    static const char *const numbers[] = {
        "0", "-1", "31", "33", "65536", "2147483647", "4294967296", "18446744073709551615"};
    size_t from, to, a, b;
    if (length == 0)
        return;
    switch (random_below(8)) {
    case 0: text[random_below((uint32_t)length)] ^= (char)(1 << random_below(8)); break;
    case 1:
        pick_line(&from, &to);
        replace(from, to, "", 0);
        break;
    case 2: { // a line again, elsewhere
        char line[512];
        pick_line(&a, &b);
        const size_t size = b - a < sizeof line ? b - a : sizeof line;
        memcpy(line, text + a, size);
        pick_line(&from, &to);
        replace(from, from, line, size);
        break;
    }
    case 3: {
        const char *number = numbers[random_below(8)];
        pick_word(text, length, &from, &to);
        replace(from, to, number, strlen(number));
        break;
    }
    case 4:
        if (random_below(16) == 0)
            length = random_below((uint32_t)length);
        break;
    default: { // a word from anywhere
        const char *other = TEXTS[random_below(TEXT_COUNT)];
        pick_word(other, strlen(other), &a, &b);
        pick_word(text, length, &from, &to);
        replace(from, to, other + a, b - a);
    }
    }
}

// Tells whether every branch leads forwards, so that the kernels end.
static bool ends(const SimModule *m)
{
    for (int i = 0; i < m->code_count; i++) {
        const Insn *in = &m->code[i];
        if (in->kind == K_BRANCH && in->branch.target <= i)
            return false;
        for (int k = 0; in->kind == K_SWITCH && k < in->choice.count; k++)
            if (in->choice.targets[k] <= i)
                return false;
    }
    return true;
}

// Runs a block of the kernel, for a few turns if it waits for others.
static void run_block(SimModule *m, SimFunction *kernel, uint64_t argument)
{
    static uint64_t arguments[4096]; // as many as a kernel may have
    for (int i = 0; i < 4096; i++)
        arguments[i] = argument;
    SimLaunch l = {.device = sim_device_at(0),
                   .memory = m->memory,
                   .kernel = kernel,
                   .grid = {1, 1, 1},
                   .block = {48, 1, 1},
                   .shared = 512,
                   .params = arguments,
                   .schedule = (SimSchedule)random_below(3)};
    if (sim_launch_prepare(&l, &sim.err) != SIM_OK)
        return;
    SimWorker *w = sim_worker_new(&l);
    if (w) {
        SimRun run = SIM_SPIN;
        sim_worker_start(w, 0);
        for (int turn = 0; turn < 20 && run != SIM_DONE && run != SIM_FAULT; turn++)
            run = sim_worker_run(w, true, &sim.err);
        sim_worker_collect(w);
        sim_worker_free(w);
    }
    sim_launch_end(&l);
}

static void test_damaged_ptx(void **state)
{
    (void)state;
    int loaded = 0, refused = 0, ran = 0;
    for (int i = 0; i < MUTANTS; i++) {
        const char *whole = TEXTS[i % TEXT_COUNT];
        length = strlen(whole);
        assert_true(length <= ROOM);
        memcpy(text, whole, length);
        for (uint32_t k = 1 + random_below(3); k > 0; k--)
            mutate();
        char *exact = malloc(length ? length : 1); // so that a look beyond its end is seen
        assert_non_null(exact);
        memcpy(exact, text, length);
        SimMemory *memory = sim_memory_new();
        SimModule *m = sim_module_load(exact, length, memory, &sim.err);
        free(exact);
        if (m) {
            loaded++;
            const uint64_t argument = sim_alloc(memory, 4096, SIM_GLOBAL, NULL, NULL, NULL);
            for (int k = 0; ends(m) && k < sim_module_kernel_count(m); k++, ran++)
                run_block(m, sim_module_kernel_at(m, k), argument);
        } else {
            refused++;
            assert_true(sim.err.status == SIM_BAD_PTX || sim.err.status == SIM_NEWER_PTX ||
                        sim.err.status == SIM_NO_MEMORY);
            assert_true(strlen(sim.err.text) > 10);
        }
        sim_module_free(m);
        sim_memory_free(memory);
    }
    // enough of each kind for the test to mean something
    assert_true(loaded > MUTANTS / 10 && refused > MUTANTS / 4 && ran > MUTANTS / 20);
}

// The text is random bytes.
static void test_noise(void **state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        length = random_below(200);
        for (size_t k = 0; k < length; k++)
            text[k] = (char)random64();
        SimMemory *memory = sim_memory_new();
        SimModule *m = sim_module_load(text, length, memory, &sim.err);
        assert_true(m || sim.err.status == SIM_BAD_PTX);
        sim_module_free(m);
        sim_memory_free(memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damaged_ptx),
        cmocka_unit_test(test_noise),
    };
    return cmocka_run_group_tests(tests, NULL, unload_after);
}
