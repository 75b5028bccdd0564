// graph.c: graphs, captured from streams or built by hand, and replayed.
//
// While a stream is captured, work that is put into it is not done but kept as a node: a function that does it, and its
// arguments. launch.c and copy.c make the nodes that a program adds itself. A captured node waits for the node before it in its
// stream. If a stream waits for an event of a captured stream, it is captured into the same graph, until the capture ends
// (stream.c). Then the stream in which it began must have waited for all others.
//
// A conditional node has graphs inside, and a word that kernels set tells which of them is launched, or whether once more.
//
// An instantiated graph is a copy of the nodes in an order that their dependencies allow. A launch does them one after the other.

#include "runtime/graph/graph.h"
#include "runtime/state/follows.h"

#include <stdlib.h>
#include <string.h>

static Graph *graphs;
static uint64_t captures;

static Graph *new_graph(bool executable)
{
    Graph *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    at_end(graphs_free);
    *g = (Graph){.next = graphs, .end = &g->first, .executable = executable};
    return graphs = g;
}

Graph *graph_given(cudaGraph_t graph)
{
    FIND(Graph, g, graphs, g == graph && !g->executable);
    return g;
}

static Graph *find_executable(cudaGraphExec_t graph)
{
    FIND(Graph, g, graphs, g == (void *)graph && g->executable);
    return g;
}

static cudaError_t destroy(Graph *g);

static void free_node(Node *n)
{
    for (size_t i = 0; i < n->inside_count; i++)
        destroy(n->inside[i]);
    free(n->work);
    free((void *)n->from.at);
    clock_free(&n->after);
    free(n);
}

// Destroys a graph. A graph and its instantiated copies have nodes of their own, so each may be destroyed first.
static cudaError_t destroy(Graph *g)
{
    if (!g)
        return cudaErrorInvalidValue;
    FIND_LINK(Graph, link, graphs, *link == g);
    *link = g->next;
    streams_leave_graph(g);
    for (Graph *x = graphs; x; x = x->next)
        if (x->source == g)
            x->source = NULL;
    for (Node *n; (n = g->first);) {
        g->first = n->next;
        free_node(n);
    }
    clock_free(&g->done.order);
    free(g);
    return cudaSuccess;
}

void graphs_free(void)
{
    while (graphs) {
        FIND(Graph, g, graphs, !g->owned);
        destroy(g);
    }
}

// ---- Nodes -----------------------------------------------------------------------------------------------------------

// Adds a node that waits for (count) others and has room for (room) graphs; NULL if the host has no memory.
static Node *new_node(Graph *g, const cudaGraphNode_t *from, size_t count, const Work *w,
                      size_t room)
{
    Node *n = calloc(1, sizeof *n + room * sizeof(Graph *));
    if (!n || !(n->work = work_copy(w)) || !nodes_add(&n->from, from, count, false)) {
        if (n)
            free_node(n);
        return NULL;
    }
    n->capture = g->capture;
    *g->end = n;
    g->end = &n->next;
    return n;
}

cudaError_t stream_put(Stream *s, const Work *w)
{
    cudaError_t e = stream_usable(s);
    if (e != cudaSuccess)
        return e;
    if (!s->graph)
        return stream_do(s, w);
    Node *n = new_node(s->graph, s->after.at, s->after.count, w, 0);
    if (n && nodes_add(&s->after, &n, 1, true))
        return cudaSuccess;
    s->graph->invalid = true;
    return cudaErrorMemoryAllocation;
}

static bool is_node_of(const Graph *g, const Node *n)
{
    FIND(const Node, at, g->first, at == n);
    return at != NULL;
}

// Returns the graph that a node is in; executable graphs are not searched.
static Graph *graph_of(const Node *n)
{
    FIND(Graph, g, graphs, !g->executable && is_node_of(g, n));
    return g;
}

