// arithmetic.c: lowers statements in which each lane computes by itself: arithmetic, comparisons, conversions, mov.

#include "ptx/lower/lower.h"

#include <string.h>

enum { INT = SIM_PIPE_INT, LOGIC = SIM_PIPE_LOGIC, FP32 = SIM_PIPE_FP32, SFU = SIM_PIPE_SFU };

// What an arithmetic instruction is, by the first word of its mnemonic.
typedef struct {
    const char *word;
    u8 sources; // how many
    u8 pipe; // of the guide's table "Throughput of Native Arithmetic Instructions"; FP32: integers go to INT
    u8 amounts; // the first source, from 1 on, of those that are amounts, places and lengths, which have 32 bits; 0: none
} Operation;

// clang-format off
static const Operation OPERATIONS[] = { // the last one is any other
    {"add", 2, FP32, 0},   {"sub", 2, FP32, 0},     {"mul", 2, FP32, 0},   {"fma", 3, FP32, 0},   {"and", 2, LOGIC, 0},
    {"or", 2, LOGIC, 0},   {"xor", 2, LOGIC, 0},    {"not", 1, LOGIC, 0},  {"lop3", 4, LOGIC, 0}, {"shr", 2, LOGIC, 2},
    {"shf", 3, LOGIC, 1},  {"prmt", 3, LOGIC, 0},   {"setp", 2, LOGIC, 0}, {"set", 2, LOGIC, 0},  {"min", 2, LOGIC, 0},
    {"selp", 3, LOGIC, 0}, {"slct", 3, LOGIC, 0},   {"max", 2, LOGIC, 0},  {"sin", 1, SFU, 0},    {"cos", 1, SFU, 0},
    {"ex2", 1, SFU, 0},    {"lg2", 1, SFU, 0},      {"rcp", 1, SFU, 0},    {"rsqrt", 1, SFU, 0},  {"sqrt", 1, SFU, 0},
    {"tanh", 1, SFU, 0},   {"mov", 1, INT, 0},      {"neg", 1, INT, 0},    {"abs", 1, INT, 0},    {"cnot", 1, INT, 0},
    {"popc", 1, INT, 0},   {"clz", 1, INT, 0},      {"bfind", 1, INT, 0},  {"brev", 1, INT, 0},   {"cvta", 1, INT, 0},
    {"cvt", 1, INT, 0},    {"isspacep", 1, INT, 0}, {"testp", 1, INT, 0},  {"mad", 3, INT, 0},    {"mad24", 3, INT, 0},
    {"madc", 3, INT, 0},   {"sad", 3, INT, 0},      {"dp4a", 3, INT, 0},   {"dp2a", 3, INT, 0},   {"fns", 3, INT, 0},
    {"bfe", 3, INT, 2},    {"bfi", 4, INT, 3},      {"shl", 2, INT, 2},    {"szext", 2, INT, 1},  {"bmsk", 2, INT, 1},
    {NULL, 2, INT, 0}
};
// clang-format on

static const Operation *find_operation(const char *word)
{
    const Operation *o = OPERATIONS;
    while (o->word && strcmp(o->word, word) != 0)
        o++;
    return o;
}

// How many machine instructions ptxas makes of an arithmetic instruction: divisions become sequences. The 17 of a 32-bit
// remainder follows from ncu's inst_executed for reduceBaseline and reduceNeighbored on an H200; the others are counted in SASS.
enum { EXACT_FLOAT = 9, EXACT_DOUBLE = 20, LONG_DIVISION = 70 };

static u8 alu_slots(const char *op, const char *type, int bytes, const Statement *s)
{
    bool divides = strcmp(op, "div") == 0 || strcmp(op, "rem") == 0;
    bool roots = strcmp(op, "sqrt") == 0 || strcmp(op, "rcp") == 0;
    if (!divides && !roots)
        return 1;
    if (type[0] == 'f') {
        bool exact = strstr(s->op, ".rn") != NULL;
        return bytes == 8 ? EXACT_DOUBLE : exact ? EXACT_FLOAT : 2;
    }
    bool by_constant = s->operands[s->count - 1].kind == O_IMMEDIATE;
    return by_constant ? 5 : bytes == 8 ? LONG_DIVISION : 17;
}

// Tells whether the mnemonic has this modifier; does not mark it.
static bool names_part(const Parts *p, const char *word)
{
    bool any = false;
    for (int i = 1; i < p->count; i++)
        any |= strcmp(p->text[i], word) == 0;
    return any;
}

