// control.c: branches, calls, and statements at which lanes or warps meet.

#include "ptx/lower/lower.h"

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
    in->choice.count = targets->target_count;
    in->choice.targets = table;
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

static Builtin builtin_find(const char *name)
{
    static const struct {
        const char *name;
        Builtin builtin;
    } table[] = {{"vprintf", B_VPRINTF},
                 {"__assertfail", B_ASSERT},
                 {"malloc", B_MALLOC},
                 {"free", B_FREE},
                 {"__cudaCDP2GetParameterBufferV2", B_CHILD_BUFFER},
                 {"__cudaCDP2LaunchDeviceV2", B_CHILD_LAUNCH},
                 {"__cudaCDP2GetLastError", B_LAST_ERROR},
                 {"__cudaCDP2PeekAtLastError", B_PEEK_ERROR},
                 {"__cudaCDP2GetDevice", B_DEVICE},
                 {"__cudaCDP2GetDeviceCount", B_DEVICE_COUNT},
                 {"__cudaCDP2DeviceGetAttribute", B_DEVICE_ATTRIBUTE},
                 // launches run in the order of their making, so that there is nothing to wait for
                 {"__cudaCDP2StreamCreateWithFlags", B_NEW_HANDLE},
                 {"__cudaCDP2EventCreateWithFlags", B_NEW_HANDLE},
                 {"__cudaCDP2StreamDestroy", B_NOTHING},
                 {"__cudaCDP2StreamWaitEvent", B_NOTHING},
                 {"__cudaCDP2EventRecord", B_NOTHING},
                 {"__cudaCDP2EventRecordWithFlags", B_NOTHING},
                 {"__cudaCDP2EventDestroy", B_NOTHING}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].builtin;
    return B_NONE;
}

// Whether its order between blocks shows.
static bool builtin_ordered(Builtin b)
{
    return b == B_VPRINTF || b == B_CHILD_BUFFER || b == B_CHILD_LAUNCH || b == B_MALLOC ||
           b == B_FREE;
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
    in->barrier.behind = NONE;
    int at = 0;
    if (lo_has(lo, "red")) {
        bool known = lo_has(lo, "popc") ? (in->barrier.form = BAR_POPC, lo_has(lo, "u32"))
                     : lo_has(lo, "and")
                         ? (in->barrier.form = BAR_AND, lo_has(lo, "pred"))
                         : (in->barrier.form = BAR_OR, lo_has(lo, "or") && lo_has(lo, "pred"));
        if (!known)
            lo_refuse(lo, "a barrier the simulator does not run");
        if (!lo_need(lo, 3, 4))
            return;
        in->d = lo_destination(lo, &s->operands[at++]);
        in->c = lo_predicate(lo, &s->operands[s->count - 1], &in->barrier.not_c);
    } else if (lo_has(lo, "arrive")) {
        in->barrier.form = BAR_ARRIVE;
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
    in->shuffle.mode = (u8)mode;
    in->d = lo_destination_or_sink(lo, &s->operands[0]);
    in->d2 = lo_destination2(lo, &s->operands[0]);
    in->a = lo_source(lo, &s->operands[1], 4);
    in->list[0] = lo_source(lo, &s->operands[2], 4);
    in->c = lo_source(lo, &s->operands[3], 4);
    in->b = lo_source(lo, &s->operands[4], 4);
}

// vote.sync.op, match.sync.op, redux.sync.op: d, a, mask in b. NULL if it is not of that form.
static Insn *emit_collective(Lower *lo, InsnKind kind)
{
    const Statement *s = lo->s;
    if (!lo_has(lo, "sync")) {
        lo_refuse(lo, "a vote without .sync, which is gone since sm_70");
        return NULL;
    }
    Insn *in = lo_need(lo, 3, 3) ? lo_emit(lo, kind) : NULL;
    if (!in)
        return NULL;
    lo_describe(lo, in, SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_INT);
    in->d = lo_destination_or_sink(lo, &s->operands[0]);
    in->d2 = lo_destination2(lo, &s->operands[0]);
    in->b = lo_source(lo, &s->operands[2], 4);
    return in;
}

// Which of the words, which NULL ends, the mnemonic has; their number if it has none.
static u8 which_of(Lower *lo, const char *const *words)
{
    u8 i = 0;
    while (words[i] && !lo_has(lo, words[i]))
        i++;
    return i;
}

void lower_vote(Lower *lo)
{
    static const char *const ops[] = {
        [VOTE_ALL] = "all", [VOTE_ANY] = "any", [VOTE_UNI] = "uni", [VOTE_BALLOT] = "ballot", NULL};
    Insn *in = emit_collective(lo, K_VOTE);
    if (!in)
        return;
    in->vote.op = which_of(lo, ops);
    if (in->vote.op > VOTE_BALLOT)
        lo_refuse(lo, "a vote the simulator does not run");
    lo_take_type(lo);
    const Operand *value = &lo->s->operands[1];
    if (value->kind == O_IMMEDIATE) // for all lanes
        in->a = lo_constant_slot(lo, value->value ? FULL : 0, 4);
    else
        in->a = lo_predicate(lo, value, &in->vote.not_a);
    lo_all_used(lo);
}

void lower_match(Lower *lo)
{
    Insn *in = emit_collective(lo, K_MATCH);
    if (!in)
        return;
    in->match.bytes = (u8)type_bytes(lo_take_type(lo));
    in->a = lo_source(lo, &lo->s->operands[1], in->match.bytes);
    in->match.all = lo_has(lo, "all");
    if (!in->match.all && !lo_has(lo, "any"))
        lo_refuse(lo, "a match the simulator does not run");
    lo_all_used(lo);
}

void lower_redux(Lower *lo)
{
    static const char *const ops[] = {
        [A_ADD] = "add", [A_MIN] = "min", [A_MAX] = "max", [A_INC] = "", [A_DEC] = "",
        [A_AND] = "and", [A_OR] = "or",   [A_XOR] = "xor", NULL};
    Insn *in = emit_collective(lo, K_REDUX);
    if (!in)
        return;
    const char *type = lo_take_type(lo);
    in->redux.is_signed = type[0] == 's';
    in->a = lo_source(lo, &lo->s->operands[1], 4);
    in->redux.op = which_of(lo, ops);
    if (in->redux.op > A_XOR || type_bytes(type) != 4 || type[0] == 'f')
        lo_refuse(lo, "a redux the simulator does not run");
    lo_all_used(lo);
}

void lower_return(Lower *lo)
{
    lo_has(lo, "uni");
    if (lo->f->kernel) {
        lower_exit(lo);
        return;
    }
    lo_all_used(lo);
    lo_emit(lo, K_RETURN);
}

void lower_exit(Lower *lo)
{
    lo_all_used(lo);
    const Insn *in = lo_emit(lo, K_EXIT);
    if (in)
        lo_describe(lo, in, SIM_EXIT, SIM_SPACE_NONE, SIM_PIPE_CONTROL);
}

void lower_trap(Lower *lo)
{
    lo_all_used(lo);
    lo_emit(lo, K_TRAP);
}

void lower_activemask(Lower *lo)
{
    lo_take_type(lo);
    Insn *in = lo_emit(lo, K_ACTIVE);
    if (in && lo_need(lo, 1, 1))
        in->d = lo_destination(lo, &lo->s->operands[0]);
}

void lower_sleep(Lower *lo)
{
    lo_emit(lo, K_SLEEP);
}

void lower_hint(Lower *lo)
{
    lo_emit(lo, K_NOTHING);
}