static cudaError_t add_with_room(NewNode at, Work w, size_t room)
{
    Graph *g = graph_given(at.graph);
    if (w.error != cudaSuccess)
        return w.error;
    if (!at.out || !g || (at.count && !at.from))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < at.count; i++)
        for (size_t k = 0; k <= i; k++)
            if (k == i ? !is_node_of(g, at.from[i]) : at.from[k] == at.from[i])
                return cudaErrorInvalidValue;
    *at.out = new_node(g, at.from, at.count, &w, room);
    return *at.out ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t node_add(NewNode at, Work w) RETURNS(add_with_room(at, w, 0));

static cudaError_t change(Node *n, const Work *w)
{
    if (w->error != cudaSuccess)
        return w->error;
    if (!n || n->work->type != w->type)
        return cudaErrorInvalidValue;
    Work *own = work_copy(w);
    if (!own)
        return cudaErrorMemoryAllocation;
    free(n->work);
    n->work = own;
    return cudaSuccess;
}

cudaError_t node_set(cudaGraphNode_t node, Work w)
    RETURNS(change(graph_of(node) ? (Node *)node : NULL, &w));

// Tells nodes their places in the graph; returns how many there are.
static size_t number_nodes(const Graph *g)
{
    size_t count = 0;
    for (Node *n = g->first; n; n = n->next)
        n->place = count++;
    return count;
}

static Node *copy_of(const Graph *copy, const Node *original)
{
    FIND(Node, n, copy->first, n->origin == original);
    return n;
}

cudaError_t node_set_in(cudaGraphExec_t graph, cudaGraphNode_t node, Work w)
{
    const Graph *g = find_executable(graph);
    return change(g ? copy_of(g, node) : NULL, &w);
}

// ---- Copies ----------------------------------------------------------------------------------------------------------

static cudaError_t copy_graph(const Graph *from, bool executable, Graph **out);

// Gives a node a graph, for which it has room.
static void put_inside(Node *n, Graph *g)
{
    n->inside[n->inside_count++] = g;
    g->owned = true;
}

// Tells whether a node's predecessors have been copied.
static bool may_copy(const Node *n)
{
    size_t i = 0;
    while (i < n->from.count && n->from.at[i]->copy)
        i++;
    return i == n->from.count;
}

static cudaError_t copy_node(Graph *to, Node *n)
{
    Node *copy = new_node(to, n->from.at, n->from.count, n->work, n->inside_count);
    if (!copy)
        return cudaErrorMemoryAllocation;
    for (size_t i = 0; i < n->from.count; i++)
        copy->from.at[i] = n->from.at[i]->copy;
    copy->origin = n;
    n->copy = copy;
    cudaError_t e = cudaSuccess;
    for (size_t i = 0; i < n->inside_count && e == cudaSuccess; i++) {
        Graph *inside = NULL;
        e = copy_graph(n->inside[i], to->executable || n->inside[i]->executable, &inside);
        if (e == cudaSuccess)
            put_inside(copy, inside);
    }
    return e;
}

// Copies the nodes in an order that their dependencies allow; fails if these form a circle.
static cudaError_t copy_graph(const Graph *from, bool executable, Graph **out)
{
    Graph *g = new_graph(executable);
    if (!g)
        return cudaErrorMemoryAllocation;
    cudaError_t e = cudaSuccess;
    for (Node *n = from->first; n; n = n->next)
        n->copy = NULL;
    for (size_t left = number_nodes(from), before; left && e == cudaSuccess;) {
        before = left;
        for (Node *n = from->first; n && e == cudaSuccess; n = n->next)
            if (!n->copy && may_copy(n)) {
                e = copy_node(g, n);
                left--;
            }
        if (left == before)
            e = cudaErrorInvalidValue;
    }
    if (e != cudaSuccess)
        destroy(g);
    else
        *out = g;
    return e;
}

// ---- Captures --------------------------------------------------------------------------------------------------------

