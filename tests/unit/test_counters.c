// What memory requests cost: sectors, bytes, bank conflicts and L1, counted for addresses given here and for the
// loads of kernels. The expected counts of named patterns are Nsight Compute's on an H200; for random patterns the test
// counts byte by byte.

#include "kernel.h"

// ---- Sectors -----------------------------------------------------------------------------------------------------

// A pattern: lane l wants `bytes` at start + l * stride.
typedef struct {
    const char *name;
    unsigned start, stride, bytes;
    int sectors;
    double efficiency; // % of the sectors' bytes that are wanted
} AccessPattern;

static const AccessPattern PATTERNS[] = {
    {"char", 0, 1, 1, 1, 100},
    {"float", 0, 4, 4, 4, 100},
    {"float2", 0, 8, 8, 8, 100},
    {"float4", 0, 16, 16, 16, 100},
    {"float, stride 2", 0, 8, 4, 8, 50},
    {"float, stride 32", 0, 128, 4, 32, 12.5},
    {"float, offset by one", 4, 4, 4, 5, 80},
    {"float4, stride 2", 0, 32, 16, 32, 50},
    {"broadcast", 0, 0, 4, 1, 12.5},
    {"double, stride 2", 0, 16, 8, 16, 50},
    {"short, stride 3", 0, 6, 2, 6, 100.0 / 3},
};
enum { PATTERN_COUNT = sizeof PATTERNS / sizeof *PATTERNS };

static double efficiency(uint64_t bytes, uint64_t sectors)
{
    return 100.0 * (double)bytes / (double)(32 * sectors);
}

static void test_sectors_of_named_patterns(void **state)
{
    (void)state;
    for (int i = 0; i < PATTERN_COUNT; i++) {
        const AccessPattern *p = &PATTERNS[i];
        u64 address[LANES];
        for (unsigned l = 0; l < LANES; l++)
            address[l] = 0x302000000 + p->start + (u64)l * p->stride;
        SectorCount count;
        count_sectors(address, FULL, (int)p->bytes, &count);
        if (count.sectors != p->sectors)
            fail_msg("%s: %d sectors", p->name, count.sectors);
        assert_float_equal(efficiency((uint64_t)count.bytes, (uint64_t)count.sectors),
                           p->efficiency, 0.01);
        if (p->stride != p->bytes)
            continue;
        SectorCount run;
        count_row(address[0], (int)(LANES * p->bytes), &run);
        assert_int_equal(run.sectors, count.sectors);
        assert_int_equal(run.bytes, count.bytes);
    }
}

// Loads a kernel that loads and stores by one pattern.
static void load_pattern(const AccessPattern *p)
{
    static const struct {
        unsigned bytes;
        const char *type, *data;
    } forms[] = {
        {1, "u8", "%h1"},  {2, "u16", "%h1"},           {4, "f32", "%f1"},
        {8, "f64", "%e1"}, {8, "v2.f32", "{%f1, %f2}"}, {16, "v4.f32", "{%f1, %f2, %f3, %f4}"}};
    int i = strcmp(p->name, "float2") == 0 ? 4 : 0;
    while (forms[i].bytes != p->bytes)
        i++;
    load_kernel("mul.wide.u32 %%d3, %%r0, %u; add.s64 %%d4, %%d0, %%d3; add.s64 %%d5, %%d1, %%d3;\n"
                "ld.global.%s %s, [%%d4+%u]; st.global.%s [%%d5+%u], %s;\n",
                p->stride, forms[i].type, forms[i].data, p->start, forms[i].type, p->start,
                forms[i].data);
}

static void test_sectors_of_kernels(void **state)
{
    (void)state;
    for (int i = 0; i < PATTERN_COUNT; i++) {
        const AccessPattern *p = &PATTERNS[i];
        load_pattern(p);
        uint64_t in = buffer(32768), out = buffer(32768);
        expect_ok(RUN(.block = {64}, .args = {in, out}));
        const SimCount loads = count_kind(SIM_LOAD), stores = count_kind(SIM_STORE);
        assert_int_equal(loads.executed, 2);
        assert_int_equal(loads.requests, 2);
        assert_int_equal(stores.requests, 2);
        if (loads.sectors != 2 * (uint64_t)p->sectors || stores.sectors != loads.sectors)
            fail_msg("%s: %d sectors loaded", p->name, (int)loads.sectors);
        assert_float_equal(efficiency(loads.bytes, loads.sectors), p->efficiency, 0.01);
        assert_float_equal(efficiency(stores.bytes, stores.sectors), p->efficiency, 0.01);
    }
}

