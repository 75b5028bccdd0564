// constant.c: reads operands: names, numbers, aggregates and constant expressions.

#include "lab/compiler/ir/ir.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 64 };

static const char *const words[] = {
    "true", "false",         "null",  "undef", "poison",      "zeroinitializer",
    "none", "getelementptr", "splat", "asm",   "blockaddress"};

bool constant_starts(const Lexer *x)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lex_is(x, words[i]))
            return true;
    Op op = op_named(&x->token);
    return op_binary(op) || op_cast(op);
}

u64 int_mask(int bits)
{
    return bits >= 64 ? ~(u64)0 : ((u64)1 << bits) - 1;
}

static Value *value_new(Module *m, ValueKind kind, Type *type)
{
    Value *v = make(m, sizeof *v);
    *v = (Value){.kind = kind, .type = type, .line = m->x.token.line, .loc = -1};
    return v;
}

Value *value_int(Module *m, Type *type, u64 bits)
{
    Value *v = value_new(m, V_INT, type);
    v->bits = bits & int_mask(type->bits);
    return v;
}

Value *value_zero(Module *m, Type *type)
{
    return value_new(m, V_ZERO, type);
}

// ---- Numbers -----------------------------------------------------------------------------------------------------------

static Value *parse_int(Module *m, Type *type)
{
    const Token *t = &m->x.token;
    bool negative = *t->start == '-';
    u64 n = 0;
    if (type->kind != TY_INT)
        fail(m, "an integer appears where its type is not an integer");
    for (int i = negative; i < t->length; i++) {
        if (n > (~(u64)0 - 9) / 10)
            fail(m, "integers of more than 64 bits are not supported");
        n = 10 * n + (u64)(t->start[i] - '0');
    }
    Value *v = value_int(m, type, negative ? 0 - n : n);
    lex_next(&m->x);
    return v;
}

// Returns the bits of a float that is written as a double. Those of a NaN are moved, since a conversion would quiet it.
static u64 float_bits(u64 bits)
{
    if ((bits & ~((u64)1 << 63)) > (u64)0x7ff << 52)
        return (bits >> 32 & 0x80000000) | 0x7f800000 | (bits >> 29 & 0x7fffff);
    double wide;
    memcpy(&wide, &bits, sizeof wide);
    float narrow = (float)wide;
    u32 result;
    memcpy(&result, &narrow, sizeof result);
    return result;
}

static Value *parse_float(Module *m, Type *type)
{
    const Token *t = &m->x.token;
    char text[64];
    if (t->length >= (int)sizeof text)
        fail(m, "a number is too long");
    memcpy(text, t->start, (size_t)t->length);
    text[t->length] = '\0';
    Value *v = value_new(m, V_FLOAT, type);
    char *end;
    if (strncmp(text, "0x", 2) == 0) {
        bool half = text[2] == 'H' || text[2] == 'R';
        if (half != (type->kind == TY_HALF || type->kind == TY_BFLOAT))
            fail(m, "%s is not a number of its type", text);
        v->bits = strtoull(text + 2 + half, &end, 16);
    } else {
        double value = strtod(text, &end);
        memcpy(&v->bits, &value, sizeof value);
        if (type->kind == TY_HALF || type->kind == TY_BFLOAT)
            fail(m, "%s is not a number of its type", text);
    }
    if (*end)
        fail(m, "%s is not a number", text);
    if (type->kind == TY_FLOAT)
        v->bits = float_bits(v->bits);
    else if (type->kind != TY_DOUBLE && type->kind != TY_HALF && type->kind != TY_BFLOAT)
        fail(m, "a floating-point number appears where its type is not one");
    lex_next(&m->x);
    return v;
}

// ---- Aggregates and expressions --------------------------------------------------------------------------------------

void add_operand(Module *m, Value *v, Value *operand)
{
    ADD(m, v->operands, v->count, v->capacity, operand);
}

void add_typed(Module *m, Locals *f, Value *v)
{
    add_operand(m, v, parse_typed(m, f));
}

static Value *parse_aggregate(Module *m, Locals *f, Type *type, const char *close)
{
    Lexer *x = &m->x;
    Value *v = value_new(m, V_AGGREGATE, type);
    if (!lex_is(x, close))
        do
            add_typed(m, f, v);
        while (lex_take(x, ","));
    expect(m, close);
    u64 wanted = type->kind == TY_STRUCT ? (u64)type->count : type->length;
    if ((type->kind != TY_STRUCT && type->kind != TY_ARRAY && type->kind != TY_VECTOR) ||
        (u64)v->count != wanted)
        fail(m, "an aggregate has %d members, but its type has another number of them", v->count);
    return v;
}

