// function.c: writes a function's blocks as PTX, with their phis and branches, in the two passes that lower.h explains.
//
// A phi's register is written at the end of each block that leads to it, all phis of a block at once: a copy must not overwrite a
// register that another copy still has to read.

#include "lab/compiler/lower/lower.h"

#include <string.h>

// ---- Phis ---------------------------------------------------------------------------------------------------------------

typedef struct {
    const char *to, *from;
    RegClass class;
} Copy;

static const char *phi_operand(Lower *l, const Value *phi, Value *from, int part)
{
    if (phi->type->kind == TY_POINTER)
        return use_pointer(l, from, space_of(phi));
    return use_part(l, from, part);
}

// Writes the copies of one edge as if they were done at once. A copy is written when no other copy still reads its register; a
// ring of copies is opened with a new register.
static void put_copies(Lower *l, Copy *copies, int count)
{
    while (count) {
        int free = -1;
        for (int i = 0; i < count && free < 0; i++) {
            bool read = false;
            for (int k = 0; k < count; k++)
                read = read || (k != i && strcmp(copies[k].from, copies[i].to) == 0);
            if (!read)
                free = i;
        }
        if (free < 0) {
            const char *kept = temp(l, copies[0].class);
            put(l, "mov.%s \t%s, %s", ptx_class(copies[0].class), kept, copies[0].to);
            for (int k = 1; k < count; k++)
                if (strcmp(copies[k].from, copies[0].to) == 0)
                    copies[k].from = kept;
            free = 0;
        }
        const Copy *c = &copies[free];
        put(l, "mov.%s \t%s, %s", ptx_class(c->class), c->to, c->from);
        copies[free] = copies[--count];
    }
}

static bool has_copies(const Block *to)
{
    for (int i = 0; i < to->count && to->insns[i]->op == OP_PHI; i++)
        if (to->insns[i]->needed)
            return true;
    return false;
}

static void lower_edge(Lower *l, const Block *from, const Block *to)
{
    Copy *copies = NULL;
    int count = 0, capacity = 0;
    if (l->demand)
        return; // want_incoming asks for them
    for (int i = 0; i < to->count && to->insns[i]->op == OP_PHI; i++) {
        Value *phi = to->insns[i];
        for (int part = 0; phi->needed && part < part_count(l->m, phi->type); part++) {
            Value *in = incoming(l, phi, from);
            int at = part;
            const Value *v = leaf(l, in, &at);
            if (v->kind == V_UNDEF || (v == phi && at == part))
                continue;
            Copy c = {.from = phi_operand(l, phi, in, part), .class = class_of(l, phi, part)};
            c.to = reg_of(l, phi, part);
            if (strcmp(c.to, c.from) == 0)
                continue;
            ADD(l->m, copies, count, capacity, c);
        }
    }
    put_copies(l, copies, count);
}

// ---- Branches -----------------------------------------------------------------------------------------------------------

static const char *label_of(Lower *l, const Block *b)
{
    return sprint(l->m, "$L__BB%d", b->number);
}

static void put_jump(Lower *l, const Block *to)
{
    if (to != l->next)
        put(l, "bra.uni \t%s", label_of(l, to));
}

// Writes the copies for one target before the branch, if they do no harm on the way to the other target. False if it did not.
static bool copied_before(Lower *l, const Value *v, const Block *to, const Block *other)
{
    if (!has_copies(to) || l->demand || !writable_before(l, to, other))
        return false;
    lower_edge(l, v->block, to);
    return true;
}

static void lower_branch(Lower *l, Value *v)
{
    const Block *yes = v->targets[0], *no = v->target_count > 1 ? v->targets[1] : yes;
    bool negated;
    if (v->count == 0 || yes == no) {
        lower_edge(l, v->block, yes);
        put_jump(l, yes);
        return;
    }
    const char *p = use_pred(l, v->operands[0], &negated);
    bool yes_done = !has_copies(yes), no_done = !has_copies(no);
    if (no_done && !yes_done)
        yes_done = copied_before(l, v, yes, no);
    else if (yes_done && !no_done)
        no_done = copied_before(l, v, no, yes);
    if (yes_done == no_done ? yes == l->next
                            : !yes_done) { // what is left to copy is on the way that is not taken
        const Block *swap = yes;
        bool done = yes_done;
        yes = no, no = swap;
        yes_done = no_done, no_done = done;
        negated = !negated;
    }
    const char *target = yes_done ? label_of(l, yes) : new_label(l);
    put(l, "@%s%s bra \t%s", negated ? "!" : "", p, target);
    if (!no_done)
        lower_edge(l, v->block, no);
    if (yes_done) {
        put_jump(l, no);
        return;
    }
    put(l, "bra.uni \t%s", label_of(l, no));
    put_label(l, target);
    lower_edge(l, v->block, yes);
    put_jump(l, yes);
}

