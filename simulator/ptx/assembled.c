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

// What a segment has in each stretch of machine code, while its pieces are looked at. Of some instructions ptxas makes one each. These are
// single ones: so often as they stand in a stretch, so often does the segment. Where a segment has none, or their lines have other work,
// too, its other lines tell.
typedef struct {
    struct Stretch {
        int lines[2]; // that have a piece there, and how many of them are single
        // By how often a line stands there: lines, and single ones.
        int votes[2][MOST_COPIES + 1];
        bool told; // by a single one
        SegmentPart part;
    } of[SIM_MOST_STRETCHES];
    int count;
    int lines[2]; // of the segment
    int line;     // the last one
} Stretches;

static bool is_product(const SimInsnInfo *info)
{
    return strncmp(info->text, "wmma.mma", 8) == 0;
}

// Returns how often a line of a product stands for one copy of it: tensor cores take half a product at a time, or one of doubles.
static int halves(const SimInsnInfo *info)
{
    return is_product(info) && !strstr(info->text, ".f64") ? 2 : 1;
}

// A load or store of wmma's becomes several.
static bool is_single(const SimInsnInfo *info)
{
    if (strncmp(info->text, "wmma.", 5) == 0)
        return is_product(info);
    const size_t length = strlen(info->text);
    bool word = length > 2 && strcmp(info->text + length - 2, "32") == 0;
    return info->kind == SIM_LOAD || info->kind == SIM_STORE || info->kind == SIM_ATOMIC ||
           (info->slots == 1 && (word || info->pipe == SIM_PIPE_FP64));
}

// Tells whether copies of a single instruction can be counted at a line. ptxas puts the moves to uniform registers of many addresses at
// the line of one, and some mnemonics become several instructions: ex2.approx.f32 without .ftz scales what is small. Beside a load or store
// there may be its address.
static bool tells_copies(const SimAssembledPiece *piece, const SimInsnInfo *info)
{
    return piece->copies || info->kind == SIM_LOAD || info->kind == SIM_STORE ||
           info->kind == SIM_ATOMIC;
}

// Returns which of its stretches a segment has, or where a new one goes. The last one stands for all that there is no room for.
static int stretch_at(const Stretches *all, int stretch)
{
    int k = 0;
    while (k < all->count - (all->count == SIM_MOST_STRETCHES) &&
           all->of[k].part.stretch != stretch)
        k++;
    return k;
}

// Looks at a piece that belongs to an instruction.
static void add_piece(Stretches *all, const SimAssembledPiece *piece, const SimInsnInfo *info)
{
    const int k = stretch_at(all, piece->stretch);
    struct Stretch *in = &all->of[k];
    if (k == all->count) {
        *in = (struct Stretch){.part = {.stretch = piece->stretch, .loop = piece->loop}};
        all->count++;
    }
    if (!piece->repeats)
        return;
    const int kinds = is_single(info) && info->ptx_line == piece->line ? 2 : 1,
              repeats = (piece->repeats + halves(info) - 1) / halves(info);
    for (int i = 0; i < kinds; i++) {
        all->lines[i] += piece->line != all->line;
        in->lines[i]++;
        if (i && !tells_copies(piece, info))
            continue;
        in->told |= i;
        in->votes[i][repeats < MOST_COPIES ? repeats : MOST_COPIES]++;
    }
    all->line = piece->line;
}

// Returns how many copies of a segment are in a stretch; 0 if no more than half of its lines are there.
static int copies_in(const struct Stretch *in, const int lines[2])
{
    const int i = lines[1] > 0, *votes = in->votes[in->told];
    int copies = 1;
    for (int n = 2; n <= MOST_COPIES; n++)
        if (votes[n] > votes[copies])
            copies = n;
    return 2 * in->lines[i] > lines[i] ? copies : 0;
}

// Tells whether stretch k of a segment has less of an iteration than another in the same loop of machine code, which an inner loop cuts.
static bool is_rest(const Stretches *all, int k)
{
    const int i = all->lines[1] > 0;
    for (int n = 0; n < all->count; n++) {
        const int more = all->of[n].lines[i] - all->of[k].lines[i];
        if (n != k && all->of[n].part.loop && all->of[n].part.loop == all->of[k].part.loop &&
            all->of[n].part.copies == all->of[k].part.copies && (more > 0 || (!more && n < k)))
            return true;
    }
    return false;
}

static int by_copies(const void *a, const void *b)
{
    const SegmentPart *x = a, *y = b;
    return x->copies != y->copies ? y->copies - x->copies
           : !x->loop != !y->loop ? !x->loop - !y->loop
                                  : x->stretch - y->stretch;
}

