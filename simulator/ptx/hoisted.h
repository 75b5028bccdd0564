// hoisted.h: loads that the source does for some lanes and the compiler does for all.
//
//     if (warp == 1)              ld.shared.u32 %r9, [tile+28];       for all lanes
//         sum += tile[7];         …
//                                 setp.eq.s32   %p2, %r4, 1;
//                                 selp.b32      %r8, %r9, 0, %p2;     %p2 settles it: elsewhere %r9 does not count
//
// Compilers do so if it can do no harm, as with a constant element of a shared array. The lanes whose value does not count have not
// read it, as the program was written.

#ifndef HOISTED_H
#define HOISTED_H

#include "ptx/ptx.h"

enum { MOST_STEPS = 8 };

// How to find those lanes when the load is done: step by step.
typedef struct Hoisted {
    int count;
    struct HoistedStep {
        i32 early;    // an instruction behind the load that others of these need; NONE: none
        i32 settler;  // the slot of a predicate; NONE: none
        bool if_true; // lanes where it is true do not count, else those where it is false
    } step[MOST_STEPS];
} Hoisted;

// Sets SimInsnInfo.hoisted of the loads of [f->entry, f->end). False if the host has no memory.
bool hoisted_analyse(SimModule *m, const SimFunction *f, const Writers *writers);

// Returns the lanes of the mask for which the load does not count. frame_bytes: of the warp's registers, which stay as they are.
u32 hoisted_lanes(const Hoisted *h, const Insn *code, u8 *regs, size_t frame_bytes, u32 mask);

#endif