// A case of a switch.
typedef struct {
    i64 key;
    const char *label;
} Case;

// Tests the cases [first, end), sorted by key: few cases one after the other, more cases by halves.
static void put_cases(Lower *l, const char *reg, int width, const Case *cases, int first, int end,
                      const char *other)
{
    if (end - first <= 4) {
        for (int i = first; i < end; i++) {
            const char *p = temp(l, R_PRED);
            put(l, "setp.eq.s%d \t%s, %s, %l", width, p, reg, (u64)cases[i].key);
            put(l, "@%s bra \t%s", p, cases[i].label);
        }
        put(l, "bra.uni \t%s", other);
        return;
    }
    int middle = first + (end - first) / 2;
    const char *p = temp(l, R_PRED), *upper = new_label(l);
    put(l, "setp.ge.s%d \t%s, %s, %l", width, p, reg, (u64)cases[middle].key);
    put(l, "@%s bra \t%s", p, upper);
    put_cases(l, reg, width, cases, first, middle, other);
    put_label(l, upper);
    put_cases(l, reg, width, cases, middle, end, other);
}

static void lower_switch(Lower *l, Value *v)
{
    Type *type = v->operands[0]->type;
    int count = v->count - 1, width = type->bits <= 32 ? 32 : 64;
    const char *reg;
    if (type->bits == 1)
        fail_at(l->m, v, "a switch over a truth value is not supported");
    reg = use_sign_extended(l, v->operands[0], 0);
    const char **labels = make(l->m, (size_t)v->target_count * sizeof *labels);
    for (int i = 0; i < v->target_count; i++)
        labels[i] = has_copies(v->targets[i]) ? new_label(l) : label_of(l, v->targets[i]);
    Case *cases = make(l->m, (size_t)(count + 1) * sizeof *cases);
    for (int i = 0; i < count; i++) {
        int k = i;
        Case c = {signed_value(v->operands[i + 1]), labels[i + 1]};
        for (; k > 0 && cases[k - 1].key > c.key; k--)
            cases[k] = cases[k - 1];
        cases[k] = c;
    }
    put_cases(l, reg, width, cases, 0, count, labels[0]);
    for (int i = 0; i < v->target_count; i++)
        if (has_copies(v->targets[i])) {
            put_label(l, labels[i]);
            lower_edge(l, v->block, v->targets[i]);
            put(l, "bra.uni \t%s", label_of(l, v->targets[i]));
        }
}

// ---- Instructions -----------------------------------------------------------------------------------------------------

static void lower_select(Lower *l, Value *v)
{
    Value *condition = v->operands[0], *yes = v->operands[1], *no = v->operands[2];
    for (int part = 0; part < part_count(l->m, v->type); part++) {
        bool vector = condition->type->kind == TY_VECTOR, negated = false;
        const char *p = vector ? use_reg(l, condition, part) : use_pred(l, condition, &negated);
        RegClass c = class_of(l, v, part);
        if (c == R_PRED) {
            const char *a = use_reg(l, negated ? no : yes, part),
                       *b = use_reg(l, negated ? yes : no, part);
            const char *both = temp(l, R_PRED), *not = temp(l, R_PRED), *other = temp(l, R_PRED);
            put(l, "and.pred \t%s, %s, %s", both, p, a);
            put(l, "not.pred \t%s, %s", not, p);
            put(l, "and.pred \t%s, %s, %s", other, not, b);
            put(l, "or.pred \t%s, %s, %s", def(l, part), both, other);
            continue;
        }
        bool pointer = v->type->kind == TY_POINTER;
        const char *a = pointer ? use_pointer(l, yes, space_of(v)) : use_part(l, yes, part);
        const char *b = pointer ? use_pointer(l, no, space_of(v)) : use_part(l, no, part);
        put(l, "selp.%s \t%s, %s, %s, %s", ptx_class(c), def(l, part), negated ? b : a,
            negated ? a : b, p);
    }
}