// Sets a segment's parts, and makes ready for the next segment's. Those with the most copies come first, a loop before what ptxas took out
// of it.
static void set_parts(SimModule *m, Segment *s, Stretches *all)
{
    s->parts = arena_alloc(&m->arena, (size_t)all->count * sizeof *s->parts);
    if (!s->parts) // out of memory: the arena remembers it
        return;
    s->part_count = all->count;
    for (int k = 0; k < s->part_count; k++)
        all->of[k].part.copies = copies_in(&all->of[k], all->lines);
    for (int k = 0; k < s->part_count; k++) {
        s->parts[k] = all->of[k].part;
        s->parts[k].copies *= !is_rest(all, k);
    }
    qsort(s->parts, (size_t)s->part_count, sizeof *s->parts, by_copies);
    *all = (Stretches){0};
}

// A piece and the segment that its line is in.
typedef struct {
    int block, segment;
    u32 weight; // of the segment among those of the block
    const SimAssembledPiece *piece;
} Share;

enum { BRANCH_WEIGHT = 1 << 20, PRODUCT_WEIGHT = 1 << 16 };

static int by_block(const void *a, const void *b)
{
    const Share *x = a, *y = b;
    return x->block != y->block ? x->block - y->block : x->segment - y->segment;
}

static void add_to_part(Segment *s, const SimAssembledPiece *piece)
{
    int k = 0;
    while (k + 1 < s->part_count && s->parts[k].stretch != piece->stretch)
        k++;
    if (k == s->part_count)
        return;
    s->parts[k].instructions += piece->instructions;
    s->parts[k].each_value += piece->each_value ? piece->instructions : 0;
    s->parts[k].tensor += piece->tensor;
    for (int p = 0; p < SIM_PIPES; p++)
        s->parts[k].pipes[p] += piece->pipes[p];
}

// Adds each piece to a segment. A warp executes all of a block or nothing, so all of it goes to one segment, although ptxas moves
// instructions out of loops and before branches: to the one whose branch forward ends it, or else to the one that has most of it. (A
// branch back doesn't tell, since one may also stand before an unrolled loop.) But a block with products of wmma belongs to these, as
// their copies are told best. shares: (count), one for each piece.
static void share_blocks(SimModule *m, Share *shares, int count)
{
    qsort(shares, (size_t)count, sizeof *shares, by_block);
    for (int first = 0, end; first < count; first = end) {
        u32 most = 0, sum = 0;
        int segment = NONE;
        for (end = first; end < count && shares[end].block == shares[first].block; end++) {
            const bool more = end > first && shares[end].segment == shares[end - 1].segment;
            sum = (more ? sum : 0) + shares[end].weight;
            if (sum > most) {
                most = sum;
                segment = shares[end].segment;
            }
        }
        for (int i = first; i < end; i++)
            add_to_part(&m->segments[segment], shares[i].piece);
    }
}

// Gives each piece to the last instruction that is not behind its line, or to the first instruction. The exit that ends every function
// here has no line of its own. shares: (assembled->piece_count). Returns how many pieces have an instruction.
static int find_shares(SimModule *m, const SimFunction *f, const SimAssembled *assembled,
                       Share *shares)
{
    int i = f->entry, end = f->end, last, segment = 0, count = 0;
    Stretches all = {0};
    while (end > i + 1 && m->infos[end - 1].ptx_line < m->infos[end - 2].ptx_line)
        end--;
    while (i < end && !insn_counts(&m->code[i]))
        i++;
    last = i;
    for (int k = 0; last < end && k < assembled->piece_count; k++) {
        const SimAssembledPiece *piece = &assembled->pieces[k];
        for (; i < end && m->infos[i].ptx_line <= piece->line; i++)
            last = insn_counts(&m->code[i]) ? i : last;
        if (m->segments[segment].last < last && all.count)
            set_parts(m, &m->segments[segment], &all);
        while (m->segments[segment].last < last)
            segment++;
        m->infos[last].machine = true;
        add_piece(&all, piece, &m->infos[last]);
        const bool branch =
            piece->jumps && m->code[last].kind == K_BRANCH && m->code[last].branch.target > last;
        shares[count++] = (Share){piece->block, segment,
                                  piece->instructions + (branch ? BRANCH_WEIGHT : 0) +
                                      (is_product(&m->infos[last]) ? PRODUCT_WEIGHT : 0),
                                  piece};
    }
    if (all.count)
        set_parts(m, &m->segments[segment], &all);
    return count;
}

static void note_instructions(SimModule *m, const SimFunction *f, const SimAssembled *assembled)
{
    if (!assembled->piece_count)
        return;
    Share *shares = arena_alloc(&m->arena, (size_t)assembled->piece_count * sizeof *shares);
    if (shares)
        share_blocks(m, shares, find_shares(m, f, assembled, shares));
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

void sim_function_set_large_shared(SimFunction *f, bool large)
{
    f->large_shared = large;
}

void sim_function_set_assembled(SimFunction *f, const SimAssembled *assembled)
{
    f->registers = assembled->registers;
    f->module->timed = NULL;
    for (int i = 0; i < f->reached_count; i++)
        if (f->reached[i]->unit == f->unit)
            set_function(f->reached[i], assembled);
}
