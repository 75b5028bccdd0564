// benign.c: finds out whether a race is one of the idioms that do no harm, so that it is a remark and not an error.
//
// To the PTX memory model a data race is a data race whatever the values are (check.h). But three idioms are in much code, and their
// results can't be wrong on a GPU:
//
//     changed = true;                       All that race store the same value, and it is the same by construction: no thread's
//                                           number, and no value from another lane goes into it.
//     if (!changed) changed = true;         A load that only decides whether the thread stores that very value, too.
//     old = *p; … atomicCAS(p, old, new)    A guess: atomicCAS tells if it was wrong (CUDA C++ Programming Guide, "Atomic
//                                           Functions", which makes any atomic so).
//
// A value is followed through the registers, as the instructions stand in the code.

#include "check/check.h"

#include <string.h>

enum {
    MOST_SLOTS = 64, // registers that are followed
    PLACE_STEPS = 8  // steps from an address to its name
};

// The registers that were met on the way.
typedef struct {
    i32 slot[MOST_SLOTS];
    int count;
} Slots;

static bool has_slot(const Slots *s, i32 slot)
{
    for (int i = 0; i < s->count; i++)
        if (s->slot[i] == slot)
            return true;
    return false;
}

// Adds a register; false if there is no room.
static bool add_slot(Slots *s, i32 slot)
{
    if (has_slot(s, slot))
        return true;
    if (s->count == MOST_SLOTS)
        return false;
    s->slot[s->count++] = slot;
    return true;
}

// ---- The same value by construction ----------------------------------------------------------------------------------

// Tells whether the register is a special one that differs from thread to thread.
static bool is_threads_own(const SimFunction *f, i32 slot)
{
    const Special own[] = {SP_TID_X,   SP_TID_Y,   SP_TID_Z,   SP_LANEID,  SP_WARPID,
                           SP_MASK_EQ, SP_MASK_LE, SP_MASK_LT, SP_MASK_GE, SP_MASK_GT};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (f->special[own[i]] == slot)
            return true;
    return false;
}

// Tells whether an instruction gives threads the same if they bring the same. A load by a generic address may be of a thread's own memory.
static bool makes_the_same(const SimModule *m, i32 pc)
{
    const Insn *in = &m->code[pc];
    return in->kind == K_ALU || in->kind == K_PARAM_LOAD ||
           (in->kind == K_LOAD &&
            (in->access.space == SIM_SPACE_GLOBAL || in->access.space == SIM_SPACE_SHARED ||
             in->access.space == SIM_SPACE_CONST || m->infos[pc].array));
}

// Adds what the instruction reads to the registers that must be the same. False if there are too many.
static bool add_operands(const SimFunction *f, Slots *s, const Insn *in)
{
    for (int k = 0, end = written_end(in); k < SLOTS; k++)
        if ((k < WRITTEN || k >= end) && in->slots[k] >= (i32)f->const_bytes &&
            !add_slot(s, in->slots[k]))
            return false;
    return true;
}

// Tells whether a store's value is the same for all threads that do it.
static bool stores_the_same(const SimModule *m, i32 store)
{
    const SimFunction *f = m->infos[store].function;
    const Insn *in = &m->code[store];
    Slots s = {.count = 0};
    for (int k = 0; k < in->access.count; k++)
        if (in->list[k] >= (i32)f->const_bytes && !add_slot(&s, in->list[k]))
            return false;
    for (int i = 0; i < s.count; i++) {
        if (is_threads_own(f, s.slot[i]))
            return false;
        for (i32 pc = f->entry; pc < f->end; pc++) {
            const Insn *writer = &m->code[pc];
            if (insn_writes(writer, s.slot[i]) &&
                (!makes_the_same(m, pc) || !add_operands(f, &s, writer)))
                return false;
        }
    }
    return true;
}

// ---- A load that only decides whether to store that value ---------------------------------------------------------------

// Returns the only instruction of the function that writes the register; NONE if there is none, or several.
static i32 only_writer(const SimModule *m, const SimFunction *f, i32 slot)
{
    i32 writer = NONE;
    for (i32 pc = f->entry; pc < f->end; pc++)
        if (insn_writes(&m->code[pc], slot)) {
            if (writer != NONE)
                return NONE;
            writer = pc;
        }
    return writer;
}

