// Launches: limits, what a thread knows of its place, occupancy, the modelled time and its limiting term. Results,
// counters and time are the same for any number of host threads.

#include "kernel.h"

#include <math.h>

static void expect_no_launch(Run r, const char *text)
{
    assert_int_equal(run_kernel(r), SIM_BAD_LAUNCH);
    expect_text(text);
}

static void test_limits(void **state)
{
    (void)state;
    load(
        PTX_HEAD
        ".visible .entry k() { ret; }\n.visible .entry bounded() .maxntid 128 { ret; }\n"
        ".visible .entry exact() .reqntid 32, 2 { ret; }\n"
        ".visible .entry fixed() { .shared .align 4 .b8 s[1024]; .reg .b32 %r<2>; mov.u32 %r1, s; ret; }\n");
    expect_no_launch((Run){.grid = {1, 65536}}, "gridDim.y: 65536, the limit is 65535");
    expect_no_launch((Run){.grid = {1, 1, 65536}}, "gridDim.z: 65536");
    expect_no_launch((Run){.grid = {0x80000000}}, "gridDim.x: 2147483648, the limit is 2147483647");
    expect_no_launch((Run){.block = {1025}}, "blockDim.x: 1025, the limit is 1024");
    expect_no_launch((Run){.block = {1, 1, 65}}, "blockDim.z: 65, the limit is 64");
    expect_no_launch((Run){.block = {32, 32, 2}}, "threads per block: 2048, the limit is 1024");
    expect_no_launch((Run){.kernel = "bounded", .block = {129}},
                     "threads per block: 129, the limit is 128");
    expect_ok(RUN(.kernel = "bounded", .block = {128}));
    expect_ok(RUN(.kernel = "exact", .block = {32, 2}));
    expect_no_launch((Run){.kernel = "exact", .block = {64}},
                     "blockDim.x: 64, the limit is 32, and no less (.reqntid)");
    expect_no_launch((Run){.kernel = "exact", .block = {32}},
                     "blockDim.y: 1, the limit is 2, and no less (.reqntid)");
    expect_ok(RUN(.grid = {1, 65535}));
    expect_ok(RUN(.block = {32, 32}));
    const SimDevice *d = sim_device_at(0);
    expect_ok(RUN(.shared = (size_t)d->shared_optin));
    expect_no_launch((Run){.shared = (size_t)d->shared_optin + 1},
                     "bytes of shared memory per block");
    expect_no_launch((Run){.kernel = "fixed", .shared = (size_t)d->shared_optin - 1023},
                     "bytes of shared memory");
    expect_no_launch((Run){.kernel = "fixed", .shared = SIZE_MAX - 100}, "bytes of shared memory");
    sim_function_set_assembled(sim_module_function(sim.module, "k"),
                               &(SimAssembled){.registers = 65});
    expect_no_launch((Run){.block = {1024}}, "registers per block");
    // a grid without threads: the host's 0 is refused by name
    SimLaunch l = {.device = d,
                   .memory = sim.memory,
                   .kernel = sim_module_function(sim.module, "k"),
                   .grid = {0, 1, 1},
                   .block = {1, 1, 1}};
    assert_int_equal(sim_launch_prepare(&l, &sim.err), SIM_BAD_LAUNCH);
    expect_text("gridDim.x: 0");
}

static void test_a_refused_launch_leaves_nothing(void **state)
{
    (void)state;
    load(PTX_HEAD ".visible .entry k(.param .u64 a) { ret; }");
    const size_t before = sim_alloc_count(sim.memory);
    assert_int_equal(RUN(.block = {2000}), SIM_BAD_LAUNCH);
    assert_int_equal(sim_alloc_count(sim.memory), before);
    expect_ok(RUN());
    sim_launch_end(&sim.launch);
    sim.launch.kernel = NULL;
    assert_int_equal(sim_alloc_count(sim.memory), before);
}

// Each thread stores its coordinates at its linear index.
static void test_every_thread_knows_its_place(void **state)
{
    (void)state;
    load(KERNEL(
        "mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ctaid.y;\n"
        "mov.u32 %r5, %ctaid.z; mov.u32 %r6, %ntid.x; mov.u32 %r7, %ntid.y; mov.u32 %r8, %ntid.z;\n"
        "mov.u32 %r9, %nctaid.x; mov.u32 %r10, %nctaid.y; mov.u32 %r20, %nctaid.z;\n"
        "mad.lo.u32 %r11, %r5, %r10, %r4; mad.lo.u32 %r11, %r11, %r9, %r3;\n" // block
        "mad.lo.u32 %r12, %r2, %r7, %r1; mad.lo.u32 %r12, %r12, %r6, %r0;\n"  // thread in it
        "mul.lo.u32 %r13, %r6, %r7; mul.lo.u32 %r13, %r13, %r8; mad.lo.u32 %r14, %r11, %r13, %r12;\n"
        "shl.b32 %r15, %r0, 20; shl.b32 %r16, %r1, 16; shl.b32 %r17, %r2, 12; shl.b32 %r18, %r3, 8;\n"
        "shl.b32 %r19, %r4, 4; or.b32 %r15, %r15, %r16; or.b32 %r15, %r15, %r17; or.b32 %r15, %r15, %r18;\n"
        "or.b32 %r15, %r15, %r19; or.b32 %r15, %r15, %r5; shl.b32 %r20, %r20, 28; or.b32 %r15, %r15, %r20;\n"
        "mul.wide.u32 %d3, %r14, 4; add.s64 %d3, %d0, %d3; st.global.u32 [%d3], %r15;\n"));
    enum { X = 7, Y = 3, Z = 2, GX = 3, GY = 2, GZ = 4 };
    const uint64_t out = buffer(sizeof(uint32_t[GZ][GY][GX][Z][Y][X]));
    expect_ok(RUN(.grid = {GX, GY, GZ}, .block = {X, Y, Z}, .args = {out}, .hosts = 2));
    const uint32_t *got = at(out, sizeof(uint32_t[GZ][GY][GX][Z][Y][X]));
    for (uint32_t c = 0; c < GZ; c++)
        for (uint32_t b = 0; b < GY; b++)
            for (uint32_t a = 0; a < GX; a++)
                for (uint32_t z = 0; z < Z; z++)
                    for (uint32_t y = 0; y < Y; y++)
                        for (uint32_t x = 0; x < X; x++)
                            assert_int_equal(*got++, x << 20 | y << 16 | z << 12 | a << 8 | b << 4 |
                                                         c | GZ << 28);
    assert_int_equal(sim.launch.blocks, GX * GY * GZ);
    assert_int_equal(sim.launch.threads, X * Y * Z);
    assert_int_equal(sim.launch.warps, 2);
}

