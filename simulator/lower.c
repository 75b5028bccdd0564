// lower.c: statements become instructions that are quick to run.
//
// A warp's registers stand in one frame: first the immediates of the function, broadcast to all lanes, then a slot of
// 32 lanes for each register and special register that is used. An operand is then just a byte offset into the frame,
// whatever it was in the PTX. Slots are handed out as registers are met; their offsets carry REG_BASE until the size of
// the immediates is known.
//
// Every modifier of a memory or control instruction must be known and used: what is left over is refused by name.

#include "core.h"

#include <string.h>

#define MAX_FRAME (64u << 20) // bytes of a warp's registers, and of its immediates
#define MAX_PARTS 16

// The mnemonic's parts: "ld", "global", "u32".
typedef struct {
    char text[MAX_PARTS][24];
    bool used[MAX_PARTS];
    int count;
} Parts;

typedef struct Constant {
    u64 value;
    i32 offset;
    int bytes;
} Constant;

typedef struct {
    const char *name;
    int scope; // the { } it stands in
    int statement;
    int insn;    // its K_ENTER, once placed
    bool wanted; // a branch goes there
} Label;

typedef struct {
    SimModule *m;
    SimFunction *f;
    SimError *err;
    const Statement *s; // being lowered
    Constant *constants;
    int constant_count, constant_capacity;
    size_t constant_bytes;
    size_t reg_bytes; // of slots handed out so far
    Label *labels;    // sorted by name
    int label_count, label_capacity;
    struct Fixup {
        int insn;
        const char *label;
        int scope; // where it is named
        i32 *target;
    } * fixups;
    int fixup_count, fixup_capacity;
    i32 carry; // slot of the carry flag, -1 if unused
    Parts parts;
} Lower;

static bool failed(const Lower *lo)
{
    return lo->err->status != SIM_OK;
}

// "k.cu:12: kernel 'name': <what> 'ld.foo' (PTX line 40)"
static void refuse(Lower *lo, const char *what)
{
    if (failed(lo))
        return;
    const char *file;
    int line;
    module_source(lo->m, lo->s ? lo->s->loc : -1, &file, &line);
    lo->err->status = SIM_BAD_PTX;
    char *out = lo->err->text;
    size_t size = sizeof lo->err->text;
    out[0] = 0;
    if (file)
        text_append(out, size, "%s:%d: ", file, line);
    text_append(out, size, "in '%s': %s", lo->f->name, what);
    if (lo->s && lo->s->op)
        text_append(out, size, ": '%s' (PTX line %d)", lo->s->op, lo->s->line);
}

static void out_of_memory(Lower *lo)
{
    if (!failed(lo)) {
        lo->err->status = SIM_NO_MEMORY;
        text_format(lo->err->text, sizeof lo->err->text, "the host has no memory for this module");
    }
}

// ---- Mnemonics ---------------------------------------------------------------------------------------------------

static void split(Lower *lo, const char *op)
{
    Parts *p = &lo->parts;
    memset(p, 0, sizeof *p);
    while (*op) {
        const char *dot = op;
        while (*dot && *dot != '.')
            dot++;
        size_t n = (size_t)(dot - op);
        if (p->count == MAX_PARTS || n >= sizeof p->text[0]) {
            refuse(lo, "an instruction of a form the simulator does not know");
            return;
        }
        memcpy(p->text[p->count], op, n);
        p->text[p->count++][n] = 0;
        op = *dot ? dot + 1 : dot;
    }
    if (p->count)
        p->used[0] = true;
}

// Whether the mnemonic has this modifier; marks it as understood.
static bool has(Lower *lo, const char *word)
{
    for (int i = 0; i < lo->parts.count; i++) {
        if (!lo->parts.used[i] && strcmp(lo->parts.text[i], word) == 0) {
            lo->parts.used[i] = true;
            return true;
        }
    }
    return false;
}

static bool has_any(Lower *lo, const char *const *words)
{
    bool any = false;
    for (; *words; words++)
        any |= has(lo, *words);
    return any;
}

static void all_used(Lower *lo)
{
    for (int i = 0; i < lo->parts.count; i++)
        if (!lo->parts.used[i])
            refuse(lo, "an instruction the simulator does not run");
}

// Bytes of a type word, 0 for pred, -1 if it is none.
static int word_bytes(const char *t)
{
    static const struct {
        const char *name;
        int bytes;
    } types[] = {{"pred", 0}, {"b8", 1},    {"u8", 1},     {"s8", 1},    {"b16", 2},   {"u16", 2},
                 {"s16", 2},  {"f16", 2},   {"bf16", 2},   {"b32", 4},   {"u32", 4},   {"s32", 4},
                 {"f32", 4},  {"f16x2", 4}, {"bf16x2", 4}, {"u16x2", 4}, {"s16x2", 4}, {"tf32", 4},
                 {"b64", 8},  {"u64", 8},   {"s64", 8},    {"f64", 8}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, t) == 0)
            return types[i].bytes;
    return -1;
}

// The type that ends the mnemonic; marks it as understood.
static const char *take_type(Lower *lo)
{
    Parts *p = &lo->parts;
    const char *t = p->text[p->count - 1];
    if (word_bytes(t) < 0)
        refuse(lo, "an instruction without a type the simulator knows");
    p->used[p->count - 1] = true;
    return t;
}

// ---- Slots -------------------------------------------------------------------------------------------------------

static i32 new_slot(Lower *lo, int bytes)
{
    size_t size = bytes ? (size_t)bytes * LANES : 64;
    i32 at = (i32)(REG_BASE + lo->reg_bytes);
    lo->reg_bytes += size;
    if (lo->reg_bytes > MAX_FRAME)
        refuse(lo, "a function with too many registers");
    return at;
}

static i32 reg_slot(Lower *lo, RegDecl *d, int index)
{
    i32 *slot = &d->offsets[index];
    if (!*slot)
        *slot = new_slot(lo, d->bytes);
    return *slot;
}

static i32 special_slot(Lower *lo, Special s)
{
    i32 *slot = &lo->f->special[s];
    if (*slot < 0)
        *slot = new_slot(lo, s == SP_GRIDID || s == SP_PARAMS ? 8 : 4);
    return *slot;
}

static i32 constant_slot(Lower *lo, u64 value, int bytes)
{
    if (bytes < 2)
        bytes = 2;
    if (bytes < 8)
        value &= (1ull << (8 * bytes)) - 1;
    for (int i = 0; i < lo->constant_count; i++)
        if (lo->constants[i].value == value && lo->constants[i].bytes == bytes)
            return lo->constants[i].offset;
    Constant *c = arena_push(&lo->m->arena, &lo->constants, &lo->constant_count,
                             &lo->constant_capacity, sizeof *c);
    if (!c) {
        out_of_memory(lo);
        return 0;
    }
    *c = (Constant){.value = value, .bytes = bytes, .offset = (i32)lo->constant_bytes};
    lo->constant_bytes += (size_t)bytes * LANES;
    if (lo->constant_bytes > MAX_FRAME)
        refuse(lo, "a function with too many constants");
    return c->offset;
}

static u64 float_value(const Operand *o, int bytes)
{
    u64 bits = o->value;
    if (o->float_bits == 32 && bytes == 8) {
        u32 narrow = (u32)bits;
        float f;
        memcpy(&f, &narrow, 4);
        double d = f;
        memcpy(&bits, &d, 8);
    } else if (o->float_bits == 64 && bytes == 4) {
        double d;
        memcpy(&d, &bits, 8);
        float f = (float)d;
        u32 narrow;
        memcpy(&narrow, &f, 4);
        bits = narrow;
    }
    return bits;
}

