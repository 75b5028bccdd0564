// Control flow: where lanes that part meet again, and which loops wait for others. Random graphs are compared with a
// definition taken literally: a node stands behind a branch if without it the end can't be reached.

#include "kernel.h"
#include "nvcc.h"

// ---- Where lanes meet ----------------------------------------------------------------------------------------------

// Returns the PTX line of the instruction behind the point where the lanes of a branch meet; 0 if they do not meet.
static int join_line(int branch)
{
    const int join = sim.module->code[branch].join;
    if (join < 0)
        return 0;
    assert_int_equal(sim.module->code[join].kind, K_ENTER);
    return sim.module->infos[join + 1].ptx_line;
}

// Returns the n-th conditional branch of the only kernel.
static int branch_at(int n)
{
    for (int i = 0; i < sim.module->code_count; i++) {
        const Insn *in = &sim.module->code[i];
        if ((in->kind == K_SWITCH || (in->kind == K_BRANCH && in->guard >= 0)) && n-- == 0)
            return i;
    }
    fail_msg("no such branch");
    return -1;
}

// Loads a kernel whose body begins at line 1, and compares the lines where the lanes of its branches meet with `lines`.
static void expect_joins(const char *body, const int *lines, int count)
{
    char ptx[2048];
    snprintf(ptx, sizeof ptx,
             ".version 8.0 .target sm_86 .address_size 64 .visible .entry k() { .reg .pred %%p<9>; "
             ".reg .b32 %%r<9>;\n%s}",
             body);
    load(ptx);
    for (int i = 0; i < count; i++)
        if (join_line(branch_at(i)) != lines[i] + 1)
            fail_msg("branch %d of\n%smeets at line %d", i, body, join_line(branch_at(i)) - 1);
}

#define NEVER (-1)
#define EXPECT_JOINS(body, ...)                    \
    expect_joins(body, (const int[]){__VA_ARGS__}, \
                 (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)))

static void test_shapes(void **state)
{
    (void)state;
    // if
    EXPECT_JOINS("@%p1 bra A;\nmov.u32 %r1, 1;\nA: mov.u32 %r1, 2;\nret;", 3);
    // if, else
    EXPECT_JOINS(
        "@%p1 bra A;\nmov.u32 %r1, 1; bra B;\nA: mov.u32 %r1, 2;\nB: mov.u32 %r1, 3;\nret;", 4);
    // an if in an if
    EXPECT_JOINS("@%p1 bra C;\n@%p2 bra B;\nmov.u32 %r1, 1;\nB: mov.u32 %r1, 2;\n"
                 "C: mov.u32 %r1, 3;\nret;",
                 5, 4);
    // a loop, left at its end and from its middle
    EXPECT_JOINS("A: mov.u32 %r1, 1;\n@%p1 bra C;\nmov.u32 %r1, 2;\n@%p2 bra A;\n"
                 "C: mov.u32 %r1, 3;\nret;",
                 5, 5);
    // a switch
    EXPECT_JOINS("T: .branchtargets A, B, C;\nbrx.idx %r1, T;\nA: mov.u32 %r1, 1; bra D;\n"
                 "B: mov.u32 %r1, 2; bra D;\nC: mov.u32 %r1, 3;\nD: mov.u32 %r1, 4;\nret;",
                 6);
    // a loop that is never left: nobody comes out
    EXPECT_JOINS("A: @%p1 bra B;\nmov.u32 %r1, 1;\nB: mov.u32 %r1, 2;\nbra A;\nret;", NEVER);
}

