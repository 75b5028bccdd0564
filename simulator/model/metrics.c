// metrics.c: what the counters of a launch mean, under the names that Nsight Compute (ncu) gives the same figures.
//
// The core counts per PTX instruction (SimCount); a metric is a sum over some of them, or a ratio of two sums. Ratios are
// made from sums, as ncu makes them, never averaged. A metric with nothing to divide by is not known; ncu prints 0 then.
//
// Definitions: Nsight Compute's Profiling Guide, "Metrics Reference" and "Metrics Decoder"; those of efficiency, sectors,
// wavefronts and conflicts were checked against ncu on an H200 with kernels whose values can be computed by hand.
//
// The figures are those of the PTX. ptxas makes machine code of it, and removes and adds instructions. This changes the
// number of branches most. So branch uniformity is given twice: for all PTX branches; and without short forward branches,
// which ptxas turns into predicates, as an estimate of ncu's figure.

#include "machine/engines.h"
#include "model/model.h"

// Sums over the instructions of one kind in one memory space. As doubles they are exact up to 2^53.
typedef struct {
    double requests, sectors, bytes, wavefronts, ideal;
} Accesses;

typedef struct {
    Accesses global_load, global_store, shared_load, shared_store;
    double executed, threads, barriers;
    double branches, divergent;           // conditional branches of the PTX
    double long_branches, long_divergent; // without those that ptxas turns into predicates
    double group_products, group_wavefronts, matrix_loads;
    double bulk_loads, bulk_stores, bulk_loaded, bulk_stored; // copies, and bytes
    double far_requests, far_sectors; // of the shared memory of other blocks
} Sums;

static Accesses *accesses_of(Sums *s, const SimInsnInfo *insn)
{
    bool load = insn->kind == SIM_LOAD;
    if ((!load && insn->kind != SIM_STORE) || insn->phase)
        return NULL;
    if (insn->space == SIM_SPACE_SHARED)
        return load ? &s->shared_load : &s->shared_store;
    if (sim_counts_global(insn))
        return load ? &s->global_load : &s->global_store;
    return NULL;
}

// Adds what tensor cores, bulk copies and the network of a cluster did. (ncu's definitions: ch7-steps and ch7-hopper on an H200,
// results/h200-steps.csv, results/h200-tensor.csv. A product counts once for each of its four warps, a bulk copy once for each lane that
// starts it, its bytes once for each block that gets them.)
static void add_engines(Sums *s, const Insn *in, const SimCount *c)
{
    if (in->kind == K_WARPGROUP) {
        s->group_products += (double)c->executed;
        s->group_wavefronts += (double)c->executed * product_wavefronts(in);
    } else if (in->kind == K_TILE_LOAD) {
        s->matrix_loads += in->fragment.by_lane ? (double)c->executed : 0;
    } else if (in->kind == K_BULK && in->bulk.to == SIM_SPACE_SHARED) {
        s->bulk_loads += (double)c->requests;
        s->bulk_loaded += 32. * (double)(c->sectors + c->far_sectors);
    } else if (in->kind == K_BULK) {
        s->bulk_stores += (double)c->requests;
        s->bulk_stored += (double)c->bytes;
    } else {
        s->far_requests += (double)c->far;
        s->far_sectors += (double)c->far_sectors;
    }
}

