// repeat.h: launches that repeat an earlier one (repeat.c), for launch.c. Part of state.h.

#ifndef REPEAT_H
#define REPEAT_H

#include "runtime/state/state.h"

typedef struct Repeat Repeat;

// What is known of launches like this one; NULL if the host has no memory. Then, in this order:
Repeat *repeat_find(const SimLaunch *l);
// true: all is as before an earlier one, and what that one wrote is written. *seconds is its modelled time.
bool repeat_copy(Repeat *r, double *seconds);
// Else the launch has run, and its counters are still there. *counted is the profile's count of such launches.
void repeat_ran(Repeat *r, const SimLaunch *l, double seconds, uint64_t *counted);
void repeat_never(Repeat *r); // or it waits for the host

#endif
