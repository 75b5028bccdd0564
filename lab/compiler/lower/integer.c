// integer.c: lowers integers.
//
// An integer of up to 32 bits is in a 32-bit register, a wider one in a 64-bit register. The bits above its own are unspecified:
// they do no harm to sums and products; comparisons and divisions extend their operands first. i1 is a predicate.

#include "lab/compiler/lower/lower.h"

// ---- Arithmetic -----------------------------------------------------------------------------------------------------

// Lowers arithmetic on truth values: a sum is an xor, a product is an and.
static void lower_pred(Lower *l, Value *v, int part)
{
    const char *a = use_reg(l, v->operands[0], part);
    int at = part;
    const Value *b = leaf(l, v->operands[1], &at);
    if (v->op == OP_XOR && b->kind == V_INT && b->bits) {
        put(l, "not.pred \t%s, %s", def(l, part), a);
        return;
    }
    const char *word;
    switch (v->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_XOR: word = "xor"; break;
    case OP_MUL:
    case OP_AND: word = "and"; break;
    case OP_OR: word = "or"; break;
    case OP_UREM:
    case OP_SREM: // by 1, the only defined one
        put(l, "xor.pred \t%s, %s, %s", def(l, part), a, a);
        return;
    default: // a shift by 0 or a division by 1, the only defined ones, leave the value
        put(l, "mov.pred \t%s, %s", def(l, part), a);
        return;
    }
    put(l, "%s.pred \t%s, %s, %s", word, def(l, part), a, use_reg(l, v->operands[1], part));
}

// Returns the amount of a shift, which always has 32 bits.
static const char *use_amount(Lower *l, Value *v, int part)
{
    const Type *t = part_type(l, v, part);
    int at = part;
    Value *from = leaf(l, v, &at);
    if (is_constant(from))
        return sprint(l->m, "%l", from->kind == V_INT ? from->bits & 0xffffffff : 0);
    if (t->bits <= 32)
        return use_zero_extended(l, v, part);
    if (from->kind == V_INSN && from->op == OP_ZEXT &&
        part_type(l, from->operands[0], at)->bits == 32)
        return use_part(l, from->operands[0], at);
    const char *to = temp(l, R_INT);
    put(l, "cvt.u32.u64 \t%s, %s", to, use_part(l, v, part));
    return to;
}

// Returns the 32-bit operand that was extended to 64 bits; NULL if it was not.
static Value *extended(Lower *l, Value *v, Op op)
{
    int part = 0;
    v = leaf(l, v, &part);
    if (v->kind != V_INSN || v->op != op || v->type->kind != TY_INT ||
        v->operands[0]->type->kind != TY_INT || v->operands[0]->type->bits != 32)
        return NULL;
    return v->operands[0];
}

// Lowers a 64-bit product of two 32-bit numbers, which is one instruction. False if it is another product.
static bool lower_wide_product(Lower *l, Value *v)
{
    if (v->op != OP_MUL || v->type->kind != TY_INT || v->type->bits != 64)
        return false;
    for (Op op = OP_ZEXT; op <= OP_SEXT; op++) {
        Value *a = extended(l, v->operands[0], op), *b = extended(l, v->operands[1], op);
        char sign = op == OP_ZEXT ? 'u' : 's';
        if (a && b) {
            put(l, sign == 'u' ? "mul.wide.u32 \t%s, %s, %s" : "mul.wide.s32 \t%s, %s, %s",
                def(l, 0), use(l, a), use(l, b));
            return true;
        }
        if (!a || v->operands[1]->kind != V_INT)
            continue;
        u64 n = v->operands[1]->bits;
        if (sign == 'u' ? n <= 0xffffffff : (i64)n == (i32)n) {
            put(l, sign == 'u' ? "mul.wide.u32 \t%s, %s, %l" : "mul.wide.s32 \t%s, %s, %l",
                def(l, 0), use(l, a), n);
            return true;
        }
    }
    return false;
}