static int compare_u64(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

// Returns how many distinct values values[0 … n) has, and sorts them.
static int distinct(u64 *values, int n)
{
    int count = 0;
    qsort(values, (size_t)n, sizeof *values, compare_u64);
    for (int i = 0; i < n; i++)
        count += i == 0 || values[i] != values[i - 1];
    return count;
}

static void test_sectors_of_random_addresses(void **state)
{
    (void)state;
    for (int round = 0; round < 5000; round++) {
        const int bytes = 1 << random_below(6); // 1 … 32
        const u32 span = 1u << (4 + random_below(10));
        const u32 mask = (u32)random64() | 1u << random_below(32);
        u64 address[LANES], each[LANES * 32] = {0}, sectors[LANES * 32] = {0};
        int n = 0;
        for (int l = 0; l < LANES; l++) {
            address[l] = 0x302000000 + (u64)random_below(span) * (u64)bytes;
            for (int b = 0; b < bytes && (mask >> l & 1); b++, n++) {
                each[n] = address[l] + (u64)b;
                sectors[n] = each[n] / 32;
            }
        }
        SectorCount count;
        count_sectors(address, mask, bytes, &count);
        assert_int_equal(count.bytes, distinct(each, n));
        assert_int_equal(count.sectors, distinct(sectors, n));
        int listed = 0;
        for (int i = 0; i < count.lines; i++) {
            assert_true(i == 0 || count.line[i] > count.line[i - 1]);
            for (u64 s = 0; s < 4; s++) {
                u64 sector = count.line[i] * 4 + s;
                bool there = bsearch(&sector, sectors, (size_t)n, sizeof sector, compare_u64);
                assert_int_equal(count.mask[i] >> s & 1, there);
                listed += there;
            }
        }
        assert_int_equal(listed, count.sectors);
    }
}

static void test_runs_anywhere(void **state)
{
    (void)state;
    for (int bytes = 1; bytes <= 32; bytes *= 2) {
        for (unsigned start = 0; start < 256; start += (unsigned)bytes) {
            u64 address[LANES];
            for (int l = 0; l < LANES; l++)
                address[l] = 0x302000000 + start + (u64)(l * bytes);
            SectorCount lanes, run;
            count_sectors(address, FULL, bytes, &lanes);
            count_row(address[0], LANES * bytes, &run);
            assert_int_equal(run.sectors, lanes.sectors);
            assert_int_equal(run.bytes, lanes.bytes);
            assert_int_equal(run.lines, lanes.lines);
            assert_memory_equal(run.line, lanes.line, (size_t)run.lines * sizeof *run.line);
            assert_memory_equal(run.mask, lanes.mask, (size_t)run.lines);
        }
    }
}

// Lanes 0 to 2 access these offsets, of which the last is the highest that sorting by rank takes, or one that it does not.
static void test_lanes_far_apart(void **state)
{
    (void)state;
    for (u64 far = (1u << 26) - 100; far < (1u << 26) + 100; far++) {
        const u64 address[LANES] = {0x302000005, 0x302000000, 0x302000000 + far};
        SectorCount count;
        count_sectors(address, 7, 1, &count);
        assert_int_equal(count.sectors, 2);
        assert_int_equal(count.bytes, 3);
    }
}

// ---- Banks -------------------------------------------------------------------------------------------------------

typedef struct {
    unsigned stride, bytes;    // lane l wants `bytes` at l * stride elements of that size
    int wavefronts, conflicts; // of a load
    int stored;                // wavefronts of a store
} BankPattern;

static const BankPattern BANK_PATTERNS[] = {
    {1, 4, 1, 0, 1},  {2, 4, 2, 1, 2},  {32, 4, 32, 31, 32}, {33, 4, 1, 0, 1},
    {0, 4, 1, 0, 1},  {0, 8, 1, 0, 2},  {1, 8, 2, 0, 2},     {2, 8, 4, 2, 4},
    {1, 16, 4, 0, 4}, {2, 16, 8, 4, 8}, {8, 16, 32, 28, 32},
};
enum { BANK_PATTERN_COUNT = sizeof BANK_PATTERNS / sizeof *BANK_PATTERNS };

static void test_wavefronts_of_named_patterns(void **state)
{
    (void)state;
    for (int i = 0; i < BANK_PATTERN_COUNT; i++) {
        const BankPattern *p = &BANK_PATTERNS[i];
        u32 offset[LANES];
        for (unsigned l = 0; l < LANES; l++)
            offset[l] = l * p->stride * p->bytes;
        BankCount count = count_banks(offset, FULL, (int)p->bytes, true);
        assert_int_equal(count.wavefronts, p->wavefronts);
        assert_int_equal(count.wavefronts - count.ideal, p->conflicts);
    }
}

// 16-byte loads whose lanes agree in pairs take half the phases, as measured on an H200. So it is if all lanes agree,
// or neighbours, or lanes that are two apart; not if lanes agree that are four or eight apart. (tests/unit/test_scatter.c has more.)
static void test_wavefronts_of_pairs(void **state)
{
    (void)state;
    static const struct {
        int apart; // lanes that agree, 0: all
        int wavefronts;
    } pairs[] = {{0, 2}, {1, 2}, {2, 2}, {4, 4}, {8, 4}, {32, 4}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        u32 offset[LANES], apart = (u32)pairs[i].apart;
        for (u32 l = 0; l < LANES; l++)
            offset[l] = apart ? (l / (2 * apart) * apart + l % apart) * 16 : 0;
        BankCount count = count_banks(offset, FULL, 16, true);
        assert_int_equal(count.wavefronts, pairs[i].wavefronts);
        assert_int_equal(count.ideal, pairs[i].wavefronts);
    }
}

static void test_wavefronts_of_kernels(void **state)
{
    (void)state;
    for (int i = 0; i < BANK_PATTERN_COUNT; i++) {
        const BankPattern *p = &BANK_PATTERNS[i];
        const char *const type = p->bytes == 4 ? "u32" : p->bytes == 8 ? "v2.u32" : "v4.u32";
        const char *const data = p->bytes == 4   ? "%r2"
                                 : p->bytes == 8 ? "{%r2, %r3}"
                                                 : "{%r2, %r3, %r4, %r5}";
        load_kernel(".shared .align 16 .b8 tile[16384];\n"
                    "mov.u32 %%r1, tile; mul.lo.u32 %%r6, %%r0, %u; add.u32 %%r1, %%r1, %%r6;\n"
                    "st.shared.%s [%%r1], %s;\nld.shared.%s %s, [%%r1];\n",
                    p->stride * p->bytes, type, data, type, data);
        expect_ok(RUN(.block = {32}));
        const SimCount counts[] = {count_kind(SIM_LOAD), count_kind(SIM_STORE)};
        for (int k = 0; k < 2; k++) {
            assert_int_equal(counts[k].requests, 1);
            assert_int_equal(counts[k].wavefronts, k ? p->stored : p->wavefronts);
            assert_int_equal(counts[k].wavefronts - counts[k].ideal, p->conflicts);
            assert_int_equal(counts[k].sectors, 0);
        }
    }
}

static void test_wavefronts_of_random_offsets(void **state)
{
    (void)state;
    for (int round = 0; round < 5000; round++) {
        const int bytes = 1 << random_below(5); // 1 … 16
        const u32 span = 1u << (2 + random_below(9));
        const u32 mask = (u32)random64() | 1u << random_below(32);
        const int lanes = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
        u32 offset[LANES];
        for (int l = 0; l < LANES; l++)
            offset[l] = random_below(span) * (u32)bytes;
        int wavefronts = 0, ideal = 0, wanted = 0;
        static bool all[1024 * 16],
            want[1024 * 16]; // each byte that the request wants, and that the phase wants
        memset(all, 0, sizeof all);
        for (int first = 0; first < LANES; first += lanes) {
            memset(want, 0, sizeof want);
            bool any = false;
            for (int l = first; l < first + lanes; l++) {
                if (!(mask >> l & 1))
                    continue;
                any = true;
                memset(want + offset[l], 1, (size_t)bytes);
                memset(all + offset[l], 1, (size_t)bytes);
            }
            int words[32] = {0}, most = 0;
            for (size_t word = 0; word < sizeof want / 4; word++) {
                bool used = false;
                for (int b = 0; b < 4; b++)
                    used |= want[word * 4 + (size_t)b];
                words[word % 32] += used;
                most = words[word % 32] > most ? words[word % 32] : most;
            }
            wavefronts += most;
            ideal += any;
        }
        for (size_t byte = 0; byte < sizeof all; byte++)
            wanted += all[byte];
        BankCount count = count_banks(offset, mask, bytes, false);
        assert_int_equal(count.wavefronts, wavefronts);
        assert_int_equal(count.ideal, ideal);
        assert_int_equal(count.bytes, wanted);
    }
}

// ---- Atomics -----------------------------------------------------------------------------------------------------

// Lane l updates word (l >> shift & mask) * stride. The expected sectors and passes of a warp are Nsight Compute's on an
// H200 (results/h200-atomics.csv: lts__t_sectors_srcunit_tex and lts__t_requests_srcunit_tex over 32768 warps).
static void test_updates_of_named_patterns(void **state)
{
    (void)state;
    static const struct {
        unsigned shift, mask, stride;
        int updates, passes;
    } patterns[] = {
        {0, 31, 1, 4, 1}, {1, 31, 1, 4, 2},   {2, 31, 1, 4, 4},   {3, 31, 1, 8, 8},
        {0, 7, 1, 4, 4},  {4, 31, 1, 16, 16}, {5, 31, 1, 32, 32}, {0, 31, 8, 32, 8},
    };
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        u64 address[LANES];
        for (unsigned l = 0; l < LANES; l++)
            address[l] =
                4096 + (l >> patterns[i].shift & patterns[i].mask) * patterns[i].stride * 4;
        UpdateCount count;
        count_updates(address, FULL, &count);
        int updates = 0;
        for (int k = 0; k < count.sectors; k++)
            updates += count.contenders[k];
        assert_int_equal(updates, patterns[i].updates);
        assert_int_equal(count.passes, patterns[i].passes);
    }
}