static void test_shared_memory_and_arguments(void **state)
{
    (void)state;
    load(
        PTX_HEAD
        ".extern .shared .align 4 .b8 more[];\n"
        ".visible .entry k(.param .u64 out, .param .u32 n, .param .u8 c) { .shared .align 4 .b8 s[20];\n"
        ".reg .b64 %d<4>; .reg .b32 %r<9>; .reg .b16 %h<2>; mov.u32 %r1, s; mov.u32 %r2, more;\n"
        "ld.param.u64 %d1, [out]; ld.param.u32 %r3, [n]; ld.param.u8 %h1, [c]; cvt.u32.u16 %r4, %h1;\n"
        "mov.u32 %r5, %dynamic_smem_size; mov.u32 %r6, %total_smem_size; sub.u32 %r7, %r2, %r1;\n"
        "ld.shared.u32 %r8, [more+36];\n"
        "st.global.v4.u32 [%d1], {%r3, %r4, %r5, %r6}; st.global.v2.u32 [%d1+16], {%r7, %r8}; ret; }");
    const uint64_t out = buffer(32);
    expect_ok(RUN(.shared = 40, .args = {out, 0x2a000000ffull}));
    // dynamic memory follows the static at a multiple of 16, and begins zeroed like it
    assert_memory_equal(at(out, 24), ((uint32_t[]){255, 42, 40, 72, 32, 0}), 24);
    assert_int_equal(sim.launch.shared_total, 72);
    load(PTX_HEAD
         ".extern .shared .align 128 .b8 lines[];\n"
         ".visible .entry k(.param .u64 out) { .shared .align 4 .b8 s[20];\n"
         ".reg .b64 %d<2>; .reg .b32 %r<4>; mov.u32 %r1, s; mov.u32 %r2, lines;\n"
         "ld.param.u64 %d1, [out]; sub.u32 %r3, %r2, %r1; st.global.u32 [%d1], %r3; ret; }");
    const uint64_t lines = buffer(4);
    expect_ok(RUN(.shared = 40, .args = {lines}));
    assert_int_equal(*(uint32_t *)at(lines, 4), 128); // or at a multiple of what it asks for
    assert_int_equal(sim.launch.shared_total, 168);
}

static void test_occupancy(void **state)
{
    (void)state;
    load(PTX_HEAD ".visible .entry k() { ret; }");
    sim_function_set_assembled(sim_module_function(sim.module, "k"),
                               &(SimAssembled){.registers = 32});
    const SimDevice *d = sim_device("rtx3080"); // 1536 threads, 16 blocks, 65536 registers, 100 KiB
    expect_ok(RUN(.block = {256}, .device = d));
    assert_int_equal(sim.launch.occupancy.blocks, 6);
    assert_float_equal(sim.launch.occupancy.occupancy, 1, 0);
    expect_ok(RUN(.block = {32}, .device = d));
    assert_int_equal(sim.launch.occupancy.blocks, 16);
    assert_string_equal(sim.launch.occupancy.limit, "blocks");
    expect_ok(RUN(.block = {128}, .shared = 40 << 10, .device = d));
    assert_int_equal(sim.launch.occupancy.blocks, 2);
    assert_string_equal(sim.launch.occupancy.limit, "shared memory");
    sim_function_set_assembled(sim_module_function(sim.module, "k"),
                               &(SimAssembled){.registers = 128});
    expect_ok(RUN(.block = {128}, .device = d));
    assert_int_equal(sim.launch.occupancy.blocks, 4);
    assert_string_equal(sim.launch.occupancy.limit, "registers");
}

// ---- Modelled time ---------------------------------------------------------------------------------------------------

// Returns what L2 moves on an H200 besides a launch's data, of which this is read and written. `sms` have blocks.
static double besides(double data, int sms)
{
    return 125e3 + 570. * sms + 0.65e6 * (1 - exp(-pow(data / 1.7e6, 2)));
}

// The bytes that a copy touches, its L2 traffic and its wavefronts are known exactly, and so are their terms.
static void test_terms_of_a_copy(void **state)
{
    (void)state;
    load(KERNEL("mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mad.lo.u32 %r1, %r1, %r2, %r0;\n"
                "mul.wide.u32 %d3, %r1, 4; add.s64 %d4, %d0, %d3; ld.global.u32 %r3, [%d4];\n"
                "add.s64 %d5, %d1, %d3; st.global.u32 [%d5], %r3;\n"));
    enum { BLOCKS = 200, THREADS = 256, BYTES = 4 * BLOCKS * THREADS };
    const uint64_t in = buffer(BYTES), out = buffer(BYTES);
    const SimDevice *d = sim_device("h200");
    expect_ok(RUN(.grid = {BLOCKS}, .block = {THREADS}, .args = {in, out}, .device = d));
    SimTime t = sim_model(&sim.launch);
    assert_int_equal(t.dram_read, BYTES);
    assert_int_equal(t.dram_written, 0); // it stays in L2
    // an L2 of two parts
    assert_float_equal(t.l2_bytes, 1.5 * 2 * BYTES + besides(2. * BYTES, d->sms), 1);
    assert_float_equal(t.dram, BYTES / (0.92 * d->dram), 1e-12);
    assert_float_equal(t.l2, (double)t.l2_bytes / d->l2_rate, 1e-12);
    assert_float_equal(t.lsu, 2.0 * (BLOCKS * THREADS / 32.0) / (d->sms * d->ghz * 1e9), 1e-12);
    // longer than the longest term, shorter than their sum
    double most = fmax(fmax(fmax(t.issue, t.lsu), fmax(t.l2, t.dram)), fmax(t.latency, t.sfu));
    assert_true(t.total > d->overhead + most);
    assert_true(t.total < d->overhead + t.issue + t.lsu + t.l2 + t.dram + t.latency);

    // of a copy through a small L2 most is written back, save half of what stays there
    SimDevice small = *d;
    small.l2 = 100000;
    expect_ok(RUN(.grid = {BLOCKS}, .block = {THREADS}, .args = {in, out}, .device = &small));
    t = sim_model(&sim.launch);
    assert_int_equal(t.dram_read, BYTES);
    assert_in_range(t.dram_written, BYTES - 35000, BYTES - 30000);
}