static void add_to_sums(Sums *s, const SimInsnInfo *insn, const SimCount *c)
{
    s->executed += (double)c->executed;
    s->threads += (double)c->threads;
    Accesses *t = accesses_of(s, insn);
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

// The first `most` of the metrics, in the caller's array.
typedef struct {
    SimMetric *out;
    int most;
} List;

static void set_metric(const List *l, SimMetricId id, double value, bool known)
{
#define METRIC(id, name, label, unit) {name, label, unit, 0, false},
    static const SimMetric metrics[] = {SIM_METRICS_OF_INSTRUCTIONS(METRIC)
                                            SIM_METRICS_OF_LAUNCHES(METRIC)};
#undef METRIC
    if ((int)id >= l->most)
        return;
    l->out[id] = metrics[id];
    l->out[id].value = value;
    l->out[id].known = known;
}

static void put_value(const List *l, SimMetricId id, double value)
{
    set_metric(l, id, value, true);
}

static void put_ratio(const List *l, SimMetricId id, double part, double whole)
{
    set_metric(l, id, whole > 0 ? part / whole : 0, whole > 0);
}

static void put_instructions(const List *l, const Sums *s)
{
    const Accesses *gl = &s->global_load, *gs = &s->global_store, *sl = &s->shared_load,
                   *ss = &s->shared_store;

    // 100 x distinct bytes wanted / bytes of the sectors that hold them
    put_ratio(l, M_LOAD_EFFICIENCY, 100.0 * gl->bytes, 32.0 * gl->sectors);
    put_ratio(l, M_STORE_EFFICIENCY, 100.0 * gs->bytes, 32.0 * gs->sectors);
    put_value(l, M_LOAD_REQUESTS, gl->requests);
    put_value(l, M_STORE_REQUESTS, gs->requests);
    put_value(l, M_LOAD_SECTORS, gl->sectors);
    put_value(l, M_STORE_SECTORS, gs->sectors);
    put_ratio(l, M_LOAD_SECTORS_EACH, gl->sectors, gl->requests);
    put_ratio(l, M_STORE_SECTORS_EACH, gs->sectors, gs->requests);

    put_value(l, M_LOAD_WAVEFRONTS, sl->wavefronts);
    put_value(l, M_STORE_WAVEFRONTS, ss->wavefronts);
    put_value(l, M_LOAD_BANK_CONFLICTS, sl->wavefronts - sl->ideal);
    put_value(l, M_STORE_BANK_CONFLICTS, ss->wavefronts - ss->ideal);
    // 100 x distinct bytes / what as many wavefronts could carry, 32 banks x 4 bytes each
    put_ratio(l, M_SHARED_EFFICIENCY, 100.0 * (sl->bytes + ss->bytes),
              128.0 * (sl->wavefronts + ss->wavefronts));

    put_ratio(l, M_UNIFORM_ESTIMATED, 100.0 * (s->long_branches - s->long_divergent),
              s->long_branches);
    put_ratio(l, M_UNIFORM, 100.0 * (s->branches - s->divergent), s->branches);
    put_value(l, M_INSTRUCTIONS, s->executed);
    put_ratio(l, M_LANES_EACH, s->threads, s->executed);
    put_value(l, M_BARRIERS, s->barriers);
    put_value(l, M_GROUP_PRODUCTS, s->group_products);
    put_value(l, M_GROUP_WAVEFRONTS, s->group_wavefronts);
    put_value(l, M_MATRIX_LOADS, s->matrix_loads);
    put_value(l, M_BULK_LOADS, s->bulk_loads);
    put_value(l, M_BULK_STORES, s->bulk_stores);
    put_value(l, M_BULK_LOADED, s->bulk_loaded);
    put_value(l, M_BULK_STORED, s->bulk_stored);
    put_value(l, M_FAR_REQUESTS, s->far_requests);
    put_value(l, M_FAR_SECTORS, s->far_sectors);
}

static void put_launch(const List *m, const SimLaunch *l, const Sums *s)
{
    SimFunctionInfo f = sim_function_info(l->kernel);
    SimTime t = sim_model(l);

    double pipes[SIM_PIPES] = {0}, machine = machine_instructions(l, pipes);
    set_metric(m, M_MACHINE_INSTRUCTIONS, machine, machine > 0); // 0 without a cubin
    set_metric(m, M_TENSOR_INSTRUCTIONS, machine_tensor(l), machine > 0);
    put_ratio(m, M_MACHINE_LANES_EACH, machine_threads(l), machine);
    set_metric(m, M_MACHINE_LOAD_WAVEFRONTS, machine_wavefronts(l, SIM_LOAD), machine > 0);
    set_metric(m, M_MACHINE_STORE_WAVEFRONTS, machine_wavefronts(l, SIM_STORE), machine > 0);
    put_value(m, M_OCCUPANCY, 100 * l->occupancy.occupancy);
    put_value(m, M_BLOCKS_BY_WARPS, l->occupancy.by_threads);
    put_value(m, M_BLOCKS_AT_MOST, l->occupancy.by_blocks);
    put_value(m, M_BLOCKS_BY_REGISTERS, l->occupancy.by_registers);
    put_value(m, M_BLOCKS_BY_SHARED, l->occupancy.by_shared);
    set_metric(m, M_REGISTERS, f.registers, f.registers > 0); // 0 without a cubin
    put_value(m, M_STATIC_SHARED, (double)f.shared);
    put_value(m, M_DYNAMIC_SHARED, (double)l->shared);

    put_value(m, M_MODELLED_TIME, t.total * 1e6);
    put_value(m, M_LEAST_TIME, t.least * 1e6);
    put_value(m, M_MOST_TIME, t.most * 1e6);
    put_value(m, M_OVERHEAD, t.overhead * 1e6);
    put_value(m, M_ISSUE_TERM, t.issue * 1e6);
    put_value(m, M_TENSOR_TERM, t.tensor * 1e6);
    put_value(m, M_SFU_TERM, t.sfu * 1e6);
    put_value(m, M_LSU_TERM, t.lsu * 1e6);
    put_value(m, M_NETWORK_TERM, t.network * 1e6);
    put_value(m, M_L2_TERM, t.l2 * 1e6);
    put_value(m, M_ATOMICS_TERM, t.atomics * 1e6);
    put_value(m, M_DRAM_TERM, t.dram * 1e6);
    put_value(m, M_LINK_TERM, t.link * 1e6);
    put_value(m, M_LATENCY_TERM, t.latency * 1e6);
    put_value(m, M_DRAM_READ, (double)t.dram_read);
    put_value(m, M_DRAM_WRITTEN, (double)t.dram_written);
    put_value(m, M_L2_TRAFFIC, (double)t.l2_bytes);
    put_ratio(m, M_LOAD_THROUGHPUT, 32e-9 * s->global_load.sectors, t.total);
    put_ratio(m, M_STORE_THROUGHPUT, 32e-9 * s->global_store.sectors, t.total);
}

// Figures of the whole launch (occupancy, time) are there only when no instruction is left out.
int sim_metrics(const SimLaunch *l, bool (*keep)(const SimInsnInfo *, const void *),
                const void *context, SimMetric *out, int most)
{
    Sums sums = {0};
    const Insn *code = l->kernel ? l->kernel->module->code : NULL;
    for (int i = 0; i < l->insn_count; i++)
        if (!keep || keep(&l->insns[i], context)) {
            add_to_sums(&sums, &l->insns[i], &l->counts[i]);
            if (code)
                add_engines(&sums, &code[i], &l->counts[i]);
        }
    const List list = {out, most};
    put_instructions(&list, &sums);
    if (!keep)
        put_launch(&list, l, &sums);
    int count = keep ? M_INSTRUCTION_METRICS : SIM_METRICS;
    return count < most ? count : most;
}
