// early.c: finds the thread that left the kernel before it wrote what another one reads.
//
// Nobody knows which thread was to write an element. But where a thread has written the element beside it, as in `part[tid] = …`, the
// thread with the next number was to write this one. If that thread is gone, and the kernel has a way out before its first
// store to shared memory, no barrier is missing: the thread must not leave.

#include "check/check.h"

enum { FAR_AWAY = 1024 }; // elements to either side that are looked at

// Tells whether the code at `pc` does nothing but leave the kernel.
static bool only_leaves(const SimModule *m, i32 pc)
{
    for (int steps = 0; steps < 8; steps++) {
        const Insn *in = &m->code[pc];
        if (in->kind == K_EXIT && in->guard == NONE)
            return true;
        if (in->kind == K_BRANCH && in->guard == NONE)
            pc = in->branch.target;
        else if (in->kind == K_ENTER)
            pc++;
        else
            return false;
    }
    return false;
}

i32 way_out(const SimModule *m, const SimFunction *kernel, i32 end)
{
    for (i32 pc = end - 1; pc >= kernel->entry; pc--) {
        const Insn *in = &m->code[pc];
        // A build for a debugger branches around a jump to the exit.
        if (in->guard != NONE &&
            (in->kind == K_EXIT || (in->kind == K_BRANCH &&
                                    (only_leaves(m, in->branch.target) || only_leaves(m, pc + 1)))))
            return pc;
    }
    return NONE;
}

// Tells whether an instruction stores to shared memory. A build for a debugger reaches a shared array by a generic address.
static bool stores_to_shared(const SimModule *m, i32 pc)
{
    return m->code[pc].kind == K_STORE &&
           (m->code[pc].access.space == SIM_SPACE_SHARED || m->infos[pc].array);
}

// Returns the kernel's first store to shared memory, or its end.
static i32 first_store(const SimModule *m, const SimFunction *kernel)
{
    i32 pc = kernel->entry;
    while (pc < kernel->end && !stores_to_shared(m, pc))
        pc++;
    return pc;
}

// Returns the thread of the block that has written the word at this address, or -1.
static i64 last_writer(const SimWorker *w, u64 address)
{
    const Line *line = &w->check->shared->line[address >> 7];
    Access room;
    const Access *p = track_at(&line->track[WRITE], (int)(address >> 2 & 31), &room);
    return line->tag == (u32)w->block + 1 && p->block == line->tag ? (i64)p->thread : -1;
}

// Returns the thread that was to write the element of `bytes` bytes, by the nearest one in its array that is written; -1 if none is.
static i64 expected_writer(const SimWorker *w, u64 address, u64 bytes)
{
    const Var *array = shared_array(w->launch, address);
    Stretch s = array ? stretch_of(w->launch, array) : (Stretch){0};
    for (u64 apart = 1; apart < FAR_AWAY; apart++) {
        u64 step = apart * bytes;
        i64 lower = address >= s.start + step ? last_writer(w, address - step) : -1;
        if (lower >= 0)
            return lower + (i64)apart;
        i64 upper =
            address + step + bytes <= s.start + s.size ? last_writer(w, address + step) : -1;
        if (upper >= 0)
            return upper - (i64)apart;
    }
    return -1;
}

bool left_early(const SimWorker *w, u64 address, u64 bytes, u32 *thread, i32 *pc)
{
    i64 writer = bytes >= 4 ? expected_writer(w, address, bytes) : -1;
    if (writer < 0 || writer >= (i64)w->launch->threads)
        return false;
    *thread = (u32)writer;
    const SimFunction *kernel = w->launch->kernel;
    *pc = way_out(w->module, kernel, first_store(w->module, kernel));
    return *pc != NONE && !(w->warps[writer / LANES].live >> (writer % LANES) & 1);
}
