// sass.c: how many machine instructions a launch executed.
//
// The cubin tells how many instructions ptxas made of each PTX line (ptx/cubin.c). The simulator counts how often a warp came
// to the line's segment. The sum of the products is the answer, but for loops that ptxas unrolled: there each line stands
// several times, and each copy runs a part of the iterations. The number of copies is taken to be how often an instruction of its kind
// stands in most lines of the segment, if it is so often or more in half of all lines.

#include "model/model.h"

enum { MOST_COPIES = 64 };

// Tells whether a branch at the segment's end or behind it jumps back to its start, or before it.
static bool is_in_loop(const SimModule *m, const SimFunction *f, const Segment *s)
{
    for (int i = s->last; i < f->end; i++)
        if (m->code[i].kind == K_BRANCH && m->code[i].branch.target <= s->first)
            return true;
    return false;
}

// Returns in how many copies ptxas made the segment.
static int copies_of(const SimModule *m, const SimFunction *f, const Segment *s)
{
    int lines[MOST_COPIES + 1] = {0}, used = 0, copies = 1, as_many = 0;
    for (int i = s->first; i <= s->last; i++) {
        int n = m->infos[i].repeats;
        used += n > 0;
        lines[n < MOST_COPIES ? n : MOST_COPIES] += n > 0;
    }
    for (int n = 1; n <= MOST_COPIES; n++)
        if (lines[n] > lines[copies])
            copies = n;
    for (int n = copies; n <= MOST_COPIES; n++)
        as_many += lines[n];
    bool unrolled = 2 * as_many >= used && is_in_loop(m, f, s);
    return unrolled ? copies : 1;
}

// Adds what the instructions of a segment do in each pipe in this many passes, in pipes[SIM_PIPES] those of tensor cores. Returns how many
// they are.
static double add_segment(const SimModule *m, const Segment *s, double passes, double *pipes)
{
    double all = 0;
    for (int i = s->first; i <= s->last; i++) {
        all += passes * m->infos[i].machine;
        pipes[SIM_PIPES] += passes * m->infos[i].tensor;
        for (int p = 0; p < SIM_PIPES; p++)
            pipes[p] += passes * m->infos[i].pipes[p];
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
        }
        executed += add_segment(m, s, times / copies_of(m, f, s), pipes);
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
