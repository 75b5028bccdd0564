// lower.c: makes instructions of a function's statements, which the machine runs quickly. Each kind of statement has a function
// in one of the other files.

#include "ptx/lower/lower.h"
#include "ptx/hoisted.h"

#include <stdlib.h>
#include <string.h>

static bool ends_segment(u8 kind)
{
#define KIND_ENDS(name, member, ends, ...) [name] = (ends),
    static const bool table[] = {INSN_KINDS(KIND_ENDS)};
#undef KIND_ENDS
    return table[kind];
}

static void lower_statement(Lower *lo)
{
#define STATEMENT_ROW(function, ...) {function, {__VA_ARGS__, NULL}},
    static const struct {
        void (*lower)(Lower *lo);
        const char *words[8];
    } table[] = {STATEMENTS(STATEMENT_ROW)};
#undef STATEMENT_ROW
    split_mnemonic(lo, lo->s->op);
    if (has_failed(lo))
        return;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (const char *const *word = table[i].words; *word; word++)
            if (strcmp(*word, lo->parts.text[0]) == 0) {
                table[i].lower(lo);
                return;
            }
    if (!lower_set(lo) && !lower_video(lo))
        lower_alu(lo);
}

static int by_name(const void *a, const void *b)
{
    const Label *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->statement > y->statement) - (x->statement < y->statement);
}

static void collect_labels(Lower *lo)
{
    SimFunction *f = lo->f;
    for (int i = 0; i < f->statement_count; i++) {
        if (!f->statements[i].label)
            continue;
        Label *l = arena_push(&lo->m->arena, &lo->labels, &lo->label_count, &lo->label_capacity,
                              sizeof *l);
        if (lacks_memory(lo, !l))
            return;
        *l = (Label){.name = f->statements[i].label,
                     .scope = f->statements[i].scope,
                     .statement = i,
                     .insn = -1};
    }
    if (lo->label_count)
        qsort(lo->labels, (size_t)lo->label_count, sizeof *lo->labels, by_name);
    for (int i = 0; i < f->statement_count; i++) {
        const Statement *s = &f->statements[i];
        const bool names = s->label || strncmp(s->op, "bra", 3) == 0;
        for (int k = 0; names && k < s->count; k++) {
            Label *l = s->operands[k].name ? find_label(lo, s->operands[k].name, s->scope) : NULL;
            if (l)
                l->wanted = true;
        }
    }
}

// Makes instructions of the labels' numbers that branches have.
static void place_labels(Lower *lo)
{
    for (int i = lo->f->entry; i < lo->f->end && !lo->missing; i++) {
        Insn *in = &lo->m->code[i];
        i32 *targets = in->kind == K_SWITCH ? in->choice.targets : &in->branch.target;
        int count = in->kind == K_SWITCH ? in->choice.count : in->kind == K_BRANCH;
        for (int k = 0; k < count; k++) {
            const Label *l = &lo->labels[targets[k]];
            targets[k] = l->insn;
            if (l->insn < 0)
                lo->missing = l->name;
        }
    }
    if (lo->missing) {
        char what[160];
        TEXT_FORMAT(what, "a branch to '%s', which is not a label", lo->missing);
        refuse_statement(lo, what);
    }
}

static void move_slot(i32 *slot, i32 constants)
{
    if (*slot >= REG_BASE)
        *slot += constants - REG_BASE;
}

// Moves registers behind the immediates, whose size is known now.
static void place_slots(Lower *lo)
{
    SimFunction *f = lo->f;
    size_t constants = round_up(lo->constant_bytes, 64);
    for (int i = f->entry; i < f->end; i++) {
        Insn *in = &lo->m->code[i];
        for (int k = 0; k < SLOTS; k++)
            move_slot(&in->slots[k], (i32)constants);
    }
    for (int i = 0; i < SPECIALS; i++)
        move_slot(&f->special[i], (i32)constants);
    lo->writers.first = (i32)constants;
    f->const_bytes = constants;
    // The frame has so much more room that an operand of a wrong type can be read whole.
    f->frame_bytes = constants + lo->reg_bytes + (size_t)8 * LANES;
    f->const_image = arena_alloc(&lo->m->arena, constants + 1);
    if (lacks_memory(lo, !f->const_image))
        return;
    for (int i = 0; i < lo->constant_count; i++) {
        const Constant *c = &lo->constants[i];
        for (int lane = 0; lane < LANES; lane++)
            memcpy(f->const_image + c->offset + (size_t)lane * c->bytes, &c->value,
                   (size_t)c->bytes);
    }
}