static bool find_special(const char *name, Special *s)
{
    static const struct {
        const char *name;
        Special special;
    } table[] = {{"%tid.x", SP_TID_X},
                 {"%tid.y", SP_TID_Y},
                 {"%tid.z", SP_TID_Z},
                 {"%ntid.x", SP_NTID_X},
                 {"%ntid.y", SP_NTID_Y},
                 {"%ntid.z", SP_NTID_Z},
                 {"%ctaid.x", SP_CTAID_X},
                 {"%ctaid.y", SP_CTAID_Y},
                 {"%ctaid.z", SP_CTAID_Z},
                 {"%nctaid.x", SP_NCTAID_X},
                 {"%nctaid.y", SP_NCTAID_Y},
                 {"%nctaid.z", SP_NCTAID_Z},
                 {"%laneid", SP_LANEID},
                 {"%warpid", SP_WARPID},
                 {"%nwarpid", SP_NWARPID},
                 {"%smid", SP_SMID},
                 {"%nsmid", SP_NSMID},
                 {"%gridid", SP_GRIDID},
                 {"%envreg1", SP_ENVREG1},
                 {"%envreg2", SP_ENVREG2},
                 {"%lanemask_eq", SP_MASK_EQ},
                 {"%lanemask_le", SP_MASK_LE},
                 {"%lanemask_lt", SP_MASK_LT},
                 {"%lanemask_ge", SP_MASK_GE},
                 {"%lanemask_gt", SP_MASK_GT},
                 {"%dynamic_smem_size", SP_SHARED_DYNAMIC_SIZE},
                 {"%total_smem_size", SP_SHARED_TOTAL_SIZE}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].name, name) == 0) {
            *s = table[i].special;
            return true;
        }
    }
    return false;
}

// A source operand of `bytes` (0: predicate).
static i32 source(Lower *lo, const Operand *o, int bytes)
{
    Special special;
    switch (o->kind) {
    case O_REG:
        if (o->reg2)
            break;
        return reg_slot(lo, o->reg, o->reg_index);
    case O_IMMEDIATE:
        return constant_slot(lo, o->float_bits ? float_value(o, bytes) : o->value, bytes);
    case O_SPECIAL:
        if (strcmp(o->name, "WARP_SZ") == 0)
            return constant_slot(lo, 32, bytes);
        if (find_special(o->name, &special) && bytes == (special == SP_GRIDID ? 8 : 4))
            return special_slot(lo, special);
        break;
    case O_SYMBOL: {
        // the address of a variable that has a fixed one
        const Var *v = o->var ? o->var : module_var(lo->m, o->name, lo->f->unit);
        if (v && v->space == V_SHARED && !v->dynamic)
            return constant_slot(lo, v->offset + (u64)o->offset, bytes);
        if (v && (v->space == V_GLOBAL || v->space == V_CONST))
            return constant_slot(lo, v->address + (u64)o->offset, bytes);
        const SimFunction *f = v ? NULL : module_function(lo->m, o->name, lo->f->unit);
        if (f)
            return constant_slot(lo, CODE_WINDOW + 16 * (u64)f->id, bytes);
        if (!v)
            refuse(lo, "an undefined name as an operand");
        break;
    }
    default: break;
    }
    refuse(lo, "an operand the simulator does not know");
    return 0;
}

static i32 destination(Lower *lo, const Operand *o)
{
    if (o->kind != O_REG) {
        refuse(lo, "a destination that is not a register");
        return 0;
    }
    return reg_slot(lo, o->reg, o->reg_index);
}

// A destination that may be _, which is -1.
static i32 destination_or_sink(Lower *lo, const Operand *o)
{
    return o->kind == O_SINK ? -1 : destination(lo, o);
}

static i32 destination2(Lower *lo, const Operand *o)
{
    return o->reg2 ? reg_slot(lo, o->reg2, o->reg2_index) : -1;
}

// A predicate register's slot; *negated for !%p.
static i32 predicate(Lower *lo, const Operand *o, bool *negated)
{
    if (o->kind != O_REG || o->reg->bytes != 0) {
        refuse(lo, "an operand that should be a predicate");
        return 0;
    }
    *negated = o->negated;
    return reg_slot(lo, o->reg, o->reg_index);
}

// ---- Instructions ------------------------------------------------------------------------------------------------

static Insn *emit(Lower *lo, InsnKind kind)
{
    SimModule *m = lo->m;
    int infos = m->code_count, info_capacity = m->code_capacity;
    Insn *in = arena_push(&m->arena, &m->code, &m->code_count, &m->code_capacity, sizeof *in);
    SimInsnInfo *info = arena_push(&m->arena, &m->infos, &infos, &info_capacity, sizeof *info);
    if (!in || !info) {
        out_of_memory(lo);
        return NULL;
    }
    *in = (Insn){
        .kind = (u8)kind, .d = -1, .d2 = -1, .a = -1, .b = -1, .c = -1, .target = -1, .join = -1};
    for (int i = 0; i < 8; i++)
        in->v[i] = -1;
    const Statement *s = lo->s;
    *info = (SimInsnInfo){
        .function = lo->f, .text = s && s->op ? s->op : "", .ptx_line = s ? s->line : lo->f->line};
    info->pipe = SIM_PIPE_CONTROL;
    info->slots = 1;
    module_source(m, s ? s->loc : -1, &info->file, &info->line);
    if (kind == K_ENTER) {
        Segment *segment = arena_push(&m->arena, &m->segments, &m->segment_count,
                                      &m->segment_capacity, sizeof *segment);
        if (!segment) {
            out_of_memory(lo);
            return in;
        }
        segment->first = m->code_count - 1;
        in->imm = m->segment_count - 1;
        info->text = "";
    } else if (s && s->guard) {
        in->has_guard = true;
        in->guard_not = s->guard_not;
        in->guard = reg_slot(lo, s->guard, s->guard_index);
    }
    return in;
}

static SimInsnInfo *info_of(Lower *lo, const Insn *in)
{
    return &lo->m->infos[in - lo->m->code];
}

static void describe(Lower *lo, const Insn *in, SimInsnKind kind, SimSpace space, SimPipe pipe)
{
    SimInsnInfo *info = info_of(lo, in);
    info->kind = (u8)kind;
    info->space = (u8)space;
    info->pipe = (u8)pipe;
    lo->m->atomics |= kind == SIM_ATOMIC && space != SIM_SPACE_SHARED;
}

static bool need(Lower *lo, int least, int most)
{
    if (lo->s->count < least || lo->s->count > most)
        refuse(lo, "an instruction with the wrong number of operands");
    return !failed(lo);
}

static bool in_list(const char *word, const char *const *list)
{
    while (*list && strcmp(*list, word) != 0)
        list++;
    return *list != NULL;
}

static SimPipe alu_pipe(const char *op, const char *type)
{
    static const char *const special[] = {"sin",   "cos",  "ex2",  "lg2", "rcp",
                                          "rsqrt", "sqrt", "tanh", NULL};
    if (in_list(op, special))
        return SIM_PIPE_SFU;
    if (strcmp(type, "f64") == 0)
        return SIM_PIPE_FP64;
    if (type[0] == 'f' || type[0] == 'b')
        return strcmp(op, "add") == 0 || strcmp(op, "mul") == 0 || strcmp(op, "fma") == 0 ||
                       strcmp(op, "sub") == 0
                   ? SIM_PIPE_FP32
                   : SIM_PIPE_INT;
    return SIM_PIPE_INT;
}

// Machine instructions that ptxas makes of an arithmetic one: divisions become sequences. 17 for a 32-bit remainder is
// what ncu's inst_executed says of reduceBaseline and reduceNeighbored on an H200; the others are counted in SASS.
static u8 alu_slots(const char *op, const char *type, int bytes, const Statement *s)
{
    bool divides = strcmp(op, "div") == 0 || strcmp(op, "rem") == 0;
    bool roots = strcmp(op, "sqrt") == 0 || strcmp(op, "rcp") == 0;
    if (!divides && !roots)
        return 1;
    if (type[0] == 'f') {
        bool exact = strstr(s->op, ".rn") != NULL;
        return bytes == 8 ? 20 : exact ? 9 : 2;
    }
    bool by_constant = s->operands[s->count - 1].kind == O_IMMEDIATE;
    return by_constant ? 5 : bytes == 8 ? 70 : 17;
}

