// memory.c: lowers statements that access memory: loads, stores, atomics, fences and copies by cp.async.

#include "ptx/lower/lower.h"

#include <string.h>

// ---- Memory ------------------------------------------------------------------------------------------------------

static int take_vector(Lower *lo)
{
    return has_part(lo, "v2") ? 2 : has_part(lo, "v4") ? 4 : has_part(lo, "v8") ? 8 : 1;
}

static void lower_elements(Lower *lo, Insn *in, const Operand *o, bool load)
{
    const Operand *items = o->kind == O_VECTOR ? o->items : o;
    int count = o->kind == O_VECTOR ? o->count : 1;
    if (refuse_if(lo, count != in->access.count, "a vector of the wrong length"))
        return;
    for (int i = 0; i < count && !has_failed(lo); i++) {
        in->list[i] = load ? destination_or_sink(lo, &items[i])
                           : source_slot(lo, &items[i], in->access.bytes);
        if (items[i].kind == O_REG) {
            int bytes = items[i].reg->bytes;
            refuse_if(lo, bytes < in->access.bytes || bytes > 8,
                      "a register that does not fit the access");
            refuse_if(lo, in->access.reg_bytes && in->access.reg_bytes != bytes,
                      "a vector of registers of different sizes");
            in->access.reg_bytes = (u8)bytes;
        }
    }
    if (in->access.reg_bytes == 0)
        in->access.reg_bytes = in->access.bytes < 2 ? 2 : in->access.bytes;
    // All elements of a vector have the same register size. A constant gets that size here; before it was as wide as the access.
    for (int i = 0; i < count && !has_failed(lo); i++)
        if (items[i].kind == O_IMMEDIATE && !load)
            in->list[i] = source_slot(lo, &items[i], in->access.reg_bytes);
}

void lower_load_or_store(Lower *lo)
{
    const Statement *s = lo->s;
    const bool load = strcmp(lo->parts.text[0], "st") != 0;
    bool async = has_part(lo, "async"); // st.async: its bytes come to an mbarrier
    if (!need_operands(lo, 2 + async, 2 + async))
        return;
    has_part(lo, "mbarrier::complete_tx::bytes");
    Insn *in = emit_insn(lo, load ? K_LOAD : K_STORE);
    has_part(lo, "uniform"); // ldu
    take_order(lo, in);
    in->access.space = (u8)take_space(lo);
    in->access.count = (u8)take_vector(lo);
    const char *type = type_part(lo);
    in->access.bytes = (u8)type_size(type);
    in->access.type = type[0] == 's' ? ELEMENT_SIGNED : ELEMENT_BITS;
    all_parts_used(lo);
    int size = in->access.bytes * in->access.count;
    refuse_if(lo, size == 0 || size > 32 || (size > 16 && in->access.space != SIM_SPACE_GLOBAL),
              "an access of a size the simulator does not know");
    const Operand *address = &s->operands[load ? 1 : 0];
    lower_address(lo, in, address);
    lower_elements(lo, in, &s->operands[load ? 0 : 1], load);
    if (has_failed(lo))
        return;
    const Var *v = address->var;
    if (load && in->access.space == SIM_SPACE_PARAM && v && v->argument) {
        in->kind = K_PARAM_LOAD;
        refuse_if(lo, address->offset < 0 || (u64)address->offset + (u64)size > v->size,
                  "a load beyond its parameter");
    }
    in->ordered = in->access.order != ORDER_WEAK &&
                  (in->access.space == SIM_SPACE_GLOBAL || in->access.space == SIM_SPACE_GENERIC);
    set_space(lo, in, in->access.space);
    if (async)
        lower_complete(lo, SIM_SPACE_SHARED, &s->operands[2], (u32)size);
    if (in->access.space == SIM_SPACE_PARAM) { // a GPU has parameters in registers
        insn_info(lo, in)->kind = SIM_PLAIN;
        insn_info(lo, in)->pipe = SIM_PIPE_INT;
    }
}

static bool is_read(const Operand *o, const Reg *reg)
{
    for (int i = 0; i < o->count; i++)
        if (is_read(&o->items[i], reg))
            return true;
    return o->reg == reg || o->reg2 == reg;
}

// Tells whether nothing else names the atomic's destination, so that nobody reads the old value.
static bool result_unused(const Lower *lo, const Operand *o)
{
    if (o->kind == O_SINK)
        return true;
    for (int i = 0; i < lo->f->statement_count; i++) {
        const Statement *s = &lo->f->statements[i];
        for (int k = s == lo->s; k < s->count; k++) // its own operand 0 is the destination
            if (is_read(&s->operands[k], o->reg))
                return false;
    }
    return true;
}

