// uniform.c: finds atomics whose address is the same for all lanes of a warp, as far as the code alone shows it.
//
// ptxas adds up the lanes' integers before such an atomic and sends one update for all of them (measured on an H200, with and
// without use of the old value: results/h200-atomics.csv). To find such atomics, this file follows values through the registers.
// A register varies if its value comes from the thread's number, from memory or from other lanes, or if more than one
// instruction writes it.

#include "ptx/ptx.h"

#include <stdlib.h>

typedef struct {
    const Writers *writers;
    bool *varies; // by slot / 64: lanes may have different values there
} Values;

static bool varies(const Values *v, i32 slot)
{
    return slot >= 0 && (v->varies[slot / 64] || writer_of(v->writers, slot) == SEVERAL);
}

// Tells whether an instruction may give different lanes different results.
static bool result_varies(const Values *v, const Insn *in)
{
    bool any = in->kind != K_ALU && in->kind != K_PARAM_LOAD;
    for (int k = 0, end = written_end(in); in->kind == K_ALU && k < SLOTS; k++)
        any |= (k < WRITTEN || k >= end) && varies(v, in->slots[k]);
    return any;
}

// Notes that what an instruction writes varies. Tells whether that is new.
static bool note_varying(const Values *v, const Insn *in)
{
    bool changed = false;
    for (int k = WRITTEN, to = written_end(in); k < to; k++)
        if (in->slots[k] >= 0 && !v->varies[in->slots[k] / 64])
            changed = v->varies[in->slots[k] / 64] = true;
    return changed;
}

static bool may_be_added_up(const Insn *in)
{
    return in->kind == K_ATOMIC && in->access.bytes == 4 && in->access.type < ELEMENT_FLOAT &&
           (in->access.op == A_ADD || in->access.op == A_MIN || in->access.op == A_MAX ||
            in->access.op == A_AND || in->access.op == A_OR || in->access.op == A_XOR);
}

bool uniform_analyse(SimModule *m, const SimFunction *f, const Writers *writers)
{
    bool wanted = false;
    for (int i = f->entry; i < f->end; i++)
        wanted |= may_be_added_up(&m->code[i]);
    if (!wanted)
        return true;
    Values v = {writers, calloc(f->frame_bytes / 64 + 1, sizeof *v.varies)};
    if (!v.varies)
        return false;
    const Special by_lane[] = {SP_TID_X,   SP_TID_Y,   SP_TID_Z,   SP_LANEID, SP_MASK_EQ,
                               SP_MASK_LE, SP_MASK_LT, SP_MASK_GE, SP_MASK_GT};
    for (size_t k = 0; k < sizeof by_lane / sizeof *by_lane; k++)
        if (f->special[by_lane[k]] >= 0)
            v.varies[f->special[by_lane[k]] / 64] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = f->entry; i < f->end; i++)
            if (result_varies(&v, &m->code[i]))
                changed |= note_varying(&v, &m->code[i]);
    }
    for (int i = f->entry; i < f->end; i++) {
        Insn *in = &m->code[i];
        if (may_be_added_up(in))
            in->access.one_address = !in->access.in_frame && !varies(&v, in->a);
    }
    free(v.varies);
    return true;
}