i32 immediate_of(const SimModule *m, const SimFunction *f, i32 slot)
{
    for (int steps = 0; steps < 4 && slot >= (i32)f->const_bytes; steps++) {
        i32 writer = only_writer(m, f, slot);
        if (writer == NONE || m->code[writer].kind != K_ALU ||
            strncmp(m->infos[writer].text, "mov.", 4) != 0)
            return NONE;
        slot = m->code[writer].a;
    }
    return slot >= 0 && slot < (i32)f->const_bytes ? slot : NONE;
}

// Tells whether two stores of one function store the same immediate.
static bool store_one_constant(const SimModule *m, i32 x, i32 y)
{
    const SimFunction *f = m->infos[x].function;
    const Insn *a = &m->code[x], *b = &m->code[y];
    if (a->kind != K_STORE || b->kind != K_STORE || a->access.count != 1 || b->access.count != 1 ||
        a->access.bytes != b->access.bytes)
        return false;
    i32 i = immediate_of(m, f, a->list[0]), k = immediate_of(m, f, b->list[0]);
    return i != NONE && k != NONE &&
           memcmp(f->const_image + i, f->const_image + k, a->access.bytes) == 0;
}

// Tells whether the instructions [from, to), which some lanes step over, only store that constant.
static bool only_store(const SimModule *m, i32 from, i32 to, i32 store)
{
    const SimFunction *f = m->infos[store].function;
    for (i32 pc = from; pc < to; pc++) {
        const Insn *in = &m->code[pc];
        bool address = in->kind == K_ALU && in->d >= 0;
        for (i32 other = f->entry; address && other < f->end; other++)
            address = (other >= from && other < to) || !insn_writes(&m->code[other], in->d);
        if (in->kind != K_ENTER && !address && !store_one_constant(m, pc, store))
            return false;
    }
    return from < to;
}

// Tells whether what a load has read decides nothing but whether the thread stores the constant that `store` does.
static bool only_decides_store(const SimModule *m, i32 load, i32 store)
{
    const SimFunction *f = m->infos[load].function;
    Slots s = {.count = 0};
    bool decides = false;
    if (f != m->infos[store].function || m->code[store].kind != K_STORE)
        return false;
    for (int k = WRITTEN, end = written_end(&m->code[load]); k < end; k++)
        if (m->code[load].slots[k] >= 0 && !add_slot(&s, m->code[load].slots[k]))
            return false;
    for (i32 pc = f->entry; pc < f->end; pc++) {
        const Insn *in = &m->code[pc];
        bool reads = in->guard >= 0 && has_slot(&s, in->guard);
        for (int k = 0, end = written_end(in); k < SLOTS; k++)
            reads |= (k < WRITTEN || k >= end) && in->slots[k] >= 0 && has_slot(&s, in->slots[k]);
        if (!reads)
            continue;
        if (in->kind == K_ALU && in->guard < 0 && in->d >= 0 && pc > load) {
            if (!add_slot(&s, in->d))
                return false;
        } else if (in->kind == K_BRANCH && pc > load) {
            if (!only_store(m, pc + 1, in->branch.target, store))
                return false;
            decides = true;
        } else if (store_one_constant(m, pc, store) && !has_slot(&s, in->a)) {
            decides = true;
        } else {
            return false;
        }
    }
    return decides;
}

// ---- A guess --------------------------------------------------------------------------------------------------------

// An address as far as the code shows it: what is in a register that nothing or one instruction writes, and a number.
typedef struct {
    i32 slot; // NONE: the number is all
    i64 number;
} Place;

// Adds an operand to a place: a number, or else the register that is still to be followed.
static void add_operand(Place *p, const SimFunction *f, i32 slot, u8 bytes)
{
    u64 wide = 0;
    u32 narrow;
    if (slot < 0)
        return;
    if (slot >= (i32)f->const_bytes) {
        p->slot = slot;
    } else if (bytes == sizeof narrow) {
        memcpy(&narrow, f->const_image + slot, sizeof narrow);
        p->number += (i32)narrow;
    } else {
        memcpy(&wide, f->const_image + slot, bytes < sizeof wide ? bytes : sizeof wide);
        p->number += (i64)wide;
    }
}

