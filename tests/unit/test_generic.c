// A generic access counts for the space in which each lane's address lands: as the same access of that space by the same lanes. For
// shared memory the wavefronts are also counted by hand here, bank by bank.

#include "kernel.h"

enum { GLOBAL, SHARED, LOCAL, OFF, PLACES }; // where a lane's address lands; OFF: the lane is off
enum { BYTES = 4096 };                       // of memory in each space

typedef struct {
    const char *name, *type; // of the mnemonic, before and behind the space
    const char *regs;
    int bytes;
} Form;

static const Form FORMS[] = {
    {"ld", "u8", "%h1", 1},
    {"ld", "u16", "%h1", 2},
    {"ld", "u32", "%r9", 4},
    {"ld", "u64", "%d20", 8},
    {"ld", "v2.u32", "{%r9, %r10}", 8},
    {"ld", "v4.u32", "{%r9, %r10, %r11, %r12}", 16},
    {"ld", "v2.u64", "{%d20, %d21}", 16},
    {"st", "u8", "%h1", 1},
    {"st", "u32", "%r0", 4},
    {"st", "u64", "%d20", 8},
    {"st", "v2.u32", "{%r9, %r10}", 8},
    {"st", "v4.u32", "{%r9, %r10, %r11, %r12}", 16},
    {"atom", "add.u32", "%r9", 4},
    {"atom", "exch.b64", "%d20", 8},
    {"red", "add.u32", "%r9", 4},
};
enum { FORM_COUNT = sizeof FORMS / sizeof *FORMS };

typedef struct {
    u32 place, offset;
} Lane;

static bool loads(const Form *f)
{
    return strcmp(f->name, "ld") == 0;
}

static bool is_atomic(const Form *f)
{
    return !loads(f) && strcmp(f->name, "st") != 0;
}

// Adds an access to the code: the lanes of a predicate, a space (".shared" or ""), a register with the address.
static void add_access(char *code, size_t size, const Form *f, const char *lanes, const char *space,
                       const char *address)
{
    if (loads(f))
        text_append(code, size, "@%s ld%s.%s %s, [%s];\n", lanes, space, f->type, f->regs, address);
    else if (strcmp(f->name, "atom") == 0)
        text_append(code, size, "@%s atom%s.%s %s, [%s], %s;\n", lanes, space, f->type, f->regs,
                    address, f->regs);
    else
        text_append(code, size, "@%s %s%s.%s [%s], %s;\n", lanes, f->name, space, f->type, address,
                    f->regs);
}

// Does one access of a warp by generic addresses, and then the same accesses space by space.
static void run_both(const Form *f, const Lane *lanes)
{
    char code[1024] = "";
    add_access(code, sizeof code, f, "%p3", "", "%d10");
    add_access(code, sizeof code, f, "%p0", ".global", "%d9");
    add_access(code, sizeof code, f, "%p1", ".shared", "%d5");
    if (!is_atomic(f))
        add_access(code, sizeof code, f, "%p2", ".local", "%d7");
    load_kernel(".shared .align 16 .b8 tile[4096]; .local .align 16 .b8 own[4096];\n"
                "mul.wide.u32 %%d3, %%r0, 8; add.s64 %%d3, %%d0, %%d3;\n"
                "ld.global.nc.v2.u32 {%%r1, %%r2}, [%%d3]; cvt.u64.u32 %%d4, %%r2;\n"
                "setp.eq.u32 %%p0, %%r1, 0; setp.eq.u32 %%p1, %%r1, 1; setp.eq.u32 %%p2, %%r1, 2;\n"
                "setp.lt.u32 %%p3, %%r1, 3; mov.b16 %%h1, 0; mov.b32 %%r9, 0; mov.b32 %%r10, 0;\n"
                "mov.b32 %%r11, 0; mov.b32 %%r12, 0; mov.b64 %%d20, 0; mov.b64 %%d21, 0;\n"
                "add.s64 %%d9, %%d1, %%d4; mov.u64 %%d5, tile; add.s64 %%d5, %%d5, %%d4;\n"
                "mov.u64 %%d7, own; add.s64 %%d7, %%d7, %%d4; cvta.shared.u64 %%d6, %%d5;\n"
                "cvta.local.u64 %%d8, %%d7; mov.u64 %%d10, %%d9;\n"
                "@%%p1 mov.u64 %%d10, %%d6; @%%p2 mov.u64 %%d10, %%d8;\n%s",
                code);
    uint64_t table = buffer(LANES * sizeof *lanes), memory = buffer(BYTES);
    memcpy(at(table, LANES * sizeof *lanes), lanes, LANES * sizeof *lanes);
    expect_ok(RUN(.block = {LANES}, .args = {table, memory}));
}

