// sass.c: how many machine instructions a launch executed.
//
// The cubin tells how many instructions ptxas made of each PTX line, and in which stretches of code they stand (ptx/cubin.c). The simulator
// counts how often a warp came to the line's segment. The sum of the products is the answer, but for loops. There ptxas takes instructions
// out of the loop; and where it unrolled, the segment has several parts (ptx/insn.h), each of which runs some of the iterations:
//
//     passes of a warp, one after the other    23
//     a loop with 4 copies                     5 times
//     2 copies                                 once
//     a loop with 1 copy                       once
//     a stretch with a few instructions        once

#include "model/model.h"

#include <math.h>

// Returns the first instruction of the innermost loop around a segment, NONE if it is in none: a branch at its end or behind it jumps back.
static int loop_of(const SimModule *m, const SimFunction *f, const Segment *s)
{
    for (int i = s->last; i < f->end; i++)
        if (m->code[i].kind == K_BRANCH && m->code[i].branch.target <= s->first)
            return m->code[i].branch.target;
    return NONE;
}

// Returns how many lanes the instructions from `first` on send back there, where their loop begins.
static u64 sent_back(const SimLaunch *l, const SimFunction *f, int first)
{
    const Insn *code = l->kernel->module->code;
    u64 lanes = 0;
    for (int i = first; i < f->end; i++)
        if (code[i].kind == K_BRANCH && code[i].branch.target == first)
            lanes += code[i].guard >= 0 ? l->counts[i].enabled : l->counts[i].threads;
    return lanes;
}

static double lanes_each(const SimCount *c)
{
    return c->executed ? (double)c->threads / (double)c->executed : 0;
}

// The passes of a warp through a segment, one after the other, each time that it comes to the loop around it.
typedef struct {
    double passes; // on average; 0: there is no loop
    bool ragged;   // its lanes leave one after the other
} Row;

// Returns a segment's. The lanes of the segment before the loop tell how many a warp begins with.
static Row row_of(const SimLaunch *l, const SimFunction *f, const Segment *s)
{
    const SimModule *m = l->kernel->module;
    const int first = loop_of(m, f, s);
    if (first == NONE)
        return (Row){0, false};
    const int segment = m->code[first].enter.segment;
    const SimCount *c = &l->counts[m->segments[segment].last];
    double lanes = lanes_each(c), come = (double)c->threads - (double)sent_back(l, f, first);
    if (first > f->entry)
        lanes = fmax(lanes, lanes_each(&l->counts[m->segments[segment - 1].last]));
    if (come <= 0)
        return (Row){1, false};
    double passes = fmax((double)c->executed * lanes / come, 1);
    return (Row){passes, passes > 1.05 * (double)c->threads / come};
}

// Fills in how often a warp does each part in a row of passes. Of equal lanes the part with the most copies does as many passes as it can,
// then the next one. If they are unequal, some have passes left over for each of the other parts. Single instructions are taken out of the
// loop, but for those beside such a part, and where there is none. Without a loop, everything is done once in a pass.
static void take_turns(const Segment *s, Row row, double turns[SIM_MOST_STRETCHES])
{
    int parts = 0;
    double left = row.passes;
    for (int k = 0; k < SIM_MOST_STRETCHES; k++)
        turns[k] = 1;
    if (row.passes <= 0)
        return;
    while (parts < s->part_count && s->parts[parts].copies)
        parts++;
    for (int i = 0; i < parts; i++) {
        const int k = row.ragged ? parts - 1 - i : i;
        const SegmentPart *part = &s->parts[k];
        const double copies = part->copies;
        double most = left / copies;
        if (!row.ragged && k + 1 < parts)
            most = floor(most + 1e-6);
        if (parts == 1 && !row.ragged)
            most = fmax(most, 1); // a loop of one part has no more copies than passes
        if (row.ragged && k > 0)
            most = fmin(most, fmax(s->parts[k - 1].copies / copies - 1, 1));
        turns[k] = part->loop || i + 1 == parts ? most : fmin(most, 1);
        left -= turns[k] * copies;
    }
    for (int k = parts; k < s->part_count; k++) {
        int in = 0; // what is in the same loop of machine code
        while (in < parts && (!s->parts[k].loop || s->parts[in].loop != s->parts[k].loop))
            in++;
        turns[k] = !parts ? row.passes : in < parts ? turns[in] : 1;
    }
}

