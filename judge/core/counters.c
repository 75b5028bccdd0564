// counters.c: counters of a case's launches, and the bounds that hold them.

#include "case.h"

#include "warpsim.h" // occupancy

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WARP = 32 }; // lanes: an atomic of a warp may stand in for as many accesses

// ---- Counters -------------------------------------------------------------------------------------------------------

// Counters are taken in one order, lockstep, that of a profile. Checks change none of them.
bool judge_counts(const Judge *j)
{
    return strcmp(j->device->word, "sim") == 0 && j->terms->ask == ASK_ALL &&
           (j->order->mode == WIRE_LOCKSTEP || j->order->mode == WIRE_LOCKSTEP_CHECKED);
}

double judge_counter(Judge *j, const char *name)
{
    double value;
    Reply r = case_ask(j, (WireRequest){.op = WIRE_COUNTER, .bytes = strlen(name)}, name);
    if (r.bytes != sizeof value)
        cannot_work("there is no counter %s", name);
    memcpy(&value, r.text, sizeof value);
    free(r.text);
    return value;
}

// ---- Bounds ---------------------------------------------------------------------------------------------------------

static void want_lanes(Judge *j, double lanes, double wanted)
{
    if (!(lanes >= wanted))
        case_fail(j,
                  "The results are right, but on average %.1f of a warp's 32 lanes take part in an "
                  "instruction; at least %.1f should: let the threads share the work.",
                  lanes, wanted);
}

void note_sharing(Judge *j, double blocks, double threads, double total, double lanes,
                  double longest)
{
    if (threads < LARGE_BLOCK || total < LARGE_LAUNCH)
        return;
    j->lanes = fmin(j->lanes, lanes);
    j->share = fmax(j->share, blocks >= MANY_BLOCKS ? longest / total : 0);
}

void want_shared_work(Judge *j)
{
    want_lanes(j, j->lanes, FEWEST_LANES);
    if (j->share > LARGEST_SHARE)
        case_fail(j,
                  "The results are right, but one warp runs %.0f %% of all instructions: let the "
                  "threads share the work.",
                  100 * j->share);
}

// Returns what bulk copies move in place of a counter's loads or stores by threads; 0 for other counters.
static double by_bulk_copies(Judge *j, const char *name)
{
    static const struct {
        const char *threads, *bulk;
        double each; // of the second make one of the first
    } SAME[] = {{LOAD_REQUESTS, "sm__sass_inst_executed_op_tma_ld.sum", 1},
                {STORE_REQUESTS, "sm__sass_inst_executed_op_tma_st.sum", 1},
                {LOAD_SECTORS, "l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum", 32},
                {STORE_SECTORS, "l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum", 32}};
    for (size_t i = 0; i < sizeof SAME / sizeof *SAME; i++)
        if (strcmp(name, SAME[i].threads) == 0)
            return judge_counter(j, SAME[i].bulk) / SAME[i].each;
    return 0;
}

// Returns a counter, which must not leave out atomics; `otherwise` where nothing is counted. A bound of 0 is about what threads do
// themselves; any other is about what is moved, by bulk copies, too.
static double counted(Judge *j, const char *name, double otherwise)
{
    const char *space = strstr(name, "mem_global") ? "global" : "shared",
               *counter = strstr(name, "mem_global") ? GLOBAL_ATOMICS : SHARED_ATOMICS;
    if (strstr(name, "_mem_") && judge_counts(j) && judge_counter(j, counter) > 0)
        case_fail(
            j,
            "The results are right, but the kernel uses atomics in %s memory, which are counted "
            "neither as loads nor as stores: do without them.",
            space);
    if (!judge_counts(j))
        return otherwise;
    return judge_counter(j, name) + (otherwise > 0 ? by_bulk_copies(j, name) : 0);
}

// Returns a counter with what could stand in for the thing it counts: atomics and bulk copies for loads and stores, meetings in memory for
// barriers.
static double counted_in_full(Judge *j, const char *name)
{
    double value = judge_counter(j, name) + by_bulk_copies(j, name);
    if (strstr(name, "_mem_global_op_ld") || strstr(name, "_mem_global_op_st"))
        value += WARP * judge_counter(j, GLOBAL_ATOMICS);
    if (strstr(name, "_mem_shared_op_ld") || strstr(name, "_mem_shared_op_st"))
        value += WARP * judge_counter(j, SHARED_ATOMICS);
    return strstr(name, "[BAR]") ? value + judge_counter(j, MEETINGS) : value;
}

void figures_add(Judge *j, const WireLaunch *w)
{
    if (j->measured && judge_counts(j)) {
        const char *const *names = j->terms->exercise->counters;
        Figures *f = &j->figures;
        int count = 0;
        for (; count < MOST_COUNTERS && names[count]; count++)
            f->values[count] += counted_in_full(j, names[count]);
        f->values[count] += judge_counter(j, MODELLED_TIME);
        f->count = count + 1;
    }
    if (j->measured && judge_on_gpu(j)) {
        WireLaunch *more = realloc(j->timed, (j->timed_count + 1) * sizeof *more);
        if (!more)
            cannot_work("no memory");
        more[j->timed_count++] = *w;
        j->timed = more;
    }
}