static void test_lanes_that_leave_are_not_waited_for(void **state)
{
    (void)state;
    // if (a) { if (b) return; } common: an exit, a ret, a branch to the ret at the end
    EXPECT_JOINS(
        "@%p1 bra C;\nmov.u32 %r1, 1; @%p2 exit;\nmov.u32 %r1, 2;\nC: mov.u32 %r1, 3;\nret;", 4);
    EXPECT_JOINS("@%p1 bra C;\n@%p2 bra B;\nret;\nB: mov.u32 %r1, 2;\nC: mov.u32 %r1, 3;\nret;", 5,
                 NEVER);
    EXPECT_JOINS("@%p1 bra C;\nmov.u32 %r1, 1;\n@%p2 bra END;\nC: mov.u32 %r1, 3;\nEND: ret;", 4,
                 NEVER);
    // … with something to do on the way out
    EXPECT_JOINS("@%p1 bra C;\n@%p2 bra B;\nmov.u32 %r1, 1;\nret;\nB: mov.u32 %r1, 2;\n"
                 "C: mov.u32 %r1, 3;\nret;",
                 6, NEVER);
    // a loop that some lanes leave by a return from its middle: the others meet behind it, wherever the return stands
    EXPECT_JOINS(
        "A: mov.u32 %r1, 1;\n@%p1 bra R;\nmov.u32 %r1, 2;\n@%p2 bra A;\nmov.u32 %r1, 3;\nbra END;\n"
        "R: mov.u32 %r1, 4;\nEND: ret;",
        NEVER, 5);
}

enum { MOST_NODES = 14 };

// How a node of a random kernel ends. Node i says `add %r1, %r1, i` on a line of its own, and then ends in its way.
typedef enum { FALLS, BRANCHES, JUMPS, LEAVES, LEAVES_BY_A_BIT, WAYS } Ending;

typedef struct {
    int count, first_line;
    Ending way[MOST_NODES];
    int target[MOST_NODES];
    bool bare_end; // the last node is a ret without anything before it
} Graph;

static void load_graph(Graph *g)
{
    char text[4096];
    int n = snprintf(text, sizeof text,
                     "%s.visible .entry k() { .reg .pred %%p<2>; .reg .b32 %%r<2>;\n", PTX_HEAD);
    g->first_line = 5;
    for (int i = 0; i < g->count; i++) {
        n += snprintf(text + n, sizeof text - (size_t)n, "N%d:", i);
        if (i < g->count - 1 || !g->bare_end)
            n += snprintf(text + n, sizeof text - (size_t)n, " add.u32 %%r1, %%r1, %d;", i);
        static const char *const ends[] = {"", " @%p1 bra", " bra", " ret;", " @%p1 exit;"};
        n += snprintf(text + n, sizeof text - (size_t)n, "%s", ends[g->way[i]]);
        if (g->way[i] == BRANCHES || g->way[i] == JUMPS)
            n += snprintf(text + n, sizeof text - (size_t)n, " N%d;", g->target[i]);
        n += snprintf(text + n, sizeof text - (size_t)n, "\n");
    }
    snprintf(text + n, sizeof text - (size_t)n, "}\n");
    load(text);
}

typedef bool Edges[MOST_NODES + 1][MOST_NODES + 1]; // the last is behind the end

static void find_edges(const Graph *g, Edges edge)
{
    memset(edge, 0, sizeof(Edges));
    for (int i = 0; i < g->count; i++) {
        if (g->way[i] == BRANCHES || g->way[i] == JUMPS)
            edge[i][g->target[i]] = true;
        if (g->way[i] == LEAVES || g->way[i] == LEAVES_BY_A_BIT)
            edge[i][g->count] = true;
        if (g->way[i] != JUMPS && g->way[i] != LEAVES)
            edge[i][i + 1] = true;
    }
}

// Tells whether a path that does not go through `without` leads from one node to another, or whether they are the same.
static bool reaches(const Graph *g, Edges edge, int from, int to, int without)
{
    bool seen[MOST_NODES + 1] = {false};
    int stack[MOST_NODES + 1], depth = 0;
    if (from == without)
        return false;
    stack[depth++] = from;
    seen[from] = true;
    while (depth) {
        const int n = stack[--depth];
        if (n == to)
            return true;
        for (int k = 0; k <= g->count && n < g->count; k++)
            if (edge[n][k] && !seen[k] && k != without) {
                seen[k] = true;
                stack[depth++] = k;
            }
    }
    return false;
}

static bool all_reached(const Graph *g)
{
    Edges edge;
    find_edges(g, edge);
    for (int i = 0; i < g->count; i++)
        if (!reaches(g, edge, 0, i, -1))
            return false;
    return true;
}