// The types that each atomic operation takes, as the PTX ISA lists them.
static const struct {
    const char *word;
    AtomOp op;
    const char *types[10];
} atomic_ops[] = {
    {"add", A_ADD, {"u32", "s32", "u64", "f32", "f64", "f16", "f16x2", "bf16", "bf16x2", NULL}},
    {"min", A_MIN, {"u32", "s32", "u64", "s64", NULL}},
    {"max", A_MAX, {"u32", "s32", "u64", "s64", NULL}},
    {"inc", A_INC, {"u32", NULL}},
    {"dec", A_DEC, {"u32", NULL}},
    {"and", A_AND, {"b32", "b64", NULL}},
    {"or", A_OR, {"b32", "b64", NULL}},
    {"xor", A_XOR, {"b32", "b64", NULL}},
    {"exch", A_EXCH, {"b32", "b64", NULL}},
    {"cas", A_CAS, {"b16", "b32", "b64", NULL}},
};

void lower_atomic(Lower *lo)
{
    const Statement *s = lo->s;
    const bool reduction = strcmp(lo->parts.text[0], "red") == 0;
    const bool async = has_part(lo, "async"); // red.async: its bytes come to an mbarrier
    int first = reduction ? 0 : 1;            // operand that is the address
    if (!need_operands(lo, first + 2 + async, first + 3))
        return;
    has_part(lo, "mbarrier::complete_tx::bytes");
    Insn *in = emit_insn(lo, K_ATOMIC);
    take_order(lo, in);
    in->access.space = (u8)take_space(lo);
    int found = -1;
    for (size_t i = 0; i < sizeof atomic_ops / sizeof *atomic_ops; i++)
        if (has_part(lo, atomic_ops[i].word))
            found = (int)i;
    has_part(lo, "noftz");
    const char *type = type_part(lo);
    all_parts_used(lo);
    if (refuse_if(lo, found < 0 || !in_list(type, atomic_ops[found].types),
                  "an atomic operation the simulator does not run"))
        return;
    in->access.op = (u8)atomic_ops[found].op;
    in->access.bytes = (u8)type_size(type);
    in->access.count = 1;
    in->access.type = (u8)element_type(type);
    in->access.reg_bytes = in->access.bytes;
    lower_address(lo, in, &s->operands[first]);
    in->b = source_slot(lo, &s->operands[first + 1], in->access.bytes);
    bool cas = in->access.op == A_CAS;
    refuse_if(lo,
              (cas || async) != (s->count == first + 3) ||
                  (reduction && (cas || in->access.op == A_EXCH)),
              "an instruction with the wrong number of operands");
    for (int i = 0; i < s->count - async; i++)
        need_width(lo, &s->operands[i], in->access.bytes);
    if (has_failed(lo))
        return;
    if (cas)
        in->c = source_slot(lo, &s->operands[first + 2], in->access.bytes);
    in->access.unused_result = reduction || result_unused(lo, &s->operands[0]);
    if (!reduction)
        in->d = destination_or_sink(lo, &s->operands[0]);
    bool commutes = in->access.unused_result && in->access.type < ELEMENT_FLOAT &&
                    in->access.op <= A_XOR && in->access.op != A_INC && in->access.op != A_DEC;
    in->ordered = !commutes && in->access.space != SIM_SPACE_SHARED;
    set_space(lo, in, in->access.space);
    if (async)
        lower_complete(lo, SIM_SPACE_SHARED, &s->operands[2], in->access.bytes);
}

// Lowers fence and membar. Every order is taken as the strongest. Between proxies, which are the ways to memory of loads and stores,
// of bulk copies, and of others, one fence stands for all.
void lower_fence(Lower *lo)
{
    static const char *const proxies[] = {"async",          "alias",
                                          "async.global",   "tensormap::generic",
                                          "async::generic", NULL},
                             *const spaces[] = {"global",
                                                "shared::cta",
                                                "shared::cluster",
                                                "sync_restrict::shared::cta",
                                                "sync_restrict::shared::cluster",
                                                NULL};
    Insn in = {0};
    has_part(lo, "gl");
    bool proxy = has_part(lo, "proxy") || has_part(lo, "mbarrier_init");
    take_order(lo, &in);
    ignore_parts(lo, proxies);
    ignore_parts(lo, spaces);
    all_parts_used(lo);
    Insn *fence = emit_insn(lo, K_FENCE);
    fence->fence.block_scope = in.access.block_scope;
    fence->fence.proxy = proxy;
}