// Reads getelementptr inbounds (i8, ptr @x, i64 4), after the first word.
static Value *parse_address(Module *m, Locals *f, Type *type)
{
    Value *v = value_new(m, V_EXPRESSION, type);
    v->op = OP_GETELEMENTPTR;
    parse_flags(m);
    if (lex_is(&m->x, "inrange")) {
        lex_next(&m->x);
        skip_balanced(m);
    }
    expect(m, "(");
    v->about = type_parse(m);
    while (lex_take(&m->x, ","))
        add_typed(m, f, v);
    expect(m, ")");
    if (v->count < 1)
        fail(m, "getelementptr lacks its pointer");
    return v;
}

// Reads addrspacecast (ptr addrspace(3) @x to ptr) or sub (i64 …, i64 …), after the first word.
static Value *parse_expression(Module *m, Locals *f, Type *type, Op op)
{
    Value *v = value_new(m, V_EXPRESSION, type);
    v->op = op;
    parse_flags(m);
    expect(m, "(");
    add_typed(m, f, v);
    if (op_cast(op)) {
        expect(m, "to");
        v->type = type_parse(m);
    } else {
        expect(m, ",");
        add_typed(m, f, v);
    }
    expect(m, ")");
    return v;
}

static Value *parse_splat(Module *m, Locals *f, Type *type)
{
    Value *v = value_new(m, V_AGGREGATE, type);
    expect(m, "(");
    Value *item = parse_typed(m, f);
    expect(m, ")");
    if (type->kind != TY_VECTOR || type->length > 1024)
        fail(m, "splat is for vectors");
    for (u64 i = 0; i < type->length; i++)
        add_operand(m, v, item);
    return v;
}

const char *unescape(Module *m, const Token *t, u64 *length)
{
    char *bytes = make(m, (size_t)t->length + 1);
    *length = 0;
    for (int i = 0; i < t->length; i++) {
        char c = t->start[i];
        if (c == '\\' && i + 2 < t->length) {
            const char hex[3] = {t->start[i + 1], t->start[i + 2], 0};
            c = (char)strtoul(hex, NULL, 16);
            i += 2;
        }
        bytes[(*length)++] = c;
    }
    return bytes;
}

static Value *parse_bytes(Module *m, Type *type)
{
    Value *v = value_new(m, V_BYTES, type);
    u64 length;
    v->text = unescape(m, &m->x.token, &length);
    if (type->kind != TY_ARRAY || type->length != length || type_size(m, type) != length)
        fail(m, "a string does not have the length of its type");
    lex_next(&m->x);
    return v;
}

static Value *parse_constant(Module *m, Locals *f, Type *type)
{
    Lexer *x = &m->x;
    if (lex_is(x, "true") || lex_is(x, "false")) {
        bool yes = lex_is(x, "true");
        if (type->kind != TY_INT)
            fail(m, "a truth value appears where its type is not one");
        lex_next(x);
        return value_int(m, type, yes);
    }
    if (lex_take(x, "null") || lex_take(x, "zeroinitializer") || lex_take(x, "none"))
        return value_new(m, V_ZERO, type);
    if (lex_take(x, "undef") || lex_take(x, "poison"))
        return value_new(m, V_UNDEF, type);
    if (lex_take(x, "["))
        return parse_aggregate(m, f, type, "]");
    if (lex_take(x, "{"))
        return parse_aggregate(m, f, type, "}");
    if (lex_take(x, "<")) {
        bool packed = lex_take(x, "{");
        Value *v = parse_aggregate(m, f, type, packed ? "}" : ">");
        if (packed)
            expect(m, ">");
        return v;
    }
    if (lex_take(x, "splat"))
        return parse_splat(m, f, type);
    if (lex_take(x, "getelementptr"))
        return parse_address(m, f, type);
    Op op = op_named(&x->token);
    if (op_binary(op) || op_cast(op)) {
        lex_next(x);
        return parse_expression(m, f, type, op);
    }
    fail(m, "'%s' is not an operand that is understood",
         make_string(m, x->token.start, (size_t)x->token.length));
}

Value *parse_value(Module *m, Locals *f, Type *type)
{
    Lexer *x = &m->x;
    Value *v;
    if (m->depth >= MOST_DEPTH)
        fail(m, "constants are nested too deeply");
    m->depth++;
    switch (x->token.kind) {
    case T_LOCAL:
        v = f ? local_value(m, f, x->token.start, x->token.length, type) : NULL;
        if (!v)
            fail(m, "the name of a function appears outside a function");
        lex_next(x);
        break;
    case T_GLOBAL:
        v = symbol_named(m, x->token.start, x->token.length)->value;
        lex_next(x);
        break;
    case T_INT: v = parse_int(m, type); break;
    case T_FLOAT: v = parse_float(m, type); break;
    case T_BYTES: v = parse_bytes(m, type); break;
    default: v = parse_constant(m, f, type);
    }
    m->depth--;
    return v;
}

Value *parse_typed(Module *m, Locals *f)
{
    Type *type = type_parse(m);
    return parse_value(m, f, type);
}
