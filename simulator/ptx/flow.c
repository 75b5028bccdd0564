// flow.c: finds where lanes that part meet again, and which loops wait.
//
// Lanes that part at a branch meet at its immediate post-dominator: the first instruction that every path from the
// branch to the end passes. It is found with the algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
// Algorithm" (2001), on the graph of segments with its edges turned round.
//
// Nobody waits for lanes that leave the kernel on the way: after `if (done) return;` inside a branch the others still meet
// behind that branch, as on an H200. So an edge is left out if a regular end can be reached from the edge's start and not from
// the edge's end.
//
// A spin loop ends when a value changes that others write: an atomic's result or a volatile load. The value may also decide at a
// branch in the loop which other value ends it: `if (word != 1) again = true;`. A lane in such a loop may wait for a lane that
// waits for it at a meeting point, so there the warp lets other lanes go on (warp.c).

#include "ptx/ptx.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    SimModule *m;
    const SimFunction *f;
    int first, count; // segments [first, first + count); node `count` is the end of the function
    int *memory;      // of all arrays below
    int *edges, *edge_start; // each node's successors, in one array
    int *preds, *pred_start;
    int *order, *number; // postorder of the turned graph from the end
    int *idom;
    int *stack, *next; // of a walk through the graph
    int *deciding;     // by slot / 64: whether a loop's end depends on it
} Graph;

static int node_of(const Graph *g, int insn)
{
    // An instruction that others branch to is a K_ENTER, which has its segment's number.
    return (int)g->m->code[insn].enter.segment - g->first;
}

static Insn *last_of(const Graph *g, int n)
{
    return &g->m->code[g->m->segments[g->first + n].last];
}

// Writes the successors of node n to `out`; returns how many there are.
static int successors(const Graph *g, int n, int *out)
{
    const Insn *last = last_of(g, n);
    int count = 0;
    bool falls = last->guard >= 0;
    switch (last->kind) {
    case K_BRANCH: out[count++] = node_of(g, last->branch.target); break;
    case K_SWITCH:
        for (int i = 0; i < last->choice.count; i++)
            out[count++] = node_of(g, last->choice.targets[i]);
        break;
    case K_EXIT:
    case K_RETURN: out[count++] = g->count; break;
    case K_TRAP:
        if (!falls)
            out[count++] = g->count;
        break;
    default: falls = true; break;
    }
    if (falls)
        out[count++] = n + 1 < g->count ? n + 1 : g->count;
    return count;
}

// Finds each node's predecessors.
static void find_preds(Graph *g)
{
    int nodes = g->count + 1;
    memset(g->pred_start, 0, ((size_t)nodes + 2) * sizeof(int));
    for (int e = 0; e < g->edge_start[g->count]; e++)
        g->pred_start[g->edges[e] + 2]++;
    for (int n = 2; n < nodes + 1; n++)
        g->pred_start[n] += g->pred_start[n - 1];
    for (int n = 0; n < g->count; n++)
        for (int e = g->edge_start[n]; e < g->edge_start[n + 1]; e++)
            g->preds[g->pred_start[g->edges[e] + 1]++] = n;
}

// Takes room for n numbers off *memory.
static int *take_room(int **memory, size_t n)
{
    *memory += n;
    return *memory - n;
}

// Returns how many successors the nodes have together, at most.
static size_t most_edges(const Graph *g)
{
    size_t most = 2 * (size_t)g->count;
    for (int n = 0; n < g->count; n++)
        most += last_of(g, n)->kind == K_SWITCH ? (size_t)last_of(g, n)->choice.count : 0;
    return most;
}

static size_t slot_count(const SimFunction *f)
{
    return f->frame_bytes / 64 + 1;
}

// Makes the graph; false if the host has no memory.
static bool build(Graph *g)
{
    size_t nodes = (size_t)g->count + 1, edges = most_edges(g), slots = slot_count(g->f);
    int *memory = g->memory = calloc(2 * edges + 7 * nodes + 3 + slots, sizeof *memory);
    if (!memory)
        return false;
    g->edges = take_room(&memory, edges);
    g->edge_start = take_room(&memory, nodes + 1);
    g->preds = take_room(&memory, edges);
    g->pred_start = take_room(&memory, nodes + 2);
    g->order = take_room(&memory, nodes);
    g->number = take_room(&memory, nodes);
    g->idom = take_room(&memory, nodes);
    g->stack = take_room(&memory, nodes);
    g->next = take_room(&memory, nodes);
    g->deciding = take_room(&memory, slots);
    int at = 0;
    for (int n = 0; n < g->count; n++) {
        g->edge_start[n] = at;
        at += successors(g, n, g->edges + at);
    }
    g->edge_start[g->count] = g->edge_start[nodes] = at;
    find_preds(g);
    return true;
}

