// kernel.h: runs PTX text by the core, without a runtime: a test loads it, launches it, and looks at memory and counters.
//
// A test program has one module at a time, `sim`. `load` begins a new one, `RUN` launches one of its kernels:
//
//     load(KERNEL("st.global.u32 [%d0], %r0;"));
//     uint64_t out = buffer(4);
//     expect_ok(RUN(.block = {32}, .args = {out}));
//     assert_int_equal(*(uint32_t *)at(out, 4), 31);

#ifndef KERNEL_H
#define KERNEL_H

#include "host/host.h"
#include "machine/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PTX_HEAD ".version 8.0\n.target sm_86\n.address_size 64\n"

// Is a kernel "k" with three 64-bit arguments. Its body finds them in %d0 to %d2, and threadIdx.x in %r0.
#define KERNEL(body) PTX_HEAD KERNEL_BEGIN body KERNEL_END
#define KERNEL_BEGIN                                                             \
    ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c) {\n"         \
    ".reg .pred %p<16>; .reg .b16 %h<32>; .reg .b32 %r<64>; .reg .b64 %d<64>;\n" \
    ".reg .f32 %f<8>; .reg .f64 %e<8>;\n"                                        \
    "ld.param.u64 %d0, [a]; ld.param.u64 %d1, [b]; ld.param.u64 %d2, [c]; mov.u32 %r0, %tid.x;\n"
#define KERNEL_END "\nret;\n}\n"

static struct {
    SimMemory *memory;
    SimModule *module;
    SimLaunch launch; // the last one, with its counters
    SimError err;     // of the last load or launch
} sim;

static inline void unload(void)
{
    if (sim.launch.kernel)
        sim_launch_end(&sim.launch);
    sim_module_free(sim.module);
    sim_memory_free(sim.memory);
    memset(&sim, 0, sizeof sim);
}

// Loads several texts as the units of one program. NULL ends the list.
static inline SimStatus try_units(const char *const *ptx)
{
    unload();
    sim.memory = sim_memory_new();
    sim.module = sim_module_new(sim.memory);
    assert_non_null(sim.module);
    for (; *ptx; ptx++)
        if (!sim_module_add(sim.module, *ptx, strlen(*ptx), &sim.err))
            return sim.err.status;
    sim_module_link(sim.module, &sim.err);
    return sim.err.status;
}

static inline SimStatus try_load(const char *ptx)
{
    unload();
    sim.memory = sim_memory_new();
    sim.module = sim_module_load(ptx, strlen(ptx), sim.memory, &sim.err);
    return sim.err.status;
}

static inline void expect_ok(SimStatus status)
{
    if (status != SIM_OK)
        fail_msg("%s", sim.err.text);
}

static inline void load(const char *ptx)
{
    expect_ok(try_load(ptx));
}

// Loads a KERNEL whose body is made as printf makes its text.
__attribute__((format(printf, 1, 2))) static inline void load_kernel(const char *body, ...)
{
    char part[8192], whole[sizeof part + 1024];
    va_list args;
    va_start(args, body);
    assert_in_range(vsnprintf(part, sizeof part, body, args), 0, sizeof part - 1);
    va_end(args);
    snprintf(whole, sizeof whole, "%s%s%s", PTX_HEAD KERNEL_BEGIN, part, KERNEL_END);
    load(whole);
}

// Expects this in the text of the last error.
static inline void expect_text(const char *part)
{
    if (!strstr(sim.err.text, part))
        fail_msg("no '%s' in: %s", part, sim.err.text);
}

static inline void expect_refused(const char *ptx, const char *part)
{
    assert_int_equal(try_load(ptx), SIM_BAD_PTX);
    expect_text(part);
}

// Allocates zeroed device memory.
static inline uint64_t buffer(size_t bytes)
{
    uint64_t address = sim_alloc(sim.memory, bytes, SIM_GLOBAL, NULL, NULL, NULL);
    assert_int_not_equal(address, 0);
    return address;
}

static inline void *at(uint64_t address, size_t bytes)
{
    void *p = sim_pointer(sim.memory, address, bytes);
    assert_non_null(p);
    return p;
}

typedef struct {
    const char *kernel;         // "k"
    uint32_t grid[3], block[3]; // 1 where 0
    size_t shared, stack;
    uint64_t args[8];
    SimSchedule schedule;
    uint64_t seed;
    const SimDevice *device; // the default one
    int hosts;               // host threads, 1
    int (*print)(void *host, const char *format, const unsigned char *args);
} Run;

#define RUN(...) run_kernel((Run){__VA_ARGS__})

static inline SimStatus run_kernel(Run r)
{
    if (sim.launch.kernel)
        sim_launch_end(&sim.launch);
    SimLaunch *l = &sim.launch;
    *l = (SimLaunch){.device = r.device ? r.device : sim_device_at(0),
                     .memory = sim.memory,
                     .kernel = sim_module_function(sim.module, r.kernel ? r.kernel : "k"),
                     .shared = r.shared,
                     .stack = r.stack,
                     .params = r.args,
                     .schedule = r.schedule,
                     .seed = r.seed,
                     .print = r.print};
    assert_non_null(l->kernel);
    for (int i = 0; i < 3; i++) {
        l->grid[i] = r.grid[i] ? r.grid[i] : 1;
        l->block[i] = r.block[i] ? r.block[i] : 1;
    }
    if (sim_launch_prepare(l, &sim.err) != SIM_OK) {
        l->kernel = NULL;
        return sim.err.status;
    }
    Pool *p = pool_new(r.hosts ? r.hosts : 1);
    SimStatus status = pool_run(p, l, &sim.err);
    pool_free(p);
    return status;
}

// Returns the sum of the last launch's counters over the instructions of this mnemonic.
static inline SimCount count_of(const char *mnemonic)
{
    SimCount sum = {0};
    for (int i = 0; i < sim.launch.insn_count; i++) {
        const SimCount *c = &sim.launch.counts[i];
        if (strcmp(sim.launch.insns[i].text, mnemonic) != 0)
            continue;
        sum.executed += c->executed;
        sum.threads += c->threads;
        sum.enabled += c->enabled;
        sum.requests += c->requests;
        sum.sectors += c->sectors;
        sum.bytes += c->bytes;
        sum.l1_misses += c->l1_misses;
        sum.wavefronts += c->wavefronts;
        sum.ideal += c->ideal;
        sum.merged += c->merged;
        sum.divergent += c->divergent;
    }
    return sum;
}

// Returns a random number (xorshift64). The numbers are the same in every run.
static inline uint64_t random64(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static inline uint32_t random_below(uint32_t n)
{
    return (uint32_t)((random64() >> 32) * n >> 32);
}

static inline int unload_after(void **state)
{
    (void)state;
    unload();
    return 0;
}

static inline SimCount count_kind(SimInsnKind kind)
{
    SimCount sum = {0};
    for (int i = 0; i < sim.launch.insn_count; i++)
        if (sim.launch.insns[i].kind == kind) {
            assert_int_equal(sum.requests, 0); // the kernel has one
            sum = sim.launch.counts[i];
        }
    return sum;
}

#endif