// Size of source operand i (0 is the first source) where it is not the mnemonic's last type.
static int source_bytes(const char *op, int i, int bytes, const Parts *p)
{
    bool is_wide = false;
    for (int k = 1; k < p->count; k++)
        is_wide |= strcmp(p->text[k], "wide") == 0;
    if (is_wide && i == 2)
        return bytes * 2;
    if ((strcmp(op, "shl") == 0 || strcmp(op, "shr") == 0) && i == 1)
        return 4;
    if (strcmp(op, "bfe") == 0 && i >= 1)
        return 4;
    if (strcmp(op, "bfi") == 0 && i >= 2)
        return 4;
    if (strcmp(op, "szext") == 0 || strcmp(op, "bmsk") == 0 || strcmp(op, "shf") == 0)
        return 4;
    // a packed 16-bit operation's operands are 32 bits, and so is the accumulator of a dot product
    return bytes;
}

// How many source operands an arithmetic instruction has.
static int source_count(const Parts *p)
{
    static const char *const one[] = {
        "mov",   "neg", "abs", "not", "cnot", "popc", "clz",  "bfind", "brev",     "rcp",   "sqrt",
        "rsqrt", "sin", "cos", "ex2", "lg2",  "tanh", "cvta", "cvt",   "isspacep", "testp", NULL};
    static const char *const three[] = {"mad",  "mad24", "madc", "fma",       "sad",  "selp",
                                        "slct", "bfe",   "prmt", "shf",       "dp4a", "dp2a",
                                        "fns",  "min3",  "max3", "vabsdiff4", NULL};
    static const char *const four[] = {"bfi", "lop3", NULL};
    const char *op = p->text[0];
    int count = in_list(op, one) ? 1 : in_list(op, three) ? 3 : in_list(op, four) ? 4 : 2;
    bool compares = strcmp(op, "setp") == 0 || strcmp(op, "set") == 0;
    bool converts = strcmp(op, "cvt") == 0;
    for (int i = 1; i < p->count; i++) {
        const char *part = p->text[i];
        // setp.lt.and takes a predicate more; cvt.rn.f16x2.f32 and cvt.pack make one value of several
        count += compares &&
                 (strcmp(part, "and") == 0 || strcmp(part, "or") == 0 || strcmp(part, "xor") == 0);
        count += converts &&
                 (strcmp(part, "pack") == 0 || (i < p->count - 1 && strstr(part, "x2") != NULL));
        count += converts && strcmp(part, "b32") == 0 && i == p->count - 1;
    }
    return count;
}

static bool has_carry(const Parts *p)
{
    if (strcmp(p->text[0], "addc") == 0 || strcmp(p->text[0], "subc") == 0 ||
        strcmp(p->text[0], "madc") == 0)
        return true;
    for (int i = 1; i < p->count; i++)
        if (strcmp(p->text[i], "cc") == 0)
            return true;
    return false;
}

static void lower_alu(Lower *lo)
{
    const Statement *s = lo->s;
    const char *op = lo->parts.text[0];
    // the type is the last one named: prmt.b32.f4e and isspacep.shared end in something else
    const char *type = "";
    int bytes = strcmp(op, "isspacep") == 0 ? 8 : -1;
    for (int i = lo->parts.count - 1; i > 0 && bytes < 0; i--) {
        type = lo->parts.text[i];
        bytes = word_bytes(type);
    }
    AluFn *fn = NULL;
    int sources = source_count(&lo->parts);
    if ((strcmp(op, "min") == 0 || strcmp(op, "max") == 0) && s->count == 4) {
        // with three sources the mnemonic is the same; the table knows it as min3 and max3
        sources = 3;
        char three[64];
        text_format(three, sizeof three, "%s3%s", op, s->op + 3);
        fn = alu_find(three);
    } else {
        fn = alu_find(s->op);
    }
    if (!fn || bytes < 0) {
        refuse(lo, "an instruction the simulator does not run");
        return;
    }
    if (!need(lo, 1 + sources, 1 + sources))
        return;
    Insn *in = emit(lo, K_ALU);
    if (!in)
        return;
    in->alu = fn;
    describe(lo, in, SIM_PLAIN, SIM_SPACE_NONE, alu_pipe(op, type));
    info_of(lo, in)->slots = alu_slots(op, type, bytes, s);
    in->d = destination_or_sink(lo, &s->operands[0]);
    if (in->d < 0)
        in->d = new_slot(lo, 8); // a sink still takes a result
    in->d2 = destination2(lo, &s->operands[0]);
    if (s->operands[0].kind == O_REG)
        in->reg_bytes = (u8)s->operands[0].reg->bytes;
    i32 *slots[] = {&in->a, &in->b, &in->c, &in->v[0], &in->v[1]};
    for (int i = 1; i < s->count; i++) {
        const Operand *o = &s->operands[i];
        if (i == 4 && strcmp(op, "lop3") == 0) {
            in->imm = (i64)o->value;
            if (o->kind != O_IMMEDIATE)
                refuse(lo, "a lop3 whose table is not a constant");
            continue;
        }
        if (o->kind == O_REG && o->reg->bytes == 0) {
            bool negated = false;
            *slots[i - 1] = predicate(lo, o, &negated);
            if (negated)
                in->op = 1;
            continue;
        }
        *slots[i - 1] = source(lo, o, source_bytes(op, i - 1, bytes, &lo->parts));
        if (i == 1 && o->kind == O_REG)
            in->bytes = (u8)o->reg->bytes;
        else if (i == 1)
            in->bytes = (u8)(bytes < 2 ? 2 : bytes);
    }
    if (has_carry(&lo->parts)) {
        if (lo->carry < 0)
            lo->carry = new_slot(lo, 0);
        in->d2 = lo->carry;
    }
}

static AluFn *alu_of(Lower *lo, const char *mnemonic)
{
    AluFn *fn = alu_find(mnemonic);
    if (!fn)
        refuse(lo, "an instruction the simulator does not run");
    return fn;
}

// A register operand must be as wide as that.
static void check_width(Lower *lo, const Operand *o, int bytes)
{
    if (o->kind == O_REG && o->reg->bytes != bytes)
        refuse(lo, "a register that does not fit the access");
}

// set.lt.and.u32.f32 d, a, b, c: a setp.lt.and.f32, and a selp of what d is then. False if it is not of this kind.
static bool lower_set(Lower *lo)
{
    const Statement *s = lo->s;
    const Parts *p = &lo->parts;
    static const char *const combines[] = {"and", "or", "xor", NULL};
    if (strcmp(p->text[0], "set") != 0 || p->count < 5 || !in_list(p->text[2], combines))
        return false;
    const char *to = p->text[p->count - 2], *from = p->text[p->count - 1];
    const bool ftz = strcmp(p->text[3], "ftz") == 0, is_float = strcmp(to, "f32") == 0;
    char compare[64];
    text_format(compare, sizeof compare, "setp.%s", p->text[1]);
    text_append(compare, sizeof compare, ".%s", p->text[2]);
    text_append(compare, sizeof compare, ftz ? ".ftz.%s" : ".%s", from);
    AluFn *fn = alu_find(compare);
    const int bytes = word_bytes(from);
    if (!fn || bytes < 2 || p->count != 5 + ftz ||
        (!is_float && strcmp(to, "u32") != 0 && strcmp(to, "s32") != 0))
        refuse(lo, "an instruction the simulator does not run");
    if (failed(lo) || !need(lo, 4, 4))
        return true;
    const i32 holds = new_slot(lo, 0),
              one = constant_slot(lo, is_float ? 0x3f800000 : 0xffffffff, 4);
    Insn *in = emit(lo, K_ALU);
    if (!in)
        return true;
    bool negated = false;
    describe(lo, in, SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_INT);
    in->alu = fn;
    in->d = holds;
    in->a = source(lo, &s->operands[1], bytes);
    in->b = source(lo, &s->operands[2], bytes);
    in->c = predicate(lo, &s->operands[3], &negated);
    in->op = negated;
    in->bytes = (u8)bytes;
    in = emit(lo, K_ALU);
    if (!in)
        return true;
    describe(lo, in, SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_INT);
    in->alu = alu_of(lo, "selp.b32");
    in->d = destination(lo, &s->operands[0]);
    in->a = one;
    in->b = constant_slot(lo, 0, 4);
    in->c = holds;
    in->bytes = in->reg_bytes = 4;
    check_width(lo, &s->operands[0], 4);
    return true;
}