// Lowers the access to an element whose number is known only at run time, by a chain of selects.
static void lower_element(Lower *l, Value *v)
{
    bool insert = v->op == OP_INSERTELEMENT;
    Value *vector = v->operands[0], *index = v->operands[v->count - 1];
    const char *n = use_zero_extended(l, index, 0), *last = NULL;
    int width = index->type->bits <= 32 ? 32 : 64, count = part_count(l->m, vector->type);
    for (int part = 0; part < count; part++) {
        RegClass c = class_of(l, vector, part);
        if (c == R_PRED)
            fail_at(l->m, v, "a vector of truth values with a running number is not supported");
        const char *p = temp(l, R_PRED), *to = insert              ? def(l, part)
                                               : part == count - 1 ? def(l, 0)
                                                                   : temp(l, c);
        const char *element = use_reg(l, vector, part);
        if (!insert && part == 0) {
            last = element;
            if (count == 1)
                put(l, "mov.%s \t%s, %s", ptx_class(c), to, element);
            continue;
        }
        put(l, "setp.eq.s%d \t%s, %s, %d", width, p, n, part);
        put(l, "selp.%s \t%s, %s, %s, %s", ptx_class(c), to,
            insert ? use_reg(l, v->operands[1], 0) : element, insert ? element : last, p);
        last = to;
    }
}

static void lower_one(Lower *l, Value *v)
{
    l->at = v;
    if (v->op >= OP_FADD && v->op <= OP_FNEG)
        lower_float(l, v);
    else if (op_binary(v->op))
        lower_int(l, v);
    else if (op_cast(v->op))
        lower_cast(l, v);
    else
        switch (v->op) {
        case OP_ICMP: lower_compare(l, v); break;
        case OP_FCMP: lower_float_compare(l, v); break;
        case OP_SELECT: lower_select(l, v); break;
        case OP_EXTRACTELEMENT:
        case OP_INSERTELEMENT: lower_element(l, v); break;
        case OP_LOAD: lower_load(l, v->leader ? v->leader : v); break;
        case OP_STORE: lower_store(l, v); break;
        case OP_FENCE: lower_fence(l, v); break;
        case OP_CMPXCHG:
        case OP_ATOMICRMW: lower_atomic(l, v); break;
        case OP_GETELEMENTPTR: lower_gep(l, v); break;
        case OP_CALL: lower_call(l, v); break;
        case OP_RET: lower_return(l, v); break;
        case OP_BR: lower_branch(l, v); break;
        case OP_SWITCH: lower_switch(l, v); break;
        case OP_UNREACHABLE: put(l, "trap"); break;
        default:
            break; // a phi is written where its edges are; an alloca is a variable; leaf looks through the others
        }
}

// Tells whether an instruction is written even if nobody asks for its result.
static bool has_effect(const Value *v)
{
    switch (v->op) {
    case OP_STORE:
    case OP_FENCE:
    case OP_CMPXCHG:
    case OP_ATOMICRMW:
    case OP_RET:
    case OP_BR:
    case OP_SWITCH:
    case OP_UNREACHABLE: return true;
    case OP_LOAD: return (v->flags & F_VOLATILE) || v->order > ORDER_UNORDERED;
    case OP_CALL:
        if (v->operands[0]->kind == V_ASM)
            return v->operands[0]->has_effect;
        return v->operands[0]->kind != V_SYMBOL || !intrinsic_pure(v->operands[0]->name);
    default: return false;
    }
}

// ---- The passes -------------------------------------------------------------------------------------------------------

static void reach(Lower *l)
{
    Block **work = NULL;
    int count = 0, capacity = 0;
    ADD(l->m, work, count, capacity, l->f->blocks[0]);
    l->f->blocks[0]->reached = true;
    while (count) {
        Block *b = work[--count];
        const Value *end = b->insns[b->count - 1];
        for (int i = 0; i < end->target_count; i++) {
            Block *to = end->targets[i];
            ADD(l->m, to->before, to->before_count, to->before_capacity, b);
            if (!to->reached) {
                to->reached = true;
                ADD(l->m, work, count, capacity, to);
            }
        }
    }
}