// Returns the product that a sum can take in, as mad; NULL if there is none. As in NVIDIA's compiler, the product must have no
// other user.
static Value *product_in(Lower *l, Value *sum, int *other)
{
    for (int i = 0; i < 2; i++) {
        int part = 0;
        Value *v = leaf(l, sum->operands[i], &part);
        if (v->kind == V_INSN && v->op == OP_MUL && v->type->kind == TY_INT && v->user_count == 1 &&
            v->block == sum->block && v->type->bits == sum->type->bits &&
            !(v->type->bits == 64 &&
              (extended(l, v->operands[0], OP_ZEXT) || extended(l, v->operands[0], OP_SEXT)))) {
            *other = 1 - i;
            return v;
        }
    }
    return NULL;
}

// An instruction's name without the width of its type, and how it takes its operands.
typedef struct {
    const char *mnemonic;
    const char *(*first)(Lower *l, Value *v, int part);
    const char *(*second)(Lower *l, Value *v, int part);
} Binary;

static const Binary BINARY[] = {
    [OP_ADD] = {"add.s", use_part, use_part},
    [OP_SUB] = {"sub.s", use_part, use_part},
    [OP_MUL] = {"mul.lo.s", use_part, use_part},
    [OP_AND] = {"and.b", use_part, use_part},
    [OP_OR] = {"or.b", use_part, use_part},
    [OP_XOR] = {"xor.b", use_part, use_part},
    [OP_SHL] = {"shl.b", use_part, use_amount},
    [OP_LSHR] = {"shr.u", use_zero_extended, use_amount},
    [OP_ASHR] = {"shr.s", use_sign_extended, use_amount},
    [OP_UDIV] = {"div.u", use_zero_extended, use_zero_extended},
    [OP_UREM] = {"rem.u", use_zero_extended, use_zero_extended},
    [OP_SDIV] = {"div.s", use_sign_extended, use_sign_extended},
    [OP_SREM] = {"rem.s", use_sign_extended, use_sign_extended},
};

void lower_int(Lower *l, Value *v)
{
    if (lower_wide_product(l, v))
        return;
    for (int part = 0; part < part_count(l->m, v->type); part++) {
        const Type *t = part_type(l, v, part);
        Value *x = v->operands[0], *y = v->operands[1];
        if (class_of(l, v, part) == R_PRED) {
            lower_pred(l, v, part);
            continue;
        }
        int width = width_of(t), other;
        const char *d = def(l, part);
        Value *product =
            v->op == OP_ADD && v->type->kind == TY_INT ? product_in(l, v, &other) : NULL;
        if (product) {
            put(l, "mad.lo.s%d \t%s, %s, %s, %s", width, d, use(l, product->operands[0]),
                use(l, product->operands[1]), use(l, v->operands[other]));
            continue;
        }
        const Binary *b = &BINARY[v->op];
        put(l, "%s%d \t%s, %s, %s", b->mnemonic, width, d, b->first(l, x, part),
            b->second(l, y, part));
    }
}

// ---- Comparisons ------------------------------------------------------------------------------------------------------

static const struct {
    const char *word;
    bool is_signed;
} predicates[] = {{"eq", false}, {"ne", false}, {"gt", false}, {"ge", false}, {"lt", false},
                  {"le", false}, {"gt", true},  {"ge", true},  {"lt", true},  {"le", true}};

static void compare_pointers(Lower *l, Value *v)
{
    Value *x = v->operands[0], *y = v->operands[1];
    int a = space_of(x), b = space_of(y), space = a == b && a != SPACE_PARAM ? a : SPACE_GENERIC;
    const char *p = use_pointer(l, x, space), *q = use_pointer(l, y, space);
    put(l, "setp.%s.%s \t%s, %s, %s", predicates[v->predicate].word,
        space == SPACE_SHARED                ? "u32"
        : predicates[v->predicate].is_signed ? "s64"
                                             : "u64",
        def(l, 0), p, q);
}