// ---- Lanes that leave ----------------------------------------------------------------------------------------------

static bool leaves(const Insn *in)
{
    return in->kind == K_EXIT && in->guard < 0;
}

static bool bare_exit(const Graph *g, int n)
{
    const Segment *s = &g->m->segments[g->first + n];
    return s->last == s->first + 1 && leaves(last_of(g, n));
}

// Sets g->number of each node to whether a path leads from it, over one edge or more, to node `to`.
static void find_leading(Graph *g, int to)
{
    int *leads = g->number, depth = 0; // as work space
    memset(leads, 0, ((size_t)g->count + 1) * sizeof *leads);
    g->stack[depth++] = to;
    while (depth) {
        int n = g->stack[--depth];
        for (int e = g->pred_start[n]; e < g->pred_start[n + 1]; e++) {
            int before = g->preds[e];
            if (!leads[before]) {
                leads[before] = 1;
                g->stack[depth++] = before;
            }
        }
    }
}

// Tells whether lanes end at node n, or some do. A branch to a bare `ret` is a return. In a function lanes meet at its end.
static bool is_last(const Graph *g, int n)
{
    if (!g->f->kernel)
        return n == g->count - 1;
    if (leaves(last_of(g, n)))
        return !bare_exit(g, n);
    for (int e = g->edge_start[n]; e < g->edge_start[n + 1]; e++)
        if (g->edges[e] < g->count && bare_exit(g, g->edges[e]))
            return true;
    return false;
}

// Sets, for each last node, paths[n] to how many branches lead to it, and places where paths come together; -1 for the other nodes.
static void find_paths(Graph *g, int *paths)
{
    for (int n = 0; n < g->count; n++) {
        paths[n] = -1;
        if (!is_last(g, n))
            continue;
        find_leading(g, n);
        g->number[n] = 1;
        paths[n] = 0;
        for (int k = 0; k < g->count; k++)
            if (g->number[k])
                paths[n] += (g->edge_start[k + 1] - g->edge_start[k] > 1) +
                            (g->pred_start[k + 1] - g->pred_start[k] > 1);
    }
}

// Leaves out the edges by which lanes leave for ever: those to nodes from which `end` can't be reached.
static void drop_exits_around(Graph *g, int end, int *paths)
{
    find_leading(g, end);
    const int *alive = g->number;
    int kept = 0;
    for (int n = 0; n < g->count; n++) {
        int from = g->edge_start[n], to = g->edge_start[n + 1];
        g->edge_start[n] = kept;
        for (int e = from; e < to; e++)
            if (n == end || !alive[n] || alive[g->edges[e]] || g->edges[e] == end)
                g->edges[kept++] = g->edges[e];
        if (n == end || alive[n])
            paths[n] = -1;
    }
    g->edge_start[g->count] = g->edge_start[g->count + 1] = kept;
    find_preds(g);
}

// Leaves out such edges for one regular end after another, first for the one to which most paths lead. To the two ways out of a loop
// with a `return` in it equally many may lead: the regular one is behind the loop, which compilers put first.
static void drop_exits(Graph *g)
{
    int *paths = g->idom; // as work space
    find_paths(g, paths);
    for (;;) {
        int end = 0;
        for (int n = 1; n < g->count; n++)
            end = paths[n] > paths[end] ? n : end;
        if (paths[end] < 0)
            return;
        drop_exits_around(g, end, paths);
    }
}

// Numbers the nodes depth first, from the end backwards along the edges. Nodes that never reach the end keep number -1.
static int number_nodes(Graph *g)
{
    int count = 0, depth = 0;
    for (int n = 0; n <= g->count; n++)
        g->number[n] = -1;
    g->stack[depth] = g->count;
    g->next[depth++] = g->pred_start[g->count];
    g->number[g->count] = -2; // on the stack
    while (depth) {
        int n = g->stack[depth - 1];
        if (g->next[depth - 1] == g->pred_start[n + 1]) {
            g->number[n] = count;
            g->order[count++] = n;
            depth--;
            continue;
        }
        int p = g->preds[g->next[depth - 1]++];
        if (g->number[p] == -1) {
            g->number[p] = -2;
            g->stack[depth] = p;
            g->next[depth++] = g->pred_start[p];
        }
    }
    return count;
}

static int intersect(const Graph *g, int a, int b)
{
    while (a != b) {
        while (g->number[a] < g->number[b])
            a = g->idom[a];
        while (g->number[b] < g->number[a])
            b = g->idom[b];
    }
    return a;
}