// Asks for a phi's operands, and checks that their blocks lead to the phi's block.
static void want_incoming(Lower *l, Value *phi)
{
    l->at = phi;
    for (int i = 0; i < phi->target_count; i++)
        if (phi->targets[i]->reached) {
            l->edge = phi->targets[i];
            for (int part = 0; part < part_count(l->m, phi->type); part++)
                phi_operand(l, phi, phi->operands[i], part);
        }
    l->edge = NULL;
}

static void find_needed(Lower *l)
{
    l->demand = true;
    for (int i = 0; i < l->f->block_count; i++)
        for (int k = 0; l->f->blocks[i]->reached && k < l->f->blocks[i]->count; k++)
            if (has_effect(l->f->blocks[i]->insns[k])) {
                want(l, l->f->blocks[i]->insns[k]);
            }
    while (l->wanted_count) {
        Value *v = l->wanted[--l->wanted_count];
        if (v->kind != V_INSN)
            continue;
        if (v->leader && v->leader != v)
            want(l, v->leader);
        if (v->op == OP_PHI)
            want_incoming(l, v);
        else
            lower_one(l, v);
    }
    l->demand = false;
}

static void put_location(Lower *l, const Value *v)
{
    if (v->loc >= 0 && v->loc != l->last_loc) {
        location_print(l->m, l->to, v->loc);
        l->last_loc = v->loc;
    }
}

static void put_blocks(Lower *l)
{
    const Symbol *f = l->f;
    for (int i = 0; i < f->block_count; i++) {
        const Block *b = f->blocks[i];
        if (!b->reached)
            continue;
        int next = i + 1;
        while (next < f->block_count && !f->blocks[next]->reached)
            next++;
        l->next = next < f->block_count ? f->blocks[next] : NULL;
        l->cache_count = 0;
        if (i > 0)
            ptx_print(l->m, l->to, "\n%s:\n", label_of(l, b));
        variables_at_start(l, b);
        for (int k = 0; k < b->count; k++) {
            Value *v = b->insns[k];
            variables_before(l, b, k);
            if ((!v->needed && !v->sum_needed) || (v->leader && v->leader != v))
                continue;
            tell_variables(l, v->loc);
            put_location(l, v);
            lower_one(l, v);
            variables_after(l, v);
        }
    }
}

static void put_locals(Lower *l, PtxText *to)
{
    const Symbol *f = l->f;
    for (int i = 0; i < f->block_count; i++)
        for (int k = 0; k < f->blocks[i]->count; k++) {
            const Value *v = f->blocks[i]->insns[k];
            if (v->op == OP_ALLOCA && v->needed)
                ptx_print(l->m, to, "\t.local .align %l .b8 \t%s[%l];\n", v->align,
                          symbol_text(l, v),
                          type_size(l->m, v->about) ? type_size(l->m, v->about) : (u64)1);
        }
    for (int i = 0; i < f->argument_count; i++) {
        const Argument *a = &f->arguments[i];
        if (a->copy)
            ptx_print(l->m, to, "\t.local .align %l .b8 \t%s[%l];\n", a->align, a->copy,
                      type_size(l->m, a->byval));
    }
}

void lower_function(Module *m, Symbol *f, PtxText *to)
{
    PtxText body = {0};
    Lower l = {.m = m, .f = f, .to = &body, .last_loc = -1};
    find_spaces(m, f);
    merge_accesses(m, f);
    reach(&l);
    prepare_arguments(&l);
    find_needed(&l);
    share_registers(&l);
    find_variables(&l);
    lower_arguments(&l);
    put_blocks(&l);
    for (int c = 0; c < R_CLASSES; c++)
        if (l.counts[c])
            ptx_print(m, to, "\t.reg .%s \t%s<%d>;\n", ptx_class(c), ptx_prefix(c),
                      l.counts[c] + 1);
    put_locals(&l, to);
    ptx_put(m, to, "\n", 1);
    ptx_put(m, to, body.bytes ? body.bytes : "", body.length);
}
