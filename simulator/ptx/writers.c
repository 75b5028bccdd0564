// writers.c: finds which instructions write a register (writers.h).

#include "ptx/ptx.h"

#include <stdlib.h>

bool find_writers(const SimModule *m, const SimFunction *f, i32 first, size_t bytes, Writers *w)
{
    const size_t count = bytes / 64 + 1;
    *w = (Writers){malloc(count * sizeof *w->of), first};
    for (size_t k = 0; w->of && k < count; k++)
        w->of[k] = NONE;
    for (int i = f->entry; w->of && i < f->end; i++)
        for (int k = WRITTEN, end = written_end(&m->code[i]); k < end; k++) {
            const i32 slot = m->code[i].slots[k];
            if (slot >= first)
                w->of[(slot - first) / 64] = writer_of(w, slot) == NONE ? i : SEVERAL;
        }
    return w->of != NULL;
}

bool insn_writes(const Insn *in, i32 slot)
{
    bool found = false;
    for (int k = WRITTEN, to = written_end(in); k < to; k++)
        found |= in->slots[k] == slot;
    return slot >= 0 && found;
}