// Tells whether lanes leave at the end of a node, by a `ret` of its own or by going on to the bare one.
static bool is_last(const Graph *g, int n)
{
    const int bare = g->bare_end ? g->count - 1 : -1;
    if (g->way[n] == LEAVES)
        return n != bare;
    return bare >= 0 && ((n + 1 == bare && g->way[n] != JUMPS) ||
                         ((g->way[n] == BRANCHES || g->way[n] == JUMPS) && g->target[n] == bare));
}

// Counts the nodes that lead to node n, or are it, which have two ways out, and again those with two ways in.
static int paths_to(const Graph *g, Edges edge, int n)
{
    int paths = 0;
    for (int i = 0; i < g->count; i++) {
        if (!reaches(g, edge, i, n, -1))
            continue;
        int ways_in = 0;
        for (int k = 0; k < g->count; k++)
            ways_in += ((g->way[k] == BRANCHES || g->way[k] == JUMPS) && g->target[k] == i) +
                       (k + 1 == i && g->way[k] != JUMPS && g->way[k] != LEAVES);
        paths += (g->way[i] == BRANCHES || g->way[i] == LEAVES_BY_A_BIT) + (ways_in > 1);
    }
    return paths;
}

// Leaves out the edges by which lanes leave for ever, for one last node after another, first for those to which most paths lead.
static void drop_exits(const Graph *g, Edges edge)
{
    int paths[MOST_NODES] = {0};
    for (int i = 0; i < g->count; i++)
        paths[i] = is_last(g, i) ? paths_to(g, edge, i) : -1;
    for (;;) {
        int end = 0;
        for (int i = 1; i < g->count; i++)
            if (paths[i] > paths[end])
                end = i;
        if (paths[end] < 0)
            return;
        bool alive[MOST_NODES + 1];
        for (int i = 0; i <= g->count; i++)
            alive[i] = reaches(g, edge, i, end, -1);
        for (int i = 0; i < g->count; i++) {
            for (int k = 0; k <= g->count; k++)
                if (i != end && alive[i] && !alive[k])
                    edge[i][k] = false;
            paths[i] = alive[i] ? -1 : paths[i];
        }
    }
}

static int expected_join(const Graph *g, int branch)
{
    Edges edge;
    find_edges(g, edge);
    drop_exits(g, edge);
    if (!edge[branch][g->target[branch]] || !edge[branch][branch + 1] ||
        !reaches(g, edge, branch, g->count, -1))
        return -1;
    for (int m = 0; m < g->count; m++) {
        if (m == branch || reaches(g, edge, branch, g->count, m))
            continue;
        bool nearest = true; // every other such node stands behind m, too
        for (int k = 0; k < g->count; k++)
            if (k != m && k != branch && !reaches(g, edge, branch, g->count, k))
                nearest &= !reaches(g, edge, m, g->count, k);
        if (nearest)
            return m;
    }
    return -1;
}

static void test_random_graphs(void **state)
{
    (void)state;
    int met = 0;
    for (int round = 0; round < 20000; round++) {
        Graph g = {.count = 3 + (int)random_below(MOST_NODES - 2), .bare_end = random_below(2)};
        for (int i = 0; i < g.count; i++) {
            g.way[i] = (Ending)random_below(WAYS);
            if (g.way[i] >= LEAVES && random_below(3))
                g.way[i] = BRANCHES;
            g.target[i] = (int)random_below((uint32_t)g.count);
        }
        g.way[g.count - 1] = LEAVES;
        if (!all_reached(&g))
            continue;
        load_graph(&g);
        for (int i = 0; i < sim.module->code_count; i++) {
            const Insn *in = &sim.module->code[i];
            if (in->kind != K_BRANCH || in->guard < 0)
                continue;
            const int node = sim.module->infos[i].ptx_line - g.first_line;
            int expected = expected_join(&g, node);
            if (g.target[node] == node + 1) // both sides are one
                continue;
            const int line = join_line(i);
            met += line != 0;
            if (line != (expected < 0 ? 0 : expected + g.first_line))
                fail_msg("round %d: node %d meets at %d, not %d", round, node, line - g.first_line,
                         expected);
        }
    }
    assert_true(met > 1000);
}

