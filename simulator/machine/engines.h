// engines.h: the time of what an SM does beside its warps (engines.c). Part of machine.h.

#ifndef ENGINES_H
#define ENGINES_H

#include "machine/machine.h"

// Returns how many cycles a warp's product keeps the tensor core of its quarter of an SM busy.
double product_cycles(const SimDevice *d, const Insn *in);
double product_wavefronts(
    const Insn *in);                 // of shared memory, of a warp's part of a warpgroup's product
int product_latency(const Insn *in); // of a K_MATRIX: cycles until its sums are there

// A warpgroup's products: a warp starts one, makes a group of all since the last, waits for all but the newest groups.
void product_start(SimWorker *w, Warp *warp, const Insn *in);
void product_commit(Warp *warp);
void product_wait(Warp *warp, i64 newest);

// Returns the cycle at which a copy that the warp starts now is complete. to: in whose shared memory; NULL: in global memory.
u64 copy_ready(SimWorker *w, SimWorker *to, const Warp *warp, u64 bytes);

// Arrivals at the mbarrier at byte `at` of the owner's shared memory, by a warp or by bytes; the word has changed already.
void phase_arrival(SimWorker *owner, u64 at, u64 cycles, bool from_afar);
// The warp goes on after it has waited for the phase with this token or parity.
void phase_passed(SimWorker *owner, u64 at, u64 of, bool parity, Warp *warp);

void engines_reset(SimWorker *w); // when a block starts

#endif
