// queue.h: work that waits for a grid that waits for the host (queue.c). Part of state.h.

#ifndef QUEUE_H
#define QUEUE_H

#include "runtime/state/stream.h"

// How a parked grid is to go on.
typedef enum {
    GOES_ON, // since a word that it reads has changed
    IS_LEFT, // though nobody is left who could change one
    IS_LOST, // not at all: another grid has failed
} Going;
// Lets the grid go on. *parked is NULL afterwards, unless it is parked again.
typedef void Resume(void *grid, Parked **parked, Going how);

// Keeps a grid of this stream that is parked. False if the host can't make the thread that lets it go on.
bool queue_park(Stream *s, Parked *parked, Resume *resume, void *grid);

// Does work in its stream's order: at once, or when the work before it is done. Then it has copied the arguments.
cudaError_t stream_do(Stream *s, const Work *w);

bool queue_holds(const Stream *s); // whether work that is put into the stream now must wait
bool queue_runs(const Stream *s);  // whether work of the stream is still to end
bool queue_records(const struct CUevent_st *e); // whether the event is still to be recorded
bool queue_uses(const struct CUevent_st *e);    // whether work that is still to be done names it
bool queue_answers(
    const Stream *s); // whether other streams can write while a grid of this one runs

// The calling thread waits for the opposite; besides queue_wait of state.h.
void queue_wait_end(const Stream *s);
void queue_wait_event(const struct CUevent_st *e);
cudaError_t queue_not_ready(void); // lets others work a little; returns the answer for the program
void queue_end(void);              // the program ends

#endif