// DRAM is read 64 bytes at a time: a kernel that wants every other sector reads all, one that wants every fourth reads half.
static void test_dram_reads_pairs_of_sectors(void **state)
{
    (void)state;
    enum { THREADS = 256 };
    for (unsigned stride = 32; stride <= 256; stride *= 2) {
        load_kernel(
            "mul.wide.u32 %%d3, %%r0, %u; add.s64 %%d4, %%d0, %%d3; ld.global.u32 %%r3, [%%d4];\n",
            stride);
        const uint64_t in = buffer((size_t)stride * THREADS);
        expect_ok(RUN(.block = {THREADS}, .args = {in}));
        assert_int_equal(sim_model(&sim.launch).dram_read, (stride == 32 ? 32 : 64) * THREADS);
    }
}

// Returns the PTX line of the first instruction with this text.
static int ptx_line_of(const char *text)
{
    for (int i = 0; i < sim.launch.insn_count; i++)
        if (strcmp(sim.launch.insns[i].text, text) == 0)
            return sim.launch.insns[i].ptx_line;
    fail_msg("no %s", text);
    return 0;
}

// Lets the model believe that ptxas has made this of a line of the kernel.
static void assemble(SimAssembledLine line)
{
    sim_function_set_assembled(sim_module_function(sim.module, "k"),
                               &(SimAssembled){.registers = 16, .lines = &line, .count = 1});
}

// Spills of ptxas are not in the PTX. They are words of all lanes that go to L2, half of them to its other part. Of the
// words that are loaded again few miss L1.
static void test_spilled_registers_are_traffic(void **state)
{
    (void)state;
    load(KERNEL("mul.wide.u32 %d3, %r0, 4; add.s64 %d4, %d0, %d3;\n"
                "ld.global.u32 %r3, [%d4];\nadd.u32 %r3, %r3, 1;\nst.global.u32 [%d4], %r3;\n"));
    enum { BLOCKS = 20, WARPS = 4, BYTES = 128 * WARPS, STORES = 3, LOADS = 5 };
    const Run r = {.grid = {BLOCKS},
                   .block = {32 * WARPS},
                   .args = {buffer(BYTES)},
                   .device = sim_device("h200")};
    expect_ok(run_kernel(r));
    const SimTime before = sim_model(&sim.launch);
    assemble((SimAssembledLine){
        .line = ptx_line_of("add.u32"), .local_stores = STORES, .local_loads = LOADS});
    expect_ok(run_kernel(r));
    const SimTime after = sim_model(&sim.launch);
    const double stored = 128. * STORES * BLOCKS * WARPS;
    assert_in_range(after.l2_bytes - before.l2_bytes, 1.5 * stored, 1.5 * stored + 600);
    assert_float_equal(after.lsu - before.lsu, (STORES + LOADS) * WARPS / (1.98e9), 1e-12);
    assert_int_equal(after.dram_written, before.dram_written); // so little stays in L2
}

// In a loop that ptxas unrolls four times, the loads of four turns wait together.
static void test_unrolled_loads_wait_together(void **state)
{
    (void)state;
    load(KERNEL("mul.wide.u32 %d3, %r0, 4; add.s64 %d4, %d0, %d3; mov.u32 %r1, 0;\n"
                "L:\nld.global.u32 %r3, [%d4];\nadd.s64 %d4, %d4, 4096; add.u32 %r2, %r2, %r3;\n"
                "add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 64; @%p1 bra L;\n"));
    enum { BYTES = 64 << 12 };
    const Run r = {.block = {32}, .args = {buffer(BYTES)}, .device = sim_device("h200")};
    expect_ok(run_kernel(r));
    const double before = sim_model(&sim.launch).latency;
    assemble((SimAssembledLine){.line = ptx_line_of("ld.global.u32"), .copies = 4, .batches = 1});
    expect_ok(run_kernel(r));
    const double ratio = before / sim_model(&sim.launch).latency;
    assert_true(ratio > 3 && ratio <= 4);
}

// … unless each needs what the one before it brought.
static void test_loads_that_follow_each_other_wait_each(void **state)
{
    (void)state;
    load(KERNEL("mul.wide.u32 %d3, %r0, 4096; add.s64 %d4, %d0, %d3; mov.u32 %r1, 0;\n"
                "L:\nld.global.u64 %d5, [%d4];\nadd.s64 %d4, %d4, %d5; add.s64 %d4, %d4, 32;\n"
                "add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 64; @%p1 bra L;\n"));
    enum { BYTES = 64 << 12 };
    const Run r = {.block = {1}, .args = {buffer(BYTES)}, .device = sim_device("h200")};
    expect_ok(run_kernel(r));
    const uint64_t before = sim.launch.dram_cycles;
    assemble((SimAssembledLine){.line = ptx_line_of("ld.global.u64"), .copies = 4, .batches = 4});
    expect_ok(run_kernel(r));
    assert_int_equal(sim.launch.dram_cycles, before);
    assert_true(before > 0);
}

// A load that is still under way when a loop begins is waited for with the first one in the loop.
static void test_a_load_joins_one_from_before_its_loop(void **state)
{
    (void)state;
    enum { TURNS = 16, BYTES = (TURNS + 1) << 12 };
    load(KERNEL(
        "mul.wide.u32 %d3, %r0, 4; add.s64 %d4, %d0, %d3; mov.u32 %r1, 0;\n"
        "ld.global.u32 %r4, [%d4];\n"
        "L:\nadd.s64 %d4, %d4, 4096;\nld.global.s32 %r3, [%d4];\n"
        "add.u32 %r2, %r3, %r4; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 16; @%p1 bra L;\n"));
    const Run r = {.block = {32}, .args = {buffer(BYTES)}, .device = sim_device("h200")};
    expect_ok(run_kernel(r));
    const uint64_t before = sim.launch.dram_cycles;
    SimAssembledLine lines[] = {
        {.line = ptx_line_of("ld.global.u32"), .copies = 1, .batches = 1, .stays = true},
        {.line = ptx_line_of("ld.global.s32"), .copies = 1, .batches = 1, .joins = true},
    };
    sim_function_set_assembled(sim_module_function(sim.module, "k"),
                               &(SimAssembled){.registers = 16, .lines = lines, .count = 2});
    expect_ok(run_kernel(r));
    assert_int_equal(sim.launch.dram_cycles * (TURNS + 1), before * TURNS);
    assert_true(before > 0);
}