// ---- Which loops wait ----------------------------------------------------------------------------------------------

static int spin_loops(int *back_edges)
{
    int spins = 0;
    *back_edges = 0;
    for (int i = 0; i < sim.module->code_count; i++) {
        const Insn *in = &sim.module->code[i];
        const bool back = in->kind == K_BRANCH && in->branch.target <= i;
        *back_edges += back;
        spins += back && in->branch.spin;
    }
    return spins;
}

static void test_loops_that_wait(void **state)
{
    (void)state;
    static const char *const waits[] = {
        "L: atom.global.cas.b32 %r1, [%d0], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;",
        "L: ld.volatile.global.u32 %r1, [%d0]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L;",
        "L: ld.acquire.gpu.u32 %r1, [%d0]; and.b32 %r2, %r1, 4; setp.eq.u32 %p1, %r2, 0; @%p1 bra L;",
        "L: ld.volatile.shared.u32 %r1, [0]; setp.ne.u32 %p1, %r1, 0; @%p1 bra OUT; bra L; OUT:",
        // clang's: the way out is unconditional, and the guard stays in the loop
        "bra I; L: setp.ne.s32 %p1, %r1, 0; @!%p1 bra I; bra O; I: ld.volatile.u32 %r1, [%d0]; bra L; O:",
        "L: nanosleep.u32 20; ld.global.u32 %r1, [%d0]; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;",
        // what is loaded decides by the guard of an argument's load
        "L: ld.volatile.global.u32 %r2, [%d0]; setp.ne.u32 %p2, %r2, 0; @%p2 ld.param.u32 %r1, [a]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L;",
        // what is loaded decides at a branch which constant the loop's end asks for
        "L: mov.u32 %r1, 0; ld.volatile.global.u32 %r2, [%d0]; setp.ne.u32 %p2, %r2, 0; @%p2 bra M; mov.u32 %r1, 1;\n"
        "M: setp.eq.u32 %p1, %r1, 1; @%p1 bra L;",
        // … and there is a way between the two
        "L: mov.u32 %r1, 0; ld.volatile.global.u32 %r2, [%d0]; setp.ne.u32 %p2, %r2, 0; @%p2 bra N; bra M;\n"
        "N: setp.ne.u32 %p3, %r3, 0; @%p3 bra M; add.u32 %r3, %r3, 1; mov.u32 %r1, 1; M: setp.eq.u32 %p1, %r1, 1; @%p1 bra L;",
    };
    static const char *const counts[] = {
        "L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 9; @%p1 bra L;",
        "L: atom.global.add.u32 %r2, [%d0], 1; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 9; @%p1 bra L;",
        "L: ld.volatile.global.u32 %r2, [%d0]; add.u32 %r3, %r3, %r2; add.u32 %r1, %r1, 1;\n"
        "setp.lt.u32 %p1, %r1, 9; @%p1 bra L; st.global.u32 [%d0], %r3;",
        "L: ld.global.u32 %r1, [%d0]; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;",
        // the half of %d3 that decides does not come from %r2
        "L: add.s64 %d3, %d3, 1; mov.b64 {%r1, %r2}, %d3; ld.volatile.global.u32 %r2, [%d0];\n"
        "setp.lt.u32 %p1, %r1, 9; @%p1 bra L;",
        // what is loaded decides at a branch, but not about the end
        "L: ld.volatile.global.u32 %r2, [%d0]; setp.ne.u32 %p2, %r2, 0; @%p2 bra M; mov.u32 %r3, 1;\n"
        "M: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 9; @%p1 bra L;",
    };
    int back_edges;
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        load_kernel("%s", waits[i]);
        assert_int_equal(spin_loops(&back_edges), 1);
        assert_int_equal(back_edges, 1);
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        load_kernel("%s", counts[i]);
        assert_int_equal(spin_loops(&back_edges), 0);
        assert_int_equal(back_edges, 1);
    }
}

