// graph.h: graphs and what their nodes do, for the files that make nodes. Part of state.h.

#ifndef GRAPH_H
#define GRAPH_H

#include "runtime/state/queue.h"

// ---- graph.c -----------------------------------------------------------------------------------------

typedef struct CUgraphNode_st {
    struct CUgraphNode_st *next;
    const struct CUgraphNode_st *origin; // in a copy: the node that was copied
    uint64_t capture;                    // of its graph, when it was added
    Work *work;                          // its own
    Nodes from;                          // that it waits for
    struct CUgraphNode_st *copy;         // in the copy that was made last
    size_t place;                        // among its graph's nodes, when they were last numbered
    bool awaited;     // when its capture ended: another node, or the stream, waits for it
    bool off;         // executable: the program has disabled it
    OrderClock after; // executable, checked: where it ended in the last launch
    size_t inside_count;
    // (inside_count) its own: NODE_GRAPH's one, or what NODE_CONDITION chooses from
    Graph *inside[];
} Node;

// Does work in its stream's order, as stream_do does; or keeps it for the graph that the stream is captured into.
cudaError_t stream_put(Stream *s, const Work *w);
// A node that a call is to add.
typedef struct {
    cudaGraphNode_t *out; // where its handle goes
    cudaGraph_t graph;
    const cudaGraphNode_t *from; // (count) nodes of the graph that it waits for
    size_t count;
} NewNode;

// Adds a node that does this work. If the work has an error, returns that error, here and below.
cudaError_t node_add(NewNode at, Work w);
// Defines a call that adds the node `at`. Behind the parameters of all such calls it has those that follow the work.
#define ADD_CALL(name, work, ...)                                                                \
    cudaError_t cudaGraphAdd##name(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,               \
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies, \
                                   ##__VA_ARGS__)                                                \
    {                                                                                            \
        const NewNode at = {pGraphNode, graph, pDependencies, numDependencies};                  \
        return API_CALL(work);                                                                   \
    }
// Gives a node other work of the same type, or an executable graph's copy of the node.
cudaError_t node_set(cudaGraphNode_t node, Work w);
cudaError_t node_set_in(cudaGraphExec_t graph, cudaGraphNode_t node, Work w);
// Defines the three calls about a type of node. work(params, &kept) is the node's work; `kept`, a Kept, has its arguments.
#define NODE_CALLS(Type, Params, Kept, work)                                                      \
    ADD_CALL(Type##Node, node_add(at, work(params, &(Kept){0})), const struct Params *params)     \
    cudaError_t cudaGraph##Type##NodeSetParams(cudaGraphNode_t node, const struct Params *params) \
        RETURNS(API_CALL(node_set(node, work(params, &(Kept){0}))))                               \
            cudaError_t cudaGraphExec##Type##NodeSetParams(                                       \
                cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const struct Params *params)    \
                RETURNS(API_CALL(node_set_in(hGraphExec, node, work(params, &(Kept){0}))))

// What a conditional node does: one of its graphs, chosen by the SimCondition at `handle`.
typedef struct {
    uint64_t handle;
    enum {
        CHOOSES_TRUTH,
        LOOPS,
        CHOOSES_NUMBER
    } kind; // the numbers of cudaGraphConditionalNodeType
} Condition;

// Adds a node with `size` empty graphs. bodies: (size) of the node's own, for as long as it lives.
cudaError_t node_add_condition(NewNode at, const Condition *c, size_t size, Graph ***bodies);
#if CUDART_VERSION >= 13000
// Tells whether (count) edges are of the default kind; those without data are.
bool edges_are_default(const cudaGraphEdgeData *data, size_t count);
#endif
void graphs_free(void);                // all of them: the device is reset
Graph *graph_given(cudaGraph_t graph); // a graph of the program's, NULL if it is none
// Captures a stream into a graph, behind (count) of its nodes; NULL: into a new one.
cudaError_t graph_capture(cudaStream_t stream, Graph *g, const cudaGraphNode_t *from, size_t count,
                          enum cudaStreamCaptureMode mode);
// Gives a captured stream's next node others to wait for, instead of those that it would or besides.
cudaError_t graph_capture_after(Stream *s, const cudaGraphNode_t *from, size_t count, bool instead);

// ---- memory.c ----------------------------------------------------------------------------------------

// Become nodes that allocate and free, in a captured stream's graph. Only memory that a node allocates can be freed so.
cudaError_t graph_malloc(Stream *s, void **p, size_t size, const void *caller);
cudaError_t graph_free(Stream *s, const void *p);
// Returns the host's pointer to `size` bytes that a node may allocate; NULL if no node may. They need not be allocated.
unsigned char *graph_bytes(const void *p, size_t size);
// Reads or sets an attribute that counts bytes: `now`, or their peak. Only a peak can be set, to 0: then it begins anew.
cudaError_t bytes_attribute(void *value, bool set, uint64_t now, uint64_t *peak);

#endif