void lower_compare(Lower *l, Value *v)
{
    if (v->operands[0]->type->kind == TY_POINTER) {
        compare_pointers(l, v);
        return;
    }
    for (int part = 0; part < part_count(l->m, v->type); part++) {
        Value *x = v->operands[0], *y = v->operands[1];
        const Type *t = part_type(l, x, part);
        const char *word = predicates[v->predicate].word;
        bool is_signed = predicates[v->predicate].is_signed;
        if (t->kind == TY_POINTER)
            fail_at(l->m, v, "a comparison of vectors of pointers is not supported");
        const char *a = use_extended(l, x, part, is_signed);
        const char *b = use_extended(l, y, part, is_signed);
        put(l, "setp.%s.%s%d \t%s, %s, %s", word, is_signed || v->predicate <= P_NE ? "s" : "u",
            width_of(t), def(l, part), a, b);
    }
}

// ---- Conversions ------------------------------------------------------------------------------------------------------

static void lower_truncation(Lower *l, Value *v, int part)
{
    const Type *to = part_type(l, v, part), *from = part_type(l, v->operands[0], part);
    const char *x = use_part(l, v->operands[0], part);
    if (to->bits == 1) {
        int width = width_of(from);
        const char *bit = temp(l, from->bits <= 32 ? R_INT : R_LONG);
        put(l, "and.b%d \t%s, %s, 1", width, bit, x);
        put(l, "setp.ne.s%d \t%s, %s, 0", width, def(l, part), bit);
    } else {
        put(l, "cvt.u32.u64 \t%s, %s", def(l, part), x);
    }
}

static void lower_extension(Lower *l, Value *v, int part)
{
    const Type *to = part_type(l, v, part), *from = part_type(l, v->operands[0], part);
    bool is_signed = v->op == OP_SEXT;
    const char *d = def(l, part);
    if (from->bits == 1) {
        const char *p = use_reg(l, v->operands[0], part);
        put(l, "selp.b%d \t%s, %s, 0, %s", width_of(to), d, is_signed ? "-1" : "1", p);
        return;
    }
    const char *x = use_extended(l, v->operands[0], part, is_signed);
    if (width_of(to) == width_of(from))
        put(l, "mov.b%d \t%s, %s", width_of(to), d, x);
    else if (!l->demand && *x != '%')
        put(l, "mov.b64 \t%s, %s", d, x);
    else
        put(l, is_signed ? "cvt.s64.s32 \t%s, %s" : "cvt.u64.u32 \t%s, %s", d, x);
}

static int part_bits(Lower *l, const Value *v, int part)
{
    const Type *t = part_type(l, v, part);
    return t->kind == TY_INT ? t->bits : (int)(8 * type_size(l->m, (Type *)t));
}

// Returns the bits of a part at the low end of a 64-bit register, with zeros above.
static const char *use_bits(Lower *l, Value *v, int part)
{
    RegClass c = class_of(l, v, part);
    const char *x = c == R_INT || c == R_LONG || c == R_PRED ? use_zero_extended(l, v, part)
                                                             : use_reg(l, v, part);
    const char *narrow = x;
    if (c == R_LONG)
        return x;
    if (c == R_DOUBLE) {
        const char *bits = temp(l, R_LONG);
        put(l, "mov.b64 \t%s, %s", bits, x);
        return bits;
    }
    if (c == R_FLOAT || c == R_HALF) {
        narrow = temp(l, R_INT);
        put(l, c == R_FLOAT ? "mov.b32 \t%s, %s" : "cvt.u32.u16 \t%s, %s", narrow, x);
    }
    const char *wide = temp(l, R_LONG);
    put(l, l->demand || *narrow == '%' ? "cvt.u64.u32 \t%s, %s" : "mov.b64 \t%s, %s", wide, narrow);
    return wide;
}

