// variables.c: tells which value a variable of the source has, by comments in the PTX:
//
//     // variables of _Z3sumPKfPfj
//     // variable n = parameter 2 : u32
//     // variable i = %r5 : u32
//     // variable i = ?
//
// A comment is valid from its line on, in the order of the text (walk/names.c reads it). clang notes a variable's value where it
// changes (#dbg_value). At a block's start a variable has the value on which all blocks before it agree, or the phi that joins
// their values. A value is lost when another value is written to its register. Nothing here changes the code.

#include "lab/compiler/lower/lower.h"

#include <string.h>

enum { MOST_VARIABLES = 200, MOST_ROUNDS = 50 };

typedef struct {
    const char *name, *type;
    int node, scope;
    int first;         // number of the first variable of that name, which keeps the next fields
    const Value *told; // the value that the text last gave the name
    int told_part;     // which part of it
    int told_by;       // for which variable
} Variable;

struct Variables {
    Variable *all;
    int count, capacity;
    Value **now;   // (count) the values at the current place; NULL: unknown
    Value *unseen; // stands in `now` for a block that was not visited yet
    int scope;     // of the current place
};

// ---- Values ----------------------------------------------------------------------------------------------------------

static bool same_value(const Value *a, const Value *b)
{
    return a == b || (a && b && a->kind == b->kind && (a->kind == V_INT || a->kind == V_FLOAT) &&
                      a->bits == b->bits);
}

// Finds an instruction of the block that computes what the note says. The note is then about its result, and valid after it.
static void find_computed(const Block *b, Note *note)
{
    for (int k = 0; k < b->count; k++) {
        Value *v = b->insns[k];
        if (v->op == note->op && v->count == 2 && v->operands[0] == note->value &&
            v->operands[1]->kind == V_INT && v->operands[1]->bits == note->operand) {
            note->value = v;
            note->before = k < note->before ? note->before : k + 1;
            return;
        }
    }
    note->value = NULL;
}

// Returns where a value is: itself, or the value that it comes from unchanged; NULL if that is neither a register nor a number.
static const Value *place_of(Lower *l, Value *v, int *part)
{
    *part = 0;
    if (!v || part_count(l->m, v->type) != 1)
        return NULL;
    const Value *at = leaf(l, v, part);
    switch (at->kind) {
    case V_INT:
    case V_FLOAT:
    case V_ZERO: return at;
    case V_ARGUMENT:
        if (l->f->kernel)
            return at;
        break;
    case V_INSN: break;
    default: return NULL;
    }
    const Value *owner = register_owner((Value *)at);
    return (at->kind == V_ARGUMENT || at->needed) && owner->regs && owner->regs[*part] ? at : NULL;
}

static const char *place_text(Lower *l, const Value *at, int part)
{
    if (!at)
        return "?";
    if (at->kind == V_INT || at->kind == V_FLOAT)
        return sprint(l->m, "%l", at->bits);
    if (at->kind == V_ZERO)
        return "0";
    if (at->kind == V_ARGUMENT && l->f->kernel)
        return sprint(l->m, "parameter %d", at->argument);
    return register_owner((Value *)at)->regs[part];
}

// ---- Values of variables at each place -------------------------------------------------------------------------------

static int variable_number(const struct Variables *named, int node)
{
    for (int i = 0; i < named->count; i++)
        if (named->all[i].node == node)
            return i;
    return -1;
}

// Forgets values that were in w's register, since it is written. `in`: the value that is copied there at a block's end.
static void lose(Lower *l, Value *w, const Value *in)
{
    struct Variables *named = l->named;
    const Value *owner = register_owner(w);
    if (!w->needed)
        return;
    for (int i = 0; i < named->count; i++) {
        Value *v = named->now[i];
        int part = 0;
        if (!v || part_count(l->m, v->type) != 1)
            continue;
        Value *at = leaf(l, v, &part);
        if ((at->kind == V_INSN || at->kind == V_ARGUMENT) && register_owner(at) == owner &&
            (in ? at != in : at != w))
            named->now[i] = NULL;
    }
}

void variables_before(Lower *l, const Block *b, int position)
{
    struct Variables *named = l->named;
    for (int i = 0; named->count && i < b->note_count; i++)
        if (b->notes[i].before == position) {
            int changed = variable_number(named, b->notes[i].variable);
            if (changed >= 0)
                named->now[changed] = b->notes[i].value;
        }
    if (!named->count || position < b->count - 1)
        return;
    const Value *end = b->insns[b->count - 1];
    for (int t = 0; t < end->target_count; t++) {
        const Block *to = end->targets[t];
        for (int k = 0; k < to->count && to->insns[k]->op == OP_PHI; k++) {
            Value *phi = to->insns[k];
            int part = 0;
            if (part_count(l->m, phi->type) == 1)
                lose(l, phi, leaf(l, incoming(l, phi, b), &part));
        }
    }
}

void variables_after(Lower *l, Value *v)
{
    if (!l->named->count || v->op == OP_PHI)
        return;
    lose(l, v, NULL);
    for (int i = 0; i < v->merged_count; i++)
        lose(l, v->merged[i], NULL);
}