cudaError_t graph_capture_after(Stream *s, const cudaGraphNode_t *from, size_t count, bool instead)
{
    for (size_t i = 0; i < count; i++)
        if (!from || !is_node_of(s->graph, from[i]))
            return cudaErrorInvalidValue;
    return nodes_add(&s->after, from, count, instead) ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t graph_capture(cudaStream_t stream, Graph *g, const cudaGraphNode_t *from, size_t count,
                          enum cudaStreamCaptureMode mode)
{
    Stream *s = find_stream(stream);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    if (s->id == DEFAULT_STREAM)
        return cudaErrorStreamCaptureUnsupported;
    if (s->graph || (g && g->origin))
        return cudaErrorIllegalState;
    bool given = g != NULL;
    if (!given && !(g = new_graph(false)))
        return cudaErrorMemoryAllocation;
    s->graph = g;
    cudaError_t e = graph_capture_after(s, from, count, true);
    if (e != cudaSuccess) {
        s->graph = NULL;
        return e;
    }
    g->given = given;
    g->capture = ++captures;
    g->origin = s;
    g->thread = pthread_self();
    g->mode = mode;
    return cudaSuccess;
}

// Tells whether the stream in which a capture began waits for all nodes that the capture has made.
static bool is_joined(const Graph *g)
{
    const Nodes *after = &g->origin->after;
    for (Node *n = g->first; n; n = n->next)
        n->awaited = n->capture != g->capture || nodes_place(after, n) < after->count;
    for (const Node *n = g->first; n; n = n->next)
        for (size_t i = 0; i < n->from.count; i++)
            n->from.at[i]->awaited = true;
    FIND(const Node, left, g->first, !left->awaited);
    return !left;
}

static cudaError_t end(cudaStream_t handle, cudaGraph_t *out)
{
    Stream *s = find_stream(handle);
    Graph *g = s ? s->graph : NULL;
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (!out && !(g && g->given))
        return cudaErrorInvalidValue;
    if (out)
        *out = NULL;
    if (!g)
        return cudaErrorIllegalState;
    if (s != g->origin) {
        g->invalid = true;
        return cudaErrorStreamCaptureUnmatched;
    }
    bool wrong =
        g->mode != cudaStreamCaptureModeRelaxed && !pthread_equal(g->thread, pthread_self());
    cudaError_t e = g->invalid      ? cudaErrorStreamCaptureInvalidated
                    : wrong         ? cudaErrorStreamCaptureWrongThread
                    : !is_joined(g) ? cudaErrorStreamCaptureUnjoined
                                    : cudaSuccess;
    streams_leave_graph(g);
    if (e != cudaSuccess && !g->given) {
        destroy(g);
        return e;
    }
    g->invalid = g->given = false;
    if (out && e == cudaSuccess)
        *out = g;
    return e;
}

// ---- Executable graphs -----------------------------------------------------------------------------------------------

static bool is_of_memory(const Node *n)
{
    return n->work->type == NODE_TAKE || n->work->type == NODE_GIVE;
}

// Tells whether a graph allocates or frees memory. As its addresses are its own, there may be no other graph like it, and one
// executable graph at a time.
static bool has_addresses(const Graph *g)
{
    FIND(const Node, n, g->first, is_of_memory(n));
    return n != NULL;
}

// Tells whether a copy of a graph would share its memory or conditions.
static bool has_own_state(const Graph *g)
{
    FIND(const Node, n, g->first, is_of_memory(n) || n->work->type == NODE_CONDITION);
    return n != NULL;
}

static bool is_instantiated(const Graph *g)
{
    FIND(const Graph, x, graphs, x->source == g);
    return x != NULL;
}

static cudaError_t instantiate(cudaGraphExec_t *out, cudaGraph_t graph, unsigned long long flags)
{
    const Graph *from = graph_given(graph);
    Graph *g;
    if (!out || !from)
        return cudaErrorInvalidValue;
    if (has_addresses(from) && is_instantiated(from))
        return cudaErrorNotSupported;
    cudaError_t e = copy_graph(from, true, &g);
    if (e != cudaSuccess)
        return e;
    g->source = from;
    g->frees_first = flags & cudaGraphInstantiateFlagAutoFreeOnLaunch;
    *out = (cudaGraphExec_t)(void *)g;
    return cudaSuccess;
}

static cudaError_t do_nodes(const Graph *g, Stream *s);

// Returns the condition of a conditional node; NULL if it has been freed.
static SimCondition *value_of(const Node *n)
{
    const Condition *c = n->work->args;
    return sim_pointer(rt.memory, c->handle, sizeof(SimCondition));
}

// Launches the graph that a condition chooses; again and again, if it is that of a loop. Kernels of the stream set it.
static cudaError_t do_condition(const Node *n, Stream *s)
{
    const Condition *c = n->work->args;
    for (cudaError_t e = cudaSuccess;;) {
        queue_wait(s);
        const SimCondition *v = value_of(n);
        if (e != cudaSuccess || rt.pending || rt.fault || !v)
            return e != cudaSuccess || v ? e : cudaErrorInvalidValue;
        size_t chosen = c->kind == CHOOSES_NUMBER ? v->now : v->now == 0;
        if (chosen >= n->inside_count)
            return cudaSuccess;
        e = do_nodes(n->inside[chosen], s);
        if (c->kind != LOOPS)
            return e;
    }
}

static cudaError_t do_node(const Node *n, Stream *s)
{
    return n->off                            ? cudaSuccess
           : n->work->type == NODE_CONDITION ? do_condition(n, s)
           : n->work->type == NODE_GRAPH     ? do_nodes(n->inside[0], s)
           : n->work->replay                 ? stream_do(s, n->work)
                                             : cudaSuccess;
}

static cudaError_t do_nodes(const Graph *g, Stream *s)
{
    cudaError_t e = cudaSuccess;
    FollowsGraph order;
    follows_graph_begins(&order, s);
    for (Node *n = g->first; n && e == cudaSuccess && !rt.pending; n = n->next) {
        follows_node_begins(&order, s);
        for (size_t i = 0; i < n->from.count; i++)
            follows_node_after(s, &n->from.at[i]->after);
        e = do_node(n, s);
        follows_node_ends(&order, s, &n->after);
    }
    follows_graph_ends(&order, s);
    return e;
}

// Gives conditions the values that they have at the beginning of a launch.
static void set_defaults(const Graph *g)
{
    for (const Node *n = g->first; n; n = n->next) {
        SimCondition *v = n->work->type == NODE_CONDITION ? value_of(n) : NULL;
        if (v && v->begins)
            v->now = v->first;
        for (size_t i = 0; i < n->inside_count; i++)
            set_defaults(n->inside[i]);
    }
}

// Returns the executable graph to which the event `done` belongs; NULL if the graph is gone.
static Graph *graph_done(const void *args)
{
    FIND(Graph, g, graphs, &g->done == *(struct CUevent_st *const *)args);
    return g;
}

static cudaError_t replay_begin(const void *args, Stream *s)
{
    const Graph *g = graph_done(args);
    if (g && g->done.recorded) {
        later(&s->time, g->done.time);
        follows_await(&g->done, s);
    }
    s->in_graph = 1;
    return cudaSuccess;
}

static cudaError_t replay_end(const void *args, Stream *s)
{
    Graph *g = graph_done(args);
    if (g) {
        g->done.time = stream_ready(s);
        follows_record(&g->done, s);
        g->done.recorded = true;
    }
    s->in_graph = 0;
    return cudaSuccess;
}

// Does a graph's nodes, after those of its launch before, whichever stream that was in (CUDA Runtime API, cudaGraphLaunch).
static cudaError_t do_in_turn(Graph *g, Stream *s)
{
    struct CUevent_st *done = &g->done;
    const Work wait = {NODE_AWAIT, replay_begin, &done, sizeof(struct CUevent_st *), cudaSuccess},
               tell = {NODE_RECORD, replay_end, &done, sizeof(struct CUevent_st *), cudaSuccess};
    cudaError_t e = stream_do(s, &wait);
    if (e == cudaSuccess)
        e = do_nodes(g, s);
    cudaError_t told = stream_do(s, &tell);
    return e == cudaSuccess ? told : e;
}

static cudaError_t launch_graph(cudaGraphExec_t graph, cudaStream_t stream)
{
    Graph *g = find_executable(graph);
    Stream *s = find_stream(stream);
    if (!g)
        return cudaErrorInvalidValue;
    if (capture_refuses(s))
        return cudaErrorStreamCaptureUnsupported;
    cudaError_t e = stream_usable(s);
    if (e != cudaSuccess)
        return e;
    if (has_own_state(g))
        queue_wait(s); // frees_first is one graph's, and so are defaults
    set_defaults(g);
    rt.frees_first = g->frees_first;
    return do_in_turn(g, s);
}

static cudaError_t create(cudaGraph_t *out, unsigned flags)
{
    if (!out || flags)
        return cudaErrorInvalidValue;
    *out = new_graph(false);
    return *out ? cudaSuccess : cudaErrorMemoryAllocation;
}

// What cudaGraphGetNodes and its kin list.
typedef enum { NODES, ROOTS, EDGES } Listed;

// Answers the first *count of them and NULL behind the last: nodes in `to`, and in `from` where an edge comes from. Without arrays
// only how many there are.
static cudaError_t list(cudaGraph_t graph, Listed what, cudaGraphNode_t *from, cudaGraphNode_t *to,
                        size_t *count)
{
    const Graph *g = graph_given(graph);
    size_t have = 0;
    if (!g || !count || (what == EDGES && !from != !to))
        return cudaErrorInvalidValue;
    for (Node *n = g->first; n; n = n->next) {
        size_t rows = what == EDGES ? n->from.count : what == NODES || !n->from.count;
        for (size_t i = 0; i < rows; i++, have++) {
            if (to && have < *count)
                to[have] = n;
            if (from && have < *count)
                from[have] = n->from.at[i];
        }
    }
    for (size_t i = have; to && i < *count; i++) {
        to[i] = NULL;
        if (from)
            from[i] = NULL;
    }
    *count = to && *count < have ? *count : have;
    return cudaSuccess;
}

// Answers a node's neighbours, those that it waits for or those that wait for it, as `list` answers nodes.
static cudaError_t neighbours(const Node *n, bool waiting, cudaGraphNode_t *out, size_t *count)
{
    const Graph *g = graph_of(n);
    size_t have = 0;
    if (!g || !count)
        return cudaErrorInvalidValue;
    for (Node *at = g->first; at; at = at->next) {
        const Nodes *from = waiting ? &at->from : &n->from;
        if (nodes_place(from, waiting ? n : at) == from->count)
            continue;
        if (out && have < *count)
            out[have] = at;
        have++;
    }
    for (size_t i = have; out && i < *count; i++)
        out[i] = NULL;
    *count = out && *count < have ? *count : have;
    return cudaSuccess;
}

// Returns an executable graph's copy of a node that can be disabled; NULL if it is none.
static Node *switchable(cudaGraphExec_t graph, cudaGraphNode_t node)
{
    const Graph *g = find_executable(graph);
    Node *n = g ? copy_of(g, node) : NULL;
    return n && n->work->type <= NODE_FILL ? n : NULL;
}

static cudaError_t set_enabled(cudaGraphExec_t graph, cudaGraphNode_t node, bool enabled)
{
    Node *n = switchable(graph, node);
    if (n)
        n->off = !enabled;
    return n ? cudaSuccess : cudaErrorInvalidValue;
}

// Tells how a graph compares with an executable graph, which can be updated if both have the same shape and types.
static enum cudaGraphExecUpdateResult compare(const Graph *a, const Graph *b)
{
    if (number_nodes(a) != number_nodes(b))
        return cudaGraphExecUpdateErrorTopologyChanged;
    for (const Node *n = a->first, *m = b->first; n && m; n = n->next, m = m->next) {
        if (n->from.count != m->from.count)
            return cudaGraphExecUpdateErrorTopologyChanged;
        for (size_t i = 0; i < n->from.count; i++)
            if (n->from.at[i]->place != m->from.at[i]->place)
                return cudaGraphExecUpdateErrorTopologyChanged;
        if (n->work->type != m->work->type)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        if (n->inside_count != m->inside_count)
            return cudaGraphExecUpdateErrorTopologyChanged;
        for (size_t i = 0; i < n->inside_count; i++) {
            enum cudaGraphExecUpdateResult inside = compare(n->inside[i], m->inside[i]);
            if (inside != cudaGraphExecUpdateSuccess)
                return inside;
        }
    }
    return cudaGraphExecUpdateSuccess;
}

static cudaError_t update(cudaGraphExec_t graph, cudaGraph_t by,
                          enum cudaGraphExecUpdateResult *result)
{
    Graph *to = find_executable(graph), *now;
    const Graph *from = graph_given(by);
    if (!to || !from)
        return cudaErrorInvalidValue;
    cudaError_t e = copy_graph(from, true, &now);
    if (e != cudaSuccess)
        return e;
    *result = compare(to, now);
    bool same = *result == cudaGraphExecUpdateSuccess;
    if (same) { // the copy's nodes replace the old ones, which are freed with it
        Node *old = to->first;
        to->first = now->first;
        now->first = old;
        for (Node *n = to->first; n; n = n->next)
            to->end = &n->next;
        // A program can still name a node by the graph that was instantiated first, and what it has disabled stays so (CUDA C++
        // Programming Guide, Individual Node Enable).
        for (Node *n = to->first, *m = old; n; n = n->next, m = m->next) {
            n->origin = m->origin;
            n->off = m->off;
        }
    }
    destroy(now);
    return same ? cudaSuccess : cudaErrorGraphExecUpdateFailure;
}

static cudaError_t change_edges(cudaGraph_t graph, const cudaGraphNode_t *from,
                                const cudaGraphNode_t *to, size_t count, bool add)
{
    const Graph *g = graph_given(graph);
    if (!g || (count && (!from || !to)))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        if (!is_node_of(g, from[i]) || !is_node_of(g, to[i]) || from[i] == to[i])
            return cudaErrorInvalidValue;
        Nodes *have = &to[i]->from;
        size_t at = nodes_place(have, from[i]);
        if (add == (at < have->count))
            return cudaErrorInvalidValue;
        if (add && !nodes_add(have, &from[i], 1, false))
            return cudaErrorMemoryAllocation;
        if (!add)
            have->at[at] = have->at[--have->count];
    }
    return cudaSuccess;
}

