// warpsim_pause.h: a launch that stands still between two runs of its blocks, while its host does something else
// (machine/pause.c).

#ifndef WARPSIM_PAUSE_H
#define WARPSIM_PAUSE_H

#include "warpsim.h"

// Returns a number made of all that decides what the block does next, but the memory that other blocks see.
uint64_t sim_worker_state(const SimWorker *w);
// Tells the worker that its host has set SimLaunch.observe, or taken it away, since the block began.
void sim_worker_observe(SimWorker *w);
void sim_worker_pause(SimWorker *w); // before sim_launch_pause, for each worker

typedef struct SimPause SimPause;

// Frees what launches share, so that others may run until sim_launch_resume. NULL if the host has no memory.
SimPause *sim_launch_pause(const SimLaunch *l);
bool sim_launch_resume(SimLaunch *l, SimPause *p); // frees *p; false if the host has no memory

#endif
