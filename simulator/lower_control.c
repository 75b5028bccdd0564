// lower_control.c: branches, calls, and statements at which lanes or warps meet.

#include "lower.h"

#include <string.h>

// ---- Control -----------------------------------------------------------------------------------------------------

static void want_label(Lower *lo, int insn, const char *label, i32 *target)
{
    struct Fixup *f =
        arena_push(&lo->m->arena, &lo->fixups, &lo->fixup_count, &lo->fixup_capacity, sizeof *f);
    if (!f) {
        lo_out_of_memory(lo);
        return;
    }
    f->insn = insn;
    f->label = label;
    f->scope = lo->s->scope;
    f->target = target;
}

Label *lo_find_label(const Lower *lo, const char *name, int scope)
{
    int low = 0, high = lo->label_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(lo->labels[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; scope >= 0; scope = lo->f->scopes[scope])
        for (int i = low; i < lo->label_count && strcmp(lo->labels[i].name, name) == 0; i++)
            if (lo->labels[i].scope == scope)
                return &lo->labels[i];
    return NULL;
}

void lower_branch(Lower *lo)
{
    const Statement *s = lo->s;
    if (!lo_need(lo, 1, 1) || s->operands[0].kind != O_SYMBOL) {
        lo_refuse(lo, "a branch without a label");
        return;
    }
    lo_has(lo, "uni");
    lo_all_used(lo);
    Insn *in = lo_emit(lo, K_BRANCH);
    if (!in)
        return;
    lo_describe(lo, in, s->guard ? SIM_BRANCH : SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_CONTROL);
    want_label(lo, lo->m->code_count - 1, s->operands[0].name, NULL);
}

void lower_switch(Lower *lo)
{
    const Statement *s = lo->s;
    if (!lo_need(lo, 2, 2))
        return;
    lo_has(lo, "idx");
    lo_has(lo, "uni");
    lo_all_used(lo);
    const Label *list =
        s->operands[1].kind == O_SYMBOL ? lo_find_label(lo, s->operands[1].name, s->scope) : NULL;
    const Statement *targets = list ? &lo->f->statements[list->statement] : NULL;
    if (!targets || !targets->targets) {
        lo_refuse(lo, "a brx.idx without a list of targets");
        return;
    }
    Insn *in = lo_emit(lo, K_SWITCH);
    i32 *table = arena_alloc(&lo->m->arena, (size_t)targets->target_count * sizeof *table);
    if (!in || !table) {
        lo_out_of_memory(lo);
        return;
    }
    lo_describe(lo, in, SIM_BRANCH, SIM_SPACE_NONE, SIM_PIPE_CONTROL);
    in->a = lo_source(lo, &s->operands[0], 4);
    in->imm = targets->target_count;
    in->targets = table;
    for (int i = 0; i < targets->target_count; i++)
        want_label(lo, lo->m->code_count - 1, targets->targets[i], &table[i]);
}

static struct CallSlot *call_slots(Lower *lo, const Operand *list, int *count)
{
    *count = 0;
    if (!list)
        return NULL;
    struct CallSlot *slots = arena_alloc(&lo->m->arena, (size_t)(list->count + 1) * sizeof *slots);
    if (!slots) {
        lo_out_of_memory(lo);
        return NULL;
    }
    for (int i = 0; i < list->count; i++) {
        const Var *v = list->items[i].var;
        if (!v || v->space != V_PARAM || is_argument(lo->f, v)) {
            lo_refuse(lo, "a call whose arguments are not .param variables");
            return NULL;
        }
        slots[i].here = (u32)v->offset;
        slots[i].size = (u32)v->size;
    }
    *count = list->count;
    return slots;
}

static bool slots_fit(const struct CallSlot *slots, int count, const Var *params)
{
    for (int i = 0; i < count; i++, params = params->next)
        if (!params || params->size < slots[i].size)
            return false;
    return true;
}

void lower_call(Lower *lo)
{
    const Statement *s = lo->s;
    lo_has(lo, "uni");
    lo_all_used(lo);
    int at = 0;
    const Operand *results = NULL, *args = NULL;
    if (at < s->count && s->operands[at].kind == O_LIST)
        results = &s->operands[at++];
    const Operand *callee = at < s->count ? &s->operands[at++] : NULL;
    if (at < s->count && s->operands[at].kind == O_LIST)
        args = &s->operands[at++];
    Insn *in = lo_emit(lo, K_CALL);
    Call *call = arena_alloc(&lo->m->arena, sizeof *call);
    if (!in || !call) {
        lo_out_of_memory(lo);
        return;
    }
    in->call = call;
    call->builtin = B_NONE;
    call->arg = call_slots(lo, args, &call->args);
    call->result = call_slots(lo, results, &call->results);
    if (lo_failed(lo))
        return;
    if (callee && callee->kind == O_REG && callee->reg->bytes == 8) {
        in->a = lo_reg_slot(lo, callee->reg, callee->reg_index);
    } else if (callee && callee->kind == O_SYMBOL) {
        call->function = module_function(lo->m, callee->name, lo->f->unit);
        if (!call->function || !call->function->defined) {
            call->function = NULL;
            call->builtin = builtin_find(callee->name);
            if (call->builtin == B_NONE) {
                char what[160];
                text_format(what, sizeof what, "a call of '%s', which is defined nowhere",
                            callee->name);
                lo_refuse(lo, what);
                return;
            }
            in->ordered = builtin_ordered((Builtin)call->builtin);
            lo->m->launches |= call->builtin == B_CHILD_BUFFER;
            lo->m->mallocs |= call->builtin == B_MALLOC || call->builtin == B_FREE;
        } else if (call->function->kernel) {
            lo_refuse(lo, "a call of a kernel");
        } else if (!slots_fit(call->arg, call->args, call->function->params) ||
                   !slots_fit(call->result, call->results, call->function->results)) {
            lo_refuse(lo, "a call whose arguments do not fit the function");
        }
    } else {
        lo_refuse(lo, "a call without a function");
    }
}

// ---- Synchronization ---------------------------------------------------------------------------------------------

void lower_barrier(Lower *lo)
{
    const Statement *s = lo->s;
    if (lo_has(lo, "warp")) {
        lo_has(lo, "sync");
        lo_all_used(lo);
        if (!lo_need(lo, 1, 1))
            return;
        Insn *in = lo_emit(lo, K_WARP_SYNC);
        if (in)
            in->b = lo_source(lo, &s->operands[0], 4);
        return;
    }
    lo_has(lo, "cta");
    lo_has(lo, "aligned");
    Insn *in = lo_emit(lo, K_BARRIER);
    if (!in)
        return;
    lo_describe(lo, in, SIM_BARRIER, SIM_SPACE_NONE, SIM_PIPE_CONTROL);
    int at = 0;
    if (lo_has(lo, "red")) {
        // op: 'p'opc, 'a'nd, 'o'r
        in->op = lo_has(lo, "popc") ? 'p' : lo_has(lo, "and") ? 'a' : lo_has(lo, "or") ? 'o' : 0;
        if (in->op == 'p' ? !lo_has(lo, "u32") : !lo_has(lo, "pred"))
            lo_refuse(lo, "a barrier the simulator does not run");
        if (!lo_need(lo, 3, 4))
            return;
        in->d = lo_destination(lo, &s->operands[at++]);
        bool negated = false;
        in->c = lo_predicate(lo, &s->operands[s->count - 1], &negated);
        in->is_signed = negated;
    } else if (lo_has(lo, "arrive")) {
        in->op = 'r';
    } else if (!lo_has(lo, "sync")) {
        lo_refuse(lo, "a barrier the simulator does not run");
        return;
    }
    lo_all_used(lo);
    int last = s->count - (in->d >= 0);
    if (at >= last) {
        lo_refuse(lo, "an instruction with the wrong number of operands");
        return;
    }
    if (s->operands[at].kind == O_IMMEDIATE && s->operands[at].value > 15)
        lo_refuse(lo, "a barrier's number beyond 15");
    in->a = lo_source(lo, &s->operands[at++], 4);
    in->b = at < last ? lo_source(lo, &s->operands[at], 4) : -1;
}

void lower_shuffle(Lower *lo)
{
    const Statement *s = lo->s;
    if (!lo_has(lo, "sync")) {
        lo_refuse(lo, "a shuffle without .sync, which is gone since sm_70");
        return;
    }
    static const char *const modes[] = {"up", "down", "bfly", "idx"};
    int mode = -1;
    for (int i = 0; i < 4; i++)
        if (lo_has(lo, modes[i]))
            mode = i;
    if (mode < 0 || !lo_has(lo, "b32")) {
        lo_refuse(lo, "a shuffle the simulator does not run");
        return;
    }
    lo_all_used(lo);
    if (!lo_need(lo, 5, 5))
        return;
    Insn *in = lo_emit(lo, K_SHUFFLE);
    if (!in)
        return;
    lo_describe(lo, in, SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_LSU);
    in->op = (u8)mode;
    in->bytes = 4;
    in->d = lo_destination_or_sink(lo, &s->operands[0]);
    in->d2 = lo_destination2(lo, &s->operands[0]);
    in->a = lo_source(lo, &s->operands[1], 4);
    in->v[0] = lo_source(lo, &s->operands[2], 4);
    in->c = lo_source(lo, &s->operands[3], 4);
    in->b = lo_source(lo, &s->operands[4], 4);
}

void lower_collective(Lower *lo, InsnKind kind)
{
    const Statement *s = lo->s;
    if (!lo_has(lo, "sync")) {
        lo_refuse(lo, "a vote without .sync, which is gone since sm_70");
        return;
    }
    if (!lo_need(lo, 3, 3))
        return;
    Insn *in = lo_emit(lo, kind);
    if (!in)
        return;
    lo_describe(lo, in, SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_INT);
    in->d = lo_destination_or_sink(lo, &s->operands[0]);
    in->d2 = lo_destination2(lo, &s->operands[0]);
    in->b = lo_source(lo, &s->operands[2], 4);
    if (kind == K_VOTE) {
        in->op = lo_has(lo, "all")   ? W_ALL
                 : lo_has(lo, "any") ? W_ANY
                 : lo_has(lo, "uni") ? W_UNI
                                     : W_BALLOT;
        if (in->op == W_BALLOT && !lo_has(lo, "ballot"))
            lo_refuse(lo, "a vote the simulator does not run");
        lo_take_type(lo);
        // a predicate, or a constant that stands for one
        if (s->operands[1].kind == O_IMMEDIATE) {
            in->a = lo_new_slot(lo, 0);
            in->imm = s->operands[1].value ? 1 : 2;
        } else {
            in->a = lo_predicate(lo, &s->operands[1], &in->is_signed);
        }
    } else {
        const char *type = lo_take_type(lo);
        in->bytes = (u8)type_bytes(type);
        in->is_signed = type[0] == 's';
        in->a = lo_source(lo, &s->operands[1], in->bytes);
        if (kind == K_MATCH) {
            in->op = lo_has(lo, "all") ? W_ALL : W_ANY;
            if (in->op == W_ANY && !lo_has(lo, "any"))
                lo_refuse(lo, "a match the simulator does not run");
        } else {
            in->op = lo_has(lo, "add")   ? A_ADD
                     : lo_has(lo, "min") ? A_MIN
                     : lo_has(lo, "max") ? A_MAX
                     : lo_has(lo, "and") ? A_AND
                     : lo_has(lo, "or")  ? A_OR
                     : lo_has(lo, "xor") ? A_XOR
                                         : A_CAS;
            if (in->op == A_CAS || in->bytes != 4 || type[0] == 'f')
                lo_refuse(lo, "a redux the simulator does not run");
        }
    }
    lo_all_used(lo);
}
