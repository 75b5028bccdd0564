// warpsim_pause.h: a launch that stands still between two runs of its blocks, while its host does something else
// (machine/pause.c).

#ifndef WARPSIM_PAUSE_H
#define WARPSIM_PAUSE_H

#include "warpsim.h"

// Returns a number made of all that decides what the block's lanes do next, but for the memory that other blocks see, and for whose
// turn it is.
uint64_t sim_worker_state(const SimWorker *w);
// Gives the worker another observer of its accesses, or none, in place of SimLaunch.observe, which it has when it is new.
void sim_worker_observe(SimWorker *w, void (*observe)(void *observer, const SimAccess *access),
                        void *observer);
void sim_worker_order(SimWorker *w, SimSchedule schedule); // the same for SimLaunch.schedule
void sim_worker_pause(SimWorker *w); // before sim_launch_pause, for each worker

typedef struct SimPause SimPause;

// Frees what launches share, so that others may run until sim_launch_resume. NULL if the host has no memory.
SimPause *sim_launch_pause(const SimLaunch *l);
bool sim_launch_resume(SimLaunch *l, SimPause *p); // frees *p; false if the host has no memory

#endif