// In every other round the lanes' words ascend and go around, often twice. The reference goes pass by pass: each pass takes one lane of every
// word that is left.
static void test_updates_of_random_words(void **state)
{
    (void)state;
    for (int round = 0; round < 5000; round++) {
        const bool around = round % 2;
        const u32 span = 1u << random_below(14), some = (u32)random64() | 1u << random_below(32),
                  mask = around ? FULL : some, start = random_below(span),
                  stride = 1 + random_below(8);
        u64 address[LANES];
        const u64 base = 128 * (random64() >> 16);
        for (u32 l = 0; l < LANES; l++)
            address[l] =
                base + 4 * (u64)(around ? (start + l * stride) % span : random_below(span));
        int updates = 0, passes = 0, words = 0;
        for (u32 left = mask; left;) {
            bool word[8192] = {0}, sector[1024] = {0}, line[256] = {0};
            const bool first = left == mask;
            for (int l = 0; l < LANES; l++) {
                const u64 w = (address[l] - base) / 4;
                if (!(left >> l & 1) || word[w])
                    continue;
                word[w] = true;
                left &= ~(1u << l);
                updates += !sector[w / 8];
                passes += !line[w / 32];
                words += first;
                sector[w / 8] = line[w / 32] = true;
            }
        }
        UpdateCount count;
        count_updates(address, mask, &count);
        for (int k = 0; k < count.sectors; k++)
            updates -= count.contenders[k];
        assert_int_equal(updates, 0);
        assert_int_equal(count.passes, passes);
        assert_int_equal(count.words, words);
        for (int k = 1; k < count.sectors; k++)
            assert_true(count.sector[k - 1] < count.sector[k]);
    }
}

