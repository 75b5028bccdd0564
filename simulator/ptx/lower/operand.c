// operand.c: what the lowering of every statement needs: its mnemonic's parts, slots for its operands, a new instruction.

#include "ptx/lower/lower.h"

#include <string.h>

bool has_failed(const Lower *lo)
{
    return lo->err->status != SIM_OK;
}

void refuse_statement(Lower *lo, const char *what)
{
    if (has_failed(lo))
        return;
    const char *file;
    int line;
    module_source(lo->m, lo->s ? lo->s->loc : -1, &file, &line);
    SimError *err = lo->err;
    error_set(err, SIM_BAD_PTX, "");
    if (file)
        TEXT_APPEND(err->text, "%s:%d: ", file, line);
    TEXT_APPEND(err->text, "in '%s': %s", lo->f->name, what);
    if (lo->s && lo->s->op)
        TEXT_APPEND(err->text, ": '%s' (PTX line %d)", lo->s->op, lo->s->line);
}

// ---- Mnemonics ---------------------------------------------------------------------------------------------------

void split_mnemonic(Lower *lo, const char *op)
{
    Parts *p = &lo->parts;
    memset(p, 0, sizeof *p);
    while (*op) {
        const char *dot = op;
        while (*dot && *dot != '.')
            dot++;
        size_t n = (size_t)(dot - op);
        if (refuse_if(lo, p->count == MAX_PARTS || n >= sizeof p->text[0],
                      "an instruction of a form the simulator does not know"))
            return;
        memcpy(p->text[p->count], op, n);
        p->text[p->count++][n] = 0;
        op = *dot ? dot + 1 : dot;
    }
    if (p->count)
        p->used[0] = true;
}

bool has_part(Lower *lo, const char *word)
{
    for (int i = 0; i < lo->parts.count; i++) {
        if (!lo->parts.used[i] && strcmp(lo->parts.text[i], word) == 0) {
            lo->parts.used[i] = true;
            return true;
        }
    }
    return false;
}

u8 which_part(Lower *lo, const char *const *words)
{
    u8 i = 0;
    while (words[i] && !has_part(lo, words[i]))
        i++;
    return i;
}

void ignore_parts(Lower *lo, const char *const *words)
{
    for (; *words; words++)
        has_part(lo, *words);
}

void all_parts_used(Lower *lo)
{
    for (int i = 0; i < lo->parts.count; i++)
        refuse_if(lo, !lo->parts.used[i], "an instruction the simulator does not run");
}

int type_size(const char *part)
{
    return type_bytes(part, strlen(part), TYPE_COMPUTED);
}

const char *type_part(Lower *lo)
{
    Parts *p = &lo->parts;
    const char *t = p->text[p->count - 1];
    refuse_if(lo, type_size(t) < 0, "an instruction without a type the simulator knows");
    p->used[p->count - 1] = true;
    return t;
}

// ---- Slots -------------------------------------------------------------------------------------------------------

i32 new_slot(Lower *lo, int bytes)
{
    size_t size = bytes ? (size_t)bytes * LANES : 64;
    i32 at = (i32)(REG_BASE + lo->reg_bytes);
    lo->reg_bytes += size;
    refuse_if(lo, lo->reg_bytes > MAX_FRAME, "a function with too many registers");
    return at;
}

i32 register_slot(Lower *lo, Reg *reg)
{
    if (!reg->slot)
        reg->slot = new_slot(lo, reg->bytes);
    return reg->slot;
}

i32 special_slot(Lower *lo, Special s)
{
    i32 *slot = &lo->f->special[s];
    if (*slot < 0)
        *slot = new_slot(lo, s == SP_GRIDID || s == SP_PARAMS ? 8 : 4);
    return *slot;
}

