// products.c: products of warpgroups: what is used before they are done, and what they are not told of.
//
// A product reads shared memory and registers on its own, from its issue to the wgmma.wait_group that covers it. So
//
//     its registers of D must not be touched before that wait, and those of A not written;
//     wgmma.fence must come between any other write of these registers and the product, and before the first product;
//     what it reads in shared memory must not be overwritten before that wait;
//     fence.proxy.async must come between a store to shared memory and the product, by the thread that stored or by one that multiplies;
//     the four warps must do the same products.
//
// Registers are followed through the code of a function, once, when its first product runs: the analysis knows, before each
// instruction, which registers may be part of a product in flight, and of how old a group. What it finds is reported when the block
// has executed that instruction. A mov between registers carries a sum on, as compilers do between the rounds of a loop. They also clear
// sums behind a wgmma.fence that stands before it in the source, which ptxas puts right, so no mov needs a fence behind it.
//
// As memory, a tile is read by the lanes that issue the product, at its issue; so races with it, and what nobody wrote, are found as for
// any load.

#include "check/check.h"
#include "machine/bulk.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 16, PIECES = 32, WARPS = 4, KEPT = 64 };

// An instruction that touches registers of a product, or a product whose registers were written without a fence (touch == product).
typedef struct {
    i32 product, touch;
} Touch;

typedef struct {
    i32 pc;
    u64 a, b; // descriptors
} Issued;

// The products of a warpgroup, numbered: each warp's number of them, and the last KEPT.
typedef struct {
    u32 count[WARPS], most;
    Issued last[KEPT];
} Group4;

// The last product that reads a piece of shared memory.
typedef struct {
    i32 pc;
    u32 group; // of the products of its warp
    u16 thread;
    bool known;
} Reading;

struct Products {
    bool *searched; // (code_count) by a function's entry
    Touch *touches; // (touch_count)
    int touch_count;
    u32 done[LANES];   // (warps) groups that are known to be
    u32 issued[LANES]; // (warps) the date of the last product
    Group4 groups[LANES / WARPS];
    Reading *pieces; // of shared memory
};

struct Products *products_new(const SimLaunch *l)
{
    struct Products *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->searched = calloc((size_t)l->kernel->module->code_count, sizeof *p->searched);
    p->pieces = calloc(l->shared_total / PIECE + 1, sizeof *p->pieces);
    if (p->searched && p->pieces)
        return p;
    products_free(p);
    return NULL;
}

void products_free(struct Products *p)
{
    if (!p)
        return;
    free(p->searched);
    free(p->touches);
    free(p->pieces);
    free(p);
}

void products_begin(const SimWorker *w)
{
    struct Products *p = w->check->products;
    memset(p->done, 0, sizeof p->done);
    memset(p->issued, 0, sizeof p->issued);
    memset(p->groups, 0, sizeof p->groups);
    memset(p->pieces, 0, (w->launch->shared_total / PIECE + 1) * sizeof *p->pieces);
}

// ---- Registers ---------------------------------------------------------------------------------------------------------

// What is known of a register: whether a product that is in flight has it as one of D, or of A, and how old the product's group is (0:
// no product; 1: not committed yet; 2: the last group; …); whether it was written since the last wgmma.fence.
typedef struct {
    u8 sum, operand;
    bool written;
} State;
enum { OLDEST = 7 };

typedef struct {
    const SimModule *m;
    const SimFunction *f;
    int first, segments; // the function's
    size_t slots;
    State *before;          // (segments, slots)
    bool *reached;          // (segments)
    bool *changed;          // (segments) `before` has changed since it was run
    State *now;             // (slots)
    struct Products *found; // NULL: touches are not noted yet
} Search;

static State *state_of(const Search *s, i32 slot)
{
    return &s->now[slot / 64];
}

static bool has_register(const SimModule *m, i32 product, i32 slot)
{
    const Insn *in = &m->code[product];
    for (int k = 0; k < LIST / 2 && in->warpgroup.a_in_regs; k++)
        if (in->list[k] == slot)
            return true;
    for (int i = 1; i <= in->warpgroup.sums; i++)
        for (int k = 0; k < LIST; k++)
            if (in[-i].list[k] == slot)
                return true;
    return false;
}

// Returns the product that has a register: the nearest before `pc`, or the last of the function if the register is a copy.
static i32 product_of(const Search *s, i32 pc, i32 slot)
{
    i32 last = NONE;
    for (i32 step = 1; step < s->f->end - s->f->entry; step++) {
        i32 i = pc - step;
        i += i < s->f->entry ? s->f->end - s->f->entry : 0;
        if (s->m->code[i].kind != K_WARPGROUP)
            continue;
        if (has_register(s->m, i, slot))
            return i;
        last = last == NONE ? i : last;
    }
    return last;
}