// In shared memory every lane takes a turn at its bank (results/h200-atomics.csv: the wavefronts of addSharedInt).
static void test_turns_at_banks(void **state)
{
    (void)state;
    static const struct {
        unsigned shift, stride;
        int turns;
    } patterns[] = {{0, 1, 1}, {1, 1, 2}, {3, 1, 8}, {5, 1, 32}, {0, 32, 32}};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        u32 offset[LANES];
        for (unsigned l = 0; l < LANES; l++)
            offset[l] = (l >> patterns[i].shift) * patterns[i].stride * 4;
        assert_int_equal(count_bank_atomics(offset, FULL, 4).wavefronts, patterns[i].turns);
        assert_int_equal(count_bank_atomics(offset, 1, 4).wavefronts, 1);
    }
}

// ---- L1 ----------------------------------------------------------------------------------------------------------

// The reference keeps the same cache as a list of lines for each set, the last used first.
enum { WAYS = 4, SETS = 8 };

static void test_cache_forgets_the_line_not_used_longest(void **state)
{
    (void)state;
    Cache cache;
    assert_true(cache_init(&cache, (size_t)SETS * WAYS * 128));
    assert_int_equal(cache.sets, SETS);
    for (int clearing = 0; clearing < 2; clearing++) {
        struct {
            u64 line;
            u8 sectors;
        } reference[SETS][WAYS] = {0};
        for (int round = 0; round < 20000; round++) {
            const u64 line = 1 + random_below(48);
            const u8 mask = (u8)(1 + random_below(15));
            const u32 set = (u32)(line ^ line / SETS) % SETS; // of lines below 64
            int way = 0;
            while (way < WAYS - 1 && reference[set][way].line != line)
                way++;
            const u8 had = reference[set][way].line == line ? reference[set][way].sectors : 0;
            memmove(&reference[set][1], &reference[set][0], (size_t)way * sizeof reference[set][0]);
            reference[set][0].line = line;
            reference[set][0].sectors = had | mask;
            assert_int_equal(cache_read(&cache, line, mask, NULL), mask & ~had);
        }
        cache_clear(&cache);
    }
    cache_free(&cache);
}

