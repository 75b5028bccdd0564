// case.c: runs one case once. inputs.c, launches.c, compare.c, counters.c and calls.c have the functions that a judge.c calls; case.h is
// what these files share.
//
// The exercise's `run` is an attempt (core.h: Host). If something goes wrong, `why` keeps the reason, and `escape` ends the run from any
// depth. The Judge lists arrays and buffers, so that they are freed all the same.

#include "case.h"

#include <stdlib.h>
#include <string.h>

static void free_kept(Kept *list)
{
    for (Kept *k; (k = list); free(k))
        list = k->next;
}

static void free_all(Judge *j)
{
    for (Array *a; (a = j->arrays); free(a))
        j->arrays = a->next;
    free_kept(j->inputs);
    free_kept(j->outputs);
    ran_free(&j->ran);
    free(j->note);
    free(j->timed);
}

// Returns the first lines that the run's kernels have printed, and how many more there are; NULL if they have printed nothing.
static char *take_printed(Judge *j)
{
    const Terms *t = j->terms;
    if (t->exercise->program && t->looks && j->ran.printed && *j->ran.printed)
        return text_make("%s", j->ran.printed);
    if (!t->looks || !j->device->started)
        return NULL;
    Reply r = case_try(j, (WireRequest){.op = WIRE_PRINTED}, NULL);
    char *text =
        r.status == WIRE_OK && r.bytes ? text_printed(r.text, r.bytes, r.extra, r.value) : NULL;
    free(r.text);
    return text;
}

// Returns what the checks remark on a run that failed, since that may be why; NULL if they don't.
static char *take_remark(Judge *j)
{
    if (judge_on_gpu(j))
        return NULL;
    Reply r = case_try(j, (WireRequest){.op = WIRE_REMARK, .a = WIRE_SKIPPED}, NULL);
    char *text = r.status == WIRE_OK && r.bytes ? text_clean(r.text, r.bytes, 4000) : NULL;
    free(r.text);
    return text;
}

// Notes what the run has used, by the answer to WIRE_END.
static void take_used(Judge *j, Reply end)
{
    if (end.status == WIRE_OK && end.bytes == sizeof j->used)
        memcpy(&j->used, end.text, sizeof j->used);
    free(end.text);
}

static void run_all(void *judge)
{
    Judge *j = judge;
    const Terms *t = j->terms;
    if (t->exercise->program) {
        t->exercise->run(j, j->c);
        want_shared_work(j);
        return;
    }
    case_has_time(j);
    if (!j->device->started)
        device_start(j->device);
    WireBegin begin = {.mode = j->order->mode,
                       .seconds = (uint32_t)t->seconds,
                       .seed = judge_random(j),
                       .instructions = t->instructions,
                       .lines = t->looks ? PRINTED_LINES : 0};
    if (j->measured || t->exercise->architecture)
        snprintf(begin.device, sizeof begin.device, "%s", levels_device(t->exercise));
    case_tell(j, (WireRequest){.op = WIRE_BEGIN, .bytes = sizeof begin}, &begin);
    t->exercise->run(j, j->c);
    j->kernel = NULL;
    char *changed = changed_input(j);
    if (changed)
        case_end(j, changed);
    j->remark = case_remark(j, WIRE_SKIPPED);
    if (!t->exercise->golf) // where time says what it costs to share nothing
        want_shared_work(j);
    take_used(j, case_ask(j, (WireRequest){.op = WIRE_END}, NULL));
    figures_time(j);
}

Outcome case_run(Device *d, const Terms *t, const Case *c, uint64_t seed, int index,
                 const Order *order, int order_index)
{
    Judge j = {.c = c,
               .device = d,
               .terms = t,
               .order = order,
               .lanes = 32,
               .measured = levels_measures(t->exercise, c)};
    j.random = seed;
    j.random = random_next(&j.random) ^ (uint64_t)index << 8 ^ (uint64_t)order_index;
    if (!t->host->attempt(run_all, &j) && !t->exercise->program && d->started) {
        j.remark = j.remark ? j.remark : take_remark(&j);
        take_used(&j, case_try(&j, (WireRequest){.op = WIRE_END}, NULL));
    }
    Outcome o = {j.why,  j.speed,   j.remark, take_printed(&j),
                 j.used, j.figures, j.gpu_us, j.limit_us};
    free_all(&j);
    return o;
}
