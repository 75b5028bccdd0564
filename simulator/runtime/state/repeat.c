// repeat.c: launches that repeat an earlier one are not run, but copied.
//
// Benchmarks launch the same kernel a hundred times. What a launch writes follows from its kernel, its configuration, its arguments
// and what is in the memory that it touches. So the first launch of a kind shows which allocations that are; before the second their
// contents are kept, and after it the pieces that it has changed; from the third on, if all contents are as they were kept, these
// pieces are copied. Contents are compared byte by byte, so that nobody needs to know who wrote to memory in between.
//
// It pays where comparing is less work than running: WORTH bytes of memory for a thread's instruction. Launches that print, that
// launch, that call malloc or read %gridid are run each time, and all of them are when somebody looks at how they run (a check, a
// trace) or asks for it by the word `repeat`. In a profile the repeats are counted: counters follow from the same things as results.

#include "runtime/state/repeat.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 4096, WORTH = 4, MOST_MISSES = 3, MOST_REPEATS = 256 };

static const size_t MOST_KEPT = (size_t)1 << 30; // bytes of all contents

// An allocation that the launch touches.
typedef struct {
    uint64_t base, size;
    unsigned char *before; // (size) its contents before the launch; NULL until kept
    size_t *pieces;        // (piece_count) offsets of the pieces that the launch changes,
    unsigned char *after;  // and what is in them then
    size_t piece_count;
} Part;

struct Repeat {
    struct Repeat *next; // used less recently
    SimLaunch launch;    // what the host filled
    enum { REPEAT_NEW, REPEAT_SEEN, REPEAT_BEGUN, REPEAT_KEPT, REPEAT_NEVER } state;
    int misses;  // how often contents were other ones, since they were last the same
    Part *parts; // (part_count)
    size_t part_count, bytes;
    double seconds;    // modelled
    uint64_t *counted; // where the profile counts it; NULL if it is not profiled
    size_t printed;    // what kernels had printed before it,
    uint64_t heap;     // and allocated
    size_t param_size;
    unsigned char params[]; // (param_size)
};

static Repeat *repeats;
static size_t kept; // bytes of contents

static void forget_contents(Repeat *r)
{
    for (size_t i = 0; i < r->part_count; i++) {
        Part *p = &r->parts[i];
        kept -= (p->before ? p->size : 0) + p->piece_count * PIECE;
        free(p->before);
        free(p->pieces);
        free(p->after);
        *p = (Part){.base = p->base, .size = p->size};
    }
}

static void forget_parts(Repeat *r)
{
    forget_contents(r);
    free(r->parts);
    r->parts = NULL;
    r->part_count = r->bytes = 0;
}

void repeat_never(Repeat *r)
{
    r->state = REPEAT_NEVER;
    forget_parts(r);
}

static void forget(Repeat **link)
{
    Repeat *r = *link;
    *link = r->next;
    forget_parts(r);
    free(r);
}

void repeats_forget(void)
{
    while (repeats)
        forget(&repeats);
}

// Compares all that the host fills, and that may differ from one launch to the next and decides about results. A kernel that
// depends on `number`, `heap` or `most_children` is run each time.
static bool is_same(const Repeat *r, const SimLaunch *l, size_t param_size)
{
    const SimLaunch *k = &r->launch;
    return k->kernel == l->kernel && memcmp(k->grid, l->grid, sizeof k->grid) == 0 &&
           memcmp(k->block, l->block, sizeof k->block) == 0 &&
           memcmp(k->cluster, l->cluster, sizeof k->cluster) == 0 &&
           k->large_clusters == l->large_clusters && k->shared == l->shared &&
           k->cooperative == l->cooperative && k->stack == l->stack &&
           r->param_size == param_size && memcmp(r->params, l->params, param_size) == 0;
}

static unsigned char *bytes_of(const Part *p)
{
    return sim_pointer(rt.memory, p->base, p->size);
}

// Makes room for `bytes` more by forgetting what was used least recently, but not r's.
static bool make_room(const Repeat *r, size_t bytes)
{
    while (kept + bytes > MOST_KEPT) {
        Repeat *last = NULL;
        for (Repeat *other = repeats; other; other = other->next)
            if (other != r && (other->state == REPEAT_BEGUN || other->state == REPEAT_KEPT))
                last = other;
        if (!last)
            return false;
        forget_contents(last);
        last->state = REPEAT_SEEN;
    }
    return true;
}

// Keeps the contents before the second launch.
static void keep_before(Repeat *r)
{
    forget_contents(r);
    r->state = REPEAT_NEVER;
    if (!make_room(r, r->bytes))
        return;
    for (size_t i = 0; i < r->part_count; i++) {
        Part *p = &r->parts[i];
        const unsigned char *at = bytes_of(p);
        p->before = at ? malloc(p->size) : NULL;
        if (!p->before)
            return;
        kept += p->size;
        memcpy(p->before, at, p->size);
    }
    r->state = REPEAT_BEGUN;
}

// Whether all contents are as before the launch that was kept.
static bool is_as_before(const Repeat *r)
{
    for (size_t i = 0; i < r->part_count; i++) {
        const unsigned char *at = bytes_of(&r->parts[i]);
        if (!at || memcmp(at, r->parts[i].before, r->parts[i].size) != 0)
            return false;
    }
    return true;
}

