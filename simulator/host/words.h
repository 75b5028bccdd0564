// words.h: what a launch reads while it waits. For pool.c; part of host.h.

#ifndef WORDS_H
#define WORDS_H

#include "host/host.h"

typedef struct Words Words;

// From now on notes what the launch reads, by SimLaunch.observe. NULL if the host has no memory.
Words *words_new(SimLaunch *l);
void words_end(const Words *w); // from now on no more
void words_free(Words *w);
bool words_outside(const Words *w,
                   Outside *outside); // whether somebody outside may write one of them
bool words_changed(const Words *w);   // whether one of them has another value now

#endif