// Waits for DRAM are unlike, and a block waits for the slowest of its warps: that of 32 warps by 250 cycles longer than one warp alone.
static void test_a_block_waits_for_its_slowest_warp(void **state)
{
    (void)state;
    load(KERNEL("mul.wide.u32 %d3, %r0, 4; add.s64 %d4, %d0, %d3;\n"
                "ld.global.u32 %r3, [%d4];\nst.global.u32 [%d4], %r3;\n"));
    const uint32_t threads[] = {32, 1024};
    double cycles[2];
    for (int i = 0; i < 2; i++) {
        const Run r = {.block = {threads[i]}, .args = {buffer(4096)}, .device = sim_device("h200")};
        expect_ok(run_kernel(r));
        cycles[i] = sim_model(&sim.launch).latency * 1.98e9;
    }
    const double change = 31 * 2;
    assert_true(cycles[1] - cycles[0] - change > 250 && cycles[1] - cycles[0] - change < 350);
}

// SMs that load the same lines at the same time share requests: up to four SMs make one. Without barriers they share the
// less, the less they wait. If each load is a request, nothing is shared.
static void test_sms_share_requests(void **state)
{
    (void)state;
    enum { BLOCKS = 132, BYTES = 64 << 12 };
    load(KERNEL(
        "mul.wide.u32 %d3, %r0, 4; add.s64 %d4, %d0, %d3; mov.u32 %r1, 0;\n"
        "L: ld.global.u32 %r3, [%d4]; bar.sync 0; add.s64 %d4, %d4, 4096; add.u32 %r2, %r2, %r3;\n"
        "add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 64; @%p1 bra L;\n"));
    SimDevice apart = *sim_device("h200");
    apart.gpcs = 0;
    const uint64_t data = buffer(BYTES);
    expect_ok(RUN(.grid = {BLOCKS}, .block = {1024}, .args = {data}, .device = &apart));
    const double all = (double)sim_model(&sim.launch).l2_bytes;
    expect_ok(RUN(.grid = {BLOCKS}, .block = {1024}, .args = {data}, .device = sim_device("h200")));
    const double shared = (double)sim_model(&sim.launch).l2_bytes;
    // each SM asks for all; each half of L2 fetches the other half's
    assert_float_equal(all, BYTES * (BLOCKS + 1.) + besides(BYTES, BLOCKS), 1);
    assert_true(shared < all / 2 && shared > all / 4);
}

// Each term limits one of these kernels.
static void test_the_limit_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *limit, *body;
        uint32_t blocks, threads;
    } cases[] = {
        // 64 different words of memory per thread
        {"DRAM",
         "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mad.lo.u32 %r1, %r1, %r2, %r0; mul.wide.u32 %d3, %r1, 64;\n"
         "add.s64 %d4, %d0, %d3; ld.global.v4.u32 {%r3,%r4,%r5,%r6}, [%d4];\n"
         "ld.global.v4.u32 {%r7,%r8,%r9,%r10}, [%d4+32]; add.u32 %r3, %r3, %r7;\n",
         1024, 256},
        // the same few bytes over and over, past L1
        {"L2",
         "mul.wide.u32 %d3, %r0, 32; add.s64 %d4, %d0, %d3; mov.u32 %r1, 0;\n"
         "L: ld.relaxed.gpu.global.u32 %r2, [%d4]; ld.relaxed.gpu.global.u32 %r3, [%d4]; add.u32 %r1, %r1, 1;\n"
         "setp.lt.u32 %p1, %r1, 6; @%p1 bra L;\n",
         1024, 128},
        // every lane in the same bank
        {"LSU",
         ".shared .align 4 .b8 s[4096]; shl.b32 %r1, %r0, 7; and.b32 %r1, %r1, 4095; mov.u32 %r2, s; add.u32 %r1, %r1, %r2;\n"
         "mov.u32 %r3, 0; L: ld.shared.u32 %r4, [%r1]; ld.shared.u32 %r5, [%r1]; add.u32 %r3, %r3, 1;\n"
         "setp.lt.u32 %p1, %r3, 8; @%p1 bra L;\n",
         512, 512},
        // arithmetic without an end
        {"issue",
         "mov.u32 %r1, 0; L: add.u32 %r2, %r0, 1; add.u32 %r3, %r0, 2; add.u32 %r4, %r0, 3; add.u32 %r5, %r0, 4;\n"
         "add.u32 %r6, %r0, 5; add.u32 %r7, %r0, 6; add.u32 %r8, %r0, 7; add.u32 %r1, %r1, 1;\n"
         "setp.lt.u32 %p1, %r1, 50; @%p1 bra L;\n",
         1024, 512},
        // sines, the fewest at a time
        {"SFU",
         "mov.u32 %r1, 0; L: sin.approx.f32 %f1, %f1; sin.approx.f32 %f2, %f2; sin.approx.f32 %f3, %f3; add.u32 %r1, %r1, 1;\n"
         "setp.lt.u32 %p1, %r1, 50; @%p1 bra L;\n",
         1024, 512},
        // every lane at the same word, which the code does not show
        {"atomics",
         "shr.u32 %r1, %r0, 20; mul.wide.u32 %d3, %r1, 4; add.s64 %d3, %d0, %d3; red.global.add.u32 [%d3], %r0;\n",
         1024, 512},
        // one warp, each instruction waiting for the last
        {"latency",
         "mov.u32 %r1, 0; L: sin.approx.f32 %f1, %f1; sin.approx.f32 %f1, %f1; sin.approx.f32 %f1, %f1; add.u32 %r1, %r1, 1;\n"
         "setp.lt.u32 %p1, %r1, 50; @%p1 bra L;\n",
         1, 32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_kernel("%s", cases[i].body);
        sim_function_set_assembled(sim_module_function(sim.module, "k"),
                                   &(SimAssembled){.registers = 16});
        const uint64_t in = buffer((size_t)64 << 18);
        expect_ok(RUN(.grid = {cases[i].blocks}, .block = {cases[i].threads}, .args = {in},
                      .device = sim_device("h200"), .hosts = 2));
        const SimTime t = sim_model(&sim.launch);
        if (strcmp(t.limit, cases[i].limit) != 0)
            fail_msg(
                "%s where %s should limit (us: issue %f, SFU %f, LSU %f, L2 %f, atomics %f, DRAM %f, latency %f)",
                t.limit, cases[i].limit, t.issue * 1e6, t.sfu * 1e6, t.lsu * 1e6, t.l2 * 1e6,
                t.atomics * 1e6, t.dram * 1e6, t.latency * 1e6);
        assert_true(t.total > t.overhead);
    }
}

