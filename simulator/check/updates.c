// updates.c: finds out whether two accesses that race are one update, as in `sum += x` or `bins[x[i]]++`: a thread reads the element, changes
// the value and writes it back. A barrier between the two sides helps nobody then; an atomic does.
//
// Two elements that are compared and change places are none: there a barrier between two rounds is what is missing.
//
// A load and a store behind it are an update if both have the same address, no barrier stands between them, and what is stored, or
// whether it is, depends on what was loaded. The instructions between them are taken as they stand in the code.

#include "check/check.h"

#include <string.h>

enum {
    FURTHEST = 64,
    DEPTH = 8,
    TAINTED = 64
}; // instructions between; steps of an address; registers

// Returns the last instruction before `pc` that writes the register; NONE if the function has none before it.
static i32 written_before(const SimModule *m, i32 pc, i32 slot)
{
    i32 entry = m->infos[pc].function->entry;
    for (pc--; pc >= entry; pc--)
        if (insn_writes(&m->code[pc], slot))
            return pc;
    return NONE;
}

// Tells whether register `a` has at pc `at` the value that `b` has at `bt`, since both were made in the same way.
static bool same_value(const SimModule *m, i32 at, i32 a, i32 bt, i32 b, int depth)
{
    if (a == NONE || b == NONE)
        return a == b;
    i32 x = written_before(m, at, a), y = written_before(m, bt, b);
    if (x == y)
        return x != NONE || a == b;
    if (!depth || x == NONE || y == NONE)
        return false;
    const Insn *p = &m->code[x], *q = &m->code[y];
    if (p->kind != q->kind || (p->kind != K_ALU && p->kind != K_LOAD && p->kind != K_PARAM_LOAD))
        return false;
    if (p->kind == K_LOAD) // an index that is read twice
        return p->access.offset == q->access.offset && same_value(m, x, p->a, y, q->a, depth - 1);
    if (p->kind == K_PARAM_LOAD)
        return p->access.offset == q->access.offset;
    // (`compare` covers the whole union, whatever is in it.)
    return p->alu.does.fn == q->alu.does.fn && p->alu.does.compare == q->alu.does.compare &&
           p->alu.a_bytes == q->alu.a_bytes && p->alu.d_bytes == q->alu.d_bytes &&
           p->alu.not_c == q->alu.not_c && p->alu.table == q->alu.table &&
           same_value(m, x, p->a, y, q->a, depth - 1) &&
           same_value(m, x, p->b, y, q->b, depth - 1) && same_value(m, x, p->c, y, q->c, depth - 1);
}

bool same_address(const SimModule *m, i32 load, i32 store)
{
    const Insn *l = &m->code[load], *s = &m->code[store];
    return l->access.space == s->access.space && l->access.offset == s->access.offset &&
           l->access.bytes == s->access.bytes && l->access.count == s->access.count &&
           same_value(m, load, l->a, store, s->a, DEPTH);
}

// The registers that depend on what was loaded.
typedef struct {
    i32 slot[TAINTED];
    int count;
} Taint;

static bool is_tainted(const Taint *t, i32 slot)
{
    for (int i = 0; i < t->count; i++)
        if (slot >= 0 && t->slot[i] == slot)
            return true;
    return false;
}

static void add_written(Taint *t, const Insn *in)
{
    for (int k = WRITTEN, end = written_end(in); k < end; k++)
        if (in->slots[k] >= 0 && t->count < TAINTED && !is_tainted(t, in->slots[k]))
            t->slot[t->count++] = in->slots[k];
}

static bool reads_tainted(const Taint *t, const Insn *in)
{
    for (int k = 0; k < SLOTS; k++)
        if ((k < WRITTEN || k >= written_end(in)) && is_tainted(t, in->slots[k]))
            return true;
    return false;
}

// An operation that an atomic does, by the words with which its instruction begins.
static const struct {
    const char *insn;
    Update update;
} operations[] = {
    {"add", {"adds to", "atomicAdd()"}},         {"sub", {"subtracts from", "atomicSub()"}},
    {"mad", {"adds to", "atomicAdd()"}},         {"fma", {"adds to", "atomicAdd()"}},
    {"max.f", {"compares", "an atomic"}},        {"min.f", {"compares", "an atomic"}},
    {"max", {"compares", "atomicMax()"}},        {"min", {"compares", "atomicMin()"}},
    {"or", {"changes bits of", "atomicOr()"}},   {"and", {"changes bits of", "atomicAnd()"}},
    {"xor", {"changes bits of", "atomicXor()"}},
};
static const Update any_change = {"changes", "an atomic"};

static const Update *operation_of(const char *text)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strncmp(text, operations[i].insn, strlen(operations[i].insn)) == 0)
            return &operations[i].update;
    return NULL;
}

