// uniform.c: finds atomics whose address is the same for all lanes of a warp, as far as the code alone shows it.
//
// ptxas adds up the lanes' integers before such an atomic and sends one update for all of them (measured on an H200, with and
// without use of the old value: results/h200-atomics.csv). To find such atomics, this file follows values through the registers.
// A register varies if its value comes from the thread's number, from memory or from other lanes, or if more than one
// instruction writes it.

#include "ptx/ptx.h"

#include <stdlib.h>

// What is known about a slot: how many instructions write it, and whether lanes may have different values there. States are
// kept by slot / 64.
typedef enum { UNWRITTEN, WRITTEN_ONCE, VARIES } State;

static bool varies(const u8 *states, i32 slot)
{
    return slot >= 0 && states[slot / 64] == VARIES;
}

// Tells whether an instruction may give different lanes different results.
static bool result_varies(const u8 *states, const Insn *in)
{
    if (in->kind == K_PARAM_LOAD)
        return false;
    if (in->kind != K_ALU || varies(states, in->guard))
        return true;
    bool any = varies(states, in->a) || varies(states, in->b) || varies(states, in->c);
    for (int k = 0; k < LIST && in->d >= 0; k++) // without d it writes the list
        any |= varies(states, in->list[k]);
    return any;
}

// Adds `by` to what is known about a slot. Tells whether that changes it.
static bool raise_state(u8 *states, i32 slot, int by)
{
    if (slot < 0 || states[slot / 64] == VARIES)
        return false;
    int sum = states[slot / 64] + by;
    states[slot / 64] = sum < VARIES ? (u8)sum : VARIES;
    return true;
}

// Does so for each register that an instruction writes.
static bool raise_results(u8 *states, const Insn *in, int by)
{
    bool changed = false;
    for (int k = WRITTEN, to = written_end(in); k < to; k++)
        changed |= raise_state(states, in->slots[k], by);
    return changed;
}

bool insn_writes(const Insn *in, i32 slot)
{
    bool found = false;
    for (int k = WRITTEN, to = written_end(in); k < to; k++)
        found |= in->slots[k] == slot;
    return slot >= 0 && found;
}

static bool may_be_added_up(const Insn *in)
{
    return in->kind == K_ATOMIC && in->access.bytes == 4 && in->access.type < ELEMENT_FLOAT &&
           (in->access.op == A_ADD || in->access.op == A_MIN || in->access.op == A_MAX ||
            in->access.op == A_AND || in->access.op == A_OR || in->access.op == A_XOR);
}

bool uniform_analyse(SimModule *m, const SimFunction *f)
{
    bool wanted = false;
    for (int i = f->entry; i < f->end; i++)
        wanted |= may_be_added_up(&m->code[i]);
    if (!wanted)
        return true;
    u8 *states = calloc(f->frame_bytes / 64 + 1, sizeof *states);
    if (!states)
        return false;
    const Special by_lane[] = {SP_TID_X,   SP_TID_Y,   SP_TID_Z,   SP_LANEID, SP_MASK_EQ,
                               SP_MASK_LE, SP_MASK_LT, SP_MASK_GE, SP_MASK_GT};
    for (size_t k = 0; k < sizeof by_lane / sizeof *by_lane; k++)
        raise_state(states, f->special[by_lane[k]], VARIES);
    for (int i = f->entry; i < f->end; i++)
        raise_results(states, &m->code[i], WRITTEN_ONCE);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = f->entry; i < f->end; i++)
            if (result_varies(states, &m->code[i]))
                changed |= raise_results(states, &m->code[i], VARIES);
    }
    for (int i = f->entry; i < f->end; i++) {
        Insn *in = &m->code[i];
        if (may_be_added_up(in))
            in->access.one_address = !in->access.in_frame && !varies(states, in->a);
    }
    free(states);
    return true;
}
