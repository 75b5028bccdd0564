// A loop whose accesses keep their shape, move it, and change it: whatever is remembered of them, each request counts as if it were the
// only one, and each lane gets its own data.

#include "kernel.h"

enum {
    ROUNDS = 96,
    BYTES = 8192,
    FURTHER = 4096
}; // FURTHER: what the instruction adds to the register

typedef struct {
    const char *type, *regs;
    u32 bytes;
} Form;

static const Form FORMS[] = {
    {"u8", "%h1", 1},
    {"s8", "%r1", 1},
    {"u16", "%h1", 2},
    {"u32", "%r1", 4},
    {"f64", "%e1", 8},
    {"v2.u32", "{%r1, %r2}", 8},
    {"v4.u8", "{%h1, %h2, %h3, %h4}", 4},
    {"v4.f32", "{%f1, %f2, %f3, %f4}", 16},
    {"v2.u64", "{%d20, %d21}", 16},
};
enum { FORM_COUNT = sizeof FORMS / sizeof *FORMS };

// How the access reaches memory: where lanes go whose `place` is not 0 and where the others; the space and the register with the address.
typedef struct {
    const char *space, *address;
    bool shared, other; // the first place is shared memory; so is the second
} Path;

static const Path PATHS[] = {
    {".global", "%d8", false, false}, {".shared", "%r8", true, true},
    {".shared", "%d9", true, true},   {"", "%d8", false, false},
    {"", "%d10", true, true},         {"", "%d11", false, true},
};
enum { PATH_COUNT = sizeof PATHS / sizeof *PATHS };

typedef struct {
    u32 offset, on, place, unused;
} Lane;

// Draws a round: the last one's shape again, or moved, or another one.
static void draw(const Form *f, const Path *p, Lane *lanes, bool first)
{
    u32 way = first ? 9 : random_below(12), units = BYTES / f->bytes, size = f->bytes;
    u32 mask = way < 9 ? 0 : random_below(2) ? FULL : (u32)random64() | 1u << random_below(LANES);
    u32 stride = random_below(4) ? random_below(3) : random_below(40), part = 4u << random_below(4);
    u32 jump = random_below(64), move = random_below(units);
    bool random = random_below(8) == 0, mixed = p->shared != p->other && random_below(3) == 0;
    for (u32 l = 0; l < LANES; l++) {
        Lane *lane = &lanes[l];
        if (way < 3) // as it is
            continue;
        if (way < 9) { // moved, so that some go round at the end
            lane->offset = (lane->offset + move * size) % (units * size);
            continue;
        }
        u32 unit = random ? random_below(units) : l % part * stride + l / part * jump + move;
        *lane = (Lane){unit % units * size, mask >> l & 1,
                       mixed                   ? random_below(2)
                       : p->shared != p->other ? move & 1
                                               : 0,
                       0};
    }
}

// Adds what a round's requests count in one place.
static void add_round(const Form *f, const Lane *lanes, bool shared, const Path *p, u64 base,
                      bool load, SimCount *sum)
{
    u64 address[LANES];
    u32 offset[LANES], mask = 0;
    for (u32 l = 0; l < LANES; l++) {
        bool there = (lanes[l].place ? p->other : p->shared) == shared;
        mask |= (u32)(lanes[l].on && there) << l;
        address[l] = base + lanes[l].offset;
        offset[l] = lanes[l].offset;
    }
    if (!mask)
        return;
    sum->requests++;
    if (shared) {
        BankCount banks = count_banks(offset, mask, (int)f->bytes, load);
        sum->wavefronts += (u64)banks.wavefronts;
        sum->ideal += (u64)banks.ideal;
        sum->bytes += (u64)banks.bytes;
    } else {
        SectorCount sectors;
        count_sectors(address, mask, (int)f->bytes, &sectors);
        int data = (sectors.sectors + 3) / 4;
        sum->wavefronts += (u64)(data > sectors.lines ? data : sectors.lines);
        sum->sectors += (u64)sectors.sectors;
        sum->bytes += (u64)sectors.bytes;
    }
}

static SimCount landed(const char *text, bool shared)
{
    SimCount sum = {0};
    for (int i = 0; i < sim.launch.insn_count; i++) {
        const SimInsnInfo *insn = &sim.launch.insns[i];
        bool there = shared ? insn->space == SIM_SPACE_SHARED : sim_counts_global(insn);
        if (there && strcmp(insn->text, text) == 0)
            sim_count_add(&sum, &sim.launch.counts[i]);
    }
    return sum;
}