// Returns where an instruction accesses memory. nvcc gives a load the name of a variable, but an atomic a register with its address, to
// which it may have added a member's offset.
static Place place_of(const SimModule *m, const SimFunction *f, const Insn *in)
{
    static const char *const follows[] = {"mov.", "add.", "cvta.global.", "cvta.to.global."};
    Place p = {in->a, in->access.offset};
    for (int steps = 0; steps < PLACE_STEPS && p.slot != NONE; steps++) {
        i32 pc = only_writer(m, f, p.slot);
        const Insn *writer = pc == NONE ? NULL : &m->code[pc];
        bool known = false;
        for (size_t i = 0; writer && i < sizeof follows / sizeof *follows; i++)
            known |= strncmp(m->infos[pc].text, follows[i], strlen(follows[i])) == 0;
        if (!known || writer->kind != K_ALU || writer->guard >= 0 || writer->c >= 0 ||
            (writer->a >= (i32)f->const_bytes && writer->b >= (i32)f->const_bytes))
            break;
        p.slot = NONE;
        add_operand(&p, f, writer->a, writer->alu.d_bytes);
        add_operand(&p, f, writer->b, writer->alu.d_bytes);
    }
    return p;
}

// Tells whether the instruction reads one of the registers.
static bool reads_slot(const Slots *s, const Insn *in)
{
    for (int k = 0, end = written_end(in); k < SLOTS; k++)
        if ((k < WRITTEN || k >= end) && in->slots[k] >= 0 && has_slot(s, in->slots[k]))
            return true;
    return false;
}

// Adds the registers that an instruction writes. False if there are too many.
static bool add_results(Slots *s, const Insn *in)
{
    for (int k = WRITTEN, end = written_end(in); k < end; k++)
        if (in->slots[k] >= 0 && !add_slot(s, in->slots[k]))
            return false;
    return true;
}

// Tells whether what was loaded goes into the atomic, or decides whether it is done.
static bool leads_to(const SimModule *m, i32 load, i32 atomic)
{
    const SimFunction *f = m->infos[load].function;
    Slots s = {.count = 0};
    if (!add_results(&s, &m->code[load]))
        return true;
    for (int known = 0; known < s.count;) {
        known = s.count;
        for (i32 pc = f->entry; pc < f->end; pc++)
            if (m->code[pc].kind == K_ALU && reads_slot(&s, &m->code[pc]) &&
                !add_results(&s, &m->code[pc]))
                return true; // a value with so many descendants may well be one of the atomic's
    }
    if (reads_slot(&s, &m->code[atomic]))
        return true;
    for (i32 pc = load + 1; pc < f->end; pc++) {
        const Insn *in = &m->code[pc];
        if (in->kind == K_BRANCH && has_slot(&s, in->guard) &&
            (pc < atomic || in->branch.target <= atomic))
            return true;
    }
    return false;
}

// Tells whether the load is the guess of an atomicCAS at the same address.
static bool is_guess(const SimModule *m, i32 load, i32 atomic)
{
    const Insn *in = &m->code[load];
    const SimFunction *f = m->infos[load].function;
    if (in->kind != K_LOAD || in->access.order != ORDER_WEAK || m->code[atomic].kind != K_ATOMIC)
        return false;
    Place p = place_of(m, f, in);
    for (i32 pc = f->entry; pc < f->end; pc++) {
        const Insn *other = &m->code[pc];
        if (other->kind != K_ATOMIC || other->access.op != A_CAS)
            continue;
        Place at = place_of(m, f, other);
        if (at.slot == p.slot && at.number == p.number && leads_to(m, load, pc))
            return true;
    }
    return false;
}

Idiom idiom_of(const SimModule *m, i32 now, i32 before, bool equal)
{
    bool loads = m->code[now].kind == K_LOAD, loaded = m->code[before].kind == K_LOAD;
    if (!loads && !loaded)
        return equal && m->code[now].kind == K_STORE && m->code[before].kind == K_STORE &&
                       stores_the_same(m, now) && stores_the_same(m, before)
                   ? IDIOM_SAME_VALUE
                   : IDIOM_NONE;
    i32 load = loads ? now : before, write = loads ? before : now;
    return is_guess(m, load, write)             ? IDIOM_GUESS
           : only_decides_store(m, load, write) ? IDIOM_FLAG
                                                : IDIOM_NONE;
}