// Memory of the host is neither L2's nor DRAM's: its bytes come over the link, and those that go back cost less.
static void test_host_memory_is_behind_the_link(void **state)
{
    (void)state;
    const size_t bytes = (size_t)4 << 20;
    void *host = calloc(1, bytes);
    load(KERNEL(
        "mov.u32 %r1, %ctaid.x; mad.lo.u32 %r1, %r1, 1024, %r0; mul.wide.u32 %d3, %r1, 4;\n"
        "add.s64 %d4, %d0, %d3; add.s64 %d5, %d1, %d3; ld.global.u32 %r2, [%d4]; st.global.u32 [%d5], %r2;"));
    const SimDevice *d = sim_device("h200");
    const uint64_t ours = buffer(bytes),
                   theirs = sim_alloc(sim.memory, bytes, SIM_HOST, host, NULL, NULL);
    const struct {
        uint64_t from, to;
        double link; // bytes
    } cases[] = {{ours, ours, 0}, {theirs, ours, 1}, {ours, theirs, 0.69}, {theirs, theirs, 1.69}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect_ok(RUN(.grid = {1024}, .block = {1024}, .args = {cases[i].from, cases[i].to},
                      .device = d, .hosts = 2));
        const SimTime t = sim_model(&sim.launch);
        assert_float_equal(t.link, cases[i].link * (double)bytes / d->pcie, 1e-12);
        assert_int_equal(t.dram_read, cases[i].from == ours ? bytes : 0);
        if (cases[i].link > 0)
            assert_string_equal(t.limit, "link");
        assert_true(t.total >= t.overhead + t.link);
    }
    free(host);
}

// A warp makes one update if the code shows that its lanes have one address. It makes 32 if the code does not: the address
// depends on the thread or on memory, or comes by two ways, or the values are no 32-bit integers.
static void test_lanes_of_one_address_are_added_up(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        int updates;
    } cases[] = {
        {"red.global.add.u32 [%d0], %r0;", 1},
        {"atom.global.max.s32 %r1, [%d0+8], %r0; st.global.u32 [%d1], %r1;", 1},
        {"mov.u32 %r1, %ctaid.x; mul.wide.u32 %d3, %r1, 4; add.s64 %d4, %d3, %d0; red.global.xor.b32 [%d4], %r0;",
         1},
        {"red.global.add.u64 [%d0], %d1;", 32},
        {"red.global.add.f32 [%d0], 0f3F800000;", 32},
        {"atom.global.exch.b32 %r1, [%d0], %r0;", 32},
        {"shr.u32 %r1, %r0, 9; mul.wide.u32 %d3, %r1, 4; add.s64 %d4, %d3, %d0; red.global.add.u32 [%d4], %r0;",
         32},
        {"ld.global.u32 %r2, [%d1]; and.b32 %r1, %r2, 0; mul.wide.u32 %d3, %r1, 4; add.s64 %d4, %d3, %d0;\n"
         "red.global.add.u32 [%d4], %r0;",
         32},
        {"mov.u64 %d3, %d0; setp.gt.u32 %p1, %r0, 99; @%p1 add.s64 %d3, %d3, 4; red.global.add.u32 [%d3], %r0;",
         32},
        {"add.cc.u32 %r1, %r0, -100; addc.u32 %r2, 0, 0; mul.wide.u32 %d3, %r2, 4; add.s64 %d4, %d3, %d0;\n"
         "red.global.add.u32 [%d4], %r0;",
         32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_kernel("%s", cases[i].body);
        const uint64_t words = buffer(4096), other = buffer(4096);
        expect_ok(RUN(.block = {32}, .args = {words, other}));
        if (count_kind(SIM_ATOMIC).l1_misses != (uint64_t)cases[i].updates)
            fail_msg("%s: %d updates, not %d", cases[i].body, (int)count_kind(SIM_ATOMIC).l1_misses,
                     cases[i].updates);
    }
}

// An atomic's old value is used if anything reads it: another instruction, or the atomic itself when it comes again.
static void test_who_reads_an_atomics_result(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        bool unused;
    } cases[] = {
        {"atom.global.add.u32 %r1, [%d0], %r0;", true},
        {"atom.global.add.u32 %r1, [%d0], %r0; st.global.u32 [%d1], %r1;", false},
        {"L: atom.global.add.u32 %r1, [%d0], %r1; setp.lt.u32 %p1, %r0, 9; @%p1 bra L;", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_kernel("%s", cases[i].body);
        const Insn *in = sim.module->code;
        while (in->kind != K_ATOMIC)
            in++;
        assert_int_equal(in->access.unused_result, cases[i].unused);
        assert_int_equal(in->ordered, !cases[i].unused);
    }
}

// Updates of one slice add up, and those of a float wait for one another; blocks that do not run together do not meet.
static void test_atomics_wait_for_the_busiest_slice(void **state)
{
    (void)state;
    const SimDevice *d = sim_device("h200");
    const double cycle = 1 / (d->ghz * 1e9);
    static const struct {
        const char *body;
        double cycles; // of a warp
    } cases[] = {
        {"red.global.add.u32 [%d0], %r0;", 21 / 16.},
        {"red.global.add.u64 [%d0], %d1;", 32 * 21 / 16.},
        {"red.global.add.f32 [%d0], 0f3F800000;", 32 * 56 / 16.},
        // floats of one lane a block wait for each other, too
        {"setp.eq.u32 %p1, %r0, 0; @%p1 red.global.add.f32 [%d0], 0f3F800000;", 56 / 16.},
        {"mul.wide.u32 %d3, %r0, 4; add.s64 %d4, %d3, %d0; red.global.add.u32 [%d4], %r0;",
         4 * 21 / 16.},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_kernel("%s", cases[i].body);
        const uint64_t words = buffer(4096);
        expect_ok(RUN(.grid = {10}, .block = {32}, .args = {words}, .device = d));
        assert_float_equal(sim_model(&sim.launch).atomics, 10 * cases[i].cycles * cycle, 1e-15);
    }
    // Two waves of 32 blocks: each at a word of its own, then both at both words, half of the blocks each.
    SimDevice one = *d;
    one.sms = 1;
    for (int shift = 0; shift <= 5; shift += 5) {
        load_kernel(
            "mov.u32 %%r1, %%ctaid.x; shr.u32 %%r2, %%r1, %d; and.b32 %%r3, %%r2, 1;\n"
            "mul.wide.u32 %%d3, %%r3, 2048; add.s64 %%d4, %%d3, %%d0; red.global.add.u32 [%%d4], 1;",
            shift);
        const uint64_t words = buffer(4096);
        expect_ok(RUN(.grid = {64}, .block = {32}, .args = {words}, .device = &one));
        const int updates = shift == 0 ? 2 * 16 : 64;
        assert_float_equal(sim_model(&sim.launch).atomics, updates * 21 / 16. * cycle, 1e-15);
    }
}

