// control.c: lowers branches, calls, and statements at which lanes or warps meet.

#include "ptx/lower/lower.h"

#include <string.h>

// ---- Control -----------------------------------------------------------------------------------------------------

Label *find_label(const Lower *lo, const char *name, int scope)
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

// Returns the number of a label of the statement. place_labels makes an instruction of it.
static i32 label_number(Lower *lo, const char *name)
{
    const Label *l = find_label(lo, name, lo->s->scope);
    if (!l && !lo->missing)
        lo->missing = name;
    return l ? (i32)(l - lo->labels) : NONE;
}

void lower_branch(Lower *lo)
{
    const Statement *s = lo->s;
    if (refuse_if(lo, !need_operands(lo, 1, 1) || s->operands[0].kind != O_SYMBOL,
                  "a branch without a label"))
        return;
    has_part(lo, "uni");
    all_parts_used(lo);
    Insn *in = emit_insn(lo, K_BRANCH);
    if (!s->guard)
        insn_info(lo, in)->kind = SIM_PLAIN; // all lanes jump
    in->branch.target = label_number(lo, s->operands[0].name);
}

void lower_switch(Lower *lo)
{
    const Statement *s = lo->s;
    if (!need_operands(lo, 2, 2))
        return;
    has_part(lo, "idx");
    has_part(lo, "uni");
    all_parts_used(lo);
    const Label *list =
        s->operands[1].kind == O_SYMBOL ? find_label(lo, s->operands[1].name, s->scope) : NULL;
    const Statement *targets = list ? &lo->f->statements[list->statement] : NULL;
    if (refuse_if(lo, !targets || !targets->count, "a brx.idx without a list of targets"))
        return;
    Insn *in = emit_insn(lo, K_SWITCH);
    i32 *table = arena_alloc(&lo->m->arena, (size_t)targets->count * sizeof *table);
    if (lacks_memory(lo, !table))
        return;
    in->a = source_slot(lo, &s->operands[0], 4);
    in->choice.count = targets->count;
    in->choice.targets = table;
    for (int i = 0; i < targets->count; i++)
        table[i] = label_number(lo, targets->operands[i].name);
}

static struct CallSlot *call_slots(Lower *lo, const Operand *list, int *count)
{
    *count = 0;
    if (!list)
        return NULL;
    struct CallSlot *slots = arena_alloc(&lo->m->arena, (size_t)(list->count + 1) * sizeof *slots);
    if (lacks_memory(lo, !slots))
        return NULL;
    for (int i = 0; i < list->count; i++) {
        const Var *v = list->items[i].var;
        if (refuse_if(lo, !v || v->space != V_PARAM || v->argument,
                      "a call whose arguments are not .param variables"))
            return NULL;
        slots[i].here = (u32)v->offset;
        slots[i].size = (u32)v->size;
    }
    *count = list->count;
    return slots;
}

enum { ORDERED = 1, HEAP = 2, LAUNCHES = 4 };

// Returns the built-in function of a name; *flags are its own.
static Builtin find_builtin(const char *name, int *flags)
{
#define BUILTIN_ROW(name, text, flags) {text, flags},
    static const struct {
        const char *name;
        int flags;
    } table[] = {BUILTINS(BUILTIN_ROW)};
#undef BUILTIN_ROW
    int i = sizeof table / sizeof *table - 1;
    while (i >= 0 && strcmp(table[i].name, name) != 0)
        i--;
    *flags = i < 0 ? 0 : table[i].flags;
    return (Builtin)i;
}

