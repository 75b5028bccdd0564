// metrics.c: what the counters of a launch mean, under the names that Nsight Compute (ncu) gives the same figures.
//
// The core counts per PTX instruction (SimCount); a metric is a sum over some of them, or a ratio of two sums. Ratios are
// made from sums, as ncu makes them, never averaged. A metric with nothing to divide by is not known; ncu prints 0 then.
//
// Definitions: Nsight Compute's Profiling Guide, "Metrics Reference" and "Metrics Decoder"; those of efficiency, sectors,
// wavefronts and conflicts were checked against ncu on an H200 with kernels whose values can be computed by hand.
//
// The figures are those of the PTX. ptxas, which makes machine code of it, removes and adds instructions; what that
// changes most is the number of branches, so that branch uniformity is given twice: of all PTX branches, and an
// estimate of ncu's figure that leaves out short forward branches, which ptxas turns into predicates.

#include "warpsim.h"

// Sums over the instructions of one kind in one memory space. As doubles they are exact up to 2^53.
typedef struct {
    double requests, sectors, bytes, wavefronts, ideal;
} Traffic;

typedef struct {
    Traffic global_load, global_store, shared_load, shared_store;
    double executed, threads, barriers;
    double branches, divergent;           // conditional branches of the PTX
    double long_branches, long_divergent; // without those that ptxas turns into predicates
} Sums;

static Traffic *traffic_of(Sums *s, const SimInsnInfo *insn)
{
    bool global = insn->space == SIM_SPACE_GLOBAL || insn->space == SIM_SPACE_GENERIC;
    if (insn->kind == SIM_LOAD)
        return global ? &s->global_load : insn->space == SIM_SPACE_SHARED ? &s->shared_load : NULL;
    if (insn->kind == SIM_STORE)
        return global                            ? &s->global_store
               : insn->space == SIM_SPACE_SHARED ? &s->shared_store
                                                 : NULL;
    return NULL;
}

static void add(Sums *s, const SimInsnInfo *insn, const SimCount *c)
{
    s->executed += (double)c->executed;
    s->threads += (double)c->threads;
    Traffic *t = traffic_of(s, insn);
    if (t) {
        t->requests += (double)c->requests;
        t->sectors += (double)c->sectors;
        t->bytes += (double)c->bytes;
        t->wavefronts += (double)c->wavefronts;
        t->ideal += (double)c->ideal;
    }
    if (insn->kind == SIM_BARRIER)
        s->barriers += (double)c->executed;
    if (insn->kind == SIM_BRANCH) {
        s->branches += (double)c->executed;
        s->divergent += (double)c->divergent;
        if (!insn->short_branch) {
            s->long_branches += (double)c->executed;
            s->long_divergent += (double)c->divergent;
        }
    }
}

// The metrics written so far, in the caller's array.
typedef struct {
    SimMetric *out;
    int count, most;
} List;

static void record(List *l, SimMetric m)
{
    if (l->count < l->most)
        l->out[l->count++] = m;
}

static void put(List *l, const char *name, const char *label, const char *unit, double value)
{
    record(l, (SimMetric){name, label, unit, value, true});
}

static void put_ratio(List *l, const char *name, const char *label, const char *unit, double part,
                      double whole)
{
    bool known = whole > 0;
    record(l, (SimMetric){name, label, unit, known ? part / whole : 0, known});
}