// Returns the phi of block b that joins its predecessors' values of a variable; NULL if there is none.
static Value *joined(Lower *l, const Block *b, int variable)
{
    for (int k = 0; k < b->count && b->insns[k]->op == OP_PHI; k++) {
        bool joins = true;
        for (int i = 0; joins && i < b->before_count; i++) {
            const Value *held = b->before[i]->holds[variable];
            joins = held == l->named->unseen ||
                    (held && same_value(held, incoming(l, b->insns[k], b->before[i])));
        }
        if (joins)
            return b->insns[k];
    }
    return NULL;
}

void variables_at_start(Lower *l, const Block *b)
{
    struct Variables *named = l->named;
    for (int v = 0; v < named->count; v++) {
        Value *all = b->number ? named->unseen : NULL;
        bool agree = true;
        for (int i = 0; i < b->before_count; i++) {
            Value *held = b->before[i]->holds[v];
            if (held == l->named->unseen)
                continue;
            agree = agree && (all == named->unseen || same_value(all, held));
            all = held;
        }
        named->now[v] = all == named->unseen ? NULL : agree ? all : joined(l, b, v);
    }
}

// Finds the values at the ends of blocks: goes through the blocks until nothing changes.
static bool settle(Lower *l)
{
    const Symbol *f = l->f;
    struct Variables *named = l->named;
    size_t bytes = (size_t)named->count * sizeof(Value *);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        bool changed = false;
        for (int i = 0; i < f->block_count; i++) {
            Block *b = f->blocks[i];
            if (!b->reached)
                continue;
            variables_at_start(l, b);
            for (int k = 0; k < b->count; k++) {
                variables_before(l, b, k);
                variables_after(l, b->insns[k]);
            }
            changed = changed || memcmp(b->holds, named->now, bytes) != 0;
            memcpy(b->holds, named->now, bytes);
        }
        if (!changed)
            return true;
    }
    return false;
}

void find_variables(Lower *l)
{
    struct Variables *named = l->named = make(l->m, sizeof *named);
    const Symbol *f = l->f;
    named->scope = -1;
    for (int i = 0; i < f->block_count; i++)
        for (int k = 0; k < f->blocks[i]->note_count; k++) {
            Note *note = &f->blocks[i]->notes[k];
            Variable new = {.node = note->variable, .told_by = -1};
            bool inlined;
            location_scope(l->m, note->loc, &inlined);
            if (note->value && note->op)
                find_computed(f->blocks[i], note);
            if (inlined || named->count == MOST_VARIABLES ||
                !variable_named(l->m, new.node, &new.name, &new.scope, &new.type)) {
                note->variable = -1;
                continue;
            }
            if (variable_number(named, new.node) >= 0)
                continue;
            while (new.first < named->count && strcmp(named->all[new.first].name, new.name) != 0)
                new.first++;
            ADD(l->m, named->all, named->count, named->capacity, new);
        }
    if (!named->count)
        return;
    named->unseen = make(l->m, sizeof *named->unseen);
    named->now = make(l->m, (size_t)named->count * sizeof(Value *));
    for (int i = 0; i < f->block_count; i++) {
        f->blocks[i]->holds = make(l->m, (size_t)named->count * sizeof(Value *));
        for (int v = 0; v < named->count; v++)
            f->blocks[i]->holds[v] = named->unseen;
    }
    if (settle(l))
        ptx_print(l->m, l->to, "\t// variables of %s\n", ptx_name(l->m, f->name));
    else
        named->count = 0;
}

// ---- Writing the comments --------------------------------------------------------------------------------------------

// Returns the variable that a name means here: that of the innermost scope; -1: none.
static int meant(const Lower *l, int first)
{
    const struct Variables *named = l->named;
    int best = -1, nearest = 0;
    for (int i = first; i < named->count; i++) {
        int depth = named->all[i].first == first
                        ? scope_depth(l->m, named->scope, named->all[i].scope)
                        : -1;
        if (depth >= 0 && (best < 0 || depth < nearest)) {
            best = i;
            nearest = depth;
        }
    }
    return best;
}

void tell_variables(Lower *l, int loc)
{
    struct Variables *named = l->named;
    bool inlined;
    int scope = location_scope(l->m, loc, &inlined);
    if (scope >= 0)
        named->scope = scope;
    for (int i = 0; i < named->count; i++) {
        Variable *name = &named->all[i];
        if (name->first != i)
            continue;
        int by = meant(l, i), part = 0;
        const Value *at = by < 0 ? NULL : place_of(l, named->now[by], &part);
        if (at == name->told && (!at || (part == name->told_part && by == name->told_by)))
            continue;
        ptx_print(l->m, l->to, at ? "\t// variable %s = %s : %s\n" : "\t// variable %s = %s\n",
                  name->name, place_text(l, at, part), at ? named->all[by].type : "");
        name->told = at;
        name->told_part = part;
        name->told_by = by;
    }
}