// Returns the slot of an immediate, which may be an address in a shared array. No other number has the slot of an address.
static i32 immediate_slot(Lower *lo, u64 value, int bytes, const Var *array)
{
    if (bytes < 2)
        bytes = 2;
    if (bytes < 8)
        value &= (1ull << (8 * bytes)) - 1;
    for (int i = 0; i < lo->constant_count; i++)
        if (lo->constants[i].value == value && lo->constants[i].bytes == bytes &&
            lo->constants[i].array == array)
            return lo->constants[i].offset;
    Constant *c = arena_push(&lo->m->arena, &lo->constants, &lo->constant_count,
                             &lo->constant_capacity, sizeof *c);
    if (lacks_memory(lo, !c))
        return 0;
    *c = (Constant){
        .value = value, .bytes = bytes, .offset = (i32)lo->constant_bytes, .array = array};
    lo->constant_bytes += (size_t)bytes * LANES;
    refuse_if(lo, lo->constant_bytes > MAX_FRAME, "a function with too many constants");
    return c->offset;
}

i32 constant_slot(Lower *lo, u64 value, int bytes)
{
    return immediate_slot(lo, value, bytes, NULL);
}

static u64 float_value(const Operand *o, int bytes)
{
    if (o->float_bits == 32 && bytes == 8)
        return f64_bits(f32_of((u32)o->value));
    if (o->float_bits == 64 && bytes == 4)
        return f32_bits((float)f64_of(o->value));
    return o->value;
}

// Returns the special register of a name; SPECIALS: there is none.
static Special find_special(const char *name)
{
#define SPECIAL_TEXT(name, text) "%" text,
    static const char *const names[] = {SPECIAL_REGISTERS(SPECIAL_TEXT)};
#undef SPECIAL_TEXT
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return (Special)i;
    return SPECIALS;
}

// Tells whether an operand is part of a register, or its negative, which video instructions alone have.
static bool is_part(const Operand *o)
{
    return o->piece || o->minus;
}

i32 source_slot(Lower *lo, const Operand *o, int bytes)
{
    Special special;
    switch (o->kind) {
    case O_REG:
        if (o->reg2 || is_part(o))
            break;
        return register_slot(lo, o->reg);
    case O_IMMEDIATE:
        return constant_slot(lo, o->float_bits ? float_value(o, bytes) : o->value, bytes);
    case O_SPECIAL:
        if (strcmp(o->name, "WARP_SZ") == 0)
            return constant_slot(lo, 32, bytes);
        special = find_special(o->name);
        if (special == SPECIALS) {
            char what[96];
            TEXT_FORMAT(what, "a special register the simulator does not have, %s", o->name);
            refuse_statement(lo, what);
            return 0;
        }
        lo->m->reserved |= special >= SP_RESERVED_BEGIN && special <= SP_RESERVED_1;
        lo->f->reads_gridid |= special == SP_GRIDID;
        if (special == SP_GRIDID && bytes == 4)
            special = SP_GRIDID_LOW;
        if (bytes == (special == SP_GRIDID ? 8 : special == SP_EXPLICIT_CLUSTER ? 0 : 4))
            return special_slot(lo, special);
        break;
    case O_SYMBOL: {
        // The operand is the address of a variable; this address must be fixed.
        const Var *v = o->var ? o->var : module_var(lo->m, o->name, lo->f->unit);
        if (v && v->space == V_SHARED && !v->dynamic)
            return immediate_slot(lo, v->offset + (u64)o->offset, bytes, v);
        if (v && (v->space == V_GLOBAL || v->space == V_CONST))
            return constant_slot(lo, v->address + (u64)o->offset, bytes);
        const SimFunction *f = v ? NULL : module_function(lo->m, o->name, lo->f->unit);
        if (f)
            return constant_slot(lo, CODE_WINDOW + 16 * (u64)f->id, bytes);
        refuse_if(lo, !v, "an undefined name as an operand");
        break;
    }
    default: break;
    }
    refuse_statement(lo, "an operand the simulator does not know");
    return 0;
}