// Tells whether a function is one of CUDA's own libraries for device code. A kernel that calls one is refused alone, for the program
// may never launch it.
static bool is_toolkits(const char *name)
{
    return strncmp(name, "cuda", 4) == 0 || strncmp(name, "__cuda", 6) == 0 ||
           strncmp(name, "__nv", 4) == 0;
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
    has_part(lo, "uni");
    all_parts_used(lo);
    int at = 0;
    const Operand *results = NULL, *args = NULL;
    if (at < s->count && s->operands[at].kind == O_LIST)
        results = &s->operands[at++];
    const Operand *callee = at < s->count ? &s->operands[at++] : NULL;
    if (at < s->count && s->operands[at].kind == O_LIST)
        args = &s->operands[at++];
    int flags;
    Insn *in = emit_insn(lo, K_CALL);
    Call *call = arena_alloc(&lo->m->arena, sizeof *call);
    if (lacks_memory(lo, !call))
        return;
    in->call = call;
    call->builtin = B_NONE;
    call->arg = call_slots(lo, args, &call->args);
    call->result = call_slots(lo, results, &call->results);
    if (has_failed(lo))
        return;
    if (callee && callee->kind == O_REG && callee->reg->bytes == 8) {
        in->a = register_slot(lo, callee->reg);
    } else if (callee && callee->kind == O_SYMBOL) {
        call->function = module_function(lo->m, callee->name, lo->f->unit);
        if (!call->function || !call->function->defined) {
            call->function = NULL;
            call->builtin = find_builtin(callee->name, &flags);
            if (call->builtin == B_NONE) {
                char what[256];
                TEXT_FORMAT(
                    what,
                    "a call of '%s', which is defined nowhere in this file; -rdc=true links the "
                    "device code of several",
                    callee->name);
                refuse_statement(lo, what);
                lo->m->unresolved |= !is_toolkits(callee->name);
                return;
            }
            in->ordered = flags & ORDERED;
            lo->m->launches |= (flags & LAUNCHES) != 0;
            lo->f->mallocs |= (flags & HEAP) != 0;
        } else if (call->function->kernel) {
            refuse_statement(lo, "a call of a kernel");
        } else if (!slots_fit(call->arg, call->args, call->function->params) ||
                   !slots_fit(call->result, call->results, call->function->results)) {
            refuse_statement(lo, "a call whose arguments do not fit the function");
        }
    } else {
        refuse_statement(lo, "a call without a function");
    }
}

// ---- Synchronization ---------------------------------------------------------------------------------------------

void lower_barrier(Lower *lo)
{
    const Statement *s = lo->s;
    if (has_part(lo, "warp")) {
        has_part(lo, "sync");
        all_parts_used(lo);
        if (!need_operands(lo, 1, 1))
            return;
        Insn *in = emit_insn(lo, K_WARP_SYNC);
        in->b = source_slot(lo, &s->operands[0], 4);
        return;
    }
    if (has_part(lo, "cluster")) {
        lower_cluster_barrier(lo);
        return;
    }
    has_part(lo, "cta");
    has_part(lo, "aligned");
    Insn *in = emit_insn(lo, K_BARRIER);
    in->barrier.behind = NONE;
    int at = 0;
    if (has_part(lo, "red")) {
        static const char *const ops[] = {"popc", "and", "or", NULL};
        const u8 op = which_part(lo, ops);
        in->barrier.form = BAR_POPC + op;
        refuse_if(lo, !ops[op] || !has_part(lo, in->barrier.form == BAR_POPC ? "u32" : "pred"),
                  "a barrier the simulator does not run");
        if (!need_operands(lo, 3, 4))
            return;
        in->d = destination_slot(lo, &s->operands[at++]);
        in->c = predicate_slot(lo, &s->operands[s->count - 1], &in->barrier.not_c);
    } else if (has_part(lo, "arrive")) {
        in->barrier.form = BAR_ARRIVE;
    } else if (!has_part(lo, "sync")) {
        refuse_statement(lo, "a barrier the simulator does not run");
        return;
    }
    all_parts_used(lo);
    int last = s->count - (in->d >= 0);
    if (refuse_if(lo, at >= last, "an instruction with the wrong number of operands"))
        return;
    refuse_if(lo, s->operands[at].kind == O_IMMEDIATE && s->operands[at].value > 15,
              "a barrier's number beyond 15");
    in->a = source_slot(lo, &s->operands[at++], 4);
    in->b = at < last ? source_slot(lo, &s->operands[at], 4) : -1;
}

void lower_shuffle(Lower *lo)
{
    const Statement *s = lo->s;
    if (refuse_if(lo, !has_part(lo, "sync"), "a shuffle without .sync, which sm_70 removed"))
        return;
    static const char *const modes[] = {"up", "down", "bfly", "idx", NULL};
    const u8 mode = which_part(lo, modes);
    if (refuse_if(lo, mode > SHUFFLE_IDX || !has_part(lo, "b32"),
                  "a shuffle the simulator does not run"))
        return;
    all_parts_used(lo);
    if (!need_operands(lo, 5, 5))
        return;
    Insn *in = emit_insn(lo, K_SHUFFLE);
    in->shuffle.mode = mode;
    in->d = destination_or_sink(lo, &s->operands[0]);
    in->d2 = destination2_slot(lo, &s->operands[0]);
    in->a = source_slot(lo, &s->operands[1], 4);
    in->list[0] = source_slot(lo, &s->operands[2], 4);
    in->c = source_slot(lo, &s->operands[3], 4);
    in->b = source_slot(lo, &s->operands[4], 4);
}