static cudaError_t destroy_node(cudaGraphNode_t node)
{
    Graph *g = graph_of(node);
    if (!g)
        return cudaErrorInvalidValue;
    if (is_of_memory(node))
        return cudaErrorNotSupported;
    if (g->origin) // streams and events may name it
        return cudaErrorIllegalState;
    Node **link = &g->first;
    for (Node *n; (n = *link);) {
        for (size_t i = 0; i < n->from.count; i++)
            if (n->from.at[i] == node)
                n->from.at[i--] = n->from.at[--n->from.count];
        if (n == node)
            *link = n->next;
        else
            link = &n->next;
    }
    g->end = link;
    free_node(node);
    return cudaSuccess;
}

static cudaError_t add_child(NewNode at, cudaGraph_t child)
{
    const Graph *inside = graph_given(child);
    Graph *copy;
    if (!inside)
        return cudaErrorInvalidValue;
    if (has_own_state(inside))
        return cudaErrorNotSupported;
    cudaError_t e = copy_graph(inside, true, &copy);
    if (e != cudaSuccess)
        return e;
    e = add_with_room(at, (Work){.type = NODE_GRAPH}, 1);
    if (e == cudaSuccess)
        put_inside(*at.out, copy);
    else
        destroy(copy);
    return e;
}