static void note_touch(const Search *s, i32 product, i32 touch)
{
    struct Products *p = s->found;
    if (!p || (p->touch_count && p->touches[p->touch_count - 1].touch == touch))
        return;
    Touch *more = realloc(p->touches, ((size_t)p->touch_count + 1) * sizeof *more);
    if (!more)
        return;
    p->touches = more;
    p->touches[p->touch_count++] = (Touch){product, touch};
}

static void issue(const Search *s, i32 pc)
{
    const Insn *in = &s->m->code[pc];
    bool written = false;
    for (int k = 0; k < LIST / 2 && in->warpgroup.a_in_regs; k++) {
        State *a = state_of(s, in->list[k]);
        if (a->sum)
            note_touch(s, product_of(s, pc, in->list[k]), pc);
        written |= a->written;
        a->operand = 1;
    }
    for (int i = 1; i <= in->warpgroup.sums; i++)
        for (int k = 0; k < LIST && in[-i].list[k] >= 0; k++) {
            State *d = state_of(s, in[-i].list[k]);
            written |= d->written;
            *d = (State){.sum = 1, .operand = d->operand};
        }
    if (written)
        note_touch(s, pc, pc);
}

static void order(const Search *s, const Insn *in)
{
    for (size_t i = 0; i < s->slots; i++) {
        State *r = &s->now[i];
        u8 *ages[] = {&r->sum, &r->operand};
        r->written &= in->order.form != WARPGROUP_FENCE;
        for (int k = 0; k < 2; k++)
            if (in->order.form == WARPGROUP_COMMIT)
                *ages[k] += *ages[k] > 0 && *ages[k] < OLDEST;
            else if (in->order.form == WARPGROUP_WAIT && *ages[k] >= 2 + in->order.newest)
                *ages[k] = 0;
    }
}

// Does any other instruction.
static void use(const Search *s, i32 pc)
{
    const Insn *in = &s->m->code[pc];
    int end = written_end(in);
    bool moves = in->kind == K_ALU && in->d >= 0 && strncmp(s->m->infos[pc].text, "mov.", 4) == 0;
    if (moves && in->a >= (i32)s->f->const_bytes) {
        const State *from = state_of(s, in->a);
        *state_of(s, in->d) = (State){.sum = from->sum, .written = from->written};
        return;
    }
    for (int k = 0; k < SLOTS; k++) {
        i32 slot = in->slots[k];
        if (slot < (i32)s->f->const_bytes)
            continue;
        State *r = state_of(s, slot);
        bool writes = k >= WRITTEN && k < end;
        if (r->sum || (writes && r->operand))
            note_touch(s, product_of(s, pc, slot), pc);
        if (writes)
            *r = (State){.written = !moves || r->written};
    }
}

static void run_segment(const Search *s, int segment)
{
    const Segment *of = &s->m->segments[s->first + segment];
    memcpy(s->now, &s->before[(size_t)segment * s->slots], s->slots * sizeof *s->now);
    for (i32 pc = of->first; pc <= of->last; pc++) {
        const Insn *in = &s->m->code[pc];
        if (in->kind == K_WARPGROUP)
            issue(s, pc);
        else if (in->kind == K_WARPGROUP_ORDER)
            order(s, in);
        else if (in->kind != K_ENTER && product_at(s->m, pc) == NONE)
            use(s, pc);
    }
}

static u8 younger(u8 a, u8 b)
{
    return a && (!b || a < b) ? a : b;
}

// Adds what is known now to what is known before the segment that begins at `pc`.
static void reach(const Search *s, i32 pc)
{
    const Insn *in = &s->m->code[pc];
    int segment = in->enter.segment - s->first;
    State *to = &s->before[(size_t)segment * s->slots];
    bool changed = !s->reached[segment];
    s->reached[segment] = true;
    for (size_t i = 0; i < s->slots; i++) {
        State join = {younger(s->now[i].sum, to[i].sum), younger(s->now[i].operand, to[i].operand),
                      s->now[i].written || to[i].written};
        changed |=
            join.sum != to[i].sum || join.operand != to[i].operand || join.written != to[i].written;
        to[i] = join;
    }
    s->changed[segment] |= changed;
}

// Goes on from a segment to those that may follow it.
static void follow(const Search *s, int segment)
{
    const Segment *of = &s->m->segments[s->first + segment];
    const Insn *last = &s->m->code[of->last];
    bool ends = last->kind == K_EXIT || last->kind == K_RETURN || last->kind == K_BRANCH ||
                last->kind == K_SWITCH;
    if (last->kind == K_BRANCH)
        reach(s, last->branch.target);
    for (int i = 0; last->kind == K_SWITCH && i < last->choice.count; i++)
        reach(s, last->choice.targets[i]);
    if ((!ends || last->guard >= 0) && segment + 1 < s->segments)
        reach(s, of->last + 1);
}