// Tells whether the function stores to the address of a load.
static bool is_stored_to(const SimModule *m, i32 load)
{
    const SimFunction *f = m->infos[load].function;
    for (i32 pc = f->entry; pc < f->end; pc++)
        if (m->code[pc].kind == K_STORE && same_address(m, load, pc))
            return true;
    return false;
}

// Follows what is stored back to where it comes from. *does: the last operation on the way that reads a tainted register; NULL: none.
// Returns whether another element comes in that the kernel stores to as well: then the two change places.
static bool takes_other(const SimModule *m, i32 load, i32 store, i32 stored, const Taint *tainted,
                        const Update **does)
{
    Taint needed = {.slot = {stored}, .count = 1};
    i32 entry = m->infos[load].function->entry;
    bool other = false;
    *does = NULL;
    for (i32 pc = store - 1; pc >= entry && pc > load - FURTHEST; pc--) {
        const Insn *in = &m->code[pc];
        bool writes = false;
        for (int i = 0; i < needed.count; i++)
            writes |= insn_writes(in, needed.slot[i]);
        if (!writes)
            continue;
        if (in->kind == K_LOAD)
            other |= pc != load && in->access.space == m->code[load].access.space &&
                     !same_address(m, pc, load) && is_stored_to(m, pc);
        if (in->kind != K_ALU)
            continue;
        if (!*does && reads_tainted(tainted, in))
            *does = operation_of(m->infos[pc].text);
        for (int k = 0; k < SLOTS; k++)
            if ((k < WRITTEN || k >= written_end(in)) && in->slots[k] >= 0 &&
                needed.count < TAINTED && !is_tainted(&needed, in->slots[k]))
                needed.slot[needed.count++] = in->slots[k];
    }
    return other;
}

// Returns what the load and the store do to their element; NULL if they are no update.
static const Update *update_by(const SimModule *m, i32 load, i32 store)
{
    if (m->code[load].kind != K_LOAD || m->code[store].kind != K_STORE || load > store ||
        store - load > FURTHEST || m->infos[load].function != m->infos[store].function ||
        !same_address(m, load, store))
        return NULL;
    Taint t = {.count = 0};
    bool decides = false; // a branch depends on the value
    add_written(&t, &m->code[load]);
    for (i32 pc = load + 1; pc < store; pc++) {
        const Insn *in = &m->code[pc];
        if (in->kind == K_BARRIER || in->kind == K_WARP_SYNC)
            return NULL;
        decides |= in->kind == K_BRANCH && is_tainted(&t, in->guard);
        if (in->kind == K_ALU && reads_tainted(&t, in))
            add_written(&t, in);
    }
    const Insn *s = &m->code[store];
    decides |= is_tainted(&t, s->guard);
    for (int k = 0; k < s->access.count; k++) {
        const Update *does;
        bool exchanges = takes_other(m, load, store, s->list[k], &t, &does);
        bool compares = !does || strcmp(does->verb, "compares") == 0;
        if ((decides || is_tainted(&t, s->list[k])) && !(exchanges && compares))
            return does ? does : &any_change;
    }
    return NULL;
}

// Returns the update that ends with this store; NULL if there is none.
static const Update *update_at(const SimModule *m, i32 store)
{
    const Update *u = NULL;
    for (i32 pc = store - 1, first = m->infos[store].function->entry; pc >= first && !u; pc--)
        u = update_by(m, pc, store);
    return u;
}

// Returns the update that begins with this load; NULL if there is none.
static const Update *update_from(const SimModule *m, i32 load)
{
    const Update *u = NULL;
    for (i32 pc = load + 1, end = m->infos[load].function->end; pc < end && !u; pc++)
        u = update_by(m, load, pc);
    return u;
}

bool same_line(const SimModule *m, i32 a, i32 b)
{
    const SimInsnInfo *x = &m->infos[a], *y = &m->infos[b];
    return a == b || (x->file && y->file && x->line == y->line && strcmp(x->file, y->file) == 0);
}

const Update *update_of(const SimModule *m, i32 a, i32 b)
{
    if (a == b)
        return m->code[a].kind == K_STORE ? update_at(m, a) : NULL;
    const Update *u = a < b ? update_by(m, a, b) : update_by(m, b, a);
    if (u || !same_line(m, a, b))
        return u;
    // A loop that the compiler unrolled has the line several times: one copy's load races with another one's store.
    i32 load = m->code[a].kind == K_LOAD ? a : b, store = load == a ? b : a;
    return m->code[load].kind == K_LOAD && m->code[store].kind == K_STORE && update_at(m, store)
               ? update_from(m, load)
               : NULL;
}
