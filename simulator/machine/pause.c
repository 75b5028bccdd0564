// pause.c: a launch that stands still while its host does something else.
//
// Between two runs of its blocks a launch is all in its SimLaunch and its workers, but for what belongs to the memory: the footprint's
// tables, and the checks' clock. So other launches may run when the tables are put aside. What others did meanwhile comes before
// all that the launch does afterwards, as if it had just begun.

#include "machine/machine.h"
#include "warpsim_pause.h"

#include <stdlib.h>
#include <string.h>

struct SimPause {
    Tables tables;
    u32 clock; // the checks'
};

void sim_worker_observe(SimWorker *w, void (*observe)(void *observer, const SimAccess *access),
                        void *observer)
{
    SimWorker *m;
    for (u32 r = 0; (m = worker_of_rank(w, r)); r++) {
        m->watch = observe;
        m->watcher = observer;
        m->watched = m->launch->check || observe;
    }
}

void sim_worker_order(SimWorker *w, SimSchedule schedule)
{
    SimWorker *m;
    for (u32 r = 0; (m = worker_of_rank(w, r)); r++)
        m->schedule = schedule;
}

// Lets go of all allocations, which may end meanwhile.
void sim_worker_pause(SimWorker *w)
{
    SimWorker *m;
    for (u32 r = 0; (m = worker_of_rank(w, r)); r++) {
        for (int i = 0; i < MISSED_ALLOCS; i++)
            missed_collect(&m->missed[i]);
        m->last_alloc = NULL;
        memset((void *)m->known, 0, sizeof m->known);
    }
}

SimPause *sim_launch_pause(const SimLaunch *l)
{
    SimPause *p = malloc(sizeof *p);
    if (!p || !footprint_put_aside(l, &p->tables)) {
        free(p);
        return NULL;
    }
    p->clock = l->memory->clock;
    return p;
}

bool sim_launch_resume(SimLaunch *l, SimPause *p)
{
    bool ok = footprint_take_back(l, &p->tables);
    if (l->checks && p->clock != l->memory->clock)
        memory_observer(l->memory)->launch_resumed(l);
    free(p);
    return ok;
}
