// nested.c: how long a launch would take with all that its kernels launch.
//
// A grid's launches begin when its blocks have ended. What nothing orders runs at the same time, so that a grid with its launches takes the
// longest of three times:
//
//     path      the longest chain of grids, each of which waits for one before: for its parent, for an earlier launch into the same
//               stream; with the time from a launch to its beginning for each
//     starts    all launches, one after the other, as fast as the device begins them
//     work      the sum of all grids' shares of the device (SimTime.share): as if each had its part of the SMs beside the others
//
// Tail launches come after all of this, one after the other. What a grid of many blocks launches before it ends begins earlier on a GPU.

#include "model/model.h"

#include <math.h>

// Measured on an H200 with kernels that do nothing, driver 580 (tests/gpu/nested.cu, results/h200-nested.csv). What one thread takes to launch,
// and from then to the beginning of what it launched: a chain of nine takes 9.3 us each, a thread's 256 launches 5.9 us each.
static const double LAUNCH = 5.9e-6, BEGIN = 3.4e-6;
// From the end of a grid to the next in its stream (grids of 20 us follow each other every 23.0 us).
static const double IN_ORDER = 3e-6;
// From the end of a grid and of all that it launched to its tail launch.
static const double TAIL = 11.3e-6;
// From one beginning to the next, in the whole device, of launches that nothing orders; what those into streams take, over that.
static const double NEXT = 0.25e-6, NEXT_ORDERED = 2.2;
// The same where launches of different sizes are mixed, since those of one launch go on with others: 1,024 chains of nine whose blocks shrink took
// 8.6 ms in place of 4.1 (tests/gpu/resized.cu, results/h200-resized.csv).
static const double NEXT_RESIZED = 2;
// For each launch that the device has room for (cudaLimitDevRuntimePendingLaunchCount), such a step is longer, and so is the end of a grid
// that launched.
static const double NEXT_ROOM = 3.2e-12, END_ROOM = 0.32e-9;

void sim_nest_begin(SimNest *n, const SimLaunch *l)
{
    SimTime t = sim_model(l);
    *n = (SimNest){.overhead = t.overhead,
                   .room = l->most_children,
                   .work = t.share,
                   .threads = l->depth ? l->block[0] * l->block[1] * l->block[2] : 0};
    n->own = n->end = t.total - t.overhead;
}

// Returns the time of a grid with its launches so far, without T0.
static double so_far(const SimNest *n)
{
    double next = NEXT + NEXT_ROOM * n->room;
    return fmax(n->end, fmax(n->launches * next, n->work));
}

// Returns when a child has ended that begins behind its parent's blocks, or behind the launch before it in its stream. Streams that share
// a place are few at a time, since one block's launches come after another's.
static double child_end(SimNest *n, const SimChild *c, double time)
{
    double begin = n->own + LAUNCH * (1 + c->before) + BEGIN;
    if (!c->queue)
        return begin + time;
    size_t place = c->queue / 16 % SIM_NEST_QUEUES;
    if (n->queue[place].is == c->queue)
        begin = fmax(begin, n->queue[place].end + IN_ORDER);
    n->queue[place].is = c->queue;
    return n->queue[place].end = begin + time;
}

void sim_nest_add(SimNest *n, const SimChild *c, const SimNest *child)
{
    if (c->tail)
        n->end = so_far(n) + TAIL + END_ROOM * n->room + so_far(child);
    else
        n->end = fmax(n->end, child_end(n, c, child->end));
    n->ends |= !c->tail;
    n->launches +=
        child->launches + (c->queue ? NEXT_ORDERED : 1) *
                              (!n->threads || child->threads == n->threads ? 1 : NEXT_RESIZED);
    n->work += child->work;
}

double sim_nest_time(const SimNest *n)
{
    return n->overhead + so_far(n) + (n->ends ? END_ROOM * n->room : 0);
}
