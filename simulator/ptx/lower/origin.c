// origin.c: finds for each access the shared array that its address is made from.
//
// Shared arrays lie side by side, so an index that is too large is an address like any other: it is the neighbour's. Only the code
// tells what was meant. It begins with the array's name, `mov.u32 %r1, tile`, and adds numbers. This file follows the name through
// the registers. What is in a register is one of these:
//
//     NULL       not known yet: no instruction that writes it was looked at
//     &no_address    no array's address. What comes from memory, a parameter or another lane counts as one, too
//     an array   an address in it, or beyond
//     &several      anything else: it may come from several arrays, or is a product of an address
//
// A register has one value for all instructions that write it. So an access has an array only if there is no other way to reach it.

#include "ptx/lower/lower.h"

#include <stdlib.h>
#include <string.h>

static const Var no_address, several;

static const Var *sum(const Var *x, const Var *y)
{
    if (!x || !y)
        return NULL;
    return x == &no_address ? y : y == &no_address ? x : &several;
}

static const Var *difference(const Var *x, const Var *y)
{
    if (!x || !y)
        return NULL;
    return y == &no_address ? x : x == y && x != &several ? &no_address : &several;
}

static const Var *either(const Var *x, const Var *y)
{
    if (!x || !y)
        return x ? x : y;
    return x == y ? x : &several;
}

// Returns what any other operation makes of the two.
static const Var *mixed(const Var *x, const Var *y)
{
    if (!x || !y)
        return NULL;
    return x == &no_address && y == &no_address ? &no_address : &several;
}

static const Var *value_in(const Var **of, i32 slot)
{
    return slot < 0 ? &no_address : of[slot / 64];
}

static bool is_word(const char *mnemonic, const char *word)
{
    size_t length = strlen(word);
    return strncmp(mnemonic, word, length) == 0 && mnemonic[length] == '.';
}

// Returns what an instruction makes of its operands.
static const Var *result(const Var **of, const Insn *in, const char *mnemonic)
{
    if (in->kind != K_ALU)
        return &no_address;
    const Var *a = value_in(of, in->a), *b = value_in(of, in->b), *c = value_in(of, in->c);
    bool plain = a == &no_address && b == &no_address && c == &no_address;
    for (int k = 0; k < LIST && in->d >= 0 && plain; k++) // without d it writes the list
        plain = value_in(of, in->list[k]) == &no_address;
    if (plain) // as most are, whatever the mnemonic
        return &no_address;
    if (is_word(mnemonic, "sub"))
        return difference(a, b);
    if (is_word(mnemonic, "selp"))
        return either(a, b);
    if (is_word(mnemonic, "mad"))
        return sum(mixed(a, b), c);
    // An `or` is an addition without carries. A mov may make one register of several; that of dynamic memory adds an offset.
    static const char *const adds[] = {"mov", "cvt", "cvta", "add", "or", "xor"};
    bool adding = false;
    for (size_t i = 0; i < sizeof adds / sizeof *adds; i++)
        adding |= is_word(mnemonic, adds[i]);
    const Var *(*combine)(const Var *, const Var *) = adding ? sum : mixed;
    const Var *all = combine(combine(a, b), c);
    for (int k = 0; k < LIST && in->d >= 0; k++)
        all = combine(all, value_in(of, in->list[k]));
    return all;
}

static bool note(const Var **of, i32 slot, const Var *value)
{
    if (slot < 0)
        return false;
    const Var *before = of[slot / 64];
    of[slot / 64] = either(before, value);
    return of[slot / 64] != before;
}

static bool note_results(const Var **of, const Insn *in, const Var *value)
{
    bool changed = false;
    for (int k = WRITTEN, to = written_end(in); k < to; k++)
        changed |= note(of, in->slots[k], value);
    return changed;
}

// Notes what the registers hold that no instruction writes.
static void begin(const Lower *lo, const Var **of)
{
    const SimFunction *f = lo->f;
    for (int i = 0; i < lo->constant_count; i++)
        of[lo->constants[i].offset / 64] =
            lo->constants[i].array ? lo->constants[i].array : &no_address;
    for (int s = 0; s < SPECIALS; s++)
        note(of, f->special[s], &no_address);
    for (const Var *v = lo->m->vars; f->special[SP_SHARED_DYNAMIC] >= 0 && v; v = v->next)
        if (v->dynamic) // one stands for all: they lie at the same place
            of[f->special[SP_SHARED_DYNAMIC] / 64] = v;
}

void find_origins(Lower *lo)
{
    const SimFunction *f = lo->f;
    SimModule *m = lo->m;
    if (has_failed(lo) || (!f->shared_count && !f->dynamic_align))
        return;
    const Var **of = calloc(f->frame_bytes / 64 + 1, sizeof(const Var *)); // by slot / 64
    lacks_memory(lo, !of);
    if (!of)
        return;
    begin(lo, of);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = f->entry; i < f->end; i++)
            changed |= note_results(of, &m->code[i], result(of, &m->code[i], m->infos[i].text));
    }
    for (int i = f->entry; i < f->end; i++) {
        const Insn *in = &m->code[i];
        bool copy = in->kind == K_COPY; // the K_COPY_STORE after it does its store
        if (!copy && m->infos[i].kind != SIM_LOAD && m->infos[i].kind != SIM_STORE &&
            m->infos[i].kind != SIM_ATOMIC)
            continue;
        i32 base = copy ? in->b : in->a;
        const Var *v = base < 0 ? m->infos[i].array : of[base / 64];
        m->infos[i + copy].array = v == &no_address || v == &several ? NULL : v;
    }
    free(of);
}
