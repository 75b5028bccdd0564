// graph.c: graphs, captured from streams and replayed.
//
// While a stream is captured, its work is kept and not done: a node has the function that does the work, and its arguments.
// A graph is a row of such nodes in the order of their capture. Their dependencies allow this order, and a launch does them one
// after the other. If a stream waits for an event of a captured stream, it is captured into the same graph until the capture
// ends.

#include "runtime/runtime.h"

#include <stdlib.h>
#include <string.h>

typedef struct CUgraphNode_st Node;

struct CUgraphNode_st {
    Node *next;
    Replay *replay;
    size_t size; // of the arguments
    _Alignas(16) unsigned char args[];
};

static Graph *graphs;

static Graph *new_graph(bool executable)
{
    Graph *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    at_end(graphs_free);
    *g = (Graph){.next = graphs, .end = &g->first, .executable = executable};
    return graphs = g;
}

static bool add_node(Graph *g, Replay *replay, const void *args, size_t size)
{
    Node *n = aligned_alloc(16, (sizeof *n + size + 15) & ~(size_t)15);
    if (!n)
        return false;
    n->next = NULL;
    n->replay = replay;
    n->size = size;
    memcpy(n->args, args, size);
    *g->end = n;
    g->end = &n->next;
    return true;
}

static Graph **find_graph(const void *handle, bool executable)
{
    Graph **link = &graphs;
    while (*link && (*link != handle || (*link)->executable != executable))
        link = &(*link)->next;
    return link;
}

// A graph and those that were instantiated from it own their nodes apart, so each may be destroyed first.
static cudaError_t destroy(Graph **link)
{
    Graph *g = *link;
    if (!g)
        return cudaErrorInvalidValue;
    *link = g->next;
    for (Node *n; (n = g->first); free(n))
        g->first = n->next;
    free(g);
    return cudaSuccess;
}

void graphs_free(void)
{
    while (graphs)
        destroy(&graphs);
}

bool capture_work(const Stream *s, Replay *replay, const void *args, size_t size)
{
    Graph *g = s->graph;
    if (g && !add_node(g, replay, args, size))
        g->invalid = true;
    return g != NULL;
}

static cudaError_t begin(cudaStream_t handle, enum cudaStreamCaptureMode mode)
{
    Stream *s = find_stream(handle);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    if (!handle || handle == cudaStreamLegacy)
        return cudaErrorStreamCaptureUnsupported;
    if (s->graph)
        return cudaErrorIllegalState;
    Graph *g = new_graph(false);
    if (!g)
        return cudaErrorMemoryAllocation;
    s->graph = g;
    return cudaSuccess;
}

static cudaError_t end(cudaStream_t handle, cudaGraph_t *out)
{
    Stream *s = find_stream(handle);
    Graph *g = s ? s->graph : NULL;
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (!out)
        return cudaErrorInvalidValue;
    if (!g)
        return cudaErrorIllegalState;
    streams_leave_graph(g);
    *out = g->invalid ? NULL : g;
    if (*out)
        return cudaSuccess;
    destroy(find_graph(g, false));
    return cudaErrorStreamCaptureInvalidated;
}

static cudaError_t instantiate(cudaGraphExec_t *out, cudaGraph_t graph)
{
    const Graph *from = *find_graph(graph, false);
    if (!out || !from)
        return cudaErrorInvalidValue;
    Graph *g = new_graph(true);
    if (!g)
        return cudaErrorMemoryAllocation;
    for (const Node *n = from->first; n; n = n->next)
        if (!add_node(g, n->replay, n->args, n->size)) {
            destroy(&graphs);
            return cudaErrorMemoryAllocation;
        }
    *out = (cudaGraphExec_t)(void *)g;
    return cudaSuccess;
}

static cudaError_t launch_graph(cudaGraphExec_t graph, cudaStream_t stream)
{
    const Graph *g = *find_graph(graph, true);
    Stream *s = find_stream(stream);
    if (!g)
        return cudaErrorInvalidValue;
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (s->graph) // a graph inside a graph
        return cudaErrorNotSupported;
    cudaError_t e = cudaSuccess;
    for (const Node *n = g->first; n && e == cudaSuccess && !rt.pending; n = n->next)
        e = n->replay(n->args, s);
    return e;
}

// The first *count nodes; without `nodes` only how many there are.
static cudaError_t get_nodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    const Graph *g = *find_graph(graph, false);
    size_t have = 0;
    if (!g || !count)
        return cudaErrorInvalidValue;
    for (Node *n = g->first; n; n = n->next, have++)
        if (nodes && have < *count)
            nodes[have] = n;
    *count = nodes && *count < have ? *count : have;
    return cudaSuccess;
}

// ---- API -----------------------------------------------------------------------------------------------------

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    return API_CALL(begin(stream, mode));
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *pGraph)
{
    return API_CALL(end(stream, pGraph));
}

#if CUDART_VERSION >= 12000
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    (void)flags; // of uploading and device launches, which change nothing here
    return API_CALL(instantiate(pGraphExec, graph));
}
#else
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                 cudaGraphNode_t *pErrorNode, char *pLogBuffer, size_t bufferSize)
{
    (void)pErrorNode, (void)pLogBuffer, (void)bufferSize; // nothing is ever wrong with a graph
    return API_CALL(instantiate(pGraphExec, graph));
}
#endif

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                          unsigned long long flags)
{
    (void)flags;
    return API_CALL(instantiate(pGraphExec, graph));
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream)
{
    return API_CALL(launch_graph(graphExec, stream));
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *numNodes)
{
    return API_CALL(get_nodes(graph, nodes, numNodes));
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec)
{
    return API_CALL(destroy(find_graph(graphExec, true)));
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    return API_CALL(destroy(find_graph(graph, false)));
}
