// hoisted.c: finds the loads that compilers do for more lanes than the source (hoisted.h).
//
// The value of such a load goes into an `and`, an `or` or a `selp` together with the source's condition, a predicate. For one
// such predicate after another this file asks: would the value go anywhere, if the predicate were false (or true)? It goes from
// register to register by arithmetic, as far as nothing settles the result without it. It does not count if all ends there.
// The predicate must be known when the load is done, or follow from what is known then.

#include "ptx/hoisted.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WAY = 4096 }; // instructions that are looked at behind a load

// What is known of a slot, if the predicate has its value: nothing, that the load's value is in it, or that it is false or true.
typedef enum { OTHER, DEPENDS, FALSE, TRUE } Fate;

typedef struct {
    SimModule *m;
    int begin, end; // the function's instructions
    int load;       // the one that is looked at
    const Writers *writers;
    size_t slots;
    u8 *fates;          // (slots) Fate, by slot / 64
    Hoisted conditions; // predicates that may settle a result
    Hoisted found;
} Search;

static Fate fate_of(const Search *s, i32 slot)
{
    return slot < 0 ? OTHER : s->fates[slot / 64];
}

// Tells whether an instruction only computes one result from its operands.
static bool is_pure(const Insn *in)
{
    return in->kind == K_ALU && in->guard < 0 && in->d >= 0 && in->d2 < 0;
}

// Returns the fate of one of the operands that is not OTHER, DEPENDS first; OTHER if there is none.
static Fate any_fate(const Search *s, const Insn *in)
{
    Fate any = OTHER;
    for (int k = 0, end = written_end(in); k < SLOTS && any != DEPENDS; k++) {
        Fate x = k < WRITTEN || k >= end ? fate_of(s, in->slots[k]) : OTHER;
        any = x == OTHER ? any : x;
    }
    return any;
}

// Returns what a pure instruction makes of its operands.
static Fate outcome(const Search *s, const Insn *in, const char *mnemonic)
{
    Fate a = fate_of(s, in->a), b = fate_of(s, in->b), c = fate_of(s, in->c);
    Fate either = a == DEPENDS || b == DEPENDS ? DEPENDS : OTHER;
    if (strncmp(mnemonic, "selp.", 5) == 0)
        return c == TRUE ? a : c == FALSE ? b : c == DEPENDS ? DEPENDS : either;
    if (strcmp(mnemonic, "and.pred") == 0)
        return a == FALSE || b == FALSE ? FALSE : a == TRUE && b == TRUE ? TRUE : either;
    if (strcmp(mnemonic, "or.pred") == 0)
        return a == TRUE || b == TRUE ? TRUE : a == FALSE && b == FALSE ? FALSE : either;
    return any_fate(s, in) == DEPENDS ? DEPENDS : OTHER;
}

static bool add_step(Hoisted *to, struct HoistedStep step)
{
    if (to->count == MOST_STEPS)
        return false;
    to->step[to->count++] = step;
    return true;
}

// Notes the predicate that may settle the result of an instruction which reads the load's value, if there is one.
static void note_condition(Search *s, const Insn *in, const char *mnemonic)
{
    bool and = strcmp(mnemonic, "and.pred") == 0, first = fate_of(s, in->a) == DEPENDS;
    struct HoistedStep c = {NONE, first ? in->b : in->a, !and};
    if (strncmp(mnemonic, "selp.", 5) == 0)
        c = (struct HoistedStep){NONE, in->c, !first};
    else if (!and&&strcmp(mnemonic, "or.pred") != 0)
        return;
    if (fate_of(s, c.settler) == OTHER)
        add_step(&s->conditions, c);
}

// Tells whether the load's value goes anywhere if the condition holds. Without a condition, notes those that there are on its way.
static bool counts(Search *s, const struct HoistedStep *if_so)
{
    const SimModule *m = s->m;
    memset(s->fates, OTHER, s->slots);
    if (if_so)
        s->fates[if_so->settler / 64] = if_so->if_true ? TRUE : FALSE;
    i32 value = m->code[s->load].list[0];
    if (writer_of(s->writers, value) != s->load)
        return true;
    s->fates[value / 64] = DEPENDS;
    int end = s->load + MOST_WAY < s->end ? s->load + MOST_WAY : s->end;
    for (int i = s->load + 1; i < end; i++) {
        const Insn *in = &m->code[i];
        Fate any = any_fate(s, in);
        if (any == DEPENDS && !is_pure(in))
            return true;
        if (any == OTHER || !is_pure(in))
            continue;
        Fate made = outcome(s, in, m->infos[i].text);
        bool once = writer_of(s->writers, in->d) == i;
        if (made == DEPENDS && !if_so)
            note_condition(s, in, m->infos[i].text);
        if (made == DEPENDS && !once)
            return true;
        s->fates[in->d / 64] = (u8)(once ? made : OTHER);
    }
    for (int i = s->begin; i < s->load; i++) // in a loop, what is before comes after, too
        if (any_fate(s, &m->code[i]) == DEPENDS)
            return true;
    return end < s->end;
}

