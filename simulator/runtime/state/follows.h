// follows.h: which calls of CUDA put what in an order (follows.c), for the files in which such calls are. Part of state.h.
//
// All of these do nothing in a program that is not checked.

#ifndef FOLLOWS_H
#define FOLLOWS_H

#include "order/order.h"
#include "runtime/state/state.h"

void follows_call_begins(void);
void follows_call_ends(const char *name, const void *caller);
void follows_end(void); // the program ends

// Work is put into a stream and done; NULL if it is not looked at. Between the two, order_touch says what it touches.
OrderWork *follows_work(Stream *s, OrderKind kind, const char *kernel);
void follows_done(const Stream *s, OrderWork *w);
void follows_launch(OrderWork *w, const SimLaunch *l); // adds what a launch has touched
void follows_pause(
    bool pause); // true: work is done for a call that has ended, and is not looked at

void follows_stream_made(Stream *s);
void follows_stream_left(Stream *s);
void follows_record(struct CUevent_st *e, Stream *s);
void follows_await(const struct CUevent_st *e, Stream *s);

// The host waits: for a stream's work, or all work if it is NULL; for what an event has recorded.
void follows_wait(const Stream *s);
void follows_wait_event(const struct CUevent_st *e);
// Tells whether the host asks about such work for the first time, without having waited for it: then the answer is "not ready".
bool follows_asks(const Stream *s);
bool follows_asks_event(const struct CUevent_st *e);
void follows_time(
    const struct CUevent_st *e); // the host asks when the event was, and must have waited for it

// The host frees the allocation that begins at p. waits: by a call that waits for all work, unless the memory came from a pool.
void follows_free(const void *p, bool waits);
void follows_allocation(void); // the host allocates memory of the device, or pinned memory
void follows_whole(Stream *s, OrderKind kind,
                   const void *p); // work that allocates or frees all of it

// A launch of a graph: where its nodes begin, and where all that are done so far have ended.
typedef struct {
    OrderClock begin, end;
} FollowsGraph;
void follows_graph_begins(FollowsGraph *g, Stream *s);
void follows_node_begins(const FollowsGraph *g, Stream *s);
void follows_node_after(Stream *s,
                        const OrderClock *other); // the node waits for another one, which ended so
void follows_node_ends(FollowsGraph *g, const Stream *s, OrderClock *after);
void follows_graph_ends(FollowsGraph *g, Stream *s);

// The thread runs a function of the host in the stream's order.
void follows_host_begins(Stream *s);
void follows_host_ends(void);

#endif