// Compilers may put a loop's end before its begin, and its middle behind the branch that closes it, as clang does.
static void test_loops_in_pieces(void **state)
{
    (void)state;
    static const char *const pieces =
        "bra BEGIN; END: setp.eq.u32 %%p1, %%r1, 0; @%%p1 bra OUT; BEGIN: mov.u32 %%r1, 0; bra MIDDLE; BACK: bra END;\n"
        "MIDDLE: %s setp.ne.u32 %%p2, %%r2, 0; @%%p2 bra BACK; mov.u32 %%r1, 1; bra BACK; OUT:";
    int back_edges;
    load_kernel(pieces, "ld.volatile.global.u32 %r2, [%d0];");
    assert_int_equal(spin_loops(&back_edges), 3);
    assert_int_equal(back_edges, 3);
    load_kernel(pieces, "ld.global.u32 %r2, [%d0];");
    assert_int_equal(spin_loops(&back_edges), 0);
    // An inner loop that only counts stays one that does not wait.
    load_kernel("BEGIN: ld.volatile.global.u32 %%r2, [%%d0]; mov.u32 %%r1, 0;\n"
                "INNER: add.u32 %%r1, %%r1, 1; setp.lt.u32 %%p1, %%r1, 9; @%%p1 bra INNER;\n"
                "setp.eq.u32 %%p2, %%r2, 0; @%%p2 bra BEGIN;");
    assert_int_equal(spin_loops(&back_edges), 1);
    assert_int_equal(back_edges, 2);
}

// A loop waits however long the way is from what it loads to what decides.
static void test_long_loops_that_wait(void **state)
{
    (void)state;
    char text[16384] = ".reg .b32 %q<301>; L: ld.volatile.global.u32 %q0, [%d0];\n";
    for (int i = 0; i < 300; i++)
        TEXT_APPEND(text, "add.u32 %%q%d, %%q%d, 1;\n", i + 1, i);
    TEXT_APPEND(text, "setp.eq.u32 %%p1, %%q300, 300; @%%p1 bra L;");
    int back_edges;
    load_kernel("%s", text);
    assert_int_equal(spin_loops(&back_edges), 1);
}

// A loop until a call returns something else waits only if what is called, or what that calls, gets what others write.
static void test_loops_that_wait_for_calls(void **state)
{
    (void)state;
    static const char *const program = PTX_HEAD
        ".func (.param .u32 out) inner(.param .u64 at) {\n"
        ".reg .b32 %%r<9>; .reg .b64 %%d<9>; ld.param.u64 %%d1, [at];\n"
        "%s st.param.u32 [out], %%r1; ret; }\n"
        ".func (.param .u32 out) outer(.param .u64 at) {\n"
        ".reg .b32 %%r<9>; .reg .b64 %%d<9>; ld.param.u64 %%d1, [at];\n"
        "{ .param .u64 p; .param .u32 q; st.param.u64 [p], %%d1; call (q), inner, (p); ld.param.u32 %%r1, [q]; }\n"
        "st.param.u32 [out], %%r1; ret; }\n"
        ".visible .entry k(.param .u64 a) {\n"
        ".reg .pred %%p<9>; .reg .b32 %%r<9>; .reg .b64 %%d<9>; ld.param.u64 %%d1, [a]; mov.u64 %%d2, outer;\n"
        "proto: .callprototype (.param .u32 _) _ (.param .u64 _);\n"
        "L: { .param .u64 p; .param .u32 q; st.param.u64 [p], %%d1; call (q), %s; ld.param.u32 %%r1, [q]; }\n"
        "setp.ne.u32 %%p1, %%r1, 0; @%%p1 bra L; ret; }\n";
    static const char *const calls[] = {"inner, (p)", "outer, (p)", "%d2, (p), proto"};
    static const struct {
        const char *body;
        int waits;
    } bodies[] = {{"ld.u32 %r1, [%d1];", 0},
                  {"ld.volatile.u32 %r1, [%d1];", 1},
                  {"ld.acquire.gpu.u32 %r1, [%d1];", 1},
                  {"atom.cas.b32 %r1, [%d1], 0, 1;", 1}};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
            char text[4096];
            int back_edges;
            snprintf(text, sizeof text, program, bodies[i].body, calls[k]);
            load(text);
            assert_int_equal(spin_loops(&back_edges), bodies[i].waits);
            assert_int_equal(back_edges, 1);
        }
}

