// stream.h: work in streams, and the graphs that streams are captured into. Part of state.h.

#ifndef STREAM_H
#define STREAM_H

#include "runtime/state/state.h"

// A graph of work: captured from streams, or built by hand.
struct CUgraph_st {
    struct CUgraph_st *next; // in the list of all graphs, executable ones included
    struct CUgraphNode_st *first, **end;
    const struct CUgraph_st *source; // executable: what it is an instance of, while that exists
    bool executable;
    bool owned;       // by a node, which destroys it
    bool invalid;     // the capture met work that can't be captured
    bool frees_first; // executable: a launch frees what the last one has allocated and left
    bool given;       // it is captured into a graph that the program has made
    uint64_t capture; // the last capture's number
    Stream *origin;   // the stream in which the capture began; NULL: it has ended
    pthread_t thread; // and the thread
    enum cudaStreamCaptureMode mode;
    struct CUevent_st done; // executable: each launch records it, and the next one waits for it
};

typedef cudaError_t Replay(const void *args, Stream *s);

// The numbers are those of cudaGraphNodeType.
typedef enum {
    NODE_KERNEL,
    NODE_COPY,
    NODE_FILL,
    NODE_HOST,
    NODE_GRAPH,
    NODE_EMPTY,
    NODE_AWAIT,
    NODE_RECORD,
    NODE_TAKE = 10,
    NODE_GIVE,
    NODE_CONDITION = 13
} NodeType;

// What a node does: replay(args, stream). The arguments of NODE_KERNEL begin with a SimLaunch; those of NODE_RECORD and NODE_AWAIT are
// a pointer to an event.
typedef struct {
    NodeType type;
    Replay *replay;
    const void *args; // (size) bytes, which are copied when the work becomes a node
    size_t size;
    cudaError_t error; // why it can't become a node
} Work;

// Returns a copy with its own arguments, which free frees; NULL if the host has no memory. (queue.c)
Work *work_copy(const Work *w);
// ---- stream.c, of which state.h has the rest -----------------------------------------------------------

// Returns why nothing can be put into a stream now: there is none, or captures forbid it, which may be invalid then.
cudaError_t stream_usable(const Stream *s);
// Tells whether a stream is captured, for a call that can't be: the capture is invalid then.
bool capture_refuses(const Stream *s);
cudaError_t stream_captures(const Stream *s, enum cudaStreamCaptureStatus *status);
void streams_leave_graph(Graph *g); // its capture has ended, or it is destroyed
// Returns where a node is among them; their count if it is none of them.
size_t nodes_place(const Nodes *in, const struct CUgraphNode_st *n);
// Adds nodes, each once; or puts them in place of those that are there. False if the host has no memory.
bool nodes_add(Nodes *to, const cudaGraphNode_t *nodes, size_t count, bool instead);

#endif