// Two warps walk along the same lines, one after the other here and side by side on a GPU. What the first one pushed out is there for the
// second one, unless it comes to a line much earlier or later than the first one did, or a fence lies between.
static void test_cache_has_what_warps_bring_side_by_side(void **state)
{
    (void)state;
    enum { LINES = 100, REACH = 8 };
    const struct {
        u32 late; // loads that the second warp makes before
        bool fence;
        u8 missing;
    } cases[] = {{0, false, 0}, {REACH, false, 0}, {LINES + REACH, false, 15}, {0, true, 15}};
    Cache cache = {.reach = REACH};
    assert_true(cache_init(&cache, (size_t)SETS * WAYS * 128));
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        CacheUser first = {.warp = 0}, second = {.warp = 1, .loads = cases[k].late};
        cache_clear(&cache);
        for (u64 line = 0; line < LINES; line++, first.loads++)
            assert_int_equal(cache_read(&cache, line, 15, &first), 15);
        if (cases[k].fence)
            cache_forget(&cache);
        for (u64 line = 0; line < LINES / 2; line++, second.loads++)
            assert_int_equal(cache_read(&cache, line, 15, &second), cases[k].missing);
        assert_int_equal(second.moved, cases[k].missing ? LINES / 2 : 0);
    }
    // the first warp itself has lost them
    CacheUser alone = {.warp = 0};
    cache_clear(&cache);
    for (int twice = 0; twice < 2; twice++)
        for (u64 line = 0; line < LINES; line++, alone.loads++)
            assert_int_equal(cache_read(&cache, line, 15, &alone), 15);
    // a long way, of which each line is there
    enum { MANY = 100000 };
    CacheUser first = {.warp = 0}, second = {.warp = 1};
    cache_clear(&cache);
    for (u64 line = 0; line < MANY; line++, first.loads++)
        cache_read(&cache, line * 8, 1, &first);
    for (u64 line = 0; line < MANY; line++, second.loads++)
        assert_int_equal(cache_read(&cache, line * 8, 1, &second), 0);
    cache_free(&cache);
}

// Each warp comes to the same lines again and again, of which the cache has room for a third if each warp has its own. The first one is
// thought to lose them, until it turns out that so many others share them that there was room for all.
static void test_cache_keeps_what_warps_share(void **state)
{
    (void)state;
    enum { LINES = 24, TURNS = 5, REACH = 8, WARPS = 4 };
    static const u32 kept[WARPS] = {0, 0, LINES * (TURNS - 1), 0};
    Cache cache = {.reach = REACH};
    assert_true(cache_init(&cache, (size_t)SETS * WAYS * 128));
    cache_clear(&cache);
    u32 doubts = 0, taken_back = 0;
    for (int w = 0; w < WARPS; w++) {
        CacheUser warp = {.warp = (u16)w};
        const u32 before = taken_back;
        for (int turn = 0; turn < TURNS; turn++)
            for (u64 line = 0; line < LINES; line++, warp.loads++) {
                assert_int_equal(cache_read(&cache, line, 1, &warp), w == 0);
                doubts += cache.doubts;
                taken_back += cache.kept;
            }
        assert_int_equal(taken_back - before, kept[w]);
    }
    assert_int_equal(doubts, LINES * (TURNS - 1));
    cache_free(&cache);
}

// The GPCs of blocks are those to whose SMs an H200 gave them (results/h200-places.csv; SMs are of one GPC if their requests merge).
static void test_blocks_have_places(void **state)
{
    (void)state;
    static const struct {
        u64 blocks;
        const char *gpcs;
    } cases[] = {
        {16, "0000000001234567"},
        {64, "0000000000001111111122222222333333334444444555555566666667777777"},
        {128,
         "00000000000000001111111111111111222222222222222233333333333333334444444444444444555555555555555566666666666666667777777777777777"},
    };
    SimLaunch launch = {.device = sim_device("h200")};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        launch.blocks = cases[k].blocks;
        for (u64 block = 0; block < launch.blocks; block++)
            assert_int_equal(footprint_asks(&launch, block, 1056).gpc, cases[k].gpcs[block] - '0');
    }
    static const u64 first[] = {16, 32, 48,  64,
                                80, 96, 114, 132}; // of the next GPC, if all SMs have blocks
    launch.blocks = 1000;
    for (u64 block = 0, gpc = 0; block < 264; block++) {
        gpc = block % 132 == 0 ? 0 : block % 132 == first[gpc] ? gpc + 1 : gpc;
        const Asks asks = footprint_asks(&launch, block, 528);
        assert_int_equal(asks.gpc, gpc);
        assert_int_equal(asks.round, block / 132);
        assert_int_equal(asks.wave, 0);
    }
}

