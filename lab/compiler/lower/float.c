// float.c: lowers floating point.
//
// float and double are PTX's f32 and f64, half is f16; a bfloat is only loaded, stored and converted. A product and a sum
// become one fma with one rounding if their flags allow it: NVIDIA's compiler does the same, so that results agree to
// the last bit.

#include "lab/compiler/lower/lower.h"

static const char *float_word(Lower *l, const Type *t)
{
    switch (t->kind) {
    case TY_HALF: return "f16";
    case TY_FLOAT: return "f32";
    case TY_DOUBLE: return "f64";
    default: fail_at(l->m, l->at, "arithmetic with bfloat is not supported");
    }
}

// ---- fma ----------------------------------------------------------------------------------------------------------------

// Returns an operand's product, in the same block, that may become an fma with the sum; else NULL.
static Value *contractable(Lower *l, const Value *sum, Value *operand)
{
    int part = 0;
    if (!(sum->flags & F_CONTRACT) || sum->type->kind == TY_VECTOR)
        return NULL;
    Value *v = leaf(l, operand, &part);
    return v->kind == V_INSN && v->op == OP_FMUL && (v->flags & F_CONTRACT) &&
                   v->block == sum->block && v->type->kind == sum->type->kind
               ? v
               : NULL;
}

static const char *use_negated(Lower *l, Value *v, const char *word)
{
    int part = 0;
    RegClass c = class_of(l, v, 0);
    const Value *from = leaf(l, v, &part);
    if (from->kind == V_FLOAT) {
        Value *constant = make(l->m, sizeof *constant);
        *constant = *from;
        constant->bits ^= (u64)1 << (c == R_DOUBLE ? 63 : c == R_FLOAT ? 31 : 15);
        return use(l, constant);
    }
    const char *x = use_reg(l, v, 0), *to = temp(l, c);
    put(l, "neg.%s \t%s, %s", word, to, x);
    return to;
}

// Lowers a*b+c, a*b-c and c-a*b. If both operands are products, it uses the one with fewer users. False if it is none of these.
static bool lower_fma(Lower *l, Value *v, const char *word)
{
    if (v->op != OP_FADD && v->op != OP_FSUB)
        return false;
    Value *a = contractable(l, v, v->operands[0]), *b = contractable(l, v, v->operands[1]);
    bool second = b && (!a || (v->op == OP_FADD && a->user_count > b->user_count));
    Value *product = second ? b : a, *other = v->operands[!second];
    if (!product)
        return false;
    const char *x, *y = use(l, product->operands[1]), *z;
    if (v->op == OP_FSUB && second) {
        x = use_negated(l, product->operands[0], word);
        z = use(l, other);
    } else {
        x = use(l, product->operands[0]);
        z = v->op == OP_FSUB ? use_negated(l, other, word) : use(l, other);
    }
    put(l, "fma.rn.%s \t%s, %s, %s, %s", word, def(l, 0), x, y, z);
    return true;
}

// Returns an operand; PTX has no literals of half, only registers.
static const char *use_float(Lower *l, Value *v, int part)
{
    return part_type(l, v, part)->kind == TY_HALF ? use_reg(l, v, part) : use_part(l, v, part);
}

// ---- Arithmetic -------------------------------------------------------------------------------------------------------

static bool is_one(Lower *l, Value *v, int part, const Type *t)
{
    v = leaf(l, v, &part);
    return v->kind == V_FLOAT && v->bits == (t->kind == TY_FLOAT ? 0x3f800000 : (u64)0x3ff << 52);
}

static void lower_quotient(Lower *l, Value *v, int part, const Type *t, const char *word)
{
    Value *x = v->operands[0], *y = v->operands[1];
    if (t->kind == TY_HALF) {
        const char *a = temp(l, R_FLOAT), *b = temp(l, R_FLOAT), *q = temp(l, R_FLOAT);
        put(l, "cvt.f32.f16 \t%s, %s", a, use_reg(l, x, part));
        put(l, "cvt.f32.f16 \t%s, %s", b, use_reg(l, y, part));
        put(l, "div.rn.f32 \t%s, %s, %s", q, a, b);
        put(l, "cvt.rn.f16.f32 \t%s, %s", def(l, part), q);
    } else if (is_one(l, x, part, t)) {
        put(l, "rcp.rn.%s \t%s, %s", word, def(l, part), use_part(l, y, part));
    } else {
        put(l, "div.rn.%s \t%s, %s, %s", word, def(l, part), use_part(l, x, part),
            use_part(l, y, part));
    }
}