static void put_instructions(List *l, const Sums *s)
{
    const Traffic *gl = &s->global_load, *gs = &s->global_store, *sl = &s->shared_load,
                  *ss = &s->shared_store;

    // 100 x distinct bytes wanted / bytes of the sectors that hold them
    put_ratio(l, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", "load efficiency",
              "%", 100.0 * gl->bytes, 32.0 * gl->sectors);
    put_ratio(l, "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
              "store efficiency", "%", 100.0 * gs->bytes, 32.0 * gs->sectors);
    put(l, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "load requests", "request",
        gl->requests);
    put(l, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "store requests", "request",
        gs->requests);
    put(l, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "load sectors", "sector", gl->sectors);
    put(l, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "store sectors", "sector",
        gs->sectors);
    put_ratio(l, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
              "sectors per load request", "sector/request", gl->sectors, gl->requests);
    put_ratio(l, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
              "sectors per store request", "sector/request", gs->sectors, gs->requests);

    put(l, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared load wavefronts",
        "wavefront", sl->wavefronts);
    put(l, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "shared store wavefronts",
        "wavefront", ss->wavefronts);
    put(l, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "load bank conflicts",
        "conflict", sl->wavefronts - sl->ideal);
    put(l, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "store bank conflicts",
        "conflict", ss->wavefronts - ss->ideal);
    // 100 x distinct bytes / what as many wavefronts could carry, 32 banks x 4 bytes each
    put_ratio(l, "smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct", "shared efficiency",
              "%", 100.0 * (sl->bytes + ss->bytes), 128.0 * (sl->wavefronts + ss->wavefronts));

    put_ratio(l, "smsp__sass_average_branch_targets_threads_uniform.pct",
              "uniform branches, estimated", "%", 100.0 * (s->long_branches - s->long_divergent),
              s->long_branches);
    put_ratio(l, "ptx__average_branch_targets_threads_uniform.pct", "uniform branches in PTX", "%",
              100.0 * (s->branches - s->divergent), s->branches);
    put(l, "smsp__inst_executed.sum", "warp instructions", "inst", s->executed);
    put_ratio(l, "smsp__thread_inst_executed_per_inst_executed.ratio", "threads per instruction",
              "thread/inst", s->threads, s->executed);
    put(l, "sass__inst_executed_per_opcode[BAR]", "barriers", "inst", s->barriers);
}

static void put_launch(List *m, const SimLaunch *l, const Sums *s)
{
    SimFunctionInfo f = sim_function_info(l->kernel);
    SimTime t = sim_model(l);

    put(m, "sm__maximum_warps_per_active_cycle_pct", "theoretical occupancy", "%",
        100 * l->occupancy.occupancy);
    put(m, "launch__occupancy_limit_warps", "blocks per SM by warps", "block",
        l->occupancy.by_threads);
    put(m, "launch__occupancy_limit_blocks", "blocks per SM at most", "block",
        l->occupancy.by_blocks);
    put(m, "launch__occupancy_limit_registers", "blocks per SM by registers", "block",
        l->occupancy.by_registers);
    put(m, "launch__occupancy_limit_shared_mem", "blocks per SM by shared memory", "block",
        l->occupancy.by_shared);
    record(m, (SimMetric){"launch__registers_per_thread", "registers", "register/thread",
                          f.registers, f.registers > 0}); // 0 without a cubin
    put(m, "launch__shared_mem_per_block_static", "static shared memory", "byte/block",
        (double)f.shared);
    put(m, "launch__shared_mem_per_block_dynamic", "dynamic shared memory", "byte/block",
        (double)l->shared);

    put(m, "gpu__time_duration.sum", "modelled time", "us", t.total * 1e6);
    put(m, "model__issue.us", "issue term", "us", t.issue * 1e6);
    put(m, "model__sfu.us", "SFU term", "us", t.sfu * 1e6);
    put(m, "model__lsu.us", "LSU term", "us", t.lsu * 1e6);
    put(m, "model__l2.us", "L2 term", "us", t.l2 * 1e6);
    put(m, "model__atomics.us", "atomics term", "us", t.atomics * 1e6);
    put(m, "model__dram.us", "DRAM term", "us", t.dram * 1e6);
    put(m, "model__latency.us", "latency term", "us", t.latency * 1e6);
    put(m, "dram__bytes_read.sum", "DRAM read", "byte", (double)t.dram_read);
    put(m, "dram__bytes_write.sum", "DRAM written", "byte", (double)t.dram_written);
    put(m, "lts__t_bytes.sum", "L2 traffic", "byte", (double)t.l2_bytes);
    put_ratio(m, "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum.per_second", "load throughput",
              "Gbyte/s", 32e-9 * s->global_load.sectors, t.total);
    put_ratio(m, "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum.per_second", "store throughput",
              "Gbyte/s", 32e-9 * s->global_store.sectors, t.total);
}

// Figures of the whole launch (occupancy, time) are there only when no instruction is left out.
int sim_metrics(const SimLaunch *l, bool (*keep)(const SimInsnInfo *, const void *),
                const void *context, SimMetric *out, int most)
{
    Sums sums = {0};
    for (int i = 0; i < l->insn_count; i++)
        if (!keep || keep(&l->insns[i], context))
            add(&sums, &l->insns[i], &l->counts[i]);
    List list = {out, 0, most};
    put_instructions(&list, &sums);
    if (!keep)
        put_launch(&list, l, &sums);
    return list.count;
}
