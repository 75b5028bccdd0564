// unrolled.c: finds the loops that ptxas unrolled in parts (unrolled.h).
//
// The cubin tells in how many straight runs of code each PTX line stands, and how often in each: 4, 2 and 1 times, say. The PTX tells
// how the loop counts. Where either is not clear, the lanes go through the loop as the PTX has it.

#include "ptx/unrolled.h"

#include <string.h>

// ---- How the loop counts -------------------------------------------------------------------------------------------------

// The value of a register at some place of an iteration: what register `slot` had at its begin, and `more`.
typedef struct {
    i32 slot;
    i64 more;
} Sum;

static bool is_op(const SimModule *m, int i, const char *begin)
{
    return m->code[i].kind == K_ALU && strncmp(m->infos[i].text, begin, strlen(begin)) == 0;
}

// Tells whether a mnemonic is for 32 or 64-bit integers: "add.s64". Sets *is_signed.
static int integer_bytes(const char *mnemonic, bool *is_signed)
{
    const char *type = strrchr(mnemonic, '.');
    *is_signed = type && type[1] == 's';
    bool known = type && strchr("sub", type[1]);
    return known && strcmp(type + 2, "32") == 0 ? 4 : known && strcmp(type + 2, "64") == 0 ? 8 : 0;
}

static i64 constant(const SimFunction *f, i32 slot, int bytes)
{
    u64 value = 0;
    memcpy(&value, f->const_image + slot, (size_t)bytes);
    return (i64)sign_extend(value, bytes);
}

// Follows a register of segment s back from before instruction i through additions of constants to the iteration's begin. False if
// it is made in another way.
static bool follow(const SimModule *m, const SimFunction *f, const Segment *s, int i, Sum *x)
{
    bool is_signed;
    while (--i > s->first) {
        const Insn *in = &m->code[i];
        if (!insn_writes(in, x->slot))
            continue;
        const int bytes = integer_bytes(m->infos[i].text, &is_signed);
        if (in->guard >= 0 || !bytes)
            return false;
        if (is_op(m, i, "add.")) {
            const bool first = in->a < (i32)f->const_bytes;
            const i32 added = first ? in->a : in->b;
            if (added >= (i32)f->const_bytes)
                return false;
            x->more += constant(f, added, bytes);
            x->slot = first ? in->b : in->a;
        } else if (is_op(m, i, "mov.")) {
            x->slot = in->a;
        } else {
            return false;
        }
    }
    return true;
}

i64 unrolled_step(const SimModule *m, const SimFunction *f, const Segment *s, i32 slot)
{
    const Insn *branch = &m->code[s->last];
    Sum x = {slot, 0};
    bool loops = branch->kind == K_BRANCH && branch->branch.target == s->first;
    return loops && follow(m, f, s, s->last, &x) && x.slot == slot ? x.more : 0;
}

// What a comparison is when its result is turned round, and when its operands are exchanged.
static const struct Comparison {
    char name[3], turned[3], exchanged[3];
} COMPARISONS[] = {{"lt", "ge", "gt"}, {"le", "gt", "ge"}, {"gt", "le", "lt"},
                   {"ge", "lt", "le"}, {"ne", "eq", "ne"}, {"eq", "ne", "eq"}};

static const struct Comparison *comparison(const char *name)
{
    for (size_t i = 0; i < sizeof COMPARISONS / sizeof *COMPARISONS; i++)
        if (memcmp(COMPARISONS[i].name, name, 2) == 0)
            return &COMPARISONS[i];
    return NULL;
}

// Fills in how the loop of segment s counts: by `counter` and `limit` as they are when instruction `test` compares them.
static bool set_counting(const SimModule *m, const SimFunction *f, const Segment *s, int test,
                         const char *how, Sum counter, Sum limit, Unrolled *out)
{
    Sum next = {counter.slot, 0}, steady = {limit.slot, 0};
    if (!follow(m, f, s, s->last, &next) || next.slot != counter.slot || !next.more ||
        !follow(m, f, s, s->last, &steady) || steady.slot != limit.slot || steady.more)
        return false;
    out->bytes = (u8)integer_bytes(m->infos[test].text, &out->is_signed);
    out->counter = counter.slot;
    out->limit = limit.slot;
    out->step = next.more;
    out->ahead = counter.more - limit.more;
    out->unequal = strcmp(how, "ne") == 0;
    out->reaches = how[1] == 'e';
    return out->bytes && (out->unequal || how[0] == (out->step > 0 ? 'l' : 'g'));
}