static size_t piece_size(const Part *p, size_t at)
{
    return p->size - at < PIECE ? p->size - at : PIECE;
}

Repeat *repeat_find(const SimLaunch *l)
{
    size_t param_size = sim_function_info(l->kernel).params;
    Repeat **link = &repeats;
    for (int i = 0; *link && !is_same(*link, l, param_size); i++)
        if (i == MOST_REPEATS)
            forget(link);
        else
            link = &(*link)->next;
    Repeat *r = *link;
    if (r) {
        *link = r->next;
    } else {
        if (!(r = calloc(1, sizeof *r + param_size)))
            return NULL;
        memcpy(r->params, l->params, param_size);
        r->param_size = param_size;
        r->launch = *l;
    }
    r->next = repeats;
    repeats = r;
    return r;
}

bool repeat_copy(Repeat *r, double *seconds)
{
    bool profiled = rt.report && rt.profiling;
    if (r->state == REPEAT_KEPT && !profiled == !r->counted && is_as_before(r)) {
        for (size_t i = 0; i < r->part_count; i++) {
            const Part *p = &r->parts[i];
            unsigned char *at = bytes_of(p);
            for (size_t k = 0; k < p->piece_count; k++)
                memcpy(at + p->pieces[k], p->after + k * PIECE, piece_size(p, p->pieces[k]));
        }
        if (r->counted)
            ++*r->counted;
        r->misses = 0;
        *seconds = r->seconds;
        return true;
    }
    if (r->state == REPEAT_KEPT && ++r->misses == MOST_MISSES)
        repeat_never(r);
    if (r->state == REPEAT_SEEN || r->state == REPEAT_KEPT)
        keep_before(r);
    r->printed = rt.printed.used;
    r->heap = sim_heap_in_use(rt.memory);
    return false;
}

// Constants are read without a trace.
static bool is_part(const SimAlloc *a)
{
    bool touched = a->kind == SIM_CONSTANT;
    for (uint64_t i = 0; a->traces.touched && !touched && i < a->size / 512 + 2; i++)
        touched = a->traces.touched[i] != 0;
    return a->live && a->size && touched;
}

// Finds what the launch touches; false if that may not be all.
static bool find_parts(Repeat *r)
{
    forget_parts(r);
    r->parts = calloc(sim_alloc_count(rt.memory) + 1, sizeof *r->parts);
    for (size_t i = 0; r->parts && i < sim_alloc_count(rt.memory); i++) {
        const SimAlloc *a = sim_alloc_at(rt.memory, i);
        if (!is_part(a))
            continue;
        if (a->kind == SIM_HEAP)
            return false;
        r->parts[r->part_count++] = (Part){.base = a->base, .size = a->size};
        r->bytes += a->size;
    }
    return r->parts != NULL;
}

// Whether the launch touched nothing but its parts.
static bool has_all_parts(const Repeat *r)
{
    size_t found = 0;
    for (size_t i = 0; i < sim_alloc_count(rt.memory); i++) {
        const SimAlloc *a = sim_alloc_at(rt.memory, i);
        if (!is_part(a))
            continue;
        while (found < r->part_count && r->parts[found].base < a->base)
            found++;
        if (found == r->part_count || r->parts[found].base != a->base)
            return false;
    }
    return true;
}

// Keeps the pieces of a part that the second launch has changed.
static bool keep_pieces(const Repeat *r, Part *p)
{
    const unsigned char *at = bytes_of(p);
    size_t count = 0;
    for (size_t i = 0; at && i < p->size; i += PIECE)
        count += memcmp(at + i, p->before + i, piece_size(p, i)) != 0;
    if (!at || !make_room(r, count * PIECE))
        return false;
    p->pieces = malloc((count + 1) * sizeof *p->pieces);
    p->after = malloc((count + 1) * PIECE);
    if (!p->pieces || !p->after)
        return false;
    kept += count * PIECE;
    for (size_t i = 0; i < p->size; i += PIECE) {
        if (memcmp(at + i, p->before + i, piece_size(p, i)) == 0)
            continue;
        memcpy(p->after + p->piece_count * PIECE, at + i, piece_size(p, i));
        p->pieces[p->piece_count++] = i;
    }
    return true;
}

static bool keep_after(const Repeat *r)
{
    size_t i = 0;
    while (i < r->part_count && keep_pieces(r, &r->parts[i]))
        i++;
    return i == r->part_count;
}

void repeat_ran(Repeat *r, const SimLaunch *l, double seconds, uint64_t *counted)
{
    bool quiet = l->child_count == 0 && r->printed == rt.printed.used &&
                 r->heap == sim_heap_in_use(rt.memory);
    uint64_t work = 0;
    for (int i = 0; i < l->insn_count; i++)
        work += l->counts[i].threads;
    r->seconds = seconds;
    r->counted = counted;
    if (r->state == REPEAT_NEW && quiet && find_parts(r) && r->bytes <= WORTH * work)
        r->state = REPEAT_SEEN;
    else if (r->state == REPEAT_BEGUN && quiet && has_all_parts(r) && keep_after(r))
        r->state = REPEAT_KEPT;
    else
        repeat_never(r);
}
