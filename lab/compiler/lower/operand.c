// operand.c: writes operands: a register, a number, a pointer in the space that the user asks for, an integer as wide as its register.

#include "lab/compiler/lower/lower.h"

enum { MOST_CHAIN = 100000 };
// Returns the number of a part of a constant, as PTX writes it.
static const char *constant_text(Lower *l, const Value *v, const Type *type)
{
    u64 bits = v->kind == V_INT || v->kind == V_FLOAT ? v->bits : 0;
    char digits[20];
    static const char hex[] = "0123456789ABCDEF";
    int count = type->kind == TY_FLOAT ? 8 : 16;
    switch (type->kind) {
    case TY_INT: return number(l, bits, type->bits);
    case TY_FLOAT:
    case TY_DOUBLE:
        for (int i = 0; i < count; i++)
            digits[i] = hex[bits >> (4 * (count - 1 - i)) & 15];
        digits[count] = '\0';
        return sprint(l->m, "%s%s", type->kind == TY_FLOAT ? "0f" : "0d", digits);
    default: return sprint(l->m, "%l", bits); // half, null
    }
}

enum { CACHE_ADDRESS = 100 }; // of a variable, by space; others number from 0 (memory.c)

const char *use_root(Lower *l, const Address *a, int space)
{
    const char *name = symbol_text(l, a->root);
    if (!name) {
        if (a->root->kind == V_INSN && a->root->op == OP_GETELEMENTPTR)
            return use_sum(l, a->root);
        return use_pointer(l, a->root, space);
    }
    want(l, a->root);
    const char *reg = cached(l, CACHE_ADDRESS + space, a->root, 0, 0);
    if (!reg) {
        reg = temp(l, pointer_class(space));
        put(l, "mov.%s \t%s, %s", space == SPACE_SHARED ? "u32" : "u64", reg, name);
        remember(l, CACHE_ADDRESS + space, a->root, 0, 0, reg);
    }
    return reg;
}

// Returns a pointer in its own space.
static const char *own_pointer(Lower *l, Value *v)
{
    int space = space_of(v);
    if (v->kind == V_ZERO || v->kind == V_UNDEF)
        return "0";
    if (v->kind == V_SYMBOL && v->symbol->is_function) {
        const char *reg = temp(l, R_LONG);
        v->symbol->used = true;
        put(l, "mov.u64 \t%s, %s", reg, ptx_name(l->m, v->name));
        return reg;
    }
    if (v->kind == V_EXPRESSION && v->op == OP_INTTOPTR)
        return use(l, v->operands[0]);
    Address a = address_of(l->m, v);
    if (a.root == v && !symbol_text(l, v)) {
        if (v->kind != V_INSN && v->kind != V_ARGUMENT)
            fail_at(l->m, l->at, "an expression of constants is not supported");
        want(l, v);
        return reg_of(l, v, 0);
    }
    if (v->kind == V_INSN && v->op == OP_GETELEMENTPTR) {
        want(l, v);
        return reg_of(l, v, 0);
    }
    const char *base = use_root(l, &a, space);
    if (a.offset == 0)
        return base;
    const char *reg = temp(l, pointer_class(space));
    put(l, "add.s%d \t%s, %s, %l", space == SPACE_SHARED ? 32 : 64, reg, base, (u64)a.offset);
    return reg;
}

const char *use_pointer(Lower *l, Value *v, int space)
{
    int part = 0;
    v = leaf(l, v, &part);
    int from = v->type->kind == TY_POINTER ? space_of(v) : SPACE_GENERIC;
    if (v->type->kind != TY_POINTER || part_count(l->m, v->type) != 1)
        return use_part(l, v, part); // an integer that is used as a pointer
    const char *reg = own_pointer(l, v);
    if (from == space || v->kind == V_UNDEF || (v->kind == V_ZERO && space != SPACE_SHARED))
        return reg;
    if (from == SPACE_PARAM || space == SPACE_PARAM)
        fail_at(l->m, l->at, "a parameter's address is not supported here");
    if (from != SPACE_GENERIC) {
        if (from == SPACE_SHARED) {
            const char *wide = temp(l, R_LONG);
            put(l, "cvt.u64.u32 \t%s, %s", wide, reg);
            reg = wide;
        }
        const char *generic = temp(l, R_LONG);
        put(l, "cvta%s.u64 \t%s, %s", space_word(from), generic, reg);
        reg = generic;
    }
    if (space != SPACE_GENERIC) {
        const char *own = temp(l, R_LONG);
        put(l, "cvta.to%s.u64 \t%s, %s", space_word(space), own, reg);
        reg = own;
        if (space == SPACE_SHARED) {
            const char *narrow = temp(l, R_INT);
            put(l, "cvt.u32.u64 \t%s, %s", narrow, own);
            reg = narrow;
        }
    }
    return reg;
}