static void find_idoms(Graph *g, int numbered)
{
    for (int n = 0; n <= g->count; n++)
        g->idom[n] = -1;
    g->idom[g->count] = g->count;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = numbered - 2; i >= 0; i--) {
            int n = g->order[i], best = -1;
            for (int e = g->edge_start[n]; e < g->edge_start[n + 1]; e++) {
                int s = g->edges[e];
                if (g->idom[s] >= 0)
                    best = best < 0 ? s : intersect(g, best, s);
            }
            if (best != g->idom[n]) {
                g->idom[n] = best;
                changed = true;
            }
        }
    }
}

// ---- Behind a barrier ----------------------------------------------------------------------------------------------

// Finds the segments behind each barrier: a thread in one of them never comes to that barrier again. If it is there while
// others wait at the barrier, it has gone around it. A thread that left the kernel earlier has not.
static void find_behind(Graph *g)
{
    SimModule *m = g->m;
    for (int n = 0; n < g->count; n++) {
        int after = g->idom[n];
        bool none = after < 0 || after == g->count || bare_exit(g, after);
        m->segments[g->first + n].after = none ? -1 : g->first + after;
    }
    for (int n = 0; n < g->count; n++) {
        Insn *in = last_of(g, n);
        if (in->kind != K_BARRIER)
            continue;
        i32 behind = m->segments[g->first + n].after;
        find_leading(g, n);
        while (behind >= 0 && g->number[behind - g->first])
            behind = m->segments[behind].after;
        in->barrier.behind = behind;
    }
}

// ---- Spin loops ----------------------------------------------------------------------------------------------------

// Sets g->number of each node to whether it is part of the loop that a branch at the end of node n closes: it is on a way from the
// branch's target `head` to n, which comes to neither of them before. (Compilers do not always put a loop's nodes side by side.)
static void find_loop(const Graph *g, int head, int n)
{
    int *reach = g->number, *reached = g->next, depth = 0; // n, and from head
    memset(reach, 0, ((size_t)g->count + 1) * sizeof *reach);
    memset(reached, 0, ((size_t)g->count + 1) * sizeof *reached);
    reach[n] = reached[head] = 1;
    for (g->stack[depth++] = n; depth;) {
        int x = g->stack[--depth];
        for (int e = g->pred_start[x]; x != head && e < g->pred_start[x + 1]; e++)
            if (!reach[g->preds[e]]++)
                g->stack[depth++] = g->preds[e];
    }
    for (g->stack[depth++] = head; depth;) {
        int x = g->stack[--depth];
        for (int e = g->edge_start[x]; x != n && e < g->edge_start[x + 1]; e++)
            if (!reached[g->edges[e]]++)
                g->stack[depth++] = g->edges[e];
    }
    for (int x = 0; x <= g->count; x++)
        reach[x] = reach[x] && reached[x];
}

// NOLINTBEGIN(bugprone-macro-parentheses): the macros declare what they are given
// Does something for each node x of the loop that find_loop has found.
#define EACH_NODE(x)                   \
    for (int x = 0; x < g->count; x++) \
        if (g->number[x])
// The same for each of a node's instructions.
#define EACH_INSN(in, x) \
    for (Insn *in = &g->m->code[g->m->segments[g->first + (x)].first]; in <= last_of(g, x); in++)
// NOLINTEND(bugprone-macro-parentheses)

// Returns the slot that decides whether lanes leave the loop at the end of node x; NONE: they do not.
static i32 leaving_slot(const Graph *g, int x)
{
    const Insn *last = last_of(g, x);
    bool some = last->kind == K_EXIT || last->kind == K_RETURN || !g->number[x + 1];
    if (last->kind == K_BRANCH)
        some |= !g->number[node_of(g, last->branch.target)];
    for (int i = 0; last->kind == K_SWITCH && i < last->choice.count; i++)
        if (!g->number[node_of(g, last->choice.targets[i])])
            return last->a;
    return some ? last->guard : NONE;
}

// Notes that a slot decides whether a loop goes on. Tells whether that is new.
static bool note_deciding(const Graph *g, i32 slot)
{
    if (slot < 0 || g->deciding[slot / 64])
        return false;
    g->deciding[slot / 64] = 1;
    return true;
}

static bool writes_deciding(const Graph *g, const Insn *in)
{
    for (int k = WRITTEN, to = written_end(in); k < to; k++)
        if (in->slots[k] >= 0 && g->deciding[in->slots[k] / 64])
            return true;
    return false;
}

static bool node_writes_deciding(const Graph *g, int x)
{
    EACH_INSN(in, x)
        if (writes_deciding(g, in))
            return true;
    return false;
}

