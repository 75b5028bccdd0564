// graph.h: graphs and what their nodes do, for the files that make nodes. Part of runtime.h.

#ifndef GRAPH_H
#define GRAPH_H

#include "runtime/runtime.h"

// A graph of work: captured from streams, or built by hand.
struct CUgraph_st {
    struct CUgraph_st *next; // in the list of all graphs, executable ones included
    struct CUgraphNode_st *first, **end;
    const struct CUgraph_st *source; // executable: what it is an instance of, while that exists
    bool executable;
    bool invalid;     // the capture met work that can't be captured
    bool frees_first; // executable: a launch frees what the last one has allocated and left
};

// ---- graph.c -----------------------------------------------------------------------------------------

typedef cudaError_t Replay(const void *args, Stream *s);

// The numbers are those of cudaGraphNodeType.
typedef enum {
    NODE_KERNEL,
    NODE_COPY,
    NODE_FILL,
    NODE_HOST,
    NODE_GRAPH,
    NODE_EMPTY,
    NODE_TAKE = 10,
    NODE_GIVE
} NodeType;

// What a node does: replay(args, stream).
typedef struct {
    NodeType type;
    Replay *replay;
    const void *args; // (size) bytes, which are copied when the work becomes a node
    size_t size;
    cudaError_t error; // why it can't become a node
} Work;

// Keeps work for a graph instead of doing it; true if the stream is captured.
bool capture_work(const Stream *s, const Work *w);
// Adds a node that waits for (count) others of the graph. If the work has an error, returns that error, here and below.
cudaError_t node_add(cudaGraphNode_t *out, cudaGraph_t graph, const cudaGraphNode_t *from,
                     size_t count, Work w);
// Gives a node other work of the same type, or an executable graph's copy of the node.
cudaError_t node_set(cudaGraphNode_t node, Work w);
cudaError_t node_set_in(cudaGraphExec_t graph, cudaGraphNode_t node, Work w);
bool graph_frees_first(void); // of the graph that is being launched: Graph.frees_first

// ---- graph_memory.c ----------------------------------------------------------------------------------

// Become nodes that allocate and free, in a captured stream's graph. Only memory that a node allocates can be freed so.
cudaError_t graph_malloc(const Stream *s, void **p, size_t size, const void *caller);
cudaError_t graph_free(const Stream *s, const void *p);
// Returns the host's pointer to `size` bytes that a node may allocate; NULL if no node may. They need not be allocated.
unsigned char *graph_bytes(const void *p, size_t size);

#endif