// mov.b64 %rd, {%r1, %r2} and mov.b64 {%r1, %r2}, %rd
static void lower_pack(Lower *lo, const Operand *vector, const Operand *whole, bool unpack)
{
    static const struct {
        int bytes, count;
        const char *pack, *unpack;
    } forms[] = {{4, 2, "pack2.b32", "unpack2.b32"},
                 {8, 2, "pack2.b64", "unpack2.b64"},
                 {8, 4, "pack4.b64", "unpack4.b64"}};
    int bytes = word_bytes(take_type(lo));
    for (int i = 0; i < 3; i++) {
        if (forms[i].bytes != bytes || forms[i].count != vector->count)
            continue;
        Insn *in = emit(lo, K_ALU);
        if (!in)
            return;
        in->alu = alu_of(lo, unpack ? forms[i].unpack : forms[i].pack);
        describe(lo, in, SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_INT);
        for (int k = 0; k < vector->count; k++)
            in->v[k] = unpack ? destination_or_sink(lo, &vector->items[k])
                              : source(lo, &vector->items[k], bytes / vector->count);
        if (unpack)
            in->a = source(lo, whole, bytes);
        else
            in->d = destination(lo, whole);
        return;
    }
    refuse(lo, "a mov of a vector the simulator does not know");
}

// Whether a variable is a parameter of this kernel.
static bool is_argument(const SimFunction *f, const Var *v)
{
    for (const Var *p = f->kernel ? f->params : NULL; p; p = p->next)
        if (p == v)
            return true;
    return false;
}

// mov of an address that depends on the frame or the launch: local variables, dynamic shared memory, parameters.
static bool lower_frame_address(Lower *lo, const Operand *o, int bytes)
{
    const Var *v = o->var ? o->var : module_var(lo->m, o->name, lo->f->unit);
    if (!v || v->space == V_GLOBAL || v->space == V_CONST || (v->space == V_SHARED && !v->dynamic))
        return false;
    bool argument = is_argument(lo->f, v);
    const Operand *to = &lo->s->operands[0];
    if ((bytes != 4 && bytes != 8) || to->kind != O_REG || to->reg->bytes != bytes) {
        refuse(lo, "an address in a register that does not fit it");
        return true;
    }
    Insn *in = emit(lo, v->space == V_SHARED || argument ? K_ALU : K_LOCAL_ADDRESS);
    if (!in)
        return true;
    describe(lo, in, SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_INT);
    in->d = destination(lo, to);
    in->bytes = (u8)bytes;
    if (v->space == V_SHARED) {
        in->a = special_slot(lo, SP_SHARED_DYNAMIC);
        in->b = constant_slot(lo, (u64)o->offset, 4);
        in->alu = alu_of(lo, bytes == 8 ? "cvt.u64.u32" : "add.u32");
        in->bytes = 4;
        in->reg_bytes = 8;
        if (bytes == 8 && o->offset)
            refuse(lo, "a 64-bit address inside dynamic shared memory");
    } else if (argument) {
        if (bytes != 8)
            refuse(lo, "a 32-bit address of a kernel parameter");
        in->a = special_slot(lo, SP_PARAMS);
        in->b = constant_slot(lo, v->offset + (u64)o->offset, 8);
        in->alu = alu_of(lo, "add.u64");
    } else {
        in->imm = (i64)v->offset + o->offset;
        // a parameter in a device function lives in local memory
        in->op = v->space == V_PARAM;
    }
    return true;
}

static void lower_mov(Lower *lo)
{
    const Statement *s = lo->s;
    if (!need(lo, 2, 2))
        return;
    const Operand *to = &s->operands[0], *from = &s->operands[1];
    if (from->kind == O_VECTOR) {
        lower_pack(lo, from, to, false);
    } else if (to->kind == O_VECTOR) {
        lower_pack(lo, to, from, true);
    } else if (from->kind == O_SPECIAL &&
               (strcmp(from->name, "%clock") == 0 || strcmp(from->name, "%clock64") == 0 ||
                strcmp(from->name, "%clock_hi") == 0 || strcmp(from->name, "%globaltimer") == 0 ||
                strcmp(from->name, "%globaltimer_lo") == 0)) {
        Insn *in = emit(lo, K_CLOCK);
        if (!in)
            return;
        in->d = destination(lo, to);
        in->bytes = (u8)word_bytes(take_type(lo));
        if (to->kind != O_REG || to->reg->bytes != in->bytes || in->bytes < 4)
            refuse(lo, "a clock in a register that does not fit it");
        in->op = from->name[1] == 'g' ? 2 : strcmp(from->name, "%clock_hi") == 0;
    } else if (from->kind == O_SYMBOL &&
               lower_frame_address(lo, from, word_bytes(lo->parts.text[1]))) {
        return;
    } else {
        lower_alu(lo);
    }
}

// ---- Memory ------------------------------------------------------------------------------------------------------

static SimSpace take_space(Lower *lo)
{
    if (has(lo, "global"))
        return SIM_SPACE_GLOBAL;
    if (has(lo, "shared")) {
        has(lo, "cta");
        return SIM_SPACE_SHARED;
    }
    if (has(lo, "shared::cta"))
        return SIM_SPACE_SHARED;
    if (has(lo, "local"))
        return SIM_SPACE_LOCAL;
    if (has(lo, "const"))
        return SIM_SPACE_CONST;
    if (has(lo, "param") || has(lo, "param::entry") || has(lo, "param::func"))
        return SIM_SPACE_PARAM;
    return SIM_SPACE_GENERIC;
}

// [reg + n], [variable + n], [n]
static void lower_address(Lower *lo, Insn *in, const Operand *o)
{
    if (o->kind != O_ADDRESS) {
        refuse(lo, "an operand that should be an address");
        return;
    }
    in->imm = o->offset;
    in->a = -1;
    if (o->reg) {
        in->a = reg_slot(lo, o->reg, o->reg_index);
        in->wide = o->reg->bytes == 8;
        if (o->reg->bytes != 4 && o->reg->bytes != 8)
            refuse(lo, "an address in a register that is not of 32 or 64 bits");
        // a kernel's parameters have global addresses; a device function's lie in local memory
        if (in->space == SIM_SPACE_PARAM)
            in->space = lo->f->kernel ? SIM_SPACE_GENERIC : SIM_SPACE_LOCAL;
        return;
    }
    in->wide = true;
    if (!o->name)
        return;
    const Var *v = o->var ? o->var : module_var(lo->m, o->name, lo->f->unit);
    if (!v) {
        refuse(lo, "an address with an undefined name");
        return;
    }
    switch (v->space) {
    case V_GLOBAL:
    case V_CONST: in->imm += (i64)v->address; break;
    case V_SHARED:
        if (in->space == SIM_SPACE_GENERIC)
            in->space = SIM_SPACE_SHARED;
        if (v->dynamic) {
            in->a = special_slot(lo, SP_SHARED_DYNAMIC);
            in->wide = false;
        } else {
            in->imm += (i64)v->offset;
        }
        break;
    case V_LOCAL:
    case V_PARAM:
        in->imm += (i64)v->offset;
        in->in_frame = true;
        if (v->space == V_LOCAL)
            in->space = SIM_SPACE_LOCAL;
        else if (in->space != SIM_SPACE_PARAM || (in->kind != K_LOAD && is_argument(lo->f, v)))
            refuse(lo, "a parameter that can't be used so");
        break;
    }
}

static int take_vector(Lower *lo)
{
    return has(lo, "v2") ? 2 : has(lo, "v4") ? 4 : has(lo, "v8") ? 8 : 1;
}