void lower_float(Lower *l, Value *v)
{
    for (int part = 0; part < part_count(l->m, v->type); part++) {
        const Type *t = part_type(l, v, part);
        const char *word = float_word(l, t), *name = NULL;
        // Without .rn ptxas may contract, as it may with the PTX of NVIDIA's compiler.
        const char *rounding = v->flags & F_CONTRACT ? "" : ".rn";
        switch (v->op) {
        case OP_FNEG:
            put(l, "neg.%s \t%s, %s", word, def(l, part), use_reg(l, v->operands[0], part));
            continue;
        case OP_FDIV: lower_quotient(l, v, part, t, word); continue;
        case OP_FADD: name = "add"; break;
        case OP_FSUB: name = "sub"; break;
        case OP_FMUL: name = "mul"; break;
        default:
            fail_at(
                l->m, v,
                "the remainder of floating-point numbers is not supported: fmodf in a header of ours is");
        }
        if (lower_fma(l, v, word))
            continue;
        const char *x = use_float(l, v->operands[0], part);
        const char *y = use_float(l, v->operands[1], part);
        put(l, "%s%s.%s \t%s, %s, %s", name, rounding, word, def(l, part), x, y);
    }
}

void lower_float_compare(Lower *l, Value *v)
{
    static const char *const words[] = {NULL,  "eq",  "gt",  "ge",  "lt",  "le",  "ne",  "num",
                                        "nan", "equ", "gtu", "geu", "ltu", "leu", "neu", NULL};
    for (int part = 0; part < part_count(l->m, v->type); part++) {
        const char *word = words[v->predicate - P_FALSE];
        const Type *t = part_type(l, v->operands[0], part);
        if (!word) {
            put(l, "mov.pred \t%s, %s", def(l, part), v->predicate == P_TRUE ? "-1" : "0");
            continue;
        }
        const char *x = use_float(l, v->operands[0], part);
        const char *y = use_float(l, v->operands[1], part);
        put(l, "setp.%s.%s \t%s, %s, %s", word, float_word(l, t), def(l, part), x, y);
    }
}

// ---- Conversions ------------------------------------------------------------------------------------------------------

static void widen(Lower *l, Value *v, int part, const Type *from, const Type *to)
{
    const char *x = use_reg(l, v->operands[0], part), *d = def(l, part);
    if (from->kind == TY_BFLOAT) { // its bits are a float's upper half
        const char *bits = temp(l, R_INT), *shifted = temp(l, R_INT),
                   *f = to->kind == TY_FLOAT ? d : temp(l, R_FLOAT);
        put(l, "cvt.u32.u16 \t%s, %s", bits, x);
        put(l, "shl.b32 \t%s, %s, 16", shifted, bits);
        put(l, "mov.b32 \t%s, %s", f, shifted);
        if (to->kind == TY_DOUBLE)
            put(l, "cvt.f64.f32 \t%s, %s", d, f);
        return;
    }
    put(l, "cvt.%s.%s \t%s, %s", float_word(l, to), float_word(l, from), d, x);
}

static void narrow(Lower *l, Value *v, int part, const Type *from, const Type *to)
{
    const char *x = use_reg(l, v->operands[0], part);
    if (to->kind == TY_BFLOAT) {
        if (from->kind != TY_FLOAT)
            fail_at(l->m, v, "only a float becomes a bfloat");
        put(l, "cvt.rn.bf16.f32 \t%s, %s", def(l, part), x);
        return;
    }
    put(l, "cvt.rn.%s.%s \t%s, %s", float_word(l, to), float_word(l, from), def(l, part), x);
}

void lower_float_cast(Lower *l, Value *v)
{
    for (int part = 0; part < part_count(l->m, v->type); part++) {
        const Type *from = part_type(l, v->operands[0], part), *to = part_type(l, v, part);
        bool is_signed = v->op == OP_SITOFP || v->op == OP_FPTOSI;
        const char *sign = is_signed ? "s" : "u", *x;
        switch (v->op) {
        case OP_FPEXT: widen(l, v, part, from, to); break;
        case OP_FPTRUNC: narrow(l, v, part, from, to); break;
        case OP_SITOFP:
        case OP_UITOFP:
            x = use_extended(l, v->operands[0], part, is_signed);
            put(l, "cvt.rn.%s.%s%d \t%s, %s", float_word(l, to), sign, from->bits <= 32 ? 32 : 64,
                def(l, part), x);
            break;
        default:
            if (to->bits == 1)
                fail_at(
                    l->m, v,
                    "a conversion of a floating-point number to a truth value is not supported");
            put(l, "cvt.rzi.%s%d.%s \t%s, %s", sign, to->bits <= 32 ? 32 : 64, float_word(l, from),
                def(l, part), use_reg(l, v->operands[0], part));
        }
    }
}