// Notes the guards of those branches in the loop on which it depends whether a deciding slot is written: one way from the branch, but
// not the other, leads to the node that writes it. Those are the nodes from a successor to where lanes meet again.
static bool note_choosing(const Graph *g)
{
    bool more = false;
    EACH_NODE(x) {
        const Insn *branch = last_of(g, x);
        if (branch->kind != K_BRANCH || branch->guard < 0 || g->deciding[branch->guard / 64])
            continue;
        bool chooses = false;
        for (int e = g->edge_start[x]; e < g->edge_start[x + 1]; e++)
            for (int s = g->edges[e]; !chooses && s >= 0 && s < g->count && s != g->idom[x];
                 s = g->idom[s])
                chooses = node_writes_deciding(g, s);
        more |= chooses && note_deciding(g, branch->guard);
    }
    return more;
}

// Notes what an instruction that writes a deciding slot makes its value of. Tells of something new. Sets *waits if others decide.
static bool note_sources(const Graph *g, const Insn *in, bool *waits)
{
    bool more = false;
    // The value comes back through memory: it is a call's result, or a variable that -G keeps there.
    bool kept = in->kind == K_LOAD && in->access.space != SIM_SPACE_GLOBAL &&
                in->access.space != SIM_SPACE_CONST && in->access.space != SIM_SPACE_SHARED;
    *waits |= kept || in->kind == K_ATOMIC || insn_is_volatile(in);
    for (int k = 0, end = written_end(in); k < SLOTS; k++)
        if (k < WRITTEN || k >= end)
            more |= note_deciding(g, in->slots[k]);
    return more;
}

// Tells whether others may keep a call waiting, so that its result can be what a loop waits for.
static bool call_watches(const SimModule *m, const Call *call)
{
    return call->function ? call->function->watches : call->builtin != B_NONE || m->pointer_watches;
}

// Tells whether other lanes or blocks may decide if the loop goes on that a branch with this guard closes.
static bool is_spin(const Graph *g, i32 guard)
{
    bool watches = false, sleeps = false; // the loop has such a call, an atomic or a volatile load
    memset(g->deciding, 0, slot_count(g->f) * sizeof *g->deciding);
    note_deciding(g, guard);
    EACH_NODE(x) {
        EACH_INSN(in, x) {
            watches |= in->kind == K_ATOMIC || insn_is_volatile(in) ||
                       (in->kind == K_CALL && call_watches(g->m, in->call));
            sleeps |= in->kind == K_SLEEP;
        }
        note_deciding(g, leaving_slot(g, x));
    }
    bool waits = sleeps;
    for (bool more = watches; more && !waits;) {
        more = false;
        EACH_NODE(x)
            EACH_INSN(in, x)
                if (writes_deciding(g, in))
                    more |= note_sources(g, in, &waits);
        more |= note_choosing(g);
    }
    return waits;
}

// Marks the loop that the branch at the end of node n closes, if the loop waits for other lanes or blocks.
static void mark_spin(const Graph *g, Insn *branch, int n)
{
    find_loop(g, node_of(g, branch->branch.target), n);
    branch->branch.spin = is_spin(g, branch->guard);
    if (!branch->branch.spin)
        return;
    EACH_NODE(x)
        EACH_INSN(in, x) {
            if (in->kind == K_ENTER)
                in->enter.in_spin = true;
            else if (in->kind == K_SLEEP)
                in->sleep.in_spin = true;
            else if (insn_is_volatile(in))
                in->access.watched = true;
        }
}

// Sets where the lanes that part at the branches meet, and which loops wait.
static void join_branches(Graph *g)
{
    SimModule *m = g->m;
    for (int n = 0; n < g->count; n++) {
        int i = m->segments[g->first + n].last, meet = g->idom[n];
        Insn *in = &m->code[i];
        if (in->kind != K_BRANCH && in->kind != K_SWITCH)
            continue;
        // Lanes that stay in the kernel part here.
        bool parts = g->edge_start[n + 1] - g->edge_start[n] > 1;
        in->join = meet < 0 || meet == g->count || !parts ? -1 : m->segments[g->first + meet].first;
        if (in->kind == K_BRANCH && in->branch.target <= i)
            mark_spin(g, in, n);
    }
}

bool flow_analyse(SimModule *m, SimFunction *f, SimError *err)
{
    Graph g = {.m = m, .f = f, .first = (int)m->code[f->entry].enter.segment};
    g.count = m->segment_count - g.first;
    if (!build(&g))
        return error_set(err, SIM_NO_MEMORY, "the host has no memory for this module");
    drop_exits(&g);
    find_idoms(&g, number_nodes(&g));
    join_branches(&g);
    find_behind(&g);
    for (int i = f->entry; i < f->end; i++)
        if (m->code[i].kind == K_CALL || m->code[i].kind == K_BARRIER ||
            m->code[i].kind == K_CLUSTER_WAIT)
            m->code[i].join = i + 1;
    free(g.memory);
    return true;
}