// A load behind a short branch, which ptxas makes a predicate, waits together with one after it; behind a branch over a
// barrier it does not.
static void test_loads_of_short_branches_wait_together(void **state)
{
    (void)state;
    static const char *const between[] = {"", "bar.sync 0;"};
    uint64_t waits[2];
    for (int i = 0; i < 2; i++) {
        load_kernel(
            "mul.wide.u32 %%d3, %%r0, 4; add.s64 %%d4, %%d0, %%d3; setp.eq.u32 %%p1, %%r0, 77;\n"
            "@%%p1 bra A; ld.global.u32 %%r3, [%%d4]; %s A: @%%p1 bra B; ld.global.u32 %%r4, [%%d4+4096];\n"
            "B: add.u32 %%r5, %%r3, %%r4;\n",
            between[i]);
        const uint64_t in = buffer(8192);
        expect_ok(RUN(.block = {32}, .args = {in}, .device = sim_device("h200")));
        waits[i] = sim.launch.dram_cycles;
    }
    assert_true(waits[0] > 0);
    assert_int_equal(waits[1], 2 * waits[0]);
}

// A batch waits for the slowest of its loads, whichever stands first: here one hits L1 and one does not.
static void test_a_batch_waits_for_its_slowest_load(void **state)
{
    (void)state;
    uint64_t waits[2];
    for (int i = 0; i < 2; i++) {
        load_kernel("ld.global.u32 %%r2, [%%d0]; bar.sync 0; ld.global.u32 %%r3, [%%d0+%d]; "
                    "ld.global.u32 %%r4, [%%d0+%d]; add.u32 %%r5, %%r3, %%r4;\n",
                    i ? 4096 : 0, i ? 0 : 4096);
        const uint64_t in = buffer(8192);
        expect_ok(RUN(.block = {32}, .args = {in}, .device = sim_device("h200")));
        waits[i] = sim.launch.dram_cycles;
    }
    assert_true(waits[0] > 0);
    assert_int_equal(waits[0], waits[1]);
}

// Returns how many sectors of the launch's stores go to L2.
static uint64_t stored_sectors(void)
{
    uint64_t sectors = 0;
    for (int i = 0; i < sim.launch.insn_count; i++)
        if (sim.launch.insns[i].kind == SIM_STORE)
            sectors += sim.launch.counts[i].l1_misses;
    return sectors;
}

#define ADD \
    "add.f32 %f1, %f1, %f1; add.f32 %f1, %f1, %f1; add.f32 %f1, %f1, %f1; add.f32 %f1, %f1, %f1;"
#define ADDS ADD ADD ADD ADD ADD

// L1 joins neighbouring stores of a warp, unless a load of another line that must stay between them, or a long time, lets it send the first
// ones on.
static void test_a_load_parts_stores(void **state)
{
    (void)state;
    static const struct {
        const char *between;
        uint64_t sectors; // that go to L2
    } cases[] = {{"", 16},
                 {"ld.global.u32 %r3, [%d4+1024];", 32},
                 {"ld.global.u32 %r3, [%d4+8];", 16},
                 {"ld.global.nc.u32 %r3, [%d4+1024];", 16},
                 {ADDS, 16},
                 {ADDS ADDS ADDS ADDS ADDS ADDS, 32}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_kernel("mul.wide.u32 %%d3, %%r0, 16; add.s64 %%d4, %%d0, %%d3;\n"
                    "st.global.u32 [%%d4], %%r0; %s st.global.u32 [%%d4+4], %%r0;\n",
                    cases[i].between);
        const uint64_t out = buffer(8192);
        expect_ok(RUN(.block = {32}, .args = {out}, .device = sim_device("h200")));
        assert_int_equal(stored_sectors(), cases[i].sectors);
    }
}

// Eight warps store the same line after each of 16 loads: together, as on a GPU. Two blocks store twice. Halves of a sector
// are one store.
static void test_warps_in_step_store_together(void **state)
{
    (void)state;
    static const struct {
        const char *from; // what its lanes, numbered 0 to 31, store, from a warp's %r5
        uint32_t blocks;
        int turns;
        uint64_t sectors;
    } cases[] = {{"mov.u32 %r6, 0;", 1, 16, 64},
                 {"mov.u32 %r6, 0;", 2, 16, 128},
                 {"shl.b32 %r6, %r5, 7;", 1, 16, 512},
                 {"shl.b32 %r6, %r5, 4;", 1, 1, (7 * 16 + 128 + 31) / 32}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_kernel(
            "shr.u32 %%r5, %%r0, 5; and.b32 %%r4, %%r0, 31; %s\n"
            "mad.lo.u32 %%r6, %%r4, 4, %%r6; cvt.u64.u32 %%d3, %%r6; add.s64 %%d3, %%d1, %%d3;\n"
            "mul.wide.u32 %%d4, %%r0, 4; add.s64 %%d4, %%d0, %%d4; mov.u32 %%r1, 0;\n"
            "L: ld.global.u32 %%r3, [%%d4]; add.s64 %%d4, %%d4, 4096; st.global.u32 [%%d3], %%r3;\n"
            "add.u32 %%r1, %%r1, 1; setp.lt.u32 %%p1, %%r1, %d; @%%p1 bra L;\n",
            cases[i].from, cases[i].turns);
        expect_ok(RUN(.grid = {cases[i].blocks}, .block = {256},
                      .args = {buffer(16 << 12), buffer(4096)}, .device = sim_device("h200")));
        assert_int_equal(stored_sectors(), cases[i].sectors);
    }
}

// Twice the resident blocks take two waves.
static void test_latency_counts_waves(void **state)
{
    (void)state;
    load(
        KERNEL("mov.u32 %r1, 0; L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 100; @%p1 bra L;\n"));
    SimDevice small = *sim_device("t4");
    small.sms = 2;
    expect_ok(RUN(.block = {1024}, .device = &small)); // one fills an SM
    const double wave = sim_model(&sim.launch).latency;
    const double next = 1.2 / (small.ghz * 1e9); // the second SM's blocks begin so much later
    for (uint32_t waves = 1; waves <= 3; waves++) {
        expect_ok(RUN(.grid = {2 * waves}, .block = {1024}, .device = &small));
        assert_float_equal(sim_model(&sim.launch).latency, wave * waves + next, wave * 1e-9);
        // A block less takes as long but for its turns.
        expect_ok(RUN(.grid = {2 * waves + 1}, .block = {1024}, .device = &small));
        const double more = sim_model(&sim.launch).latency;
        assert_true(more > wave * (waves + 0.5) && more < wave * (waves + 1));
    }
}

