// counters.c: the counters of a launch and of all that it launched: ncu's, and the judge's own (judge.h).

#include "device.h"

#include "judge/core/judge.h" // names of counters

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct {
    SimCount *sum; // (count) by instruction of the module
    int count;
    const SimInsnInfo *insns;
    uint64_t longest;               // instructions of the warp with most of them
    uint64_t waits;                 // how often warps began to wait in a loop
    uint64_t children;              // launches by kernels
    uint64_t by_children, by_all;   // instructions of warps of these, and of all
    double seconds;                 // modelled
    SimMetric metrics[SIM_METRICS]; // (metric_count)
    int metric_count;
} counters; // of the last launch

void counters_forget(void)
{
    counters.metric_count = 0;
}

static bool any_insn(const SimInsnInfo *insn, const void *unused)
{
    (void)insn, (void)unused;
    return true;
}

static uint64_t executed_in(const SimLaunch *l)
{
    uint64_t sum = 0;
    for (int i = 0; i < l->insn_count; i++)
        sum += l->counts[i].executed;
    return sum;
}

bool counters_add(const SimLaunch *l)
{
    if (l->depth == 0) {
        free(counters.sum);
        memset(&counters, 0, sizeof counters);
        counters.sum = calloc((size_t)l->insn_count + 1, sizeof *counters.sum);
        if (!counters.sum)
            return false;
        counters.count = l->insn_count;
        counters.insns = l->insns;
        counters.metric_count = sim_metrics(l, NULL, NULL, counters.metrics, SIM_METRICS);
    }
    counters.children += l->depth > 0;
    uint64_t executed = executed_in(l);
    counters.by_children += l->depth > 0 ? executed : 0;
    counters.by_all += executed;
    counters.waits += l->waits;
    counters.longest = l->longest > counters.longest ? l->longest : counters.longest;
    for (int i = 0; i < counters.count; i++)
        sim_count_add(&counters.sum[i], &l->counts[i]);
    SimLaunch all = {.kernel = l->kernel, // whose module has the instructions of all
                     .insn_count = counters.count,
                     .insns = counters.insns,
                     .counts = counters.sum};
    sim_metrics(&all, any_insn, NULL, counters.metrics, counters.metric_count);
    return true;
}

void counters_time(double seconds)
{
    counters.seconds = seconds;
}

// Returns the number of atomic requests to shared or to global memory, and the lanes that made them.
static double atomics_in(bool shared, double *lanes)
{
    uint64_t sum = 0, threads = 0;
    for (int i = 0; i < counters.count; i++) {
        const SimInsnInfo *insn = &counters.insns[i];
        bool there = shared ? insn->space == SIM_SPACE_SHARED : sim_counts_global(insn);
        sum += insn->kind == SIM_ATOMIC && there ? counters.sum[i].requests : 0;
        threads += insn->kind == SIM_ATOMIC && there ? counters.sum[i].threads : 0;
    }
    *lanes = (double)threads;
    return (double)sum;
}

// Returns how often warps met by other means than a BAR (judge.h).
static double meetings(void)
{
    uint64_t arrivals = 0;
    for (int i = 0; i < counters.count; i++)
        arrivals += counters.insns[i].arrives ? counters.sum[i].requests : 0;
    return (double)(arrivals > counters.waits ? arrivals : counters.waits);
}

// Returns the share of branches that split no warp, in percent. What else splits one counts as a branch (judge.h).
static double uniform_percent(void)
{
    uint64_t all = 0, divergent = 0;
    for (int i = 0; i < counters.count; i++) {
        const SimCount *c = &counters.sum[i];
        all += counters.insns[i].kind == SIM_BRANCH ? c->executed : c->divergent;
        divergent += c->divergent;
    }
    return all ? 100.0 * (double)(all - divergent) / (double)all : 100;
}

// Sets *value to one of the judge's own counters (judge.h); false if there is none of this name.
static bool own_counter(const char *name, double *value)
{
    double lanes;
    if (strcmp(name, LONGEST_WARP) == 0)
        *value = (double)counters.longest;
    else if (strcmp(name, LAUNCHED_BY_KERNELS) == 0)
        *value = (double)counters.children;
    else if (strcmp(name, BY_CHILDREN) == 0)
        *value =
            counters.by_all ? 100.0 * (double)counters.by_children / (double)counters.by_all : 0;
    else if (strcmp(name, GLOBAL_ATOMICS) == 0)
        *value = atomics_in(false, &lanes);
    else if (strcmp(name, SHARED_ATOMICS) == 0)
        *value = atomics_in(true, &lanes);
    else if (strcmp(name, ATOMIC_LANES) == 0)
        atomics_in(false, value);
    else if (strcmp(name, MEETINGS) == 0)
        *value = meetings();
    else if (strcmp(name, MODELLED_TIME) == 0)
        *value = 1e6 * counters.seconds;
    else if (strcmp(name, UNIFORM) == 0)
        *value = uniform_percent();
    else
        return false;
    return true;
}

bool counters_find(const char *name, double *value)
{
    if (!counters.metric_count)
        return false;
    if (own_counter(name, value))
        return true;
    for (int i = 0; i < counters.metric_count; i++)
        if (strcmp(counters.metrics[i].name, name) == 0) {
            *value = counters.metrics[i].known ? counters.metrics[i].value : NAN;
            return true;
        }
    return false;
}
