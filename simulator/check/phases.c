// phases.c: when the last phase of an mbarrier ended.
//
// Who waits at an mbarrier follows what came before the arrivals of the phase that is over (PTX ISA, mbarrier.test_wait), and none of those
// in the phase that is open. So a producer's first wait, for the phase before the first, orders nothing.
//
// Every arrival looks at the word before it changes it. If it finds another phase there than the last one did, that one ended it.

#include "check/check.h"

static PhaseEnd *phase_at(const SimWorker *w, const SimWorker *owner, u64 at)
{
    PhaseEnd *p = &owner->check->phases[at / 8 % MOST_PHASES];
    u32 phase = mbarrier_read(owner->shared + at).phase;
    if (p->barrier != at + 1) // nothing is known of it: all has come before
        *p =
            (PhaseEnd){.barrier = at + 1, .phase = phase, .arrived = now_of(w), .ended = now_of(w)};
    if (p->phase != phase)
        p->ended = p->arrived;
    p->phase = phase;
    return p;
}

void note_arrival(const SimWorker *w, const SimWorker *owner, u64 at)
{
    phase_at(w, owner, at)->arrived = now_of(w);
}

u32 phase_ended(const SimWorker *w, const SimWorker *owner, u64 at)
{
    return phase_at(w, owner, at)->ended;
}