const char *use_part(Lower *l, Value *v, int part)
{
    v = leaf(l, v, &part);
    if (v->kind == V_INSN && v->op == OP_SHUFFLEVECTOR)
        return constant_text(l, value_zero(l->m, v->type),
                             part_type(l, v, part)); // an element that nobody has set
    if (is_constant(v))
        return constant_text(l, v, part_type(l, v, part));
    if (v->type->kind == TY_POINTER)
        return use_pointer(l, v, SPACE_GENERIC);
    if (v->kind == V_EXPRESSION && v->op == OP_PTRTOINT)
        return use_pointer(l, v->operands[0], SPACE_GENERIC);
    if (v->kind != V_INSN && v->kind != V_ARGUMENT)
        fail_at(l->m, l->at, "an expression of constants is not supported");
    want(l, v);
    return reg_of(l, v, part);
}

const char *use(Lower *l, Value *v)
{
    return use_part(l, v, 0);
}

const char *use_reg(Lower *l, Value *v, int part)
{
    int at = part;
    const Value *from = leaf(l, v, &at);
    const char *text = use_part(l, v, part);
    if (l->demand || *text == '%')
        return text;
    RegClass c = class_of(l, from, at);
    const char *reg = temp(l, c);
    if (c == R_PRED)
        put(l, "mov.pred \t%s, %s", reg, text);
    else
        put(l, "mov.%s \t%s, %s", ptx_class(c), reg, text);
    return reg;
}

const char *use_pred(Lower *l, Value *v, bool *negated)
{
    int part = 0;
    *negated = false;
    for (int i = 0; i < MOST_CHAIN; i++) {
        v = leaf(l, v, &part);
        if (v->kind != V_INSN || v->op != OP_XOR || v->type->kind != TY_INT ||
            v->operands[1]->kind != V_INT)
            break;
        *negated ^= v->operands[1]->bits & 1;
        v = v->operands[0];
    }
    return use_reg(l, v, part);
}

// ---- Integers as wide as their registers ---------------------------------------------------------------------------------

// Tells whether the bits above a value's own are zeros, as far as the value's instruction shows it.
static bool is_clean(Lower *l, Value *v, int part)
{
    const Type *t = part_type(l, v, part);
    int at = part;
    v = leaf(l, v, &at);
    if (is_constant(v) || v->kind == V_AGGREGATE)
        return false; // a negative number is written with its sign bits
    if (v->kind != V_INSN || part_type(l, v, at)->kind != TY_INT ||
        part_type(l, v, at)->bits > t->bits)
        return false;
    switch (v->op) {
    case OP_LOAD: return v->order == ORDER_NONE;
    case OP_ZEXT:
    case OP_LSHR:
    case OP_UDIV:
    case OP_UREM: return true; // their operands were extended
    case OP_AND: return v->operands[1]->kind == V_INT && signed_value(v->operands[1]) >= 0;
    default: return false;
    }
}

static bool fills_register(const Type *t)
{
    return t->bits == 32 || t->bits == 64;
}

static const char *extend_constant(Lower *l, const Value *v, const Type *t, bool is_signed)
{
    u64 bits = v->kind == V_INT ? v->bits : 0;
    return is_signed ? number(l, bits, t->bits) : sprint(l->m, "%l", bits);
}

const char *use_zero_extended(Lower *l, Value *v, int part)
{
    const Type *t = part_type(l, v, part);
    int at = part;
    const Value *from = leaf(l, v, &at);
    if (is_constant(from))
        return fills_register(t) ? use_part(l, v, part) : extend_constant(l, from, t, false);
    const char *reg = use_part(l, v, part);
    if (t->kind != TY_INT || fills_register(t) || is_clean(l, v, part))
        return reg;
    if (t->bits == 1) {
        const char *to = temp(l, R_INT);
        put(l, "selp.u32 \t%s, 1, 0, %s", to, reg);
        return to;
    }
    const char *to = temp(l, t->bits <= 32 ? R_INT : R_LONG);
    put(l, "and.b%d \t%s, %s, %l", width_of(t), to, reg, int_mask(t->bits));
    return to;
}

const char *use_sign_extended(Lower *l, Value *v, int part)
{
    const Type *t = part_type(l, v, part);
    int at = part;
    const Value *from = leaf(l, v, &at);
    if (is_constant(from))
        return extend_constant(l, from, t, true);
    const char *reg = use_part(l, v, part);
    if (t->kind != TY_INT || fills_register(t))
        return reg;
    const char *to = temp(l, t->bits <= 32 ? R_INT : R_LONG);
    if (t->bits == 1)
        put(l, "selp.s32 \t%s, -1, 0, %s", to, reg);
    else if (t->bits == 8 || t->bits == 16)
        put(l, "cvt.s32.s%d \t%s, %s", t->bits, to, reg);
    else
        put(l, "bfe.s%d \t%s, %s, 0, %d", width_of(t), to, reg, t->bits);
    return to;
}

const char *use_extended(Lower *l, Value *v, int part, bool is_signed)
{
    return is_signed ? use_sign_extended(l, v, part) : use_zero_extended(l, v, part);
}
