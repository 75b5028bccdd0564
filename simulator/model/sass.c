// sass.c: how many machine instructions a launch executed.
//
// The cubin tells how many instructions ptxas made of each PTX line, and in which stretches of code they stand (ptx/cubin.c). The simulator
// counts how often a warp came to the line's segment. The sum of the products is the answer, but for loops. There ptxas takes instructions out
// of the loop; and where it unrolled, the segment has several parts (ptx/insn.h), each of which runs some of the iterations:
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

// Returns how many lanes the instructions from `first` on send back there, to the begin of their loop.
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

// Returns how often a warp that comes to the loop around a segment goes through it, on average; 0: it is in no loop. Lanes leave it one after
// the other, so those of the segment before it tell how many a warp begins with.
static double iterations(const SimLaunch *l, const SimFunction *f, const Segment *s)
{
    const SimModule *m = l->kernel->module;
    const int first = loop_of(m, f, s);
    if (first == NONE)
        return 0;
    const int segment = m->code[first].enter.segment;
    const SimCount *c = &l->counts[m->segments[segment].last];
    double lanes = lanes_each(c), come = (double)c->threads - (double)sent_back(l, f, first);
    if (first > f->entry)
        lanes = fmax(lanes, lanes_each(&l->counts[m->segments[segment - 1].last]));
    return come > 0 ? fmax((double)c->executed * lanes / come, 1) : 1;
}

// Adds what the instructions of a segment do in each pipe in this many passes, in pipes[SIM_PIPES] those of tensor cores. Returns how many
// they are. in_a_row: how many passes of a loop come one after the other; 0: there is no loop.
static double add_segment(const Segment *s, double passes, double in_a_row, double *pipes)
{
    double all = 0, left = in_a_row;
    for (int k = 0; k < s->part_count; k++) {
        const SegmentPart *part = &s->parts[k];
        const bool last = k + 1 == s->part_count || !s->parts[k + 1].copies;
        double turns = 1;
        if (part->copies && in_a_row > 0) {
            turns = last ? left / part->copies : floor(left / part->copies + 1e-6);
            turns = part->again || last ? turns : fmin(turns, 1);
            left -= turns * part->copies;
        }
        double times = in_a_row > 0 ? passes / in_a_row * turns : passes;
        all += times * part->instructions;
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
    return (double)(merged ? l->counts[i].merged : l->counts[i].wavefronts);
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
        executed += add_segment(s, times, iterations(l, f, s), pipes);
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
