// lower.c: a function's statements become instructions that are quick to run; each by its kind in lower_*.c.

#include "lower.h"

#include <string.h>

static void lower_return(Lower *lo, bool leaves_kernel)
{
    lo_all_used(lo);
    Insn *in = lo_emit(lo, leaves_kernel ? K_EXIT : K_RETURN);
    if (in)
        lo_describe(lo, in, leaves_kernel ? SIM_EXIT : SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_CONTROL);
}

// A new straight run must begin after these: lanes may part, wait or have been joined by others.
static bool ends_segment(u8 kind)
{
    switch (kind) {
    case K_BRANCH:
    case K_SWITCH:
    case K_CALL:
    case K_RETURN:
    case K_EXIT:
    case K_BARRIER:
    case K_WARP_SYNC:
    case K_SHUFFLE:
    case K_VOTE:
    case K_REDUX:
    case K_MATCH: return true;
    default: return false;
    }
}

static void lower_statement(Lower *lo)
{
    const Statement *s = lo->s;
    lo_split(lo, s->op);
    if (lo_failed(lo))
        return;
    const char *op = lo->parts.text[0];
    static const struct {
        const char *op;
        int what;
    } table[] = {{"mov", 1},         {"ld", 2},         {"ldu", 2},      {"st", 3},
                 {"atom", 4},        {"red", 5},        {"bra", 6},      {"brx", 7},
                 {"call", 8},        {"bar", 9},        {"barrier", 9},  {"shfl", 10},
                 {"vote", 11},       {"match", 12},     {"redux", 13},   {"ret", 14},
                 {"exit", 15},       {"membar", 16},    {"fence", 16},   {"trap", 17},
                 {"activemask", 18}, {"nanosleep", 19}, {"brkpt", 17},   {"prefetch", 20},
                 {"prefetchu", 20},  {"cp", 21},        {"mbarrier", 22}};
    int what = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].op, op) == 0)
            what = table[i].what;
    Insn *in = NULL;
    switch (what) {
    case 1: lower_mov(lo); break;
    case 2: lower_load_store(lo, true); break;
    case 3: lower_load_store(lo, false); break;
    case 4: lower_atomic(lo, false); break;
    case 5: lower_atomic(lo, true); break;
    case 6: lower_branch(lo); break;
    case 7: lower_switch(lo); break;
    case 8: lower_call(lo); break;
    case 9: lower_barrier(lo); break;
    case 10: lower_shuffle(lo); break;
    case 11: lower_collective(lo, K_VOTE); break;
    case 12: lower_collective(lo, K_MATCH); break;
    case 13: lower_collective(lo, K_REDUX); break;
    case 14:
        lo_has(lo, "uni");
        lower_return(lo, lo->f->kernel);
        break;
    case 15: lower_return(lo, true); break;
    case 16: {
        in = lo_emit(lo, K_FENCE);
        lo_has(lo, "gl");
        if (in) {
            lo_take_order(lo, in);
            in->order = ORDER_RELEASE; // of membar, too
        }
        lo_all_used(lo);
        break;
    }
    case 17:
        lo_all_used(lo);
        lo_emit(lo, K_TRAP);
        break;
    case 18:
        lo_take_type(lo);
        in = lo_emit(lo, K_ACTIVE);
        if (in && lo_need(lo, 1, 1))
            in->d = lo_destination(lo, &s->operands[0]);
        break;
    case 19: lo_emit(lo, K_SLEEP); break;
    case 20: lo_emit(lo, K_FENCE); break; // a hint: no effect on results
    case 21: lower_cp(lo); break;
    case 22: lower_mbarrier(lo); break;
    default:
        if (!lower_set(lo))
            lower_alu(lo);
    }
}

static int compare_labels(const Label *a, const Label *b)
{
    return strcmp(a->name, b->name);
}

// Sorted by merging, since the core has no qsort's stack to trust and labels come nearly sorted anyway.
static void sort_labels(Label *labels, int count, Label *space)
{
    for (int width = 1; width < count; width *= 2) {
        for (int i = 0; i < count; i += 2 * width) {
            int middle = i + width < count ? i + width : count,
                end = i + 2 * width < count ? i + 2 * width : count;
            int a = i, b = middle;
            for (int k = i; k < end; k++)
                space[k] = a < middle && (b >= end || compare_labels(&labels[a], &labels[b]) <= 0)
                               ? labels[a++]
                               : labels[b++];
        }
        memcpy(labels, space, (size_t)count * sizeof *labels);
    }
}

static void collect_labels(Lower *lo)
{
    SimFunction *f = lo->f;
    for (int i = 0; i < f->statement_count; i++) {
        if (!f->statements[i].label)
            continue;
        Label *l = arena_push(&lo->m->arena, &lo->labels, &lo->label_count, &lo->label_capacity,
                              sizeof *l);
        if (!l) {
            lo_out_of_memory(lo);
            return;
        }
        *l = (Label){.name = f->statements[i].label,
                     .scope = f->statements[i].scope,
                     .statement = i,
                     .insn = -1};
    }
    Label *space = arena_alloc(&lo->m->arena, (size_t)(lo->label_count + 1) * sizeof *space);
    if (!space) {
        lo_out_of_memory(lo);
        return;
    }
    sort_labels(lo->labels, lo->label_count, space);
    for (int i = 0; i < f->statement_count; i++) {
        const Statement *s = &f->statements[i];
        Label *l = NULL;
        if (s->op && strncmp(s->op, "bra", 3) == 0 && s->count == 1 && s->operands[0].name)
            l = lo_find_label(lo, s->operands[0].name, s->scope);
        if (l)
            l->wanted = true;
        for (int k = 0; k < s->target_count; k++) {
            l = lo_find_label(lo, s->targets[k], s->scope);
            if (l)
                l->wanted = true;
        }
    }
}