// Returns what the accesses with this space in the mnemonic, or without one (NULL), count of what lands in `place`.
static SimCount landed(const Form *f, const char *space, SimSpace place)
{
    char text[64];
    snprintf(text, sizeof text, "%s%s.%s", f->name, space ? space : "", f->type);
    SimCount sum = {0};
    for (int i = 0; i < sim.launch.insn_count; i++) {
        const SimInsnInfo *insn = &sim.launch.insns[i];
        bool there = place == SIM_SPACE_GLOBAL ? sim_counts_global(insn) : insn->space == (u8)place;
        if (there && strcmp(insn->text, text) == 0)
            sim_count_add(&sum, &sim.launch.counts[i]);
    }
    return sum;
}

static void compare(const Form *f, const char *space, SimSpace place)
{
    SimCount generic = landed(f, NULL, place), own = landed(f, space, place);
    if (generic.requests != own.requests || generic.sectors != own.sectors ||
        generic.bytes != own.bytes || generic.wavefronts != own.wavefronts ||
        generic.ideal != own.ideal)
        fail_msg("%s.%s in %s: %d requests for %d, %d sectors for %d, %d wavefronts for %d",
                 f->name, f->type, space + 1, (int)generic.requests, (int)own.requests,
                 (int)generic.sectors, (int)own.sectors, (int)generic.wavefronts,
                 (int)own.wavefronts);
}

// Draws where the lanes go: all to one place, or each to any; near each other, in a column, or anywhere.
static void draw_lanes(const Form *f, Lane *lanes)
{
    u32 places = is_atomic(f) ? LOCAL : OFF, one = random_below(PLACES * 2), way = random_below(3),
        stride = 1 + random_below(33), units = BYTES / (u32)f->bytes;
    for (u32 l = 0; l < LANES; l++) {
        u32 unit = way == 0 ? l * stride : way == 1 ? random_below(48) : random_below(units);
        lanes[l].place = one < places ? one : random_below(places + 1);
        if (lanes[l].place == places)
            lanes[l].place = OFF;
        lanes[l].offset = unit % units * (u32)f->bytes;
    }
}

// Returns how many wavefronts the lanes that go to shared memory take, counted bank by bank: a phase has as many lanes as fill the
// banks once, and lasts as long as its busiest bank has different words.
static u64 wavefronts_by_hand(const Form *f, const Lane *lanes)
{
    u32 phase = f->bytes <= 4 ? LANES : 128 / (u32)f->bytes;
    u64 sum = 0;
    for (u32 first = 0; first < LANES; first += phase) {
        bool wanted[BYTES / 4] = {false};
        u64 most = 0;
        for (u32 l = first; l < first + phase; l++)
            for (u32 b = 0; lanes[l].place == SHARED && b < (u32)f->bytes; b++)
                wanted[(lanes[l].offset + b) / 4] = true;
        for (u32 bank = 0; bank < 32; bank++) {
            u64 words = 0;
            for (u32 word = bank; word < BYTES / 4; word += 32)
                words += wanted[word];
            most = words > most ? words : most;
        }
        sum += most;
    }
    return sum;
}