static void test_what_nvcc_makes_of_loops(void **state)
{
    (void)state;
    int back_edges;
    load(LOCK_O3);
    assert_true(spin_loops(&back_edges) >= 1);
    load(LOCK_G);
    assert_true(spin_loops(&back_edges) >= 1);
    load(BLOCK_O3);
    assert_int_equal(spin_loops(&back_edges), 0);
    assert_int_equal(back_edges, 1);
    load(BLOCK_G);
    assert_int_equal(spin_loops(&back_edges), 0);
    assert_int_equal(back_edges, 1);
}

// ---- Short branches --------------------------------------------------------------------------------------------------

// ptxas turns short branches into predicates: those over a few plain instructions, and those to the end.
static void test_short_branches(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        bool is_short;
    } cases[] = {
        {"@%p1 bra A; add.u32 %r1, %r1, 1; add.u32 %r1, %r1, 1; A: add.u32 %r1, %r1, 2;", true},
        {"@%p1 bra A; bar.sync 0; A: add.u32 %r1, %r1, 2;", false},
        {"A: add.u32 %r1, %r1, 1; @%p1 bra A; add.u32 %r1, %r1, 2;", false},
        {"@%p1 bra A; add.u32 %r1, %r1, 1; bar.sync 0; add.u32 %r1, %r1, 1; A:", true},
        {"@%p1 bra A; add.u32 %r1,%r1,1; add.u32 %r1,%r1,1; add.u32 %r1,%r1,1; add.u32 %r1,%r1,1;\n"
         "add.u32 %r1,%r1,1; add.u32 %r1,%r1,1; add.u32 %r1,%r1,1; add.u32 %r1,%r1,1;\n"
         "add.u32 %r1,%r1,1; A: add.u32 %r1, %r1, 2;",
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_kernel("%s", cases[i].body);
        assert_int_equal(sim.module->infos[branch_at(0)].short_branch, cases[i].is_short);
    }
}

// How many registers hold values from memory at once (live.c).
static void test_live_registers(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        int live;
    } cases[] = {
        {"add.u32 %r1, %r2, %r3;", 0}, // nothing is loaded
        {"ld.global.u32 %r1, [%d1]; st.global.u32 [%d1], %r1;", 1},
        {"ld.global.u32 %r1, [%d1]; ld.global.u32 %r2, [%d1]; add.u32 %r3, %r1, %r2; "
         "st.global.u32 [%d1], %r3;",
         2},
        {"ld.global.u64 %d2, [%d1]; add.u64 %d3, %d2, 1; st.global.u64 [%d1], %d3;", 2},
        // %r1 lives to the loop's end, beside %r2 and %r3, which are computed after its use
        {"ld.global.u32 %r1, [%d1]; A: add.u32 %r2, %r1, 1; add.u32 %r3, %r2, 1; "
         "add.u32 %r4, %r2, %r3; st.global.u32 [%d1], %r4; setp.eq.u32 %p1, %r5, 1; @%p1 bra A;",
         3},
        {"ld.global.u32 %r1, [%d1]; add.u32 %r2, %r1, 1; add.u32 %r3, %r2, 1; "
         "add.u32 %r4, %r2, %r3; st.global.u32 [%d1], %r4; setp.eq.u32 %p1, %r5, 1;",
         2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        load_kernel("%s", cases[i].body);
        assert_int_equal(sim_function_live(sim_module_function(sim.module, "k")), cases[i].live);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_lanes_that_leave_are_not_waited_for),
        cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_loops_that_wait),
        cmocka_unit_test(test_loops_in_pieces),
        cmocka_unit_test(test_long_loops_that_wait),
        cmocka_unit_test(test_loops_that_wait_for_calls),
        cmocka_unit_test(test_what_nvcc_makes_of_loops),
        cmocka_unit_test(test_short_branches),
        cmocka_unit_test(test_live_registers),
    };
    return cmocka_run_group_tests(tests, NULL, unload_after);
}