static void place_labels(Lower *lo)
{
    for (int i = 0; i < lo->fixup_count && !lo_failed(lo); i++) {
        struct Fixup *x = &lo->fixups[i];
        const Label *l = lo_find_label(lo, x->label, x->scope);
        if (!l || l->insn < 0) {
            lo->s = NULL;
            char what[160];
            text_format(what, sizeof what, "a branch to '%s', which is no label", x->label);
            lo_refuse(lo, what);
            return;
        }
        if (x->target)
            *x->target = l->insn;
        else
            lo->m->code[x->insn].target = l->insn;
    }
}

static void move_slot(i32 *slot, i32 constants)
{
    if (*slot >= REG_BASE)
        *slot += constants - REG_BASE;
}

// Now that the size of the immediates is known, registers move behind them.
static void place_slots(Lower *lo)
{
    SimFunction *f = lo->f;
    size_t constants = (lo->constant_bytes + 63) & ~(size_t)63;
    for (int i = f->entry; i < f->end; i++) {
        Insn *in = &lo->m->code[i];
        i32 *slots[] = {&in->guard, &in->d, &in->d2, &in->a, &in->b, &in->c};
        for (size_t k = 0; k < sizeof slots / sizeof *slots; k++)
            move_slot(slots[k], (i32)constants);
        for (int k = 0; k < 8; k++)
            move_slot(&in->v[k], (i32)constants);
    }
    for (int i = 0; i < SPECIALS; i++)
        move_slot(&f->special[i], (i32)constants);
    f->const_bytes = constants;
    // room for an ill-typed operand to be read whole
    f->frame_bytes = constants + lo->reg_bytes + (size_t)8 * LANES;
    f->const_image = arena_alloc(&lo->m->arena, constants + 1);
    if (!f->const_image) {
        lo_out_of_memory(lo);
        return;
    }
    for (int i = 0; i < lo->constant_count; i++) {
        const Constant *c = &lo->constants[i];
        for (int lane = 0; lane < LANES; lane++)
            memcpy(f->const_image + c->offset + (size_t)lane * c->bytes, &c->value,
                   (size_t)c->bytes);
    }
}

// Branches that the assembler would turn into predicates: short, forward, over nothing that waits; or to the end.
#define SHORT_BRANCH 8

static void mark_short_branches(Lower *lo)
{
    const SimModule *m = lo->m;
    for (int i = lo->f->entry; i < lo->f->end; i++) {
        const Insn *in = &m->code[i];
        if (in->kind != K_BRANCH || !in->has_guard)
            continue;
        bool is_short = in->target > i;
        int real = 0;
        for (int k = i + 1; is_short && k < in->target; k++) {
            u8 kind = m->code[k].kind;
            real += kind != K_ENTER;
            if (real > SHORT_BRANCH || (kind != K_ENTER && ends_segment(kind)))
                is_short = false;
        }
        int to = in->target;
        while (to < lo->f->end && m->code[to].kind == K_ENTER)
            to++;
        m->infos[i].short_branch =
            is_short ||
            (to < lo->f->end && (m->code[to].kind == K_EXIT || m->code[to].kind == K_RETURN));
    }
}

bool lower_function(SimModule *m, SimFunction *f, SimError *err)
{
    Lower lower = {.m = m, .f = f, .err = err, .carry = -1}, *lo = &lower;
    for (int i = 0; i < SPECIALS; i++)
        f->special[i] = -1;
    collect_labels(lo);
    f->entry = m->code_count;
    if (!lo_failed(lo))
        lo_emit(lo, K_ENTER);
    bool fresh = true; // the last instruction is a K_ENTER
    for (int i = 0; i < f->statement_count && !lo_failed(lo); i++) {
        lo->s = &f->statements[i];
        if (lo->s->label) {
            Label *l = lo_find_label(lo, lo->s->label, lo->s->scope);
            if (l->insn >= 0) {
                lo_refuse(lo, "a label that stands twice");
            } else if (l->wanted) {
                if (!fresh)
                    lo_emit(lo, K_ENTER);
                fresh = true;
                l->insn = m->code_count - 1;
            }
            continue;
        }
        const int before = m->code_count;
        lower_statement(lo);
        bool emitted = lo->m->code_count > before;
        fresh = fresh && !emitted;
        if (!lo_failed(lo) && emitted && ends_segment(m->code[m->code_count - 1].kind)) {
            lo_emit(lo, K_ENTER);
            fresh = true;
        }
    }
    lo->s = NULL;
    if (!lo_failed(lo) && !fresh)
        lo_emit(lo, K_ENTER);
    if (lo_failed(lo))
        return false;
    // Falling off the end returns; in a device function all returns meet at one, so that lanes leave together.
    Insn *last = lo_emit(lo, f->kernel ? K_EXIT : K_RETURN);
    f->end = m->code_count;
    if (!last)
        return false;
    lo_describe(lo, last, f->kernel ? SIM_EXIT : SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_CONTROL);
    int epilogue = f->end - 2;
    for (int i = f->entry; !f->kernel && i < epilogue; i++) {
        if (m->code[i].kind == K_RETURN) {
            m->code[i].kind = K_BRANCH;
            m->code[i].target = epilogue;
        }
    }
    place_labels(lo);
    if (lo_failed(lo))
        return false;
    place_slots(lo);
    for (int i = m->segment_count - 1, end = f->end - 1; i >= 0 && m->segments[i].first >= f->entry;
         i--) {
        m->segments[i].last = end;
        end = m->segments[i].first - 1;
    }
    mark_short_branches(lo);
    if (!uniform_analyse(m, f))
        lo_out_of_memory(lo);
    return !lo_failed(lo) && flow_analyse(m, f, err);
}