// A line that was there and is lost is told from one that was never there.
static void test_cache_tells_what_it_lost(void **state)
{
    (void)state;
    Cache cache = {.reach = 2};
    CacheUser warp = {.warp = 3};
    assert_true(cache_init(&cache, (size_t)64 * WAYS * 128));
    assert_int_equal(cache_read(&cache, 7, 15, &warp), 15);
    assert_false(cache.lost);
    assert_int_equal(cache_read(&cache, 7, 15, &warp), 0);
    cache_forget(&cache); // as at a fence
    assert_false(cache_has(&cache, 7, 1));
    assert_int_equal(cache_read(&cache, 7, 3, &warp), 3);
    assert_true(cache.lost);
    assert_int_equal(cache_read(&cache, 7, 3, &warp), 0);
    // another sector, which it has not had since
    assert_int_equal(cache_read(&cache, 7, 4, &warp), 4);
    assert_false(cache.lost);
    for (u64 line = 100; line < 103; line++) // three lines, of which there is room for two
        assert_int_equal(cache_read(&cache, line, 15, &warp), 15);
    assert_int_equal(cache_read(&cache, 7, 3, &warp), 3);
    assert_true(cache.lost);
    assert_int_equal(cache.away, 3);
    cache_free(&cache);
}

static void test_l1_hits_are_not_l2_traffic(void **state)
{
    (void)state;
    load(KERNEL("mul.wide.u32 %d3, %r0, 4; add.s64 %d4, %d0, %d3;\n"
                "ld.global.u32 %r1, [%d4];\nld.global.b32 %r2, [%d4];\n"
                "ld.volatile.global.u32 %r3, [%d4];\nst.global.u32 [%d4], %r3;\n"));
    uint64_t a = buffer(4096);
    expect_ok(RUN(.block = {64}, .args = {a}));
    assert_int_equal(count_of("ld.global.u32").l1_misses, 8);
    assert_int_equal(count_of("ld.global.b32").l1_misses, 0);
    assert_int_equal(count_of("ld.global.b32").sectors, 8);
    assert_int_equal(count_of("ld.volatile.global.u32").l1_misses, 8);
    assert_int_equal(count_of("st.global.u32").l1_misses, 8);
    // each block has an L1 of its own
    expect_ok(RUN(.grid = {3}, .block = {64}, .args = {a}));
    assert_int_equal(count_of("ld.global.u32").l1_misses, 24);
}

// What a launch loaded says nothing about a later launch, whether its array still lives or not.
static void test_freed_arrays_do_not_count(void **state)
{
    (void)state;
    load(KERNEL("mov.u32 %r1, %ctaid.x; and.b32 %r2, %r1, 15; mul.wide.u32 %d3, %r2, 512;\n"
                "mul.wide.u32 %d4, %r0, 16; add.s64 %d5, %d0, %d3; add.s64 %d6, %d5, %d4;\n"
                "ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%d6];\n"));
    enum { BLOCKS = 1056, BYTES = 15 * 512 + 1024 * 16 };
    uint64_t a = buffer(BYTES), b = buffer(BYTES);
    expect_ok(RUN(.grid = {BLOCKS}, .block = {32}, .args = {a}));
    const double alone = footprint_of(&sim.launch, 1).again;
    assert_true(alone > 0);
    for (int freed = 0; freed < 2; freed++) {
        expect_ok(RUN(.grid = {BLOCKS}, .block = {1024}, .args = {b}));
        assert_true(!freed || sim_release(sim.memory, b, NULL));
        expect_ok(RUN(.grid = {BLOCKS}, .block = {32}, .args = {a}));
        assert_true(footprint_of(&sim.launch, 1).again == alone);
    }
}

// A register that a load had before does not delay the argument that is read into it, nor who reads that.
static void test_arguments_are_always_ready(void **state)
{
    (void)state;
    int cycles[2];
    for (int same = 0; same < 2; same++) {
        load_kernel("ld.global.u32 %s, [%%d0]; ld.param.u32 %%r1, [a]; mul.lo.u32 %%r2, %%r1, 3;\n"
                    "mul.lo.u32 %%r3, %%r2, %%r2; st.global.u32 [%%d1], %%r3;\n",
                    same ? "%r1" : "%r4");
        expect_ok(RUN(.block = {32}, .args = {buffer(4), buffer(4)}));
        cycles[same] = sim.module->segments[0].cycles;
    }
    assert_int_equal(cycles[0], cycles[1]);
}

