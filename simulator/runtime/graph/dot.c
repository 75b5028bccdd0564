// dot.c: draws a graph in the language of Graphviz: `dot -Tsvg graph.dot -o graph.svg`. A box for each node says what it does, and
// which kernel with which configuration it launches. Graphs inside a node are frames below it. Whatever the flags say, a box says that.

#include "host/host.h"
#include "host/whole_file.h"
#include "runtime/graph/graph.h"

#include <stdlib.h>

static void print_kernel(FILE *out, const SimLaunch *l)
{
    char *name = callsite_demangle(sim_function_info(l->kernel).name);
    fprintf(out, "%s\\n%u x %u x %u blocks of %u x %u x %u threads", name, l->grid[0], l->grid[1],
            l->grid[2], l->block[0], l->block[1], l->block[2]);
    free(name);
}

static size_t number_of(const Graph *g, const Node *n)
{
    size_t before = 0;
    for (const Node *at = g->first; at != n; at = at->next)
        before++;
    return before;
}

// Prints a node, called by `prefix` and a number.
static void print_node(FILE *out, const char *prefix, size_t number, const Node *n)
{
    static const char *const names[] = {
        [NODE_COPY] = "memcpy",         [NODE_FILL] = "memset",   [NODE_HOST] = "host function",
        [NODE_GRAPH] = "graph",         [NODE_EMPTY] = "empty",   [NODE_AWAIT] = "wait for event",
        [NODE_RECORD] = "record event", [NODE_TAKE] = "allocate", [NODE_GIVE] = "free",
        [NODE_CONDITION] = "condition"};
    fprintf(out, "%s%zu [label=\"", prefix, number);
    if (n->work->type == NODE_KERNEL)
        print_kernel(out, n->work->args);
    else
        fputs(names[n->work->type], out);
    fputs("\"];\n", out);
}

// Graphs nest as deep as the program nests them. Of a prefix that is too long the end is missing, and boxes run together.
static void print_graph(FILE *out, const Graph *g, const char *prefix)
{
    size_t number = 0;
    for (const Node *n = g->first; n; n = n->next, number++) {
        print_node(out, prefix, number, n);
        for (size_t i = 0; i < n->from.count; i++)
            fprintf(out, "%s%zu -> %s%zu;\n", prefix, number_of(g, n->from.at[i]), prefix, number);
        for (size_t i = 0; i < n->inside_count; i++) {
            char inside[128];
            snprintf(inside, sizeof inside, "%s%zu_%zu_", prefix, number, i);
            fprintf(out, "subgraph cluster_%s {\nlabel=\"in %s%zu\";\n", inside, prefix, number);
            print_graph(out, n->inside[i], inside);
            fputs("}\n", out);
            if (n->inside[i]->first)
                fprintf(out, "%s%zu -> %s0 [style=dashed];\n", prefix, number, inside);
        }
    }
}

static cudaError_t draw(cudaGraph_t graph, const char *path)
{
    const Graph *g = graph_given(graph);
    char *aside;
    if (!g || !path)
        return cudaErrorInvalidValue;
    FILE *out = whole_file_open(path, &aside);
    if (!out)
        return cudaErrorOperatingSystem;
    fputs("digraph {\nnode [shape=box];\n", out);
    print_graph(out, g, "node");
    fputs("}\n", out);
    return whole_file_end(out, aside, path) ? cudaSuccess : cudaErrorOperatingSystem;
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags)
{
    (void)flags;
    return API_CALL(draw(graph, path));
}
