// writers.h: which instructions write a register. A value that one instruction writes is known as far as that instruction is.

#ifndef WRITERS_H
#define WRITERS_H

#include "ptx/insn.h"

enum { SEVERAL = -2 };

typedef struct {
    i32 *of;   // by register, in units of 64 bytes: which instruction writes it, NONE, or SEVERAL
    i32 first; // the slot where registers begin, behind the immediates
} Writers;

static inline i32 writer_of(const Writers *w, i32 slot)
{
    return slot < w->first ? NONE : w->of[(slot - w->first) / 64];
}

// Finds what writes the registers of [f->entry, f->end), which have `bytes` bytes from slot `first` on. False if the host has no
// memory. The caller frees w->of.
bool find_writers(const SimModule *m, const SimFunction *f, i32 first, size_t bytes, Writers *w);

bool insn_writes(const Insn *in, i32 slot); // tells whether it writes this slot

#endif