cudaError_t node_add_condition(NewNode at, const Condition *c, size_t size, Graph ***bodies)
{
    const Work w = {.type = NODE_CONDITION, .args = c, .size = sizeof *c};
    cudaError_t e = add_with_room(at, w, size);
    for (size_t i = 0; i < size && e == cudaSuccess; i++) {
        Graph *body = new_graph(false);
        if (!body)
            return cudaErrorMemoryAllocation;
        put_inside(*at.out, body);
    }
    if (e == cudaSuccess)
        *bodies = (*at.out)->inside;
    return e;
}

static cudaError_t find_in_clone(cudaGraphNode_t *out, cudaGraphNode_t original, cudaGraph_t clone)
{
    const Graph *g = graph_given(clone);
    Node *n = g ? copy_of(g, original) : NULL;
    return n ? ANSWER(out, n) : cudaErrorInvalidValue;
}

// ---- API -----------------------------------------------------------------------------------------------------

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
    RETURNS(API_CALL(graph_capture(stream, NULL, NULL, 0, mode)));
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *pGraph)
    RETURNS(API_CALL(end(stream, pGraph)));

// Flags about uploading and device launches have no effect here.
#if CUDART_VERSION >= 12000
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                 unsigned long long flags)
    RETURNS(API_CALL(UNCAPTURED(instantiate(pGraphExec, graph, flags))));
