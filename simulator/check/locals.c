// locals.c: finds reads of a thread's own memory where the thread never wrote.
//
//     Locals ── of a warp of the block: a byte for each byte of each lane's local memory, 1: it has a value
//
// Compilers copy structures whole, with members and gaps that have no value. So a read is reported only if none of its bytes has one, and
// not at all if what it reads is only stored to local memory again, as when members are copied one by one. What a function gets as its
// parameters has values.

#include "check/check.h"

#include <stdlib.h>
#include <string.h>

// Makes room for what is known when the warp's memory has grown, since it has called a function. False if the host has no memory.
static bool grow_values(Locals *l, u32 size)
{
    if (l->has_value && l->size == size)
        return true;
    u8 *grown = calloc(LANES, size ? size : 1);
    for (size_t lane = 0; grown && l->has_value && lane < LANES; lane++)
        memcpy(grown + lane * size, l->has_value + lane * l->size, l->size);
    free(l->has_value);
    l->has_value = grown;
    l->size = size;
    return grown;
}

// Returns the bytes of a lane's local memory from `at` on; NULL if `bytes` bytes are not known.
static u8 *values_at(const SimWorker *w, const Warp *warp, int lane, u64 at, u64 bytes)
{
    Locals *l = &w->check->locals[warp->index];
    if (!grow_values(l, warp->local_size))
        return NULL;
    if (l->block != w->block + 1)
        memset(l->has_value, 0, (size_t)LANES * l->size);
    l->block = w->block + 1;
    if (at + bytes > l->size)
        return NULL;
    return l->has_value + (size_t)lane * l->size + at;
}

bool is_only_copied(const SimModule *m, i32 load, int element, bool within)
{
    const SimFunction *f = m->infos[load].function;
    i32 value = m->code[load].list[element];
    for (i32 pc = f->entry; value >= 0 && pc < f->end; pc++) {
        const Insn *in = &m->code[pc];
        bool stores = in->kind == K_STORE && (!within || in->access.space == SIM_SPACE_LOCAL ||
                                              in->access.space == SIM_SPACE_PARAM);
        for (int k = 0, end = written_end(in); k < SLOTS; k++)
            if ((k < WRITTEN || k >= end) && !(stores && k >= SLOTS - LIST) &&
                in->slots[k] == value)
                return false;
    }
    return true;
}

// Tells whether what a load has read goes nowhere but to the thread's own memory.
static bool stays_own(const SimModule *m, i32 load)
{
    for (int i = 0; i < m->code[load].access.count; i++)
        if (!is_only_copied(m, load, i, true))
            return false;
    return true;
}

void on_local_filled(SimWorker *w, const Warp *warp, int lane, u64 at, u64 bytes)
{
    u8 *values = values_at(w, warp, lane, at, bytes);
    if (values)
        memset(values, 1, bytes);
}

void on_local_left(SimWorker *w, const Warp *warp, u32 lanes, u64 at, u64 bytes)
{
    EACH_BIT(lane, lanes) {
        u8 *values = values_at(w, warp, lane, at, bytes);
        if (values)
            memset(values, 0, bytes);
    }
}

void check_locals(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                  const u64 *address)
{
    u64 bytes = (u64)in->access.bytes * in->access.count;
    EACH_BIT(lane, mask) {
        u8 *values = values_at(w, warp, lane, address[lane], bytes);
        if (!values)
            continue;
        if (in->kind != K_LOAD)
            memset(values, 1, bytes);
        else if (in->access.space != SIM_SPACE_PARAM && !memchr(values, 1, bytes) &&
                 !stays_own(w->module, g->pc))
            report_unwritten_local(w, g->pc, (u32)(warp->index * LANES + lane), address[lane],
                                   (int)bytes);
    }
}