// Adds the steps that make a slot's value known when the load is done. False if that can't be.
static bool make_known(Search *s, i32 slot, int depth)
{
    i32 writer = writer_of(s->writers, slot);
    if (writer == NONE || (writer >= 0 && writer < s->load))
        return true;
    const Insn *in = writer > s->load ? &s->m->code[writer] : NULL;
    if (!in || !is_pure(in) || depth == MOST_STEPS)
        return false;
    for (int i = 0; i < s->found.count; i++)
        if (s->found.step[i].early == writer)
            return true;
    for (int k = 0; k < SLOTS; k++)
        if (k != WRITTEN && !make_known(s, in->slots[k], depth + 1))
            return false;
    return add_step(&s->found, (struct HoistedStep){.early = writer, .settler = NONE});
}

// Looks for conditions under which the load does not count. False if the host has no memory.
static bool find_conditions(Search *s)
{
    SimModule *m = s->m;
    bool any = false;
    s->found.count = s->conditions.count = 0;
    counts(s, NULL);
    for (int i = 0; i < s->conditions.count; i++) {
        const struct HoistedStep *c = &s->conditions.step[i];
        int before = s->found.count;
        if (!counts(s, c) && make_known(s, c->settler, 0) && add_step(&s->found, *c))
            any = true;
        else
            s->found.count = before;
    }
    if (!any)
        return true;
    Hoisted *h = arena_alloc(&m->arena, sizeof *h);
    if (h)
        *h = s->found;
    m->infos[s->load].hoisted = h;
    return h;
}

// Tells whether a compiler may do an instruction for more lanes than the source: it reads an element that is always there, as
// a thread's own memory is.
static bool may_be_hoisted(const SimFunction *f, const Insn *in)
{
    return in->kind == K_LOAD && in->access.count == 1 && in->access.order == ORDER_WEAK &&
           (in->access.space == SIM_SPACE_LOCAL ||
            ((in->access.space == SIM_SPACE_SHARED || in->access.space == SIM_SPACE_GLOBAL) &&
             (in->a < 0 || (size_t)in->a < f->const_bytes)));
}

bool hoisted_analyse(SimModule *m, const SimFunction *f, const Writers *writers)
{
    Search s = {.m = m, .begin = f->entry, .end = f->end, .writers = writers};
    s.slots = f->frame_bytes / 64 + 1;
    s.fates = malloc(s.slots);
    bool done = s.fates != NULL;
    for (s.load = f->entry; s.load < f->end && done; s.load++)
        if (may_be_hoisted(f, &m->code[s.load]))
            done = find_conditions(&s);
    free(s.fates);
    return done;
}

u32 hoisted_lanes(const Hoisted *h, const Insn *code, u8 *regs, size_t frame_bytes, u32 mask)
{
    enum { REGISTER = 8 * 32 }; // bytes of the largest
    u8 before[MOST_STEPS][REGISTER];
    size_t room[MOST_STEPS] = {0};
    u32 settled = 0;
    for (int i = 0; i < h->count; i++) {
        const struct HoistedStep *s = &h->step[i];
        u32 is_true;
        if (s->settler != NONE) {
            memcpy(&is_true, regs + s->settler, sizeof is_true);
            settled |= s->if_true ? is_true : ~is_true;
            continue;
        }
        const Insn *in = &code[s->early];
        room[i] = frame_bytes - (size_t)in->d;
        room[i] = room[i] < REGISTER ? room[i] : REGISTER;
        memcpy(before[i], regs + in->d, room[i]);
        in->alu.does.fn(regs, in, mask);
    }
    for (int i = h->count - 1; i >= 0; i--)
        if (h->step[i].early != NONE)
            memcpy(regs + code[h->step[i].early].d, before[i], room[i]);
    return settled & mask;
}