#else
// NOLINTBEGIN(readability-non-const-parameter): the parameters are CUDA 11's
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                 cudaGraphNode_t *pErrorNode, char *pLogBuffer, size_t bufferSize)
{
    (void)pErrorNode, (void)pLogBuffer, (void)bufferSize; // nothing is ever wrong with a graph
    return API_CALL(UNCAPTURED(instantiate(pGraphExec, graph, 0)));
}
// NOLINTEND(readability-non-const-parameter)
#endif

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                          unsigned long long flags)
    RETURNS(API_CALL(UNCAPTURED(instantiate(pGraphExec, graph, flags))));
cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream)
    RETURNS(API_CALL(launch_graph(graphExec, stream)));
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *numNodes)
    RETURNS(API_CALL(list(graph, NODES, NULL, nodes, numNodes)));
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec)
    RETURNS(API_CALL(destroy(find_executable(graphExec))));

static cudaError_t destroy_graph(cudaGraph_t graph)
{
    Graph *g = graph_given(graph);
    return g && g->owned ? cudaErrorInvalidValue : destroy(g);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) RETURNS(API_CALL(destroy_graph(graph)));

// ---- By hand -------------------------------------------------------------------------------------------------

cudaError_t cudaGraphCreate(cudaGraph_t *pGraph, unsigned int flags)
    RETURNS(API_CALL(create(pGraph, flags)));