// Emits vote.sync.op, match.sync.op or redux.sync.op: d, and the mask in b. NULL if the statement has another form.
static Insn *emit_collective(Lower *lo, InsnKind kind)
{
    const Statement *s = lo->s;
    refuse_if(lo, !has_part(lo, "sync"), "a vote without .sync, which sm_70 removed");
    if (!need_operands(lo, 3, 3))
        return NULL;
    Insn *in = emit_insn(lo, kind);
    in->d = destination_or_sink(lo, &s->operands[0]);
    in->d2 = destination2_slot(lo, &s->operands[0]);
    in->b = source_slot(lo, &s->operands[2], 4);
    return in;
}

void lower_vote(Lower *lo)
{
    static const char *const ops[] = {
        [VOTE_ALL] = "all", [VOTE_ANY] = "any", [VOTE_UNI] = "uni", [VOTE_BALLOT] = "ballot", NULL};
    Insn *in = emit_collective(lo, K_VOTE);
    if (!in)
        return;
    in->vote.op = which_part(lo, ops);
    refuse_if(lo, in->vote.op > VOTE_BALLOT, "a vote the simulator does not run");
    type_part(lo);
    const Operand *value = &lo->s->operands[1];
    if (value->kind == O_IMMEDIATE) // the same for all lanes
        in->a = constant_slot(lo, value->value ? FULL : 0, 4);
    else
        in->a = predicate_slot(lo, value, &in->vote.not_a);
    all_parts_used(lo);
}

void lower_match(Lower *lo)
{
    Insn *in = emit_collective(lo, K_MATCH);
    if (!in)
        return;
    in->match.bytes = (u8)type_size(type_part(lo));
    in->a = source_slot(lo, &lo->s->operands[1], in->match.bytes);
    in->match.all = has_part(lo, "all");
    refuse_if(lo, !in->match.all && !has_part(lo, "any"), "a match the simulator does not run");
    all_parts_used(lo);
}

void lower_redux(Lower *lo)
{
    static const char *const ops[] = {
        [A_ADD] = "add", [A_MIN] = "min", [A_MAX] = "max", [A_INC] = "", [A_DEC] = "",
        [A_AND] = "and", [A_OR] = "or",   [A_XOR] = "xor", NULL};
    Insn *in = emit_collective(lo, K_REDUX);
    if (!in)
        return;
    const char *type = type_part(lo);
    in->redux.is_signed = type[0] == 's';
    in->a = source_slot(lo, &lo->s->operands[1], 4);
    in->redux.op = which_part(lo, ops);
    refuse_if(lo, in->redux.op > A_XOR || type_size(type) != 4 || type[0] == 'f',
              "a redux the simulator does not run");
    all_parts_used(lo);
}

void lower_return(Lower *lo)
{
    has_part(lo, "uni");
    all_parts_used(lo);
    emit_insn(lo, lo->f->kernel ? K_EXIT : K_RETURN);
}

void lower_end(Lower *lo)
{
    all_parts_used(lo);
    emit_insn(lo, strcmp(lo->parts.text[0], "exit") == 0 ? K_EXIT : K_TRAP);
}

// Refuses what the simulator does not run, and says what does the same.
void lower_missing(Lower *lo)
{
    static const struct {
        const char *word, *what;
    } table[] = {
        {"tcgen05",
         "tensor memory, which devices of 10.0 have and the simulator does not run; mma.sync "
         "multiplies on any device"},
        {"clusterlaunchcontrol",
         "work stealing of devices of 10.0, which the simulator does not run; a "
         "loop over blocks that an atomic counts does the same"},
        {"multimem", "an access to the memory of several GPUs, and the simulator has one"},
        {"tensormap",
         "a change of a tensor map by a kernel, which the simulator does not run; the host "
         "can encode one map for each tensor"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].word, lo->parts.text[0]) == 0)
            refuse_statement(lo, table[i].what);
}

void lower_activemask(Lower *lo)
{
    type_part(lo);
    Insn *in = emit_insn(lo, K_ACTIVE);
    if (need_operands(lo, 1, 1))
        in->d = destination_slot(lo, &lo->s->operands[0]);
}

void lower_hint(Lower *lo)
{
    const Parts *p = &lo->parts;
    bool waits = strcmp(p->text[0], "griddepcontrol") == 0 && strcmp(p->text[1], "wait") == 0;
    emit_insn(lo, strcmp(p->text[0], "nanosleep") == 0 ? K_SLEEP : waits ? K_GRID_WAIT : K_NOTHING);
}