// Goes around until nothing is new before any segment.
static void run_segments(const Search *s)
{
    for (bool any = true; any;) {
        any = false;
        for (int i = 0; i < s->segments; i++) {
            if (!s->changed[i])
                continue;
            s->changed[i] = false;
            any = true;
            run_segment(s, i);
            follow(s, i);
        }
    }
}

// Searches a function for instructions that touch registers too early.
static void search(const SimModule *m, const SimFunction *f, struct Products *p)
{
    Search s = {.m = m, .f = f, .segments = 1, .slots = f->frame_bytes / 64 + 1};
    s.first = m->code[f->entry].enter.segment;
    while (s.first + s.segments < m->segment_count &&
           m->segments[s.first + s.segments].first < f->end)
        s.segments++;
    s.before = calloc((size_t)s.segments * s.slots, sizeof *s.before);
    s.now = calloc(s.slots, sizeof *s.now);
    s.reached = calloc((size_t)s.segments, sizeof *s.reached);
    s.changed = calloc((size_t)s.segments, sizeof *s.changed);
    if (s.before && s.now && s.reached && s.changed) {
        for (size_t i = 0; i < s.slots && f->kernel; i++)
            s.now[i].written = true; // a fence must come before the first product
        reach(&s, f->entry);
        run_segments(&s);
        s.found = p;
        for (int i = 0; i < s.segments; i++)
            if (s.reached[i])
                run_segment(&s, i);
    }
    free(s.before);
    free(s.now);
    free(s.reached);
    free(s.changed);
}

void products_touched(SimWorker *w, const Warp *warp, u32 lanes)
{
    const struct Products *p = w->check->products;
    u32 thread = (u32)(warp->index * LANES + __builtin_ctz(lanes));
    for (int i = 0; i < p->touch_count; i++) {
        const Touch *t = &p->touches[i];
        i32 enter = t->touch;
        while (w->module->code[enter].kind != K_ENTER)
            enter--;
        int segment = w->module->code[enter].enter.segment;
        if (t->touch != t->product && w->segments[segment].executed > w->check->began[segment])
            report_touched(w, t->product, t->touch, thread);
    }
}

// Returns the descriptor that a register has in all lanes.
static u64 descriptor_in(const Group *g, i32 slot)
{
    u64 descriptor;
    lanes_alike(g->frame->regs + slot, 8, &descriptor);
    return descriptor;
}

// ---- Shared memory -------------------------------------------------------------------------------------------------------

// Looks for the fence between the last stores to a piece and a product that reads it. Returns whether it is missing.
static bool is_unfenced(SimWorker *w, const Warp *warp, i32 pc, u64 at)
{
    u32 thread = (u32)(warp->index * LANES);
    Access write;
    bool missing = find_unfenced(w, w, thread, &at, at + PIECE, &write);
    if (missing)
        report_unfenced(w, pc, thread, &write, at);
    return missing;
}

// Checks that a product reads `eight` lines of a tile. Returns whether they lie in shared memory.
static bool read_tile(SimWorker *w, const Warp *warp, const Group *g, u64 descriptor, bool across,
                      int eight, int count, bool *unfenced)
{
    static const Insn load = {
        .kind = K_LOAD, .access = {.space = SIM_SPACE_SHARED, .bytes = 4, .count = PIECE / 4}};
    struct Products *p = w->check->products;
    u64 address[LANES];
    u8 *host[LANES];
    for (int i = 0; i < LANES; i++) { // lanes that are off have the address of one that is on
        address[i] = tile_piece(descriptor, across, eight, i % count);
        host[i] = w->shared + address[i];
        if (address[i] + PIECE > w->launch->shared_total)
            return false;
    }
    const SimAccess a = {.block = w->block,
                         .owner = w->block,
                         .warp = warp->index,
                         .pc = g->pc,
                         .kind = SIM_LOAD,
                         .space = SIM_SPACE_SHARED,
                         .lanes = count == LANES ? FULL : (1u << count) - 1,
                         .bytes = PIECE,
                         .address = address};
    w->observer->access(w, warp, g, &load, &a, host);
    for (int i = 0; i < count; i++) {
        *unfenced = *unfenced || is_unfenced(w, warp, g->pc, address[i]);
        p->pieces[address[i] / PIECE] =
            (Reading){g->pc, warp->product_groups, (u16)(warp->index * LANES + i), true};
    }
    return true;
}

