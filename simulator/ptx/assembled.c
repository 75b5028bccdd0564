// assembled.c: brings what ptxas made of a kernel (cubin.c) to the instructions of the kernel and of the functions that it may call.
//
// Machine code is known by the PTX line that it came from. ptxas puts a copy of each function that a kernel may call behind the kernel;
// a function of several kernels is described by the copy of the one that is launched first.

#include "ptx/unrolled.h"
#include "ptx/wide.h"

#include <stdlib.h>
#include <string.h>

// Returns the lines of a function, of those in which its kernel's machine code stands.
static SimAssembled lines_of(const SimFunction *f, const SimAssembled *all)
{
    int end = INT32_MAX, first = 0, behind;
    for (const SimFunction *g = f->module->functions; g; g = g->next)
        if (g->unit == f->unit && g->defined && g->line > f->line && g->line < end)
            end = g->line;
    while (first < all->count && all->lines[first].line < f->line)
        first++;
    for (behind = first; behind < all->count && all->lines[behind].line < end;)
        behind++;
    SimAssembled own = {.lines = all->lines + first, .count = behind - first};
    for (first = 0; first < all->piece_count && all->pieces[first].line < f->line;)
        first++;
    for (behind = first; behind < all->piece_count && all->pieces[behind].line < end;)
        behind++;
    own.pieces = all->piece_count ? all->pieces + first : NULL;
    own.piece_count = behind - first;
    return own;
}

// Returns the line of instruction i, NULL if the machine code has none. *k: a line that is not behind it.
static const SimAssembledLine *line_of(const SimModule *m, const SimAssembled *assembled, int i,
                                       int *k)
{
    while (*k < assembled->count && assembled->lines[*k].line < m->infos[i].ptx_line)
        ++*k;
    const bool there = *k < assembled->count && insn_counts(&m->code[i]) &&
                       assembled->lines[*k].line == m->infos[i].ptx_line;
    return there ? &assembled->lines[*k] : NULL;
}

// ---- Loads and spills --------------------------------------------------------------------------------------------------------

static uint16_t spilled(int words, bool own)
{
    return own || words < 0 ? 0 : (uint16_t)(words < 0xffff ? words : 0xffff);
}

static void note_loads(SimModule *m, const SimFunction *f, const SimAssembled *assembled)
{
    for (int i = f->entry, k = 0, before = 0; i < f->end; i++) {
        SimInsnInfo *info = &m->infos[i];
        const SimAssembledLine *line = line_of(m, assembled, i, &k);
        if (!line)
            continue;
        info->copies = line->copies;
        info->batches = line->batches;
        info->joins = line->joins;
        info->stays = line->stays;
        // A load or store of local memory that is in the PTX itself is no spill. No line counts twice.
        bool own = info->space == SIM_SPACE_LOCAL || info->space == SIM_SPACE_GENERIC ||
                   before == info->ptx_line;
        info->spill_loads = spilled(line->local_loads, own);
        info->spill_stores = spilled(line->local_stores, own);
        before = info->ptx_line;
    }
}

// ---- Instructions ------------------------------------------------------------------------------------------------------------

enum { MOST_COPIES = 64 };

// What a segment has in each stretch of machine code, while its pieces are added up. Of some instructions ptxas makes one each. These are
// single ones: so often as they stand in a stretch, so often does the segment. Where a segment has none, its other lines tell.
typedef struct {
    struct Stretch {
        int number;
        int lines[2]; // that have a piece there, and how many of them are single
        // By how often a line stands there: lines, and instructions of single ones.
        int votes[2][MOST_COPIES + 1];
        SegmentPart part;
    } of[SIM_MOST_STRETCHES];
    int count;
    int lines[2]; // of the segment
    int line;     // the last one
} Stretches;

static bool is_single(const SimInsnInfo *info)
{
    const size_t length = strlen(info->text);
    bool word = length > 2 && strcmp(info->text + length - 2, "32") == 0;
    return info->kind == SIM_LOAD || info->kind == SIM_STORE || info->kind == SIM_ATOMIC ||
           (info->slots == 1 && (word || info->pipe == SIM_PIPE_FP64));
}

// Adds a piece that belongs to an instruction.
static void add_piece(Stretches *all, const SimAssembledPiece *piece, const SimInsnInfo *info)
{
    int k = 0;
    while (k < all->count - (all->count == SIM_MOST_STRETCHES) &&
           all->of[k].number != piece->stretch)
        k++;
    struct Stretch *in = &all->of[k];
    if (k == all->count) {
        *in = (struct Stretch){.number = piece->stretch, .part.loop = piece->loop};
        all->count++;
    }
    const int kinds = is_single(info) && info->ptx_line == piece->line ? 2 : 1;
    for (int i = 0; i < kinds; i++) {
        all->lines[i] += piece->line != all->line;
        in->lines[i]++;
        in->votes[i][piece->repeats < MOST_COPIES ? piece->repeats : MOST_COPIES] +=
            i ? piece->instructions : 1;
    }
    all->line = piece->line;
    in->part.instructions += piece->instructions;
    in->part.tensor += piece->tensor;
    for (int p = 0; p < SIM_PIPES; p++)
        in->part.pipes[p] += piece->pipes[p];
}