// ptxas turns a branch into predicates if it jumps forward over a few instructions, none of which waits, or to the end.
#define SHORT_BRANCH 8

static void mark_short_branches(Lower *lo)
{
    const SimModule *m = lo->m;
    for (int i = lo->f->entry; i < lo->f->end; i++) {
        const Insn *in = &m->code[i];
        if (in->kind != K_BRANCH || in->guard < 0)
            continue;
        bool is_short = in->branch.target > i;
        int real = 0;
        for (int k = i + 1; is_short && k < in->branch.target; k++) {
            u8 kind = m->code[k].kind;
            real += kind != K_ENTER;
            if (real > SHORT_BRANCH || (kind != K_ENTER && ends_segment(kind)))
                is_short = false;
        }
        int to = in->branch.target;
        while (to < lo->f->end && m->code[to].kind == K_ENTER)
            to++;
        m->infos[i].short_branch =
            is_short ||
            (to < lo->f->end && (m->code[to].kind == K_EXIT || m->code[to].kind == K_RETURN));
    }
}

// Begins a segment, unless one has just begun.
static void begin_segment(Lower *lo)
{
    if (lo->m->code[lo->m->code_count - 1].kind != K_ENTER)
        emit_insn(lo, K_ENTER);
}

static bool lower_body(SimModule *m, SimFunction *f, FindAlu *find_alu, SimError *err)
{
    Lower lower = {.m = m, .f = f, .find_alu = find_alu, .err = err, .carry = -1}, *lo = &lower;
    for (int i = 0; i < SPECIALS; i++)
        f->special[i] = -1;
    collect_labels(lo);
    f->entry = m->code_count;
    emit_insn(lo, K_ENTER);
    for (int i = 0; i < f->statement_count && !has_failed(lo); i++) {
        lo->s = &f->statements[i];
        if (lo->s->label) {
            Label *l = find_label(lo, lo->s->label, lo->s->scope);
            if (l->insn >= 0) {
                refuse_statement(lo, "a label that is defined twice");
            } else if (l->wanted) {
                begin_segment(lo);
                l->insn = m->code_count - 1;
            }
            continue;
        }
        lower_statement(lo);
        if (ends_segment(m->code[m->code_count - 1].kind))
            begin_segment(lo);
    }
    lo->s = NULL;
    if (has_failed(lo))
        return false;
    begin_segment(lo);
    // A function that comes to its end returns. In a device function all returns meet at this one, so that lanes leave together.
    emit_insn(lo, f->kernel ? K_EXIT : K_RETURN);
    f->end = m->code_count;
    place_labels(lo);
    if (has_failed(lo))
        return false;
    int epilogue = f->end - 2;
    for (int i = f->entry; !f->kernel && i < epilogue; i++) {
        if (m->code[i].kind == K_RETURN) {
            m->code[i].kind = K_BRANCH;
            m->code[i].branch.target = epilogue;
        }
    }
    if (lacks_memory(lo, !find_writers(m, f, REG_BASE, lo->reg_bytes, &lo->writers)))
        return false;
    if (!m->debug)
        fold_functions(lo);
    place_slots(lo);
    mark_short_branches(lo);
    if (!m->debug)
        fuse_products(lo);
    lacks_memory(lo, !uniform_analyse(m, f, &lo->writers) || !hoisted_analyse(m, f, &lo->writers));
    free(lo->writers.of);
    find_origins(lo);
    return !has_failed(lo) && flow_analyse(m, f, err);
}

// Lowers a function. One that can't be lowered becomes empty and keeps the reason: only its launch is refused.
bool lower_function(SimModule *m, SimFunction *f, FindAlu *find_alu, SimError *err)
{
    int code = m->code_count, segments = m->segment_count;
    if (lower_body(m, f, find_alu, err))
        return true;
    if (err->status != SIM_BAD_PTX || m->unresolved)
        return false;
    f->refused = arena_string(&m->arena, err->text, strlen(err->text));
    if (!f->refused)
        return false;
    m->code_count = code;
    m->segment_count = segments;
    f->statement_count = 0;
    err->status = SIM_OK;
    return lower_body(m, f, find_alu, err);
}