// ---- Asynchronous copies ---------------------------------------------------------------------------------------------

// Lowers cp.async.ca.shared.global [to], [from], bytes {, bytes wanted} {, predicate: ignore the source}.
static void lower_copy(Lower *lo)
{
    const Statement *s = lo->s;
    has_part(lo, "ca");
    has_part(lo, "cg");
    SimSpace to = take_space(lo), from = SIM_SPACE_NONE;
    if (to == SIM_SPACE_GLOBAL) { // the mnemonic names the destination first; has_part() finds any
        from = to;
        to = take_space(lo);
    }
    take_order(lo, &(Insn){0}); // takes the cache hints
    all_parts_used(lo);
    if (!need_operands(lo, 3, 5))
        return;
    const Operand *bytes = &s->operands[2];
    if (refuse_if(lo,
                  from != SIM_SPACE_GLOBAL || to != SIM_SPACE_SHARED ||
                      bytes->kind != O_IMMEDIATE ||
                      (bytes->value != 4 && bytes->value != 8 && bytes->value != 16),
                  "a cp.async the simulator does not run"))
        return;
    Insn *in = emit_insn(lo, K_COPY);
    set_space(lo, in, SIM_SPACE_GLOBAL);
    Insn target = {.kind = K_STORE, .a = NONE, .access = {.space = SIM_SPACE_SHARED}},
         source = {.kind = K_LOAD, .a = NONE, .access = {.space = SIM_SPACE_GLOBAL}};
    lower_address(lo, &target, &s->operands[0]);
    lower_address(lo, &source, &s->operands[1]);
    refuse_if(lo, source.a >= 0 && !source.access.wide, "a 32-bit address of global memory");
    in->a = source.a >= 0 ? source.a : constant_slot(lo, 0, 8);
    in->b = target.a;
    in->copy.from = source.access.offset;
    in->copy.to = (i32)target.access.offset;
    in->copy.wide_to = target.access.wide;
    in->copy.bytes = (u8)bytes->value;
    for (int i = 3; i < s->count; i++) {
        const Operand *o = &s->operands[i];
        if (o->kind == O_REG && o->reg->bytes == 0)
            in->list[0] = predicate_slot(lo, o, &in->copy.not_taken);
        else
            in->c = source_slot(lo, o, 4);
    }
    Insn *store = emit_insn(lo, K_COPY_STORE);
    set_space(lo, store, SIM_SPACE_SHARED);
    store->guard = NONE; // its lanes are those of the K_COPY
    store->access.space = SIM_SPACE_SHARED;
    store->access.bytes = store->access.reg_bytes = 4;
    store->access.count = (u8)(bytes->value / 4);
}

// An mbarrier's arrival "when copies are done" does the copies at once.
void lower_cp(Lower *lo)
{
    const Statement *s = lo->s;
    bool reduces = has_part(lo, "reduce");
    if (!has_part(lo, "async") || lo->parts.count < 3) {
        refuse_statement(lo, "an instruction the simulator does not run");
    } else if (has_part(lo, "bulk")) {
        lower_bulk(lo, reduces);
    } else if (has_part(lo, "commit_group")) {
        all_parts_used(lo);
        emit_insn(lo, K_COPY_COMMIT);
    } else if (has_part(lo, "wait_all")) {
        all_parts_used(lo);
        emit_insn(lo, K_COPY_WAIT)->wait.newest = -1;
    } else if (has_part(lo, "wait_group")) {
        all_parts_used(lo);
        if (!need_operands(lo, 1, 1))
            return;
        refuse_if(lo, s->operands[0].kind != O_IMMEDIATE,
                  "a cp.async.wait_group whose number is not a constant");
        emit_insn(lo, K_COPY_WAIT)->wait.newest = (i64)s->operands[0].value;
    } else if (has_part(lo, "mbarrier")) {
        bool counted =
            has_part(lo, "noinc"); // without .noinc the barrier does not expect this arrival yet
        SimSpace space = take_space(lo);
        refuse_if(lo, !has_part(lo, "arrive") || !has_part(lo, "b64"),
                  "an mbarrier the simulator does not run");
        all_parts_used(lo);
        if (!need_operands(lo, 1, 1))
            return;
        Insn *wait = emit_insn(lo, K_COPY_WAIT);
        wait->wait.newest = -1;
        wait->wait.arrives = true;
        if (counted)
            lower_arrival(lo, space, &s->operands[0]);
    } else {
        lower_copy(lo);
    }
}