cudaError_t cudaGraphClone(cudaGraph_t *pGraphClone, cudaGraph_t originalGraph)
    RETURNS(API_CALL(!pGraphClone || !graph_given(originalGraph) ? cudaErrorInvalidValue
                     : has_own_state(originalGraph)
                         ? cudaErrorNotSupported
                         : copy_graph(originalGraph, false, pGraphClone)));
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *pNode, cudaGraphNode_t originalNode,
                                     cudaGraph_t clonedGraph)
    RETURNS(API_CALL(find_in_clone(pNode, originalNode, clonedGraph)));
cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream)
    RETURNS(API_CALL(!find_executable(graphExec) ? cudaErrorInvalidValue
                     : !find_stream(stream)      ? cudaErrorInvalidResourceHandle
                                                 : cudaSuccess));
ADD_CALL(EmptyNode, node_add(at, (Work){.type = NODE_EMPTY}))
ADD_CALL(ChildGraphNode, add_child(at, childGraph), cudaGraph_t childGraph)
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) RETURNS(API_CALL(destroy_node(node)));

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *pType)
    RETURNS(API_CALL(graph_of(node) ? ANSWER(pType, (enum cudaGraphNodeType)node->work->type)
                                    : cudaErrorInvalidValue));
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *pRootNodes,
                                  size_t *pNumRootNodes)
    RETURNS(API_CALL(list(graph, ROOTS, NULL, pRootNodes, pNumRootNodes)));