// ---- Instructions ------------------------------------------------------------------------------------------------

static void test_lanes_of_instructions(void **state)
{
    (void)state;
    load(KERNEL("and.b32 %r1, %r0, 1; setp.eq.u32 %p1, %r1, 1; setp.lt.u32 %p2, %r0, 40;\n"
                "@%p1 add.u32 %r2, %r2, 1;\n"           // guarded
                "@%p1 bra ODD;\nsub.u32 %r2, %r2, 1;\n" // divergent
                "ODD: @!%p2 bra END;\nmul.lo.u32 %r2, %r2, 3;\nEND:\n"));
    expect_ok(RUN(.block = {80})); // two and a half warps
    SimCount c = count_of("add.u32");
    assert_int_equal(c.executed, 3);
    assert_int_equal(c.threads, 80);
    assert_int_equal(c.enabled, 40);
    c = count_of("sub.u32");
    assert_int_equal(c.executed, 3);
    assert_int_equal(c.threads, 40);
    assert_int_equal(c.enabled, 40);
    c = count_of("bra"); // both: all three warps part at the first, the second one at the second
    assert_int_equal(c.executed, 6);
    assert_int_equal(c.threads, 160);
    assert_int_equal(c.divergent, 4);
    c = count_of("mul.lo.u32");
    assert_int_equal(c.executed, 2);
    assert_int_equal(c.threads, 40);
}

static void test_lanes_that_part_elsewhere(void **state)
{
    (void)state;
    load(KERNEL("and.b32 %r1, %r0, 1; setp.eq.u32 %p1, %r1, 1; setp.ge.u32 %p2, %r0, 64;\n"
                "@%p2 exit;\n@%p1 ret;\nsub.u32 %r2, %r2, 1;\n"));
    expect_ok(RUN(.block = {96}));
    assert_int_equal(count_of("exit").divergent, 0); // a whole warp leaves
    assert_int_equal(count_of("ret").divergent, 2);
    assert_int_equal(count_of("ret").enabled, 32 + 32); // the kernel's end is one, too
    assert_int_equal(count_of("sub.u32").threads, 32);
    // A branch to four places splits a warp once.
    load(KERNEL("and.b32 %r1, %r0, 3; T: .branchtargets A, B, C, D; brx.idx %r1, T;\n"
                "A: mov.u32 %r1, 1; bra E; B: mov.u32 %r1, 2; bra E; C: mov.u32 %r1, 3; bra E;\n"
                "D: mov.u32 %r1, 4; E: mov.u32 %r2, 5;\n"));
    expect_ok(RUN(.block = {64}));
    assert_int_equal(count_of("brx.idx").executed, 2);
    assert_int_equal(count_of("brx.idx").divergent, 2);
}

// Warps that meet `rounds` times by a counter in shared memory, of which each but the last to come waits; the loop that counts the rounds
// may keep its number in a volatile variable, and so look like one that waits.
static void test_waits(void **state)
{
    (void)state;
    static const char MEET[] =
        ".shared .b32 met; .local .b32 kept; mov.b32 %%r1, 0; mov.b32 %%r4, 0; st.volatile.local.b32 [kept], %%r4;\n"
        "setp.ne.u32 %%p1, %%r0, 0; @%%p1 bra MADE; st.shared.b32 [met], 0; MADE: bar.sync 0;\n"
        "ROUND: red.shared.add.u32 [met], 1; add.u32 %%r1, %%r1, 96;\n"
        "WAIT: %s setp.lt.u32 %%p2, %%r2, %%r1; @%%p2 bra WAIT;\n"
        "ld.volatile.local.b32 %%r4, [kept]; add.u32 %%r4, %%r4, 1; st.volatile.local.b32 [kept], %%r4;\n"
        "setp.lt.u32 %%p3, %%r%d, %%r%d; @%%p3 bra ROUND;\n";
    static const char *const LOOKS[] = {
        "ld.volatile.shared.b32 %r2, [met];",
        "atom.shared.add.u32 %r2, [met], 0;",
        "nanosleep.u32 20; ld.relaxed.cta.shared.b32 %r2, [met];",
    };
    for (size_t k = 0; k < sizeof LOOKS / sizeof *LOOKS; k++)
        for (int kept = 0; kept < 2; kept++)
            for (int rounds = 1; rounds < 6; rounds++) {
                char code[2048];
                snprintf(code, sizeof code, "mov.b32 %%r5, %d; mov.b32 %%r6, %d;\n", rounds,
                         96 * rounds);
                snprintf(code + strlen(code), sizeof code - strlen(code), MEET, LOOKS[k],
                         kept ? 4 : 1, kept ? 5 : 6);
                load_kernel("%s", code);
                expect_ok(RUN(.block = {96}));
                // Of three warps one comes last. The loop of the rounds counts, too, if it seems to wait; one with a sleep does.
                bool seems = kept || strstr(LOOKS[k], "sleep");
                assert_in_range(sim.launch.waits, 2 * rounds, (seems ? 4 : 2) * rounds);
            }
    load(KERNEL("nanosleep.u32 20; nanosleep.u32 20;"));
    expect_ok(RUN(.block = {64}));
    assert_int_equal(sim.launch.waits, 4);
    load(KERNEL(
        "mov.u32 %r1, 9; MORE: sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra MORE;"));
    expect_ok(RUN(.block = {64}));
    assert_int_equal(sim.launch.waits, 0);
}