static void compare(const char *text, bool shared, const SimCount *expected)
{
    SimCount found = landed(text, shared);
    if (found.requests != expected->requests || found.sectors != expected->sectors ||
        found.bytes != expected->bytes || found.wavefronts != expected->wavefronts ||
        (shared && found.ideal != expected->ideal))
        fail_msg(
            "%s in %s memory: %d requests for %d, %d sectors for %d, %d bytes for %d, %d wavefronts for %d",
            text, shared ? "shared" : "global", (int)found.requests, (int)expected->requests,
            (int)found.sectors, (int)expected->sectors, (int)found.bytes, (int)expected->bytes,
            (int)found.wavefronts, (int)expected->wavefronts);
}

// Loads a kernel that does a store and a load in each round. %d0: lanes by round; %d1: what each stores, then what it loads; %d2: memory.
static void load_rounds(const Form *f, const Path *p)
{
    load_kernel(
        ".shared .align 16 .b8 tile[8192]; .reg .pred %%on;\n"
        "mov.u32 %%r20, 0; mul.wide.u32 %%d3, %%r0, 16; add.s64 %%d0, %%d0, %%d3; add.s64 %%d1, %%d1, %%d3;\n"
        "LOOP: ld.global.nc.v4.u32 {%%r21, %%r22, %%r23, %%r24}, [%%d0];\n"
        "setp.ne.u32 %%on, %%r22, 0; setp.ne.u32 %%p1, %%r23, 0; cvt.s64.s32 %%d4, %%r21; sub.s64 %%d4, %%d4, 4096;\n"
        "add.s64 %%d8, %%d2, %%d4; mov.u64 %%d9, tile; add.s64 %%d9, %%d9, %%d4; cvt.u32.u64 %%r8, %%d9;\n"
        "mov.u64 %%d10, tile; cvta.shared.u64 %%d10, %%d10; add.s64 %%d10, %%d10, %%d4;\n"
        "selp.b64 %%d11, %%d10, %%d8, %%p1;\n"
        "ld.global.nc.%s %s, [%%d1];\n"
        "@%%on st%s.%s [%s+4096], %s;\n"
        "mov.b16 %%h1, 0; mov.b16 %%h2, 0; mov.b16 %%h3, 0; mov.b16 %%h4, 0; mov.b32 %%r1, 0; mov.b32 %%r2, 0;\n"
        "mov.f64 %%e1, 0d0000000000000000; mov.b64 %%d20, 0; mov.b64 %%d21, 0; mov.f32 %%f1, 0f00000000;\n"
        "mov.f32 %%f2, 0f00000000; mov.f32 %%f3, 0f00000000; mov.f32 %%f4, 0f00000000;\n"
        "@%%on ld%s.%s %s, [%s+4096];\n"
        "st.global.cg.%s [%%d1], %s;\n"
        "add.s64 %%d0, %%d0, 512; add.s64 %%d1, %%d1, 512; add.u32 %%r20, %%r20, 1;\n"
        "setp.lt.u32 %%p2, %%r20, %d; @%%p2 bra LOOP;",
        f->type, f->regs, p->space, f->type, p->address, f->regs, p->space, f->type, f->regs,
        p->address, f->type, f->regs, ROUNDS);
}