// ---- The same on any number of host threads ----------------------------------------------------------------------------

#define SPREAD /* blocks of very different length, the first the longest */                                   \
    "mov.u32 %r30, %ctaid.x; mov.u32 %r31, %nctaid.x; sub.u32 %r31, %r31, %r30; mul.lo.u32 %r31, %r31, 20;\n" \
    "WORK: sub.u32 %r31, %r31, 1; setp.gt.s32 %p9, %r31, 0; @%p9 bra WORK;\n"

static const struct {
    const char *name, *body;
} ORDERED[] = {
    {"tickets",
     SPREAD "atom.global.add.u32 %r1, [%d0], 1; mul.wide.u32 %d3, %r1, 4; add.s64 %d3, %d1, %d3;\n"
            "mad.lo.u32 %r2, %r30, 1000, %r0; st.global.u32 [%d3], %r2;\n"},
    {"float sum",
     SPREAD "cvt.rn.f32.u32 %f1, %r30; add.f32 %f1, %f1, 0f3DCCCCCD; rcp.approx.f32 %f1, %f1;\n"
            "red.global.add.f32 [%d0], %f1; atom.global.add.f32 %f2, [%d0+4], %f1;\n"},
    // some threads only count, others look at the count meanwhile
    {"mixed",
     SPREAD "setp.ne.u32 %p1, %r0, 7; @%p1 red.global.add.u32 [%d0], 1; @%p1 bra END;\n"
            "atom.global.add.u32 %r1, [%d0], 1; mul.wide.u32 %d3, %r30, 4; add.s64 %d3, %d1, %d3;\n"
            "st.global.u32 [%d3], %r1;\nEND:\n"},
    {"max with a look",
     SPREAD "mad.lo.u32 %r2, %r30, 37, %r0; rem.u32 %r2, %r2, 101; red.global.max.u32 [%d0], %r2;\n"
            "ld.volatile.global.u32 %r1, [%d0]; mul.wide.u32 %d3, %r30, 4; add.s64 %d3, %d1, %d3;\n"
            "st.global.u32 [%d3], %r1;\n"},
    // the last block by ticket adds what the others left, in a fixed order
    {"last block", SPREAD
     ".shared .u32 last; cvt.rn.f32.u32 %f1, %r30; add.f32 %f1, %f1, 0f3DCCCCCD; sqrt.approx.f32 %f1, %f1;\n"
     "setp.ne.u32 %p1, %r0, 0; @%p1 bra MEET; mul.wide.u32 %d3, %r30, 4; add.s64 %d3, %d1, %d3; st.global.f32 [%d3], %f1;\n"
     "membar.gl; atom.global.inc.u32 %r1, [%d0], 1000; mov.u32 %r2, %nctaid.x; sub.u32 %r2, %r2, 1; setp.eq.u32 %p2, %r1, %r2;\n"
     "selp.b32 %r3, 1, 0, %p2; st.shared.u32 [last], %r3;\nMEET: bar.sync 0; ld.shared.u32 %r3, [last];\n"
     "setp.eq.u32 %p3, %r3, 0; @%p3 exit; @%p1 exit; mov.u32 %r4, 0; mov.f32 %f2, 0f00000000; mov.u64 %d4, %d1;\n"
     "SUM: ld.volatile.global.f32 %f3, [%d4]; add.f32 %f2, %f2, %f3; add.s64 %d4, %d4, 4; add.u32 %r4, %r4, 1;\n"
     "setp.le.u32 %p4, %r4, %r2; @%p4 bra SUM; st.global.f32 [%d0+4], %f2; st.global.u32 [%d0+8], %r30;\n"},
    {"lock", SPREAD
     "L: atom.global.cas.b32 %r1, [%d0], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;\n"
     "ld.volatile.global.u32 %r2, [%d0+4]; mad.lo.u32 %r2, %r2, 31, %r30; st.volatile.global.u32 [%d0+4], %r2;\n"
     "membar.gl; atom.global.exch.b32 %r1, [%d0], 0;\n"},
};

static void test_host_threads_change_nothing(void **state)
{
    (void)state;
    enum { BLOCKS = 32, THREADS = 40, WORDS = BLOCKS * THREADS };
    for (size_t k = 0; k < sizeof ORDERED / sizeof *ORDERED; k++) {
        load_kernel("%s", ORDERED[k].body);
        const uint64_t cells = buffer(16), out = buffer((size_t)4 * WORDS);
        uint8_t first_cells[16] = {0}, first_out[4 * WORDS] = {0};
        SimCount *first_counts = NULL;
        double first_time = 0;
        for (int run = 0; run < 6; run++) {
            memset(at(cells, sizeof first_cells), 0, sizeof first_cells);
            memset(at(out, sizeof first_out), 0, sizeof first_out);
            expect_ok(RUN(.grid = {BLOCKS}, .block = {THREADS}, .args = {cells, out},
                          .hosts = (int[]){1, 2, 4}[run % 3]));
            const size_t counts = (size_t)sim.launch.insn_count * sizeof *first_counts;
            const double time = sim_model(&sim.launch).total;
            if (!first_counts) {
                memcpy(first_cells, at(cells, sizeof first_cells), sizeof first_cells);
                memcpy(first_out, at(out, sizeof first_out), sizeof first_out);
                first_counts = malloc(counts);
                assert_non_null(first_counts);
                memcpy(first_counts, sim.launch.counts, counts);
                first_time = time;
            }
            if (memcmp(first_cells, at(cells, sizeof first_cells), sizeof first_cells) != 0 ||
                memcmp(first_out, at(out, sizeof first_out), sizeof first_out) != 0)
                fail_msg("%s: another result in run %d", ORDERED[k].name, run);
            if (memcmp(first_counts, sim.launch.counts, counts) != 0 || time != first_time)
                fail_msg("%s: other counters in run %d", ORDERED[k].name, run);
        }
        if (strcmp(ORDERED[k].name, "last block") == 0)
            assert_memory_equal(first_cells + 8, &(uint32_t){BLOCKS - 1}, 4);
        free(first_counts);
    }
}