// Returns how many copies of a segment are in a stretch; 0 if no more than half of its lines are there.
static int copies_in(const struct Stretch *in, const int lines[2])
{
    const int i = lines[1] > 0;
    int copies = 1;
    for (int n = 2; n <= MOST_COPIES; n++)
        if (in->votes[i][n] > in->votes[i][copies])
            copies = n;
    return 2 * in->lines[i] > lines[i] ? copies : 0;
}

static int by_copies(const void *a, const void *b)
{
    return ((const SegmentPart *)b)->copies - ((const SegmentPart *)a)->copies;
}

// Sets a segment's parts, those with the most copies first.
static void set_parts(SimModule *m, Segment *s, const Stretches *all)
{
    s->parts = arena_alloc(&m->arena, (size_t)all->count * sizeof *s->parts);
    if (!s->parts) // out of memory: the arena remembers it
        return;
    s->part_count = all->count;
    for (int k = 0; k < s->part_count; k++) {
        s->parts[k] = all->of[k].part;
        s->parts[k].copies = copies_in(&all->of[k], all->lines);
    }
    qsort(s->parts, (size_t)s->part_count, sizeof *s->parts, by_copies);
}

// Gives each piece to the last instruction that is not behind its line, or to the first instruction. The exit that ends every function
// here has no line of its own.
static void note_instructions(SimModule *m, const SimFunction *f, const SimAssembled *assembled)
{
    int i = f->entry, end = f->end, last, segment = 0;
    Stretches all = {0};
    while (end > i + 1 && m->infos[end - 1].ptx_line < m->infos[end - 2].ptx_line)
        end--;
    while (i < end && !insn_counts(&m->code[i]))
        i++;
    last = i;
    for (int k = 0; last < end && k < assembled->piece_count; k++) {
        for (; i < end && m->infos[i].ptx_line <= assembled->pieces[k].line; i++)
            last = insn_counts(&m->code[i]) ? i : last;
        if (m->segments[segment].last < last && all.count) {
            set_parts(m, &m->segments[segment], &all);
            all = (Stretches){0};
        }
        while (m->segments[segment].last < last)
            segment++;
        m->infos[last].machine = true;
        add_piece(&all, &assembled->pieces[k], &m->infos[last]);
    }
    if (all.count)
        set_parts(m, &m->segments[segment], &all);
}

// ---- Where lanes meet --------------------------------------------------------------------------------------------------------

// Tells whether a line of the PTX is one of the segment that begins at `enter`.
static bool has_line(const SimModule *m, i32 enter, int line)
{
    const Segment *s = &m->segments[m->code[enter].enter.segment];
    return s->last > s->first && m->infos[s->first + 1].ptx_line <= line &&
           line <= m->infos[s->last].ptx_line;
}

// Notes that machine code has a branch of the PTX, too. If it jumps to where lanes were to meet, and there is no barrier, they do not.
static void note_branch(const SimModule *m, Insn *branch, const SimAssembledLine *line)
{
    branch->branch.kept = line && line->jumps;
    if (branch->branch.kept && branch->join >= 0 && has_line(m, branch->join, line->to))
        branch->join = NONE;
}

// Notes the places where lanes that come in several ways do not wait for each other, and the branches where such ways begin. Of a segment
// without machine code nothing is known.
static void note_ways(const SimModule *m, const SimFunction *f, const SimAssembled *assembled)
{
    Insn *enter = NULL;
    bool known = false, meets = false;
    for (int i = f->entry, k = 0; i < f->end; i++) {
        Insn *in = &m->code[i];
        const SimAssembledLine *line = line_of(m, assembled, i, &k);
        if (in->kind == K_ENTER) {
            enter = in;
            known = meets = false;
        }
        known |= line != NULL;
        meets |= line && line->meets;
        if (enter)
            enter->enter.apart = known && !meets;
        if (in->kind == K_BRANCH)
            note_branch(m, in, line);
    }
}

// ---- A kernel ------------------------------------------------------------------------------------------------------------------

static void set_function(SimFunction *f, const SimAssembled *all)
{
    SimModule *m = f->module;
    const SimAssembled own = lines_of(f, all);
    if (f->assembled || !own.count)
        return;
    f->assembled = true;
    wide_find(m, f, &own);
    unrolled_find(m, f, &own);
    note_loads(m, f, &own);
    note_instructions(m, f, &own);
    note_ways(m, f, &own);
}

void sim_function_set_assembled(SimFunction *f, const SimAssembled *assembled)
{
    f->registers = assembled->registers;
    f->module->timed = NULL;
    for (int i = 0; i < f->reached_count; i++)
        if (f->reached[i]->unit == f->unit)
            set_function(f->reached[i], assembled);
}
