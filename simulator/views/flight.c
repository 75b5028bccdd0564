// flight.c: prints what moves by itself: the copies in flight, those that the last step has brought to their end, and the mbarriers.

#include "views/views.h"

#include <inttypes.h>

static void print_flight(const Stepper *s, const SimFlight *f, FILE *out)
{
    char from[128], to[128];
    int lanes = __builtin_popcount(f->lanes);
    stepper_memory_place(s, f->from, from, sizeof from);
    stepper_memory_place(s, f->to, to, sizeof to);
    fprintf(out, "    %" PRIu64 " bytes from %s", f->bytes, from);
    for (int i = 0; i < f->rank; i++)
        fprintf(out, "%s%d%s", i ? "," : ", box at (", f->at[i], i + 1 == f->rank ? ")" : "");
    fprintf(out, "\n      to %s\n      ", to);
    if (f->completes_at.space == SIM_SPACE_SHARED) {
        char at[128];
        stepper_memory_place(s, f->completes_at, at, sizeof at);
        fprintf(out, "for mbarrier %s", at);
    } else {
        fprintf(out, "in group %" PRIu32, f->group);
    }
    fprintf(out, "; %d lane%s of warp %d, line %d\n", lanes, plural(lanes), f->warp,
            s->walk->launch.insns[f->pc].line);
}

static void print_flights(const Stepper *s, const char *title, const SimFlight *f, int count,
                          FILE *out)
{
    if (count)
        fprintf(out, "  %s:\n", title);
    for (int i = 0; i < count; i++)
        print_flight(s, &f[i], out);
}

// Prints which warps of the cluster wait at an mbarrier.
static void print_waiting(const Walk *w, SimPlace at, FILE *out)
{
    SimWorker *m;
    for (uint32_t r = 0; (m = sim_step_worker(w->worker, r)); r++)
        for (int warp = 0; warp < w->launch.warps; warp++) {
            SimPlace waits;
            if (!sim_step_waits(m, warp, &waits) || waits.block != at.block ||
                waits.address != at.address)
                continue;
            fprintf(out, "      warp %d", warp);
            if (w->launch.cluster_size > 1)
                fprintf(out, " of block %" PRIu64, sim_step_block(m));
            fprintf(out, " waits for it\n");
        }
}

static void print_mbarrier(const Stepper *s, SimPlace at, FILE *out)
{
    SimMbarrier m;
    char name[128];
    if (!walk_mbarrier(s->walk, at, &m))
        return;
    stepper_memory_place(s, at, name, sizeof name);
    fprintf(out, "    %s: phase %" PRIu32 "\n      lacks %" PRIu32 " of %" PRIu32 " arrival%s",
            name, m.phase, m.arrivals, m.each, plural((int)m.each));
    if (m.bytes > 0)
        fprintf(out, " and %" PRId64 " bytes", m.bytes);
    if (m.bytes < 0)
        fprintf(out, "; %" PRId64 " bytes have come that nobody expected yet", -m.bytes);
    fputc('\n', out);
    print_waiting(s->walk, at, out);
}

void flights_print(const Stepper *s, FILE *out)
{
    const Walk *w = s->walk;
    print_flights(s, "in flight", w->flights, w->flight_count, out);
    print_flights(s, "landed at this step", w->landed, w->landed_count, out);
    if (w->mbarrier_count && w->worker)
        fprintf(out, "  mbarriers:\n");
    for (int i = 0; i < w->mbarrier_count && w->worker; i++)
        print_mbarrier(s, w->mbarriers[i], out);
    if (!w->flight_count && !w->landed_count && (!w->mbarrier_count || !w->worker))
        fprintf(out, "  No copy is in flight, and there is no mbarrier.\n");
}