static void test_counts_where_it_lands(void **state)
{
    (void)state;
    u64 seen[PLACES] = {0};
    for (int round = 0; round < 40 * FORM_COUNT; round++) {
        const Form *f = &FORMS[round % FORM_COUNT];
        Lane lanes[LANES];
        draw_lanes(f, lanes);
        run_both(f, lanes);
        compare(f, ".global", SIM_SPACE_GLOBAL);
        compare(f, ".shared", SIM_SPACE_SHARED);
        if (!is_atomic(f))
            compare(f, ".local", SIM_SPACE_LOCAL);
        // L1 joins lanes that load the same 8 or 16 bytes, so these wavefronts can't be told from banks alone.
        u64 found = landed(f, NULL, SIM_SPACE_SHARED).wavefronts;
        if (!is_atomic(f) && !(loads(f) && f->bytes > 4))
            assert_int_equal(found, wavefronts_by_hand(f, lanes));
        for (int l = 0; l < LANES; l++)
            seen[lanes[l].place]++;
    }
    for (int p = 0; p < PLACES; p++)
        assert_true(seen[p] > 100);
}

// The metrics' names are those that a report has: they, too, must find a generic access in its space.
static void test_metrics_find_it(void **state)
{
    (void)state;
    const Form *f = &FORMS[2]; // ld.u32
    Lane lanes[LANES];
    for (u32 l = 0; l < LANES; l++)
        lanes[l] = (Lane){l < 16 ? SHARED : l < 24 ? GLOBAL : LOCAL, l * 128};
    run_both(f, lanes);
    SimMetric m[SIM_METRICS];
    sim_metrics(&sim.launch, NULL, NULL, m, SIM_METRICS);
    assert_true(m[M_LOAD_WAVEFRONTS].value == 2 * 16);
    assert_true(m[M_LOAD_BANK_CONFLICTS].value == 2 * 15);
    assert_true(m[M_LOAD_REQUESTS].value == 2 + 1); // the table's, too
    assert_true(m[M_LOAD_SECTORS].value == 2 * 8 + 8);
}

// A tile of a matrix is loaded row by row, which has a way of its own, or by accesses of single elements.
static void test_tiles_count_where_they_lie(void **state)
{
    (void)state;
    static const char *const LAYOUTS[] = {"row", "col"};
    for (int k = 0; k < 2; k++) {
        load_kernel(
            ".shared .align 128 .b8 tile[4096]; mov.u64 %%d5, tile; cvta.shared.u64 %%d6, %%d5;\n"
            "mov.b32 %%r30, 24;\n"
            "wmma.load.a.sync.aligned.%s.m16n16k16.shared.f16 {%%r1, %%r2, %%r3, %%r4, %%r5, %%r6, "
            "%%r7, %%r8}, [%%d5], %%r30;\n"
            "wmma.load.a.sync.aligned.%s.m16n16k16.f16 {%%r1, %%r2, %%r3, %%r4, %%r5, %%r6, %%r7, "
            "%%r8}, [%%d6], %%r30;\n",
            LAYOUTS[k], LAYOUTS[k]);
        expect_ok(RUN(.block = {LANES}));
        SimCount in[SIM_SPACE_TEXTURE + 1] = {0}; // of the second load, by space
        SimCount first = {0};
        for (int i = 0; i < sim.launch.insn_count; i++) {
            const SimInsnInfo *insn = &sim.launch.insns[i];
            bool is_load = strncmp(insn->text, "wmma.load", 9) == 0;
            bool named = is_load && strstr(insn->text, ".shared");
            if (is_load)
                sim_count_add(named ? &first : &in[insn->space], &sim.launch.counts[i]);
        }
        assert_true(first.wavefronts > 0);
        assert_int_equal(in[SIM_SPACE_SHARED].wavefronts, first.wavefronts);
        assert_int_equal(in[SIM_SPACE_SHARED].requests, first.requests);
        assert_int_equal(in[SIM_SPACE_SHARED].bytes, first.bytes);
        assert_int_equal(in[SIM_SPACE_GENERIC].wavefronts, 0);
        assert_int_equal(in[SIM_SPACE_LOCAL].wavefronts, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_counts_where_it_lands, unload_after),
        cmocka_unit_test_teardown(test_metrics_find_it, unload_after),
        cmocka_unit_test_teardown(test_tiles_count_where_they_lie, unload_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