// Finds out how a loop counts that is segment s.
static bool find_counting(const SimModule *m, const SimFunction *f, const Segment *s, Unrolled *out)
{
    const Insn *branch = &m->code[s->last];
    int test = s->last - 1;
    while (test > s->first && !insn_writes(&m->code[test], branch->guard))
        test--;
    const Insn *in = &m->code[test];
    if (!is_op(m, test, "setp.") || in->guard >= 0 || in->c >= 0 || in->d != branch->guard)
        return false;
    const struct Comparison *how = comparison(m->infos[test].text + strlen("setp."));
    how = how && branch->guard_not ? comparison(how->turned) : how;
    Sum a = {in->a, 0}, b = {in->b, 0};
    return how && follow(m, f, s, test, &a) && follow(m, f, s, test, &b) &&
           (set_counting(m, f, s, test, how->name, a, b, out) ||
            set_counting(m, f, s, test, how->exchanged, b, a, out));
}

// ---- What ptxas made of it -------------------------------------------------------------------------------------------------

// Tells how often an iteration of a line stands in each part, if these are parts: always fewer, and 1 in the last.
static bool parts_of(const SimAssembledLine *line, u8 copies[SIM_MOST_PARTS])
{
    int count = 0;
    while (count < SIM_MOST_PARTS && line->runs[count])
        count++;
    for (int i = 0; i < SIM_MOST_PARTS; i++) {
        const int last = count ? line->runs[count - 1] : 1;
        copies[i] = i < count ? (u8)(line->runs[i] / last) : 0;
        if (i < count && (line->runs[i] % last || (i && copies[i] >= copies[i - 1])))
            return false;
    }
    return count > 1;
}

enum { MOST_WAYS = 4 };

// Finds the parts that most lines of segment s have. False if there are none.
static bool find_copies(const SimModule *m, const Segment *s, const SimAssembled *assembled,
                        u8 copies[SIM_MOST_PARTS])
{
    struct {
        u8 copies[SIM_MOST_PARTS];
        int lines;
    } way[MOST_WAYS] = {0};
    const SimAssembledLine *line = assembled->lines, *end = line + assembled->count;
    int most = 0;
    for (int i = s->first + 1; i < s->last; i++) {
        u8 found[SIM_MOST_PARTS];
        while (line < end && line->line < m->infos[i].ptx_line)
            line++;
        if (line == end || line->line != m->infos[i].ptx_line || !parts_of(line, found))
            continue;
        int k = 0;
        while (k < MOST_WAYS - 1 && way[k].lines && memcmp(way[k].copies, found, sizeof found) != 0)
            k++;
        memcpy(way[k].copies, found, sizeof found);
        most = ++way[k].lines > way[most].lines ? k : most;
    }
    memcpy(copies, way[most].copies, sizeof way->copies);
    return way[most].lines > 0;
}

void unrolled_find(SimModule *m, const SimFunction *f, const SimAssembled *assembled)
{
    for (int i = 0; i < m->segment_count; i++) {
        const Segment *s = &m->segments[i];
        if (s->first < f->entry || s->first >= f->end)
            continue;
        const Insn *branch = &m->code[s->last];
        Insn *enter = &m->code[s->first];
        Unrolled found = {.branch = s->last}, *kept = NULL;
        if (branch->kind == K_BRANCH && branch->guard >= 0 && branch->branch.target == s->first &&
            find_copies(m, s, assembled, found.copies) && find_counting(m, f, s, &found))
            kept = arena_alloc(&m->arena, sizeof *kept);
        if (kept)
            *kept = found;
        enter->enter.unrolled = kept;
    }
}