// Returns the size of source operand i (0 is the first source). `bytes` is the size of the mnemonic's last type.
static int source_bytes(const Operation *o, const Parts *p, int i, int bytes)
{
    if (o->amounts && i + 1 >= o->amounts)
        return 4;
    // The operands of a packed 16-bit operation have 32 bits, as has the accumulator of a dot product.
    return i == 2 && names_part(p, "wide") ? bytes * 2 : bytes;
}

// How setp and set combine a comparison with a predicate.
static const char *const combines[] = {"and", "or", "xor", NULL};

// Returns how many source operands an arithmetic instruction has.
static int source_count(const Operation *o, const Parts *p)
{
    const char *op = p->text[0];
    int count = o->sources;
    bool compares = strcmp(op, "setp") == 0 || strcmp(op, "set") == 0;
    bool converts = strcmp(op, "cvt") == 0;
    for (int i = 1; i < p->count; i++) {
        const char *part = p->text[i];
        // setp.lt.and has one more predicate; cvt.rn.f16x2.f32 and cvt.pack make one value of several.
        count += compares && in_list(part, combines);
        count +=
            converts && (strcmp(part, "pack") == 0 || (strstr(part, "x2") && names_part(p, "f32")));
        count += converts && strcmp(part, "b32") == 0 && i == p->count - 1;
    }
    return count;
}

static i32 carry_slot(Lower *lo)
{
    if (lo->carry < 0)
        lo->carry = new_slot(lo, 0);
    return lo->carry;
}

// Has a function of the alu tables do an instruction.
static void set_alu(Lower *lo, Insn *in, const char *mnemonic)
{
    in->alu.does = lo->find_alu(mnemonic);
    refuse_if(lo, !in->alu.does.fn, "an instruction the simulator does not run");
}

Insn *emit_alu(Lower *lo, const char *mnemonic, i32 d, i32 a, i32 b)
{
    Insn *in = emit_insn(lo, K_ALU);
    set_alu(lo, in, mnemonic);
    in->d = d;
    in->a = a;
    in->b = b;
    // cvt needs the sizes of its registers.
    in->alu.a_bytes = strcmp(mnemonic, "cvt.u64.u32") == 0 ? 4 : 8;
    in->alu.d_bytes = strcmp(mnemonic, "cvt.u32.u64") == 0 ? 4 : 8;
    return in;
}

// Emits not.pred for a predicate operand !%p. Returns the slot of the complement. The machine code has no instruction for it.
static i32 emit_complement(Lower *lo, const Operand *o)
{
    bool negated;
    i32 predicate = predicate_slot(lo, o, &negated), complement = new_slot(lo, 0);
    insn_info(lo, emit_alu(lo, "not.pred", complement, predicate, NONE))->slots = 0;
    return complement;
}