// Returns the reading of some bytes that a product in flight still may do, NULL if there is none. A product has not begun while the
// writer, if that is a warp of the same warpgroup, still has to do its part; then the two race. writer: -1 for other blocks.
static const Reading *reading_of(const SimWorker *owner, u64 from, u64 bytes, int writer)
{
    const struct Products *p = owner->check->products;
    for (u64 at = from / PIECE; at <= (from + bytes - 1) / PIECE; at++) {
        const Reading *r = &p->pieces[at];
        int reader = r->thread / LANES;
        bool begun = writer < 0 || writer / WARPS != reader / WARPS ||
                     owner->warps[writer].product_groups > r->group;
        if (r->known && begun && r->group >= p->done[reader])
            return r;
    }
    return NULL;
}

u32 products_overwritten(SimWorker *w, const SimWorker *owner, const Warp *warp, const Group *g,
                         u32 mask, const u64 *address, int size)
{
    u32 found = 0;
    EACH_BIT(lane, mask) {
        const Reading *r =
            reading_of(owner, address[lane], (u64)size, owner == w ? warp->index : -1);
        if (!r)
            continue;
        report_overwritten(w, r->pc, r->thread, g->pc, (u32)(warp->index * LANES) + lane,
                           address[lane]);
        found |= 1u << lane;
    }
    return found;
}

void products_copied_over(const Bulk *b)
{
    const SimWorker *owner = b->to.owner;
    const Reading *r = owner->check->products ? reading_of(owner, b->to.address, b->room,
                                                           owner == b->issuer ? b->warp : -1)
                                              : NULL;
    if (r)
        report_overwritten(b->issuer, r->pc, r->thread, b->pc, (u32)(b->warp * LANES + b->lane),
                           b->to.address);
}

// ---- Events --------------------------------------------------------------------------------------------------------------

// Compares a warp's product with that of the other warps of its warpgroup.
static void compare(SimWorker *w, const Warp *warp, const Group *g, const Insn *in)
{
    Group4 *of = &w->check->products->groups[warp->index / WARPS];
    Issued own = {.pc = g->pc, .b = descriptor_in(g, in->b)};
    if (!in->warpgroup.a_in_regs)
        own.a = descriptor_in(g, in->a);
    u32 number = of->count[warp->index % WARPS]++;
    Issued *first = &of->last[number % KEPT];
    if (number == of->most) {
        of->most++;
        *first = own;
    } else if (of->most - number <= KEPT &&
               (first->pc != own.pc || first->a != own.a || first->b != own.b)) {
        report_apart(w, first->pc, g->pc, (u32)(warp->index * LANES));
    }
}

void on_product(SimWorker *w, const Warp *warp, const Group *g, const Insn *in)
{
    struct Products *p = w->check->products;
    const SimFunction *f = g->frame->function;
    const struct Warpgroup *of = &in->warpgroup;
    if (!p->searched[f->entry]) {
        p->searched[f->entry] = true;
        search(w->module, f, p);
    }
    for (int i = 0; i < p->touch_count; i++)
        if (p->touches[i].product == g->pc && p->touches[i].touch == g->pc)
            report_unordered(w, g->pc, (u32)(warp->index * LANES));
    compare(w, warp, g, in);
    check_sums_set(w, warp, g, in);
    bool inside = true, unfenced = false;
    for (int e = 0; e < 2 && inside && !of->a_in_regs; e++)
        inside = read_tile(w, warp, g, descriptor_in(g, in->a), of->a_across,
                           warp->index % WARPS * 2 + e, PIECES / 2, &unfenced);
    for (int e = 0; e < of->columns && inside; e++)
        inside = read_tile(w, warp, g, descriptor_in(g, in->b), of->b_across, e,
                           of->sparse ? PIECES : PIECES / 2, &unfenced);
    p->issued[warp->index] = tick(w);
}

void on_product_ordered(SimWorker *w, const Warp *warp, const Insn *in)
{
    struct Products *p = w->check->products;
    int i = warp->index;
    if (in->order.form != WARPGROUP_WAIT)
        return;
    lanes_meet(w, i, FULL, tick(w)); // what the products have read is read
    // The four warps do a product together, so a warp that knows it done may tell others so for all of them.
    for (int u = i / WARPS * WARPS; u < (i / WARPS + 1) * WARPS; u++) {
        p->done[u] = later(p->done[u], warpgroup_due(warp, in));
        w->check->warp[u].release = later(w->check->warp[u].release, p->issued[u]);
        w->check->passed[u].all = later(w->check->passed[u].all, p->issued[u]);
        w->check->multiplied[u] = later(w->check->multiplied[u], p->issued[u]);
    }
}