static void check_rounds(const Form *f, const Path *p)
{
    enum { TABLE = ROUNDS * LANES * 16 };
    static Lane rounds[ROUNDS][LANES];
    static u8 expected[ROUNDS][LANES][16], memory[2][BYTES]; // of either place
    load_rounds(f, p);
    uint64_t table = buffer(TABLE), data = buffer(TABLE), global = buffer(BYTES);
    u8 *stored = at(data, TABLE);
    memset(memory, 0, sizeof memory);
    memset(expected, 0, sizeof expected);
    SimCount count[2][2] = {0}; // by load, by shared
    for (int i = 0; i < TABLE; i++)
        stored[i] = (u8)random64();
    for (int r = 0; r < ROUNDS; r++) {
        memcpy(rounds[r], rounds[r ? r - 1 : 0], sizeof *rounds);
        draw(f, p, rounds[r], r == 0);
        for (int k = 0; k < 4; k++)
            add_round(f, rounds[r], k & 1, p, global, k >> 1, &count[k >> 1][k & 1]);
        for (int pass = 0; pass < 2; pass++)
            for (u32 l = 0; l < LANES; l++) {
                const Lane *lane = &rounds[r][l];
                u8 *there = memory[lane->place ? p->other : p->shared] + lane->offset;
                if (lane->on)
                    memcpy(pass ? expected[r][l] : there,
                           pass ? there : stored + ((size_t)r * LANES + l) * 16, f->bytes);
            }
    }
    memcpy(at(table, TABLE), rounds, TABLE);
    expect_ok(RUN(.block = {LANES}, .args = {table, data, global}));
    for (int r = 0; r < ROUNDS; r++)
        for (int l = 0; l < LANES; l++)
            assert_memory_equal(stored + ((size_t)r * LANES + (size_t)l) * 16, expected[r][l],
                                f->bytes);
    assert_memory_equal(at(global, BYTES), memory[0], BYTES);
    for (int k = 0; k < 4; k++) {
        char text[64];
        snprintf(text, sizeof text, "%s%s.%s", k >> 1 ? "ld" : "st", p->space, f->type);
        compare(text, k & 1, &count[k >> 1][k & 1]);
    }
}

static void test_counts_as_if_alone(void **state)
{
    (void)state;
    for (int repeat = 0; repeat < 8; repeat++)
        for (int f = 0; f < FORM_COUNT; f++)
            for (int p = 0; p < PATH_COUNT; p++)
                check_rounds(&FORMS[f], &PATHS[p]);
}

// The last of some rounds is wrong. It has the shape of those before it, or is the only one: the message is the same.
static void test_faults_as_if_alone(void **state)
{
    (void)state;
    enum { LAST = 3, TABLE = ROUNDS * LANES * 16 };
    static const struct {
        i32 first, step,
            wrong; // where lanes begin, from lane to lane, and how much further in the last round
    } CASES[] = {{0, 12, 1}, {0, 12, BYTES - 200}, {0, 12, 1 << 20}, {400, -12, -300}, {4, 4, -64}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES * PATH_COUNT; i++) {
        size_t k = i / PATH_COUNT;
        char said[2][sizeof sim.err.text];
        for (int alone = 0; alone < 2; alone++) {
            static Lane lanes[ROUNDS][LANES];
            load_rounds(&FORMS[3], &PATHS[i % PATH_COUNT]);
            for (int r = 0; r <= LAST; r++)
                for (int l = 0; l < LANES; l++) {
                    i32 offset =
                        CASES[k].first + l * CASES[k].step + (r == LAST ? CASES[k].wrong : 0);
                    lanes[r][l] = (Lane){(u32)offset, (!alone || r == LAST) && l, 0, 0};
                }
            bool below = CASES[k].wrong <
                         0; // nothing is below the first allocation, and nothing above the last
            uint64_t memory = below ? buffer(BYTES) : 0, table = buffer(TABLE),
                     data = buffer(TABLE);
            memory = below ? memory : buffer(BYTES);
            memcpy(at(table, TABLE), lanes, TABLE);
            SimStatus status = RUN(.block = {LANES}, .args = {table, data, memory});
            assert_int_equal(status, CASES[k].wrong == 1 ? SIM_MISALIGNED : SIM_ILLEGAL_ADDRESS);
            snprintf(said[alone], sizeof said[alone], "%s", sim.err.text);
        }
        assert_string_equal(said[0], said[1]);
    }
}

// Addresses that were right for bytes are wrong for words, though the register has the same shape.
static void test_size_matters(void **state)
{
    (void)state;
    load_kernel(
        ".shared .align 16 .b8 tile[64]; mov.u32 %%r1, tile; add.u32 %%r1, %%r1, %%r0;\n"
        "st.shared.u8 [%%r1], %%r0; ld.shared.u8 %%r2, [%%r1]; ld.shared.u32 %%r3, [%%r1];");
    assert_int_equal(RUN(.block = {LANES}), SIM_MISALIGNED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_counts_as_if_alone, unload_after),
        cmocka_unit_test_teardown(test_faults_as_if_alone, unload_after),
        cmocka_unit_test_teardown(test_size_matters, unload_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