void lower_alu(Lower *lo)
{
    const Statement *s = lo->s;
    const char *op = lo->parts.text[0];
    // The type is the last part that is a type: prmt.b32.f4e and isspacep.shared end in something else.
    const char *type = "";
    int bytes = strcmp(op, "isspacep") == 0 ? 8 : -1;
    for (int i = lo->parts.count - 1; i > 0 && bytes < 0; i--) {
        type = lo->parts.text[i];
        bytes = type_size(type);
    }
    char three[64];
    const char *mnemonic = s->op;
    const Operation *operation = find_operation(op);
    int sources = source_count(operation, &lo->parts);
    if ((strcmp(op, "min") == 0 || strcmp(op, "max") == 0) && s->count == 4) {
        // min and max with three sources have the same mnemonic; the table has them as min3 and max3.
        sources = 3;
        TEXT_FORMAT(three, "%s3%s", op, s->op + 3);
        mnemonic = three;
    }
    if (strcmp(mnemonic, "mad.f32") == 0) // of PTX 1, which from sm_20 on rounds to nearest
        mnemonic = "mad.rn.f32";
    const Alu alu = lo->find_alu(mnemonic);
    if (refuse_if(lo, !alu.fn || bytes < 0, "an instruction the simulator does not run"))
        return;
    if (!need_operands(lo, 1 + sources, 1 + sources))
        return;
    const bool is_setp = strcmp(op, "setp") == 0; // it alone reads !%p by itself
    i32 complement[5];
    for (int i = 1; i < s->count; i++)
        complement[i - 1] =
            s->operands[i].negated && !is_setp ? emit_complement(lo, &s->operands[i]) : -1;
    Insn *in = emit_insn(lo, K_ALU);
    in->alu.does = alu;
    SimInsnInfo *info = insn_info(lo, in);
    const bool real = type[0] == 'f' || type[0] == 'b';
    info->pipe = strcmp(type, "f64") == 0 && operation->pipe != SFU ? SIM_PIPE_FP64
                 : operation->pipe == FP32 && !real                 ? INT
                                                                    : operation->pipe;
    info->slots = alu_slots(op, type, bytes, s);
    // The machine code has a call for rare cases of exact divisions and roots of floats, and of divisions of 64-bit integers.
    info->calls =
        info->slots == EXACT_FLOAT || info->slots == EXACT_DOUBLE || info->slots == LONG_DIVISION;
    in->d = destination_or_sink(lo, &s->operands[0]);
    if (in->d < 0)
        in->d = new_slot(lo, 8); // the result must go somewhere, also into a sink
    in->d2 = destination2_slot(lo, &s->operands[0]);
    if (s->operands[0].kind == O_REG)
        in->alu.d_bytes = (u8)s->operands[0].reg->bytes;
    i32 *slots[] = {&in->a, &in->b, &in->c, &in->list[0], &in->list[1]};
    for (int i = 1; i < s->count; i++) {
        const Operand *o = &s->operands[i];
        if (i == 4 && strcmp(op, "lop3") == 0) {
            in->alu.table = (u8)o->value;
            refuse_if(lo, o->kind != O_IMMEDIATE, "a lop3 whose table is not a constant");
            continue;
        }
        if (o->kind == O_REG && o->reg->bytes == 0) {
            bool negated = false;
            *slots[i - 1] = predicate_slot(lo, o, &negated);
            if (complement[i - 1] >= 0)
                *slots[i - 1] = complement[i - 1];
            else
                in->alu.not_c |= negated;
            continue;
        }
        // PTX 1 reads %tid.x, which has 32 bits, as cvt.u32.u16 does a register that is wider than its type
        bool wide = o->kind == O_SPECIAL && bytes == 2 && strcmp(op, "cvt") == 0;
        *slots[i - 1] =
            source_slot(lo, o, wide ? 4 : source_bytes(operation, &lo->parts, i - 1, bytes));
        if (i == 1 && (o->kind == O_REG || wide))
            in->alu.a_bytes = wide ? 4 : (u8)o->reg->bytes;
        else if (i == 1)
            in->alu.a_bytes = (u8)(bytes < 2 ? 2 : bytes);
    }
    static const char *const takers[] = {"addc", "subc", "madc", NULL};
    if (in_list(op, takers))
        in->list[0] = carry_slot(lo);
    if (names_part(&lo->parts, "cc"))
        in->d2 = carry_slot(lo);
}

bool lower_set(Lower *lo)
{
    const Statement *s = lo->s;
    const Parts *p = &lo->parts;
    if (strcmp(p->text[0], "set") != 0 || p->count < 5 || !in_list(p->text[2], combines))
        return false;
    const char *to = p->text[p->count - 2], *from = p->text[p->count - 1];
    const bool ftz = strcmp(p->text[3], "ftz") == 0, is_float = strcmp(to, "f32") == 0;
    char compare[64];
    TEXT_FORMAT(compare, "setp.%s.%s%s.%s", p->text[1], p->text[2], ftz ? ".ftz" : "", from);
    const int bytes = type_size(from);
    if (refuse_if(lo,
                  !lo->find_alu(compare).fn || bytes < 2 || p->count != 5 + ftz ||
                      (!is_float && strcmp(to, "u32") != 0 && strcmp(to, "s32") != 0),
                  "an instruction the simulator does not run"))
        return true;
    if (has_failed(lo) || !need_operands(lo, 4, 4))
        return true;
    const i32 holds = new_slot(lo, 0), a = source_slot(lo, &s->operands[1], bytes),
              b = source_slot(lo, &s->operands[2], bytes),
              d = destination_slot(lo, &s->operands[0]);
    Insn *in = emit_alu(lo, compare, holds, a, b);
    in->c = predicate_slot(lo, &s->operands[3], &in->alu.not_c);
    in = emit_alu(lo, "selp.b32", d, constant_slot(lo, is_float ? 0x3f800000 : 0xffffffff, 4),
                  constant_slot(lo, 0, 4));
    in->c = holds;
    need_width(lo, &s->operands[0], 4);
    return true;
}