// Returns how many values the lanes of a warp have for what takes one value of all of them: each lane that starts a bulk copy has its own.
static double values_each(const SimLaunch *l, const Segment *s)
{
    for (int i = s->first + 1; i <= s->last; i++)
        if (l->kernel->module->code[i].kind == K_BULK && l->counts[i].executed)
            return fmax((double)l->counts[i].enabled / (double)l->counts[i].executed, 1);
    return 1;
}

// Adds what the instructions of a segment do in each pipe in this many passes, in pipes[SIM_PIPES] those of tensor cores. Returns how many
// they are. What is done once for each value counts so often there, but not in a pipe: the copies that it starts take longer.
static double add_segment(const SimLaunch *l, const Segment *s, double passes, Row row,
                          double *pipes)
{
    double all = 0, turns[SIM_MOST_STRETCHES], values = values_each(l, s);
    take_turns(s, row, turns);
    for (int k = 0; k < s->part_count; k++) {
        const SegmentPart *part = &s->parts[k];
        double times = passes / fmax(row.passes, 1) * turns[k];
        all += times * (part->instructions + part->each_value * (values - 1));
        pipes[SIM_PIPES] += times * part->tensor;
        for (int p = 0; p < SIM_PIPES; p++)
            pipes[p] += times * part->pipes[p];
    }
    return all;
}

// Tells whether ptxas made predicates of a forward branch, so that warps execute what the branch would have jumped over.
static bool is_predicate(const SimModule *m, int branch)
{
    const Insn *in = &m->code[branch];
    return in->kind == K_BRANCH && in->branch.target > branch && !m->infos[branch].machine;
}

double merged_wavefronts(const SimLaunch *l, int i)
{
    const Insn *in = &l->kernel->module->code[i];
    bool merged = (in->kind == K_LOAD || in->kind == K_STORE) && in->access.merged;
    return merged ? (double)l->counts[i].merged / l->insns[i].serves
                  : (double)l->counts[i].wavefronts;
}

double machine_wavefronts(const SimLaunch *l, SimInsnKind kind)
{
    double wavefronts = 0;
    for (int i = 0; i < l->insn_count; i++)
        // The store of a cp.async is part of another machine instruction, LDGSTS.
        if (l->insns[i].kind == kind && l->insns[i].space == SIM_SPACE_SHARED &&
            !l->insns[i].phase && l->kernel->module->code[i].kind != K_COPY_STORE)
            wavefronts += merged_wavefronts(l, i);
    return wavefronts;
}

// Sums up the machine instructions of all segments, and in pipes: (SIM_PIPES + 1) those of each pipe, and of tensor cores: how often warps executed them, or `lanes`
// how many of their lanes did.
static double sum_machine(const SimLaunch *l, bool lanes, double *pipes)
{
    const SimModule *m = l->kernel->module;
    double executed = 0;
    double before = 0; // how often a warp came to the last branch that ptxas made predicates of
    int shadow = 0;    // where the instructions end that this branch jumps over
    for (int i = 0; i < m->segment_count; i++) {
        const Segment *s = &m->segments[i];
        const SimFunction *f = m->infos[s->last].function;
        const SimCount *c = &l->counts[s->last];
        double times = (double)(lanes ? c->threads : c->executed);
        if (times > 0 && !f->assembled)
            return 0; // this cubin's table does not tell what was called
        if (m->code[s->last].kind == K_CALL && m->code[s->last].call->builtin != B_NONE &&
            times > 0)
            return 0; // nor what printf, say, is made of
        if (s->first < shadow && before > times)
            times = before;
        if (is_predicate(m, s->last)) {
            before = times;
            shadow = m->code[s->last].branch.target;
        } else if (m->code[s->last].kind == K_BRANCH) {
            shadow = 0; // ptxas makes predicates of short ways only, in which nothing branches
        }
        executed += add_segment(l, s, times, row_of(l, f, s), pipes);
    }
    return executed;
}

double machine_instructions(const SimLaunch *l, double *pipes)
{
    double sums[SIM_PIPES + 1] = {0}, all = sum_machine(l, false, sums);
    for (int p = 0; p < SIM_PIPES; p++)
        pipes[p] += sums[p];
    return all;
}

double machine_tensor(const SimLaunch *l)
{
    double sums[SIM_PIPES + 1] = {0};
    sum_machine(l, false, sums);
    return sums[SIM_PIPES];
}

double machine_threads(const SimLaunch *l)
{
    double sums[SIM_PIPES + 1] = {0};
    return sum_machine(l, true, sums);
}