// Orders, scopes and cache hints of a load, store, atomic or fence.
static void take_order(Lower *lo, Insn *in)
{
    static const char *const hints[] = {"weak",
                                        "gpu",
                                        "sys",
                                        "cluster",
                                        "ca",
                                        "cg",
                                        "cs",
                                        "lu",
                                        "cv",
                                        "wb",
                                        "wt",
                                        "nc",
                                        "L1::evict_normal",
                                        "L1::evict_unchanged",
                                        "L1::evict_first",
                                        "L1::evict_last",
                                        "L1::no_allocate",
                                        "L2::64B",
                                        "L2::128B",
                                        "L2::256B",
                                        "L2::evict_first",
                                        "L2::evict_last",
                                        "L2::evict_normal",
                                        "unified",
                                        NULL};
    in->block_scope = has(lo, "cta");
    has_any(lo, hints);
    if (has(lo, "release") || has(lo, "acq_rel") || has(lo, "sc"))
        in->order = ORDER_RELEASE;
    else if (has(lo, "acquire"))
        in->order = ORDER_ACQUIRE;
    else if (has(lo, "relaxed") || has(lo, "mmio"))
        in->order = ORDER_RELAXED;
    else
        in->order = has(lo, "volatile") ? ORDER_VOLATILE : ORDER_WEAK;
}

static void lower_elements(Lower *lo, Insn *in, const Operand *o, bool load)
{
    const Operand *items = o->kind == O_VECTOR ? o->items : o;
    int count = o->kind == O_VECTOR ? o->count : 1;
    if (count != in->count) {
        refuse(lo, "a vector of the wrong length");
        return;
    }
    for (int i = 0; i < count && !failed(lo); i++) {
        in->v[i] = load ? destination_or_sink(lo, &items[i]) : source(lo, &items[i], in->bytes);
        if (items[i].kind == O_REG) {
            int bytes = items[i].reg->bytes;
            if (bytes < in->bytes || bytes > 8)
                refuse(lo, "a register that does not fit the access");
            if (in->reg_bytes && in->reg_bytes != bytes)
                refuse(lo, "a vector of registers of different sizes");
            in->reg_bytes = (u8)bytes;
        }
    }
    if (in->reg_bytes == 0)
        in->reg_bytes = in->bytes < 2 ? 2 : in->bytes;
    // elements of a vector share one register size; a constant was made as wide as the access
    for (int i = 0; i < count && !failed(lo); i++)
        if (items[i].kind == O_IMMEDIATE && !load)
            in->v[i] = source(lo, &items[i], in->reg_bytes);
}

static void lower_load_store(Lower *lo, bool load)
{
    const Statement *s = lo->s;
    if (!need(lo, 2, 2))
        return;
    Insn *in = emit(lo, load ? K_LOAD : K_STORE);
    if (!in)
        return;
    has(lo, "uniform"); // ldu
    take_order(lo, in);
    in->is_volatile = in->order != ORDER_WEAK;
    in->space = (u8)take_space(lo);
    in->count = (u8)take_vector(lo);
    const char *type = take_type(lo);
    in->bytes = (u8)word_bytes(type);
    in->is_signed = type[0] == 's';
    all_used(lo);
    int size = in->bytes * in->count;
    if (size == 0 || size > 32 || (size > 16 && in->space != SIM_SPACE_GLOBAL))
        refuse(lo, "an access of a size the simulator does not know");
    const Operand *address = &s->operands[load ? 1 : 0];
    lower_address(lo, in, address);
    lower_elements(lo, in, &s->operands[load ? 0 : 1], load);
    if (failed(lo))
        return;
    const Var *argument = is_argument(lo->f, address->var) ? address->var : NULL;
    if (load && in->space == SIM_SPACE_PARAM && argument) {
        in->kind = K_PARAM_LOAD;
        describe(lo, in, SIM_PLAIN, SIM_SPACE_PARAM, SIM_PIPE_INT);
        if (address->offset < 0 || (u64)address->offset + (u64)size > argument->size)
            refuse(lo, "a load beyond its parameter");
        return;
    }
    bool counted = in->space != SIM_SPACE_PARAM;
    in->ordered =
        in->is_volatile && (in->space == SIM_SPACE_GLOBAL || in->space == SIM_SPACE_GENERIC);
    describe(lo, in,
             !counted ? SIM_PLAIN
             : load   ? SIM_LOAD
                      : SIM_STORE,
             in->space, counted ? SIM_PIPE_LSU : SIM_PIPE_INT);
}

static bool is_read(const Operand *o, const RegDecl *d, int index)
{
    if (o->kind == O_VECTOR || o->kind == O_LIST) {
        for (int i = 0; i < o->count; i++)
            if (is_read(&o->items[i], d, index))
                return true;
        return false;
    }
    return (o->reg == d && o->reg_index == index) || (o->reg2 == d && o->reg2_index == index);
}

// Whether no statement but this one names the destination: then its old value is of no interest.
static bool result_unused(const Lower *lo, const Operand *o)
{
    if (o->kind == O_SINK)
        return true;
    for (int i = 0; i < lo->f->statement_count; i++) {
        const Statement *s = &lo->f->statements[i];
        if (s == lo->s)
            continue;
        for (int k = 0; k < s->count; k++)
            if (is_read(&s->operands[k], o->reg, o->reg_index))
                return false;
    }
    return true;
}

// The types each atomic operation takes, as the PTX ISA lists them.
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

static void lower_atomic(Lower *lo, bool reduction)
{
    const Statement *s = lo->s;
    int first = reduction ? 0 : 1; // operand that is the address
    if (!need(lo, first + 2, first + 3))
        return;
    Insn *in = emit(lo, K_ATOMIC);
    if (!in)
        return;
    take_order(lo, in);
    in->space = (u8)take_space(lo);
    int found = -1;
    for (size_t i = 0; i < sizeof atomic_ops / sizeof *atomic_ops; i++)
        if (has(lo, atomic_ops[i].word))
            found = (int)i;
    has(lo, "noftz");
    const char *type = take_type(lo);
    all_used(lo);
    if (found < 0 || !in_list(type, atomic_ops[found].types)) {
        refuse(lo, "an atomic operation the simulator does not run");
        return;
    }
    in->op = (u8)atomic_ops[found].op;
    in->bytes = (u8)word_bytes(type);
    in->count = 1;
    in->is_signed = type[0] == 's';
    in->is_float = type[0] == 'f' || strncmp(type, "bf", 2) == 0;
    // 16-bit floats: 1 f16, 2 bf16; packed pairs of them are 4 bytes
    in->reg_bytes = in->bytes;
    in->imm = 0;
    lower_address(lo, in, &s->operands[first]);
    if (in->is_float && (in->bytes == 2 || strstr(type, "x2")))
        in->v[7] = type[0] == 'b' ? 2 : 1;
    in->b = source(lo, &s->operands[first + 1], in->bytes);
    bool cas = in->op == A_CAS;
    if (cas != (s->count == first + 3) || (reduction && (cas || in->op == A_EXCH)))
        refuse(lo, "an instruction with the wrong number of operands");
    for (int i = 0; i < s->count; i++)
        check_width(lo, &s->operands[i], in->bytes);
    if (failed(lo))
        return;
    if (cas)
        in->c = source(lo, &s->operands[first + 2], in->bytes);
    in->unused_result = reduction || result_unused(lo, &s->operands[0]);
    if (!reduction)
        in->d = destination_or_sink(lo, &s->operands[0]);
    bool commutes =
        in->unused_result && !in->is_float && in->op <= A_XOR && in->op != A_INC && in->op != A_DEC;
    in->ordered = !commutes && in->space != SIM_SPACE_SHARED;
    describe(lo, in, SIM_ATOMIC, in->space, SIM_PIPE_LSU);
}

// ---- Control -----------------------------------------------------------------------------------------------------