// Lowers mov.b64 %rd, {%r1, %r2} and, with `unpack`, mov.b64 {%r1, %r2}, %rd.
static void lower_pack(Lower *lo, const Operand *vector, const Operand *whole, bool unpack)
{
    static const struct {
        int bytes, count;
        const char *pack, *unpack;
    } forms[] = {{2, 2, "pack2.b16", "unpack2.b16"},
                 {4, 2, "pack2.b32", "unpack2.b32"},
                 {8, 2, "pack2.b64", "unpack2.b64"},
                 {8, 4, "pack4.b64", "unpack4.b64"}};
    int bytes = type_size(type_part(lo));
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (forms[i].bytes != bytes || forms[i].count != vector->count)
            continue;
        Insn *in = emit_insn(lo, K_ALU);
        set_alu(lo, in, unpack ? forms[i].unpack : forms[i].pack);
        for (int k = 0; k < vector->count; k++)
            in->list[k] = unpack ? destination_or_sink(lo, &vector->items[k])
                                 : source_slot(lo, &vector->items[k], bytes / vector->count);
        if (unpack)
            in->a = source_slot(lo, whole, bytes);
        else
            in->d = destination_slot(lo, whole);
        return;
    }
    refuse_statement(lo, "a mov of a vector the simulator does not know");
}

// Lowers the mov of an address that depends on the frame or the launch (local variables, dynamic shared memory, parameters);
// false if it is another one.
static bool lower_frame_address(Lower *lo, const Operand *o, int bytes)
{
    const Var *v = o->var ? o->var : module_var(lo->m, o->name, lo->f->unit);
    if (!v || v->space == V_GLOBAL || v->space == V_CONST || (v->space == V_SHARED && !v->dynamic))
        return false;
    const Operand *to = &lo->s->operands[0];
    if (refuse_if(lo, (bytes != 4 && bytes != 8) || to->kind != O_REG || to->reg->bytes != bytes,
                  "an address in a register that does not fit it"))
        return true;
    const i32 d = destination_slot(lo, to);
    if (v->space == V_SHARED) {
        emit_alu(lo, bytes == 8 ? "cvt.u64.u32" : "add.u32", d, special_slot(lo, SP_SHARED_DYNAMIC),
                 constant_slot(lo, (u64)o->offset, 4));
        refuse_if(lo, bytes == 8 && o->offset, "a 64-bit address inside dynamic shared memory");
    } else if (v->argument) {
        emit_alu(lo, "add.u64", d, special_slot(lo, SP_PARAMS),
                 constant_slot(lo, v->offset + (u64)o->offset, 8));
        refuse_if(lo, bytes != 8, "a 32-bit address of a kernel parameter");
    } else { // a local variable, or a parameter of a device function, which is then in local memory
        Insn *in = emit_insn(lo, K_LOCAL_ADDRESS);
        in->d = d;
        in->local.offset = (i64)v->offset + o->offset;
        in->local.bytes = (u8)bytes;
    }
    return true;
}

void lower_mov(Lower *lo)
{
    static const char *const clocks[] = {"%clock",       "%clock64",        "%clock_hi",
                                         "%globaltimer", "%globaltimer_lo", NULL};
    const Statement *s = lo->s;
    if (!need_operands(lo, 2, 2))
        return;
    const Operand *to = &s->operands[0], *from = &s->operands[1];
    if (from->kind == O_VECTOR) {
        lower_pack(lo, from, to, false);
    } else if (to->kind == O_VECTOR) {
        lower_pack(lo, to, from, true);
    } else if (from->kind == O_SPECIAL && in_list(from->name, clocks)) {
        Insn *in = emit_insn(lo, K_CLOCK);
        in->d = destination_slot(lo, to);
        in->clock.bytes = (u8)type_size(type_part(lo));
        refuse_if(lo, to->kind != O_REG || to->reg->bytes != in->clock.bytes || in->clock.bytes < 4,
                  "a clock in a register that does not fit it");
        in->clock.which = from->name[1] == 'g'                   ? CLOCK_GLOBAL
                          : strcmp(from->name, "%clock_hi") == 0 ? CLOCK_HIGH
                                                                 : CLOCK_LOW;
    } else if (from->kind == O_SYMBOL &&
               lower_frame_address(lo, from, type_size(lo->parts.text[1]))) {
        return;
    } else {
        lower_alu(lo);
    }
}
