// wide.c: finds the loads and stores of shared memory that ptxas merged.
//
// Of `ld.shared.f32 %f1, [%r1]; ld.shared.f32 %f2, [%r1+4];` ptxas makes one LDS.64, if it knows that the address is a multiple
// of 8. The machine instruction has the line of one of the two; the other line has none. So we look, in each straight run of the
// PTX, for a line whose machine access is wider than its own, and for neighbours without a machine access that fill it up:
//
//     offset of the PTX's accesses      0   4   8  12    16  20    24
//     bytes of the lines' machine code  -  16   -   -     8   -     4
//                                      └────── one ──┘  └ one ┘  └ as it is
//
// In an unrolled loop one machine access may serve several iterations, if each moves the address on by as much as its own accesses fill.
// Then these fill a part of it.
//
// Nothing is guessed. All accesses count as the PTX has them if the wide one could begin at several places, or if a line has
// machine accesses of several sizes, as of an unrolled loop and of what is left over from it.

#include "ptx/wide.h"
#include "ptx/unrolled.h"

#include <stdlib.h>

// A load or store of shared memory.
typedef struct {
    Insn *in;
    SimInsnInfo *info;
    int line;
    u8 bytes;   // of a lane, in the PTX
    u8 machine; // SimAssembledLine.shared of its line
} Access;

enum { MOST_ACCESSES = 1024 }; // of a straight run; one with more counts as the PTX has it

static int compare(i64 x, i64 y)
{
    return x < y ? -1 : x > y;
}

// Neighbours differ in nothing but the offset, by which they are sorted.
static int by_kin(const void *a, const void *b)
{
    const Insn *x = ((const Access *)a)->in, *y = ((const Access *)b)->in;
    int order = compare(x->kind, y->kind);
    order = order ? order : compare(x->a, y->a);
    order = order ? order : compare(x->guard, y->guard);
    return order ? order : compare(x->guard_not, y->guard_not);
}

static int by_place(const void *a, const void *b)
{
    int order = by_kin(a, b);
    return order ? order
                 : compare(((const Access *)a)->in->access.offset,
                           ((const Access *)b)->in->access.offset);
}

// Tells whether the registers of address and guard keep their values from the first of these accesses to the last.
static bool is_steady(const Access *all, int count)
{
    const Insn *first = all->in, *last = first;
    for (int i = 1; i < count; i++) {
        first = all[i].in < first ? all[i].in : first;
        last = all[i].in > last ? all[i].in : last;
    }
    for (const Insn *in = first; in < last; in++)
        if (insn_writes(in, first->a) || insn_writes(in, first->guard))
            return false;
    return true;
}

static bool is_wide(const Access *a, int size)
{
    return a->machine == size && a->bytes < size;
}

// Returns the first of the accesses that one machine access of `size` bytes does, if it begins at `start`; they are *count. NULL
// unless `wide` is the only one of them that has a machine access, and they fill it.
static const Access *fill(const Access *all, int most, const Access *wide, i64 start, int size,
                          int *count)
{
    u32 filled = 0;
    const Access *first = wide, *end;
    while (first > all && first[-1].in->access.offset >= start)
        first--;
    for (end = first; end < all + most && end->in->access.offset < start + size; end++) {
        i64 at = end->in->access.offset - start;
        if ((end != wide && (end->machine || end->in->access.merged)) || at + end->bytes > size)
            return NULL;
        filled |= ((1u << end->bytes) - 1) << at;
    }
    *count = (int)(end - first);
    return filled == (1u << size) - 1 ? first : NULL;
}

// Tells whether all machine accesses of `size` bytes, of which an iteration fills `part`, can begin `rest` bytes behind a multiple of that.
// With `note` it notes which instructions they do.
static bool fits(const Access *all, int count, int size, int part, int rest, bool note)
{
    bool fit = true;
    for (int i = 0; fit && i < count; i++) {
        const Access *wide = &all[i];
        if (!is_wide(wide, size))
            continue;
        i64 at = wide->in->access.offset - rest, start = (at & -(i64)part) + rest;
        int filling = 0;
        const Access *first = fill(all, count, wide, start, part, &filling);
        fit = first != NULL;
        if (!note)
            continue;
        for (int k = 0; k < filling; k++) {
            first[k].in->access.merged = k ? MERGED_INTO : (u8)size;
            first[k].info->serves = (u8)(size / part);
        }
    }
    return fit;
}

// Finds what ptxas merged of some neighbours. (If none of them has a wide access, they fit in every way.) step: by how much an iteration
// moves their address; 0: it is in no loop.
static void join(const Access *all, int count, i64 step)
{
    for (int size = 16; size >= 4; size /= 2) {
        const int part = step > 0 && step < size && size % step == 0 ? (int)step : size;
        int ways = 0, place = 0;
        for (int rest = 0; rest < part; rest++)
            if (fits(all, count, size, part, rest, false)) {
                ways++;
                place = rest;
            }
        if (ways == 1 && is_steady(all, count))
            fits(all, count, size, part, place, true);
    }
}

// Tells what the machine code has for the shared access of a line. *k: a line of its table that is not behind it.
static u8 machine_bytes(const SimAssembled *assembled, int line, int *k)
{
    while (*k < assembled->count && assembled->lines[*k].line < line)
        ++*k;
    return *k < assembled->count && assembled->lines[*k].line == line ? assembled->lines[*k].shared
                                                                      : 0;
}

static void join_segment(SimModule *m, const SimFunction *f, const Segment *s,
                         const SimAssembled *assembled, int *k)
{
    Access all[MOST_ACCESSES];
    int count = 0;
    for (int i = s->first; i <= s->last && count < MOST_ACCESSES; i++) {
        Insn *in = &m->code[i];
        if ((in->kind != K_LOAD && in->kind != K_STORE) || in->access.space != SIM_SPACE_SHARED)
            continue;
        in->access.merged = 0;
        m->infos[i].serves = 1;
        Access *a = &all[count];
        *a = (Access){.in = in,
                      .info = &m->infos[i],
                      .line = m->infos[i].ptx_line,
                      .bytes = (u8)(in->access.bytes * in->access.count),
                      .machine = machine_bytes(assembled, m->infos[i].ptx_line, k)};
        if (count && a[-1].line == a->line) // the line does not tell one from the other
            a->machine = a[-1].machine = SIM_SEVERAL_SIZES;
        count += in->access.order == ORDER_WEAK; // ptxas leaves others alone
    }
    if (!count || count == MOST_ACCESSES)
        return;
    qsort(all, (size_t)count, sizeof *all, by_place);
    for (int first = 0, end = 1; end <= count; end++)
        if (end == count || by_kin(&all[first], &all[end]) != 0) {
            join(&all[first], end - first, unrolled_step(m, f, s, all[first].in->a));
            first = end;
        }
}

void wide_find(SimModule *m, const SimFunction *f, const SimAssembled *assembled)
{
    int k = 0;
    for (int i = 0; i < m->segment_count; i++)
        if (m->segments[i].first >= f->entry && m->segments[i].first < f->end)
            join_segment(m, f, &m->segments[i], assembled, &k);
}