static void want_label(Lower *lo, int insn, const char *label, i32 *target)
{
    struct Fixup *f =
        arena_push(&lo->m->arena, &lo->fixups, &lo->fixup_count, &lo->fixup_capacity, sizeof *f);
    if (!f) {
        out_of_memory(lo);
        return;
    }
    f->insn = insn;
    f->label = label;
    f->scope = lo->s->scope;
    f->target = target;
}

// The label that a name stands for in a scope: the innermost { } that has it counts.
static Label *find_label(const Lower *lo, const char *name, int scope)
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

static void lower_branch(Lower *lo)
{
    const Statement *s = lo->s;
    if (!need(lo, 1, 1) || s->operands[0].kind != O_SYMBOL) {
        refuse(lo, "a branch without a label");
        return;
    }
    has(lo, "uni");
    all_used(lo);
    Insn *in = emit(lo, K_BRANCH);
    if (!in)
        return;
    describe(lo, in, s->guard ? SIM_BRANCH : SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_CONTROL);
    want_label(lo, lo->m->code_count - 1, s->operands[0].name, NULL);
}

static void lower_switch(Lower *lo)
{
    const Statement *s = lo->s;
    if (!need(lo, 2, 2))
        return;
    has(lo, "idx");
    has(lo, "uni");
    all_used(lo);
    const Label *list =
        s->operands[1].kind == O_SYMBOL ? find_label(lo, s->operands[1].name, s->scope) : NULL;
    const Statement *targets = list ? &lo->f->statements[list->statement] : NULL;
    if (!targets || !targets->targets) {
        refuse(lo, "a brx.idx without a list of targets");
        return;
    }
    Insn *in = emit(lo, K_SWITCH);
    i32 *table = arena_alloc(&lo->m->arena, (size_t)targets->target_count * sizeof *table);
    if (!in || !table) {
        out_of_memory(lo);
        return;
    }
    describe(lo, in, SIM_BRANCH, SIM_SPACE_NONE, SIM_PIPE_CONTROL);
    in->a = source(lo, &s->operands[0], 4);
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
        out_of_memory(lo);
        return NULL;
    }
    for (int i = 0; i < list->count; i++) {
        const Var *v = list->items[i].var;
        if (!v || v->space != V_PARAM || is_argument(lo->f, v)) {
            refuse(lo, "a call whose arguments are not .param variables");
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

// call{.uni} [(result),] function [, (arguments)] [, prototype]
static void lower_call(Lower *lo)
{
    const Statement *s = lo->s;
    has(lo, "uni");
    all_used(lo);
    int at = 0;
    const Operand *results = NULL, *args = NULL;
    if (at < s->count && s->operands[at].kind == O_LIST)
        results = &s->operands[at++];
    const Operand *callee = at < s->count ? &s->operands[at++] : NULL;
    if (at < s->count && s->operands[at].kind == O_LIST)
        args = &s->operands[at++];
    Insn *in = emit(lo, K_CALL);
    Call *call = arena_alloc(&lo->m->arena, sizeof *call);
    if (!in || !call) {
        out_of_memory(lo);
        return;
    }
    in->call = call;
    call->builtin = B_NONE;
    call->arg = call_slots(lo, args, &call->args);
    call->result = call_slots(lo, results, &call->results);
    if (failed(lo))
        return;
    if (callee && callee->kind == O_REG && callee->reg->bytes == 8) {
        in->a = reg_slot(lo, callee->reg, callee->reg_index);
    } else if (callee && callee->kind == O_SYMBOL) {
        call->function = module_function(lo->m, callee->name, lo->f->unit);
        if (!call->function || !call->function->defined) {
            call->function = NULL;
            call->builtin = builtin_find(callee->name);
            if (call->builtin == B_NONE) {
                char what[160];
                text_format(what, sizeof what, "a call of '%s', which is defined nowhere",
                            callee->name);
                refuse(lo, what);
                return;
            }
            in->ordered = builtin_ordered((Builtin)call->builtin);
            lo->m->launches |= call->builtin == B_CHILD_BUFFER;
            lo->m->mallocs |= call->builtin == B_MALLOC || call->builtin == B_FREE;
        } else if (call->function->kernel) {
            refuse(lo, "a call of a kernel");
        } else if (!slots_fit(call->arg, call->args, call->function->params) ||
                   !slots_fit(call->result, call->results, call->function->results)) {
            refuse(lo, "a call whose arguments do not fit the function");
        }
    } else {
        refuse(lo, "a call without a function");
    }
}

// ---- Synchronization ---------------------------------------------------------------------------------------------

// bar.sync a {, b}; barrier.sync a {, b}; bar.arrive a, b; bar.red.op
static void lower_barrier(Lower *lo)
{
    const Statement *s = lo->s;
    if (has(lo, "warp")) {
        has(lo, "sync");
        all_used(lo);
        if (!need(lo, 1, 1))
            return;
        Insn *in = emit(lo, K_WARP_SYNC);
        if (in)
            in->b = source(lo, &s->operands[0], 4);
        return;
    }
    has(lo, "cta");
    has(lo, "aligned");
    Insn *in = emit(lo, K_BARRIER);
    if (!in)
        return;
    describe(lo, in, SIM_BARRIER, SIM_SPACE_NONE, SIM_PIPE_CONTROL);
    int at = 0;
    if (has(lo, "red")) {
        // op: 'p'opc, 'a'nd, 'o'r
        in->op = has(lo, "popc") ? 'p' : has(lo, "and") ? 'a' : has(lo, "or") ? 'o' : 0;
        if (in->op == 'p' ? !has(lo, "u32") : !has(lo, "pred"))
            refuse(lo, "a barrier the simulator does not run");
        if (!need(lo, 3, 4))
            return;
        in->d = destination(lo, &s->operands[at++]);
        bool negated = false;
        in->c = predicate(lo, &s->operands[s->count - 1], &negated);
        in->is_signed = negated;
    } else if (has(lo, "arrive")) {
        in->op = 'r';
    } else if (!has(lo, "sync")) {
        refuse(lo, "a barrier the simulator does not run");
        return;
    }
    all_used(lo);
    int last = s->count - (in->d >= 0);
    if (at >= last) {
        refuse(lo, "an instruction with the wrong number of operands");
        return;
    }
    if (s->operands[at].kind == O_IMMEDIATE && s->operands[at].value > 15)
        refuse(lo, "a barrier's number beyond 15");
    in->a = source(lo, &s->operands[at++], 4);
    in->b = at < last ? source(lo, &s->operands[at], 4) : -1;
}

static void lower_shuffle(Lower *lo)
{
    const Statement *s = lo->s;
    if (!has(lo, "sync")) {
        refuse(lo, "a shuffle without .sync, which is gone since sm_70");
        return;
    }
    static const char *const modes[] = {"up", "down", "bfly", "idx"};
    int mode = -1;
    for (int i = 0; i < 4; i++)
        if (has(lo, modes[i]))
            mode = i;
    if (mode < 0 || !has(lo, "b32")) {
        refuse(lo, "a shuffle the simulator does not run");
        return;
    }
    all_used(lo);
    if (!need(lo, 5, 5))
        return;
    Insn *in = emit(lo, K_SHUFFLE);
    if (!in)
        return;
    describe(lo, in, SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_LSU);
    in->op = (u8)mode;
    in->bytes = 4;
    in->d = destination_or_sink(lo, &s->operands[0]);
    in->d2 = destination2(lo, &s->operands[0]);
    in->a = source(lo, &s->operands[1], 4);
    in->v[0] = source(lo, &s->operands[2], 4);
    in->c = source(lo, &s->operands[3], 4);
    in->b = source(lo, &s->operands[4], 4);
}

// vote.sync.op, match.sync, redux.sync: d, a, mask in b
static void lower_collective(Lower *lo, InsnKind kind)
{
    const Statement *s = lo->s;
    if (!has(lo, "sync")) {
        refuse(lo, "a vote without .sync, which is gone since sm_70");
        return;
    }
    if (!need(lo, 3, 3))
        return;
    Insn *in = emit(lo, kind);
    if (!in)
        return;
    describe(lo, in, SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_INT);
    in->d = destination_or_sink(lo, &s->operands[0]);
    in->d2 = destination2(lo, &s->operands[0]);
    in->b = source(lo, &s->operands[2], 4);
    if (kind == K_VOTE) {
        in->op = has(lo, "all")   ? W_ALL
                 : has(lo, "any") ? W_ANY
                 : has(lo, "uni") ? W_UNI
                                  : W_BALLOT;
        if (in->op == W_BALLOT && !has(lo, "ballot"))
            refuse(lo, "a vote the simulator does not run");
        take_type(lo);
        // a predicate, or a constant that stands for one
        if (s->operands[1].kind == O_IMMEDIATE) {
            in->a = new_slot(lo, 0);
            in->imm = s->operands[1].value ? 1 : 2;
        } else {
            in->a = predicate(lo, &s->operands[1], &in->is_signed);
        }
    } else {
        const char *type = take_type(lo);
        in->bytes = (u8)word_bytes(type);
        in->is_signed = type[0] == 's';
        in->a = source(lo, &s->operands[1], in->bytes);
        if (kind == K_MATCH) {
            in->op = has(lo, "all") ? W_ALL : W_ANY;
            if (in->op == W_ANY && !has(lo, "any"))
                refuse(lo, "a match the simulator does not run");
        } else {
            in->op = has(lo, "add")   ? A_ADD
                     : has(lo, "min") ? A_MIN
                     : has(lo, "max") ? A_MAX
                     : has(lo, "and") ? A_AND
                     : has(lo, "or")  ? A_OR
                     : has(lo, "xor") ? A_XOR
                                      : A_CAS;
            if (in->op == A_CAS || in->bytes != 4 || type[0] == 'f')
                refuse(lo, "a redux the simulator does not run");
        }
    }
    all_used(lo);
}

// ---- Asynchronous copies and their barriers --------------------------------------------------------------------------

// cp.async.ca.shared.global [to], [from], bytes {, bytes wanted} {, predicate: ignore the source}
static void lower_copy(Lower *lo)
{
    const Statement *s = lo->s;
    has(lo, "ca");
    has(lo, "cg");
    SimSpace to = take_space(lo), from = SIM_SPACE_NONE;
    if (to == SIM_SPACE_GLOBAL) { // the mnemonic names the destination first; has() finds any
        from = to;
        to = take_space(lo);
    }
    take_order(lo, &(Insn){0}); // cache hints
    all_used(lo);
    if (!need(lo, 3, 5))
        return;
    const Operand *bytes = &s->operands[2];
    if (from != SIM_SPACE_GLOBAL || to != SIM_SPACE_SHARED || bytes->kind != O_IMMEDIATE ||
        (bytes->value != 4 && bytes->value != 8 && bytes->value != 16)) {
        refuse(lo, "a cp.async the simulator does not run");
        return;
    }
    Insn *in = emit(lo, K_COPY);
    if (!in)
        return;
    describe(lo, in, SIM_LOAD, SIM_SPACE_GLOBAL, SIM_PIPE_LSU);
    in->space = SIM_SPACE_SHARED;
    lower_address(lo, in, &s->operands[0]);
    in->b = in->a;
    in->target = (i32)in->imm;
    bool wide_target = in->wide;
    in->space = SIM_SPACE_GLOBAL;
    lower_address(lo, in, &s->operands[1]);
    if (in->a < 0)
        in->a = constant_slot(lo, 0, 8);
    else if (!in->wide)
        refuse(lo, "a 32-bit address of global memory");
    in->wide = wide_target;
    in->bytes = (u8)bytes->value;
    for (int i = 3; i < s->count; i++) {
        const Operand *o = &s->operands[i];
        if (o->kind == O_REG && o->reg->bytes == 0)
            in->d2 = predicate(lo, o, &in->is_signed);
        else
            in->c = source(lo, o, 4);
    }
    Insn *store = emit(lo, K_COPY_STORE);
    if (!store)
        return;
    describe(lo, store, SIM_STORE, SIM_SPACE_SHARED, SIM_PIPE_LSU);
    store->has_guard = false; // the lanes are those of the K_COPY
    store->space = SIM_SPACE_SHARED;
    store->bytes = store->reg_bytes = 4;
    store->count = (u8)(bytes->value / 4);
}

static void emit_alu(Lower *lo, const char *mnemonic, i32 d, i32 a, i32 b)
{
    Insn *in = emit(lo, K_ALU);
    if (!in)
        return;
    in->alu = alu_of(lo, mnemonic);
    in->d = d;
    in->a = a;
    in->b = b;
    // cvt wants its registers' sizes
    in->bytes = strcmp(mnemonic, "cvt.u64.u32") == 0 ? 4 : 8;
    in->reg_bytes = strcmp(mnemonic, "cvt.u32.u64") == 0 ? 4 : 8;
    describe(lo, in, SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_INT);
}

// An atomic on the word of an mbarrier (access.c), the old one into d.
static void emit_mbarrier(Lower *lo, SimSpace space, AtomOp op, const Operand *address, i32 d,
                          i32 count)
{
    Insn *in = emit(lo, K_ATOMIC);
    if (!in)
        return;
    describe(lo, in, SIM_ATOMIC, space, SIM_PIPE_LSU);
    in->space = (u8)space;
    in->op = (u8)op;
    in->order = ORDER_RELEASE;
    in->bytes = in->reg_bytes = 8;
    in->count = 1;
    lower_address(lo, in, address);
    in->d = d;
    in->b = count;
    in->unused_result = d < 0;
}

// How many arrive: the operand after the address, or one.
static i32 arrivals(Lower *lo, int at)
{
    if (at >= lo->s->count)
        return constant_slot(lo, 1, 8);
    const Operand *o = &lo->s->operands[at];
    if (o->kind == O_IMMEDIATE)
        return constant_slot(lo, o->value, 8);
    i32 wide = new_slot(lo, 8);
    emit_alu(lo, "cvt.u64.u32", wide, source(lo, o, 4), -1);
    return wide;
}

static void lower_mbarrier_init(Lower *lo, SimSpace space, i32 count)
{
    Insn *in = emit(lo, K_STORE);
    if (!in)
        return;
    describe(lo, in, SIM_STORE, space, SIM_PIPE_LSU);
    in->space = (u8)space;
    in->bytes = in->reg_bytes = 4;
    in->count = 2;
    lower_address(lo, in, &lo->s->operands[0]);
    in->v[0] = in->v[1] = count;
}

// test_wait p, [barrier], token: its phase is another one than the token's; .parity: than the one of that parity.
static void lower_mbarrier_test(Lower *lo, SimSpace space, bool parity)
{
    const Statement *s = lo->s;
    bool negated;
    i32 word = new_slot(lo, 8);
    emit_mbarrier(lo, space, A_OR, &s->operands[1], word, constant_slot(lo, 0, 8));
    if (parity) {
        i32 wide = new_slot(lo, 8);
        emit_alu(lo, "shr.u64", word, word, constant_slot(lo, 52, 4));
        emit_alu(lo, "cvt.u64.u32", wide, source(lo, &s->operands[2], 4), -1);
        emit_alu(lo, "xor.b64", word, word, wide);
        emit_alu(lo, "and.b64", word, word, constant_slot(lo, 1, 8));
    } else {
        emit_alu(lo, "xor.b64", word, word, source(lo, &s->operands[2], 8));
        emit_alu(lo, "shr.u64", word, word, constant_slot(lo, 52, 4));
    }
    emit_alu(lo, "setp.ne.u64", predicate(lo, &s->operands[0], &negated), word,
             constant_slot(lo, 0, 8));
}

// mbarrier.init, inval, arrive, arrive_drop, test_wait, pending_count
static void lower_mbarrier(Lower *lo)
{
    const Statement *s = lo->s;
    bool init = has(lo, "init"), inval = has(lo, "inval"), arrives = has(lo, "arrive"),
         drops = has(lo, "arrive_drop"), test = has(lo, "test_wait") || has(lo, "try_wait"),
         pending = has(lo, "pending_count"), parity = test && has(lo, "parity");
    has(lo, "noComplete");
    take_order(lo, &(Insn){0}); // emit_mbarrier's is the default, and the strongest
    SimSpace space = take_space(lo);
    if (!has(lo, "b64") || (space != SIM_SPACE_SHARED && space != SIM_SPACE_GENERIC))
        refuse(lo, "an mbarrier the simulator does not run");
    all_used(lo);
    if (!need(lo, inval ? 1 : test ? 3 : 2, init || pending ? 2 : inval ? 1 : 3))
        return;
    if (pending) {
        i32 low = new_slot(lo, 8);
        emit_alu(lo, "and.b64", low, source(lo, &s->operands[1], 8), constant_slot(lo, 0xfffff, 8));
        emit_alu(lo, "cvt.u32.u64", destination(lo, &s->operands[0]), low, -1);
    } else if (init) {
        lower_mbarrier_init(lo, space, source(lo, &s->operands[1], 4));
    } else if (inval) {
        lower_mbarrier_init(lo, space, constant_slot(lo, 0, 4));
    } else if (test) {
        lower_mbarrier_test(lo, space, parity);
    } else if (arrives || drops) {
        i32 count = arrivals(lo, 2);
        emit_mbarrier(lo, space, drops ? A_DROP : A_ARRIVE, &s->operands[1],
                      destination(lo, &s->operands[0]), count);
    } else {
        refuse(lo, "an mbarrier the simulator does not run");
    }
}

static void emit_wait(Lower *lo, i64 newest)
{
    Insn *in = emit(lo, K_COPY_WAIT);
    if (in)
        in->imm = newest;
}

// cp.async and what commits it and waits for it. An mbarrier's arrival when copies are done waits for them.
static void lower_cp(Lower *lo)
{
    const Statement *s = lo->s;
    if (!has(lo, "async") || lo->parts.count < 3) {
        refuse(lo, "an instruction the simulator does not run");
    } else if (has(lo, "commit_group")) {
        all_used(lo);
        emit(lo, K_COPY_COMMIT);
    } else if (has(lo, "wait_all")) {
        all_used(lo);
        emit_wait(lo, -1);
    } else if (has(lo, "wait_group")) {
        all_used(lo);
        if (!need(lo, 1, 1))
            return;
        if (s->operands[0].kind != O_IMMEDIATE)
            refuse(lo, "a cp.async.wait_group whose number is not a constant");
        emit_wait(lo, (i64)s->operands[0].value);
    } else if (has(lo, "mbarrier")) {
        bool counted = has(lo, "noinc"); // without, the copies' arrival was not counted either
        SimSpace space = take_space(lo);
        if (!has(lo, "arrive") || !has(lo, "b64"))
            refuse(lo, "an mbarrier the simulator does not run");
        all_used(lo);
        if (!need(lo, 1, 1))
            return;
        emit_wait(lo, -1);
        if (counted)
            emit_mbarrier(lo, space, A_ARRIVE, &s->operands[0], -1, constant_slot(lo, 1, 8));
    } else {
        lower_copy(lo);
    }
}

// ---- A function ----------------------------------------------------------------------------------------------------

static void lower_return(Lower *lo, bool leaves_kernel)
{
    all_used(lo);
    Insn *in = emit(lo, leaves_kernel ? K_EXIT : K_RETURN);
    if (in)
        describe(lo, in, leaves_kernel ? SIM_EXIT : SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_CONTROL);
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
    split(lo, s->op);
    if (failed(lo))
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
        has(lo, "uni");
        lower_return(lo, lo->f->kernel);
        break;
    case 15: lower_return(lo, true); break;
    case 16: {
        in = emit(lo, K_FENCE);
        has(lo, "gl");
        if (in) {
            take_order(lo, in);
            in->order = ORDER_RELEASE; // of membar, too
        }
        all_used(lo);
        break;
    }
    case 17:
        all_used(lo);
        emit(lo, K_TRAP);
        break;
    case 18:
        take_type(lo);
        in = emit(lo, K_ACTIVE);
        if (in && need(lo, 1, 1))
            in->d = destination(lo, &s->operands[0]);
        break;
    case 19: emit(lo, K_SLEEP); break;
    case 20: emit(lo, K_FENCE); break; // a hint: no effect on results
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
            out_of_memory(lo);
            return;
        }
        *l = (Label){.name = f->statements[i].label,
                     .scope = f->statements[i].scope,
                     .statement = i,
                     .insn = -1};
    }
    Label *space = arena_alloc(&lo->m->arena, (size_t)(lo->label_count + 1) * sizeof *space);
    if (!space) {
        out_of_memory(lo);
        return;
    }
    sort_labels(lo->labels, lo->label_count, space);
    for (int i = 0; i < f->statement_count; i++) {
        const Statement *s = &f->statements[i];
        Label *l = NULL;
        if (s->op && strncmp(s->op, "bra", 3) == 0 && s->count == 1 && s->operands[0].name)
            l = find_label(lo, s->operands[0].name, s->scope);
        if (l)
            l->wanted = true;
        for (int k = 0; k < s->target_count; k++) {
            l = find_label(lo, s->targets[k], s->scope);
            if (l)
                l->wanted = true;
        }
    }
}