i32 destination_slot(Lower *lo, const Operand *o)
{
    if (refuse_if(lo, o->kind != O_REG || is_part(o), "a destination that is not a register"))
        return 0;
    return register_slot(lo, o->reg);
}

i32 destination_or_sink(Lower *lo, const Operand *o)
{
    return o->kind == O_SINK ? -1 : destination_slot(lo, o);
}

i32 destination2_slot(Lower *lo, const Operand *o)
{
    return o->reg2 ? register_slot(lo, o->reg2) : -1;
}

i32 predicate_slot(Lower *lo, const Operand *o, bool *negated)
{
    if (refuse_if(lo, o->kind != O_REG || o->reg->bytes != 0 || is_part(o),
                  "an operand that should be a predicate"))
        return 0;
    *negated = o->negated;
    return register_slot(lo, o->reg);
}

// ---- Instructions ------------------------------------------------------------------------------------------------

Insn *emit_insn(Lower *lo, InsnKind kind)
{
    SimModule *m = lo->m;
    int infos = m->code_count, info_capacity = m->code_capacity;
    Insn *in = NULL;
    SimInsnInfo *info = NULL;
    if (!has_failed(lo)) {
        in = arena_push(&m->arena, &m->code, &m->code_count, &m->code_capacity, sizeof *in);
        info = arena_push(&m->arena, &m->infos, &infos, &info_capacity, sizeof *info);
    }
    if (lacks_memory(lo, !in || !info)) {
        in = &lo->nowhere;
        info = &lo->nowhere_info;
    }
    *in = (Insn){.kind = (u8)kind, .join = NONE};
    for (int i = 0; i < SLOTS; i++)
        in->slots[i] = NONE;
    const Statement *s = lo->s;
#define KIND_REPORT(name, member, ends, seen, pipe) [name] = {SIM_##seen, SIM_PIPE_##pipe},
    static const struct {
        u8 seen, pipe;
    } reports[] = {INSN_KINDS(KIND_REPORT)};
#undef KIND_REPORT
    *info = (SimInsnInfo){.function = lo->f,
                          .text = s && s->op ? s->op : "",
                          .ptx_line = s ? s->line : lo->f->line,
                          .kind = reports[kind].seen,
                          .pipe = reports[kind].pipe,
                          .slots = 1};
    module_source(m, s ? s->loc : -1, &info->file, &info->line);
    if (kind == K_ENTER) {
        Segment *segment = arena_push(&m->arena, &m->segments, &m->segment_count,
                                      &m->segment_capacity, sizeof *segment);
        if (lacks_memory(lo, !segment))
            return in;
        segment->first = m->code_count - 1;
        in->enter.segment = m->segment_count - 1;
        info->text = "";
    } else if (s && s->guard) {
        in->guard_not = s->guard_not;
        in->guard = register_slot(lo, s->guard);
    }
    if (!has_failed(lo))
        m->segments[m->segment_count - 1].last = m->code_count - 1;
    return in;
}

SimInsnInfo *insn_info(Lower *lo, const Insn *in)
{
    return in == &lo->nowhere ? &lo->nowhere_info : &lo->m->infos[in - lo->m->code];
}

void set_space(Lower *lo, const Insn *in, SimSpace space)
{
    insn_info(lo, in)->space = (u8)space;
    lo->m->atomics |= in->kind == K_ATOMIC && space != SIM_SPACE_SHARED;
}

bool need_operands(Lower *lo, int least, int most)
{
    refuse_if(lo, lo->s->count < least || lo->s->count > most,
              "an instruction with the wrong number of operands");
    return !has_failed(lo);
}

bool in_list(const char *word, const char *const *list)
{
    while (*list && strcmp(*list, word) != 0)
        list++;
    return *list != NULL;
}

void need_width(Lower *lo, const Operand *o, int bytes)
{
    refuse_if(lo, o->kind == O_REG && o->reg->bytes != bytes,
              "a register that does not fit the access");
}