void figures_time(Judge *j)
{
    double sum = 0;
    for (size_t i = 0; i < j->timed_count; i++) {
        WireRequest r = {.op = WIRE_TIME, .bytes = sizeof j->timed[i]};
        Reply reply = case_try(j, r, &j->timed[i]);
        double took[2] = {0, 0};
        bool timed = reply.status == WIRE_OK && reply.bytes == sizeof took;
        if (timed)
            memcpy(took, reply.text, sizeof took);
        free(reply.text);
        if (!timed)
            return;
        sum += 1e6 * took[0];
    }
    j->gpu_us = sum;
}

void judge_limit(Judge *j, double bytes, double operations)
{
    const SimDevice *d = sim_device(levels_device(j->terms->exercise));
    if (j->measured)
        j->limit_us = 1e6 * fmax(bytes / d->dram, operations / (d->sms * d->fp32 * d->ghz * 1e9));
}

// Fails because a counter is not what it should be. Nobody else knows the judge's own counters, so their names tell nothing. A label is
// one thing, "the share of …", or many, "load requests".
static void fail_counter(Judge *j, const char *name, const char *label, double value,
                         const char *side, double bound, const char *also)
{
    bool own = strncmp(name, "judge__", strlen("judge__")) == 0;
    const char *before = own ? "" : "\n    counter: ", *counter = own ? "" : name;
    if (strncmp(label, "the ", strlen("the ")) == 0)
        case_fail(j, "The results are right, but %s is %.6g; it should be %s %.6g.%s%s%s", label,
                  value, side, bound, before, counter, also);
    case_fail(j, "The results are right, but there %s %.6g %s; there should be %s %.6g.%s%s%s",
              value == 1 ? "is" : "are", value, label, side, bound, before, counter, also);
}

void judge_at_least(Judge *j, const char *name, const char *label, double bound)
{
    double value = counted(j, name, bound);
    if (!(value >= bound))
        fail_counter(j, name, label, value, "at least", bound, "");
}

void judge_at_most(Judge *j, const char *name, const char *label, double bound)
{
    double value = counted(j, name, bound), meetings = 0;
    if (judge_counts(j) && strstr(name, "[BAR]"))
        value += meetings = judge_counter(j, MEETINGS);
    if (!(value <= bound))
        fail_counter(j, name, label, value, "at most", bound,
                     meetings > 0 ? "\n        and threads that wait for each other in memory"
                                  : "");
}

void judge_tiled(Judge *j, double sectors)
{
    static const char name[] = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
    double value = counted(j, name, sectors);
    if (!(value <= sectors))
        case_fail(
            j,
            "The results are right, but %.0f sectors are loaded from global memory; there should "
            "be at most %.0f. A block should load each element of its tiles once, into shared "
            "memory, where all its threads read it.\n    counter: %s",
            value, sectors, name);
}

void judge_work(Judge *j, double each)
{
    static const char name[] = "smsp__inst_executed.sum";
    double value = judge_counts(j) ? judge_counter(j, name) / j->warps : 0;
    if (value > each)
        case_fail(j,
                  "The results are right, but a warp runs %.0f instructions on average; it should "
                  "be at most %.0f. Work that the task doesn't need improves nothing.\n"
                  "    counter: %s",
                  value, each, name);
}

void judge_moves(Judge *j, double sectors)
{
    static const char loads[] = LOAD_SECTORS, stores[] = STORE_SECTORS;
    double value = judge_counts(j) ? judge_counter(j, loads) + by_bulk_copies(j, loads) +
                                         judge_counter(j, stores) + by_bulk_copies(j, stores)
                                   : 0;
    if (value > sectors)
        case_fail(j,
                  "The results are right, but %.0f sectors are loaded from global memory or stored "
                  "there, instead of at most %.0f. Accesses that the task doesn't need improve "
                  "nothing.\n    counter: %s\n        and %s",
                  value, sectors, loads, stores);
}

void judge_shared(Judge *j, double longest, double lanes)
{
    if (!judge_counts(j))
        return;
    double most = judge_counter(j, LONGEST_WARP);
    if (most > longest)
        case_fail(
            j,
            "The results are right, but one warp runs %.0f instructions; at most %.0f are allowed: "
            "let the threads share the work.",
            most, longest);
    want_lanes(j, judge_counter(j, "smsp__thread_inst_executed_per_inst_executed.ratio"), lanes);
}

void judge_launched(Judge *j, double least)
{
    double launched = counted(j, LAUNCHED_BY_KERNELS, least),
           percent = counted(j, BY_CHILDREN, LEAST_BY_CHILDREN);
    if (launched < least)
        case_fail(
            j,
            "The results are right, but kernels launched %.0f kernels; there should be at least "
            "%.0f.",
            launched, least);
    if (least > 0 && percent < LEAST_BY_CHILDREN)
        case_fail(
            j,
            "The results are right, but the kernels that kernels launched execute only %.1f %% of "
            "all instructions; it should be at least %.0f %%: let them do their work.",
            percent, LEAST_BY_CHILDREN);
}

int judge_halvings(size_t n)
{
    int count = 0;
    for (; n > 1; n = (n + 1) / 2)
        count++;
    return count;
}

double judge_occupancy(const char *device, int threads, int registers, size_t shared)
{
    const SimDevice *d = sim_device(device);
    if (!d)
        cannot_work("there is no device %s", device);
    return sim_occupancy(d, threads, registers, shared).occupancy;
}
