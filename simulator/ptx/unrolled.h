// unrolled.h: loops that ptxas unrolled, and what it made of the iterations that are left over.
//
// Of a loop whose number of iterations is known before the first, ptxas makes several, one behind the other, in each of which a
// turn does fewer iterations. Lanes that have too few left for a turn of one part wait until all others have done that part:
//
//     iterations of four lanes                 7       6       5       3
//     part of 4, again and again               ####    ####    ####
//     part of 2                                ##      ##              ##
//     part of 1                                #               #       #
//
// So a load of this loop makes 7 requests with 3, 3, 3, 3, 3, 3 and 3 lanes. Lanes that did iteration after iteration together would
// make 7 with 4, 4, 4, 3, 3, 2 and 1; if one lane has 2 iterations and another one 1, there are 3 requests and not 2.

#ifndef UNROLLED_H
#define UNROLLED_H

#include "ptx/ptx.h"

typedef struct Unrolled {
    u8 copies[SIM_MOST_PARTS]; // iterations of a turn in each part; the last has 1
    i32 branch;                // closes the loop, which is one segment
    // It goes on while `counter` + `ahead` compares with `limit` as it should. Each iteration adds `step` to the counter.
    i32 counter, limit; // slots
    i64 step, ahead;
    u8 bytes;       // of both
    bool is_signed; // both
    bool unequal;   // while they are unequal; else while the step has not yet led to the limit
    bool reaches;   // … or has led to it, but not beyond
} Unrolled;

// Returns what an iteration of segment s adds to a register; 0: that is not known, or the segment is no loop.
i64 unrolled_step(const SimModule *m, const SimFunction *f, const Segment *s, i32 slot);

// Notes in a kernel's K_ENTERs which loops ptxas unrolled in parts.
void unrolled_find(SimModule *m, const SimFunction *f, const SimAssembled *assembled);

#endif
