// words.h: what a launch reads while it waits. For pool.c; part of host.h.

#ifndef WORDS_H
#define WORDS_H

#include "host/host.h"

typedef struct {
    const SimLaunch *launch;
    struct Word *words; // (count)
    size_t count, room;
    bool failed; // the host had no memory for one
} Words;

// Notes what a block of the launch reads, and tells SimLaunch.observe. It is for sim_worker_observe.
void words_read(void *words, const SimAccess *a);
// Tells whether somebody outside may write one of them. outside: NULL: nobody is.
bool words_outside(const Words *w, Outside *outside);
bool words_changed(const Words *w); // whether one of them has another value now

#endif