static void test_lanes_that_are_off_request_nothing(void **state)
{
    (void)state;
    load(KERNEL("setp.ge.u32 %p1, %r0, 64; setp.eq.u32 %p2, %r0, 3;\n"
                "@%p1 ld.global.u32 %r1, [%d1];\n" // outside: no lane does
                "@%p2 ld.global.b32 %r1, [%d0];\n"));
    uint64_t a = buffer(64);
    expect_ok(RUN(.block = {64}, .args = {a, 0}));
    SimCount c = count_of("ld.global.u32");
    assert_int_equal(c.executed, 2);
    assert_int_equal(c.enabled, 0);
    assert_int_equal(c.requests, 0);
    c = count_of("ld.global.b32");
    assert_int_equal(c.executed, 2);
    assert_int_equal(c.enabled, 1);
    assert_int_equal(c.requests, 1);
    assert_int_equal(c.sectors, 1);
    assert_int_equal(c.bytes, 4);
}

// The same local word of all lanes is one line of memory, wherever each lane's pointer points.
static void test_local_memory_is_interleaved(void **state)
{
    (void)state;
    load(KERNEL(
        ".local .align 16 .b8 mine[64];\n"
        "mov.u64 %d3, mine; st.local.u32 [%d3+8], %r0;\nld.local.v2.u32 {%r1, %r2}, [mine+16];\n"
        "and.b32 %r3, %r0, 1; mul.wide.u32 %d4, %r3, 4; add.s64 %d5, %d3, %d4;\n"
        "ld.local.u32 %r4, [%d5];\n"));
    expect_ok(RUN(.block = {32}));
    SimCount c = count_of("st.local.u32");
    assert_int_equal(c.requests, 1);
    assert_int_equal(c.sectors, 4);
    assert_int_equal(c.bytes, 128);
    c = count_of("ld.local.v2.u32");
    assert_int_equal(c.sectors, 8);
    c = count_of("ld.local.u32"); // half the lanes in one line, half in the next
    assert_int_equal(c.sectors, 8);
    assert_int_equal(c.bytes, 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sectors_of_named_patterns),
        cmocka_unit_test(test_sectors_of_kernels),
        cmocka_unit_test(test_sectors_of_random_addresses),
        cmocka_unit_test(test_runs_anywhere),
        cmocka_unit_test(test_lanes_far_apart),
        cmocka_unit_test(test_wavefronts_of_named_patterns),
        cmocka_unit_test(test_wavefronts_of_kernels),
        cmocka_unit_test(test_wavefronts_of_pairs),
        cmocka_unit_test(test_wavefronts_of_random_offsets),
        cmocka_unit_test(test_updates_of_named_patterns),
        cmocka_unit_test(test_updates_of_random_words),
        cmocka_unit_test(test_turns_at_banks),
        cmocka_unit_test(test_cache_forgets_the_line_not_used_longest),
        cmocka_unit_test(test_cache_tells_what_it_lost),
        cmocka_unit_test(test_cache_has_what_warps_bring_side_by_side),
        cmocka_unit_test(test_cache_keeps_what_warps_share),
        cmocka_unit_test(test_blocks_have_places),
        cmocka_unit_test(test_l1_hits_are_not_l2_traffic),
        cmocka_unit_test(test_freed_arrays_do_not_count),
        cmocka_unit_test(test_arguments_are_always_ready),
        cmocka_unit_test(test_lanes_of_instructions),
        cmocka_unit_test(test_lanes_that_part_elsewhere),
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_lanes_that_are_off_request_nothing),
        cmocka_unit_test(test_local_memory_is_interleaved),
    };
    return cmocka_run_group_tests(tests, NULL, unload_after);
}