// Sets a part from the low bits of a 64-bit register.
static void def_bits(Lower *l, int part, const char *bits)
{
    RegClass c = class_of(l, l->at, part);
    const char *d = def(l, part);
    if (c == R_LONG || c == R_DOUBLE) {
        put(l, "mov.b64 \t%s, %s", d, bits);
        return;
    }
    const char *narrow = c == R_INT ? d : temp(l, R_INT);
    put(l, "cvt.u32.u64 \t%s, %s", narrow, bits);
    if (c == R_FLOAT)
        put(l, "mov.b32 \t%s, %s", d, narrow);
    else if (c == R_HALF)
        put(l, "cvt.u16.u32 \t%s, %s", d, narrow);
    else if (c == R_PRED) {
        const char *bit = temp(l, R_INT);
        put(l, "and.b32 \t%s, %s, 1", bit, narrow);
        put(l, "setp.ne.s32 \t%s, %s, 0", d, bit);
    }
}

// Lowers a bitcast: the same bits as parts of another size. Parts are put together to 64 bits, and these are divided again.
static void lower_bitcast(Lower *l, Value *v)
{
    Value *x = v->operands[0];
    int from = part_count(l->m, x->type), to = part_count(l->m, v->type), in = 0, out = 0;
    if (type_size(l->m, v->type) != type_size(l->m, x->type))
        fail_at(l->m, v, "a conversion between types of different size");
    while (in < from && out < to) {
        const char *sum = NULL;
        int filled = 0, taken = 0, bits = part_bits(l, v, out);
        while (in < from && filled < 64 && (filled == 0 || filled < bits)) {
            const char *piece = use_bits(l, x, in);
            if (filled) {
                const char *shifted = temp(l, R_LONG), *both = temp(l, R_LONG);
                put(l, "shl.b64 \t%s, %s, %d", shifted, piece, filled);
                put(l, "or.b64 \t%s, %s, %s", both, sum, shifted);
                piece = both;
            }
            sum = piece;
            filled += part_bits(l, x, in++);
        }
        for (; out < to && taken + part_bits(l, v, out) <= filled;
             taken += part_bits(l, v, out++)) {
            const char *piece = sum;
            if (taken) {
                piece = temp(l, R_LONG);
                put(l, "shr.u64 \t%s, %s, %d", piece, sum, taken);
            }
            def_bits(l, out, piece);
        }
        if (taken != filled)
            fail_at(l->m, v, "this conversion between vectors is not supported");
    }
}

void lower_cast(Lower *l, Value *v)
{
    int count = part_count(l->m, v->type);
    switch (v->op) {
    case OP_TRUNC:
        for (int part = 0; part < count; part++)
            lower_truncation(l, v, part);
        break;
    case OP_ZEXT:
    case OP_SEXT:
        for (int part = 0; part < count; part++)
            lower_extension(l, v, part);
        break;
    case OP_BITCAST:
        if (v->type->kind == TY_POINTER && v->operands[0]->type->kind == TY_POINTER)
            put(l, "mov.b64 \t%s, %s", def(l, 0), use_pointer(l, v->operands[0], space_of(v)));
        else if (count == part_count(l->m, v->operands[0]->type) && class_of(l, v, 0) != R_HALF &&
                 class_of(l, v->operands[0], 0) != R_HALF)
            for (int part = 0; part < count; part++)
                put(l, "mov.b%d \t%s, %s", part_bits(l, v, part), def(l, part),
                    use_part(l, v->operands[0], part));
        else
            lower_bitcast(l, v);
        break;
    case OP_ADDRSPACECAST:
        put(l, "mov.%s \t%s, %s", ptx_class(class_of(l, v, 0)), def(l, 0),
            use_pointer(l, v->operands[0], space_of(v)));
        break;
    case OP_PTRTOINT: {
        const char *x = use_pointer(l, v->operands[0], SPACE_GENERIC);
        put(l, v->type->bits <= 32 ? "cvt.u32.u64 \t%s, %s" : "mov.b64 \t%s, %s", def(l, 0), x);
        break;
    }
    case OP_INTTOPTR: {
        const char *x = use_zero_extended(l, v->operands[0], 0);
        put(l, v->operands[0]->type->bits <= 32 ? "cvt.u64.u32 \t%s, %s" : "mov.b64 \t%s, %s",
            def(l, 0), x);
        break;
    }
    default: lower_float_cast(l, v);
    }
}
