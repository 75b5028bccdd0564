// uniform.c: finds atomics whose address is the same for all lanes of a warp, as far as the code alone shows it.
//
// ptxas adds up the lanes' integers before such an atomic and sends one update for all of them (measured on an H200, with and
// without use of the old value: results/h200-atomics.csv). To find such atomics, this file follows values through the registers.
// A register varies if its value comes from the thread's number, from memory or from other lanes, or if more than one
// instruction writes it.

#include "ptx/ptx.h"

#include <stdlib.h>

// What is known about the frame's slots, by offset / 64.
typedef struct {
    u8 *written;  // how many instructions write it; 2 stands for more, too
    bool *varies; // lanes may have different values
} Slots;

static bool varies(const Slots *s, i32 slot)
{
    return slot >= 0 && s->varies[slot / 64];
}

// Tells whether an instruction may give different lanes different results.
static bool result_varies(const Slots *s, const Insn *in)
{
    if (in->kind == K_PARAM_LOAD)
        return false;
    if (in->kind != K_ALU || (in->guard >= 0 && varies(s, in->guard)))
        return true;
    bool any = varies(s, in->a) || varies(s, in->b) || varies(s, in->c);
    for (int k = 0; k < LIST && in->d >= 0; k++) // without d it writes the list
        any |= varies(s, in->list[k]);
    return any;
}

// Calls `change` for each register that an instruction writes. Tells whether any of them changed.
static bool each_result(const Slots *s, const Insn *in, bool (*change)(const Slots *, i32 slot))
{
    int written = insn_written(in);
    bool changed = in->d >= 0 && change(s, in->d);
    changed |= in->d2 >= 0 && change(s, in->d2);
    for (int k = 0; k < written; k++)
        changed |= in->list[k] >= 0 && change(s, in->list[k]);
    return changed;
}

static bool set_varies(const Slots *s, i32 slot)
{
    bool changed = !s->varies[slot / 64];
    s->varies[slot / 64] = true;
    return changed;
}

static bool count_written(const Slots *s, i32 slot)
{
    u8 *places = &s->written[slot / 64];
    return ++*places > 1 && (*places = 2, set_varies(s, slot));
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
    size_t slots = f->frame_bytes / 64 + 1;
    Slots s = {.written = calloc(slots, sizeof *s.written),
               .varies = calloc(slots, sizeof *s.varies)};
    bool ok = s.written && s.varies, changed = ok;
    const Special by_lane[] = {SP_TID_X,   SP_TID_Y,   SP_TID_Z,   SP_LANEID, SP_MASK_EQ,
                               SP_MASK_LE, SP_MASK_LT, SP_MASK_GE, SP_MASK_GT};
    for (size_t k = 0; ok && k < sizeof by_lane / sizeof *by_lane; k++)
        if (f->special[by_lane[k]] >= 0)
            set_varies(&s, f->special[by_lane[k]]);
    for (int i = f->entry; ok && i < f->end; i++)
        each_result(&s, &m->code[i], count_written);
    while (changed) {
        changed = false;
        for (int i = f->entry; i < f->end; i++)
            if (result_varies(&s, &m->code[i]))
                changed |= each_result(&s, &m->code[i], set_varies);
    }
    for (int i = f->entry; ok && i < f->end; i++) {
        Insn *in = &m->code[i];
        if (may_be_added_up(in))
            in->access.one_address = !in->access.in_frame && !varies(&s, in->a);
    }
    free(s.written);
    free(s.varies);
    return ok;
}