// CUDA 13 has data of edges. All edges are of the default kind here, whose data is zero.
#if CUDART_VERSION >= 13000
bool edges_are_default(const cudaGraphEdgeData *data, size_t count)
{
    size_t i = 0;
    while (data && i < count && memcmp(&data[i], &(cudaGraphEdgeData){0}, sizeof *data) == 0)
        i++;
    return !data || i == count;
}

// Answers the data of (*count) edges, if the call has listed edges.
static cudaError_t tell_edges(cudaError_t e, const cudaGraphNode_t *listed, cudaGraphEdgeData *data,
                              const size_t *count)
{
    if (e == cudaSuccess && listed && data)
        memset(data, 0, *count * sizeof *data);
    return e;
}

#define EDGE_DATA(type) type edgeData,
#define DEFAULT_EDGES(count, work) \
    (edges_are_default(edgeData, count) ? (work) : cudaErrorNotSupported)
#define TELL_EDGES(listed, count, work) tell_edges(work, listed, edgeData, count)
#else
#define EDGE_DATA(type)
#define DEFAULT_EDGES(count, work)      (work)
#define TELL_EDGES(listed, count, work) (work)
#endif

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to,
                                     EDGE_DATA(const cudaGraphEdgeData *) size_t numDependencies)
    RETURNS(API_CALL(DEFAULT_EDGES(numDependencies,
                                   change_edges(graph, from, to, numDependencies, true))));
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to,
                                        EDGE_DATA(const cudaGraphEdgeData *) size_t numDependencies)
    RETURNS(API_CALL(DEFAULT_EDGES(numDependencies,
                                   change_edges(graph, from, to, numDependencies, false))));
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              EDGE_DATA(cudaGraphEdgeData *) size_t *numEdges)
    RETURNS(API_CALL(TELL_EDGES(to, numEdges, list(graph, EDGES, from, to, numEdges))));

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *pDependencies,
                                         EDGE_DATA(cudaGraphEdgeData *) size_t *pNumDependencies)
    RETURNS(API_CALL(TELL_EDGES(pDependencies, pNumDependencies,
                                neighbours(node, false, pDependencies, pNumDependencies))));
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes,
                                           EDGE_DATA(cudaGraphEdgeData *)
                                               size_t *pNumDependentNodes)
    RETURNS(API_CALL(TELL_EDGES(pDependentNodes, pNumDependentNodes,
                                neighbours(node, true, pDependentNodes, pNumDependentNodes))));
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                    unsigned int isEnabled)
    RETURNS(API_CALL(set_enabled(hGraphExec, hNode, isEnabled)));
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                    unsigned int *isEnabled)
    RETURNS(API_CALL(!switchable(hGraphExec, hNode)
                         ? cudaErrorInvalidValue
                         : ANSWER(isEnabled, !switchable(hGraphExec, hNode)->off)));

#if CUDART_VERSION >= 12000
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo *resultInfo)
{
    enum cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
    cudaError_t e =
        API_CALL(!resultInfo ? cudaErrorInvalidValue : update(hGraphExec, hGraph, &result));
    if (resultInfo)
        *resultInfo = (cudaGraphExecUpdateResultInfo){.result = result};
    return e;
}
#else
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphNode_t *hErrorNode_out,
                                enum cudaGraphExecUpdateResult *updateResult_out)
{
    enum cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
    cudaError_t e =
        API_CALL(!updateResult_out ? cudaErrorInvalidValue : update(hGraphExec, hGraph, &result));
    if (hErrorNode_out)
        *hErrorNode_out = NULL;
    if (updateResult_out)
        *updateResult_out = result;
    return e;
}
#endif