// A random order is the same for the same seed.
static void test_a_seed_repeats(void **state)
{
    (void)state;
    load(KERNEL(
        "atom.global.add.u32 %r1, [%d0], 1; mul.wide.u32 %d3, %r1, 4; add.s64 %d3, %d1, %d3;\n"
        "st.global.u32 [%d3], %r0;\n"));
    const uint64_t count = buffer(4), out = buffer((size_t)4 * 256);
    uint32_t seen[3][256];
    for (uint64_t i = 0; i < 3; i++) {
        *(uint32_t *)at(count, 4) = 0;
        expect_ok(RUN(.block = {256}, .args = {count, out}, .schedule = SIM_RANDOM, .seed = i / 2));
        memcpy(seen[i], at(out, sizeof seen[i]), sizeof seen[i]);
    }
    assert_memory_equal(seen[0], seen[1], sizeof seen[0]);
    assert_memory_not_equal(seen[0], seen[2], sizeof seen[0]);
}

// ---- Printing and asserting --------------------------------------------------------------------------------------------

static char printed[256];

// Asks for more arguments than there are.
static int greedy_print(void *host, const char *format, const unsigned char *args)
{
    (void)host;
    const size_t slots = strlen(format) / 2;
    for (size_t i = 8; i < 8 * slots; i++)
        assert_int_equal(args[i], 0);
    return 7;
}

static int note_print(void *host, const char *format, const unsigned char *args)
{
    (void)host;
    int value;
    memcpy(&value, args, sizeof value);
    const size_t used = strlen(printed);
    snprintf(printed + used, sizeof printed - used, format, value);
    return 1;
}

#define PRINTING                                                                                               \
    ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"                                   \
    ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 s);\n" \
    ".global .align 1 .b8 format[4] = {37, 100, 32, 0};\n.global .align 1 .b8 open[2] = {65, 66};\n"           \
    ".global .align 1 .b8 many[11] = {37, 100, 37, 100, 37, 100, 37, 100, 37, 100, 0};\n"

static void test_printf(void **state)
{
    (void)state;
    load(
        PTX_HEAD PRINTING KERNEL_BEGIN
        ".local .align 8 .b8 list[8]; st.local.u32 [list], %r0; mov.u64 %d3, list;\n"
        "cvta.local.u64 %d3, %d3; setp.eq.u64 %p1, %d1, 0; mov.u64 %d4, format; @%p1 mov.u64 %d4, open;\n"
        "setp.eq.u64 %p2, %d1, 2; @%p2 mov.u64 %d4, many;\n"
        "{ .param .b64 f; .param .b64 a; .param .b32 v; st.param.b64 [f], %d4; st.param.b64 [a], %d3;\n"
        "call (v), vprintf, (f, a); ld.param.b32 %r1, [v]; }\nst.global.u32 [%d0], %r1;" KERNEL_END);
    const uint64_t out = buffer(4);
    printed[0] = 0;
    expect_ok(RUN(.grid = {2}, .block = {3}, .args = {out, 1}, .print = note_print));
    assert_string_equal(printed, "0 1 2 0 1 2 ");
    assert_int_equal(*(uint32_t *)at(out, 4), 1);
    expect_ok(RUN(.args = {out, 2}, .print = greedy_print));
    assert_int_equal(*(uint32_t *)at(out, 4), 7);
    // a format that does not end inside its variable
    assert_int_equal(RUN(.args = {out, 0}, .print = note_print), SIM_ILLEGAL_ADDRESS);
}

static void test_assert(void **state)
{
    (void)state;
    load(
        PTX_HEAD PRINTING
        ".global .align 1 .b8 what[6] = {120, 32, 62, 32, 48, 0};\n"
        ".global .align 1 .b8 where[5] = {97, 46, 99, 117, 0};\n" KERNEL_BEGIN
        "mov.u64 %d3, what; mov.u64 %d4, where; setp.ne.u32 %p1, %r0, 5; @%p1 bra FINE;\n"
        "{ .param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 s; st.param.b64 [m], %d3;\n"
        "st.param.b64 [f], %d4; st.param.b32 [l], 12; st.param.b64 [n], %d4; st.param.b64 [s], 1;\n"
        "call __assertfail, (m, f, l, n, s); }\nFINE:" KERNEL_END);
    assert_int_equal(RUN(.block = {32}), SIM_ASSERT);
    expect_text(
        "a.cu:12: a.cu: block: [0,0,0], thread: [5,0,0] Assertion `x > 0` failed.\n    at ");
    expect_text("by thread (5,0,0)");
    assert_int_equal(RUN(.grid = {2, 3}, .block = {8, 2, 2}), SIM_ASSERT); // four threads of a warp
    expect_text(
        "thread: [5,0,0] Assertion `x > 0` failed.\n"
        "a.cu:12: a.cu: block: [0,0,0], thread: [5,1,0] Assertion `x > 0` failed.\n"
        "a.cu:12: a.cu: block: [0,0,0], thread: [5,0,1] Assertion `x > 0` failed.\n"
        "a.cu:12: a.cu: block: [0,0,0], thread: [5,1,1] Assertion `x > 0` failed.\n    at ");
    expect_ok(RUN(.block = {5}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_a_refused_launch_leaves_nothing),
        cmocka_unit_test(test_every_thread_knows_its_place),
        cmocka_unit_test(test_shared_memory_and_arguments),
        cmocka_unit_test(test_occupancy),
        cmocka_unit_test(test_terms_of_a_copy),
        cmocka_unit_test(test_dram_reads_pairs_of_sectors),
        cmocka_unit_test(test_spilled_registers_are_traffic),
        cmocka_unit_test(test_unrolled_loads_wait_together),
        cmocka_unit_test(test_loads_that_follow_each_other_wait_each),
        cmocka_unit_test(test_a_load_joins_one_from_before_its_loop),
        cmocka_unit_test(test_a_block_waits_for_its_slowest_warp),
        cmocka_unit_test(test_sms_share_requests),
        cmocka_unit_test(test_the_limit_is_named),
        cmocka_unit_test(test_host_memory_is_behind_the_link),
        cmocka_unit_test(test_lanes_of_one_address_are_added_up),
        cmocka_unit_test(test_who_reads_an_atomics_result),
        cmocka_unit_test(test_atomics_wait_for_the_busiest_slice),
        cmocka_unit_test(test_loads_of_short_branches_wait_together),
        cmocka_unit_test(test_a_batch_waits_for_its_slowest_load),
        cmocka_unit_test(test_a_load_parts_stores),
        cmocka_unit_test(test_warps_in_step_store_together),
        cmocka_unit_test(test_latency_counts_waves),
        cmocka_unit_test(test_host_threads_change_nothing),
        cmocka_unit_test(test_a_seed_repeats),
        cmocka_unit_test(test_printf),
        cmocka_unit_test(test_assert),
    };
    return cmocka_run_group_tests(tests, NULL, unload_after);
}