static void place_labels(Lower *lo)
{
    for (int i = 0; i < lo->fixup_count && !failed(lo); i++) {
        struct Fixup *x = &lo->fixups[i];
        const Label *l = find_label(lo, x->label, x->scope);
        if (!l || l->insn < 0) {
            lo->s = NULL;
            char what[160];
            text_format(what, sizeof what, "a branch to '%s', which is no label", x->label);
            refuse(lo, what);
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
        out_of_memory(lo);
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
    if (!failed(lo))
        emit(lo, K_ENTER);
    bool fresh = true; // the last instruction is a K_ENTER
    for (int i = 0; i < f->statement_count && !failed(lo); i++) {
        lo->s = &f->statements[i];
        if (lo->s->label) {
            Label *l = find_label(lo, lo->s->label, lo->s->scope);
            if (l->insn >= 0) {
                refuse(lo, "a label that stands twice");
            } else if (l->wanted) {
                if (!fresh)
                    emit(lo, K_ENTER);
                fresh = true;
                l->insn = m->code_count - 1;
            }
            continue;
        }
        const int before = m->code_count;
        lower_statement(lo);
        bool emitted = lo->m->code_count > before;
        fresh = fresh && !emitted;
        if (!failed(lo) && emitted && ends_segment(m->code[m->code_count - 1].kind)) {
            emit(lo, K_ENTER);
            fresh = true;
        }
    }
    lo->s = NULL;
    if (!failed(lo) && !fresh)
        emit(lo, K_ENTER);
    if (failed(lo))
        return false;
    // Falling off the end returns; in a device function all returns meet at one, so that lanes leave together.
    Insn *last = emit(lo, f->kernel ? K_EXIT : K_RETURN);
    f->end = m->code_count;
    if (!last)
        return false;
    describe(lo, last, f->kernel ? SIM_EXIT : SIM_PLAIN, SIM_SPACE_NONE, SIM_PIPE_CONTROL);
    int epilogue = f->end - 2;
    for (int i = f->entry; !f->kernel && i < epilogue; i++) {
        if (m->code[i].kind == K_RETURN) {
            m->code[i].kind = K_BRANCH;
            m->code[i].target = epilogue;
        }
    }
    place_labels(lo);
    if (failed(lo))
        return false;
    place_slots(lo);
    for (int i = m->segment_count - 1, end = f->end - 1; i >= 0 && m->segments[i].first >= f->entry;
         i--) {
        m->segments[i].last = end;
        end = m->segments[i].first - 1;
    }
    mark_short_branches(lo);
    if (!uniform_analyse(m, f))
        out_of_memory(lo);
    return !failed(lo) && flow_analyse(m, f, err);
}
