// type.c: types of the IR, their layout in memory, and the scalars that a value of a type consists of.
//
// The layout is that of clang for nvptx64: every scalar is aligned to its size, a pointer has 64 bits in every space.
// Equal types may be different objects, so types are never compared by address.

#include "lab/compiler/ir/ir.h"

#include <string.h>

enum { MOST_DEPTH = 64, MOST_PARTS = 4096 };

#define MOST_BYTES ((u64)1 << 40)

Type *type_simple(Module *m, TypeKind kind)
{
    Type *t = make(m, sizeof *t);
    t->kind = kind;
    return t;
}

Type *type_int(Module *m, int bits)
{
    Type *t = type_simple(m, TY_INT);
    t->bits = bits;
    return t;
}

Type *type_pointer(Module *m, int space)
{
    Type *t = type_simple(m, TY_POINTER);
    t->space = space;
    return t;
}

Type *type_many(Module *m, TypeKind kind, Type *item, u64 length)
{
    Type *t = type_simple(m, kind);
    t->item = item;
    t->length = length;
    return t;
}

// ---- Parsing ----------------------------------------------------------------------------------------------------------

static const struct {
    const char *word;
    TypeKind kind;
} simple[] = {{"void", TY_VOID},   {"half", TY_HALF},     {"bfloat", TY_BFLOAT},
              {"float", TY_FLOAT}, {"double", TY_DOUBLE}, {"metadata", TY_OTHER},
              {"label", TY_OTHER}, {"token", TY_OTHER}};

// Returns the bits of iN, 0 for another word.
static int int_bits(const Token *t)
{
    if (t->kind != T_WORD || t->length < 2 || t->length > 8 || *t->start != 'i')
        return 0;
    int bits = 0;
    for (int i = 1; i < t->length; i++) {
        if (t->start[i] < '0' || t->start[i] > '9')
            return 0;
        bits = 10 * bits + t->start[i] - '0';
    }
    return bits;
}

bool type_starts(const Lexer *x)
{
    if (x->token.kind == T_LOCAL || int_bits(&x->token) || lex_is(x, "ptr") || lex_is(x, "[") ||
        lex_is(x, "{") || lex_is(x, "<"))
        return true;
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
        if (lex_is(x, simple[i].word))
            return true;
    return false;
}

TypeKind scalar_kind(const Type *t)
{
    return t->kind == TY_VECTOR ? t->item->kind : t->kind;
}

bool is_float(const Type *t)
{
    TypeKind k = scalar_kind(t);
    return k == TY_HALF || k == TY_BFLOAT || k == TY_FLOAT || k == TY_DOUBLE;
}

static Type *parse_struct(Module *m, bool packed)
{
    Type *t = type_simple(m, TY_STRUCT);
    t->packed = packed;
    expect(m, "{");
    if (!lex_is(&m->x, "}"))
        do {
            Type *item = type_parse(m);
            ADD(m, t->items, t->count, t->capacity, item);
        } while (lex_take(&m->x, ","));
    expect(m, "}");
    return t;
}

// Reads [4 x i32] or <4 x i32>, after the bracket.
static Type *parse_many(Module *m, TypeKind kind, const char *close)
{
    u64 length = parse_number(m);
    expect(m, "x");
    Type *t = type_many(m, kind, type_parse(m), length);
    expect(m, close);
    return t;
}

static int parse_space(Module *m)
{
    if (!lex_take(&m->x, "addrspace"))
        return SPACE_GENERIC;
    expect(m, "(");
    u64 n = parse_number(m);
    expect(m, ")");
    if (n != SPACE_GENERIC && n != SPACE_GLOBAL && n != SPACE_SHARED && n != SPACE_CONST &&
        n != SPACE_LOCAL && n != SPACE_PARAM)
        fail(m, "a GPU has no address space %l", n);
    return (int)n;
}

static Type *parse_plain(Module *m)
{
    Lexer *x = &m->x;
    if (x->token.kind == T_LOCAL) {
        Type **named = (Type **)names_at(m, m->structs, x->token.start, x->token.length);
        if (!*named)
            *named = type_simple(m, TY_OTHER); // until it is defined
        lex_next(x);
        return *named;
    }
    int bits = int_bits(&x->token);
    if (bits) {
        lex_next(x);
        return type_int(m, bits);
    }
    if (lex_take(x, "ptr"))
        return type_pointer(m, parse_space(m));
    if (lex_take(x, "["))
        return parse_many(m, TY_ARRAY, "]");
    if (lex_is(x, "{"))
        return parse_struct(m, false);
    if (lex_take(x, "<")) {
        if (!lex_is(x, "{"))
            return parse_many(m, TY_VECTOR, ">");
        Type *t = parse_struct(m, true);
        expect(m, ">");
        return t;
    }
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
        if (lex_take(x, simple[i].word))
            return type_simple(m, simple[i].kind);
    fail(m, "a type is expected");
}

Type *type_parse(Module *m)
{
    if (m->depth >= MOST_DEPTH)
        fail(m, "types are nested too deeply");
    m->depth++;
    Type *t = parse_plain(m);
    m->depth--;
    return t;
}

// ---- Layout -----------------------------------------------------------------------------------------------------------

static void lay_out(Module *m, Type *t);

static void lay_out_struct(Module *m, Type *t)
{
    t->align = 1;
    t->offsets = make(m, (size_t)(t->count + 1) * sizeof *t->offsets);
    t->firsts = make(m, (size_t)(t->count + 1) * sizeof *t->firsts);
    for (int i = 0; i < t->count; i++) {
        Type *item = t->items[i];
        lay_out(m, item);
        if (!t->packed) {
            t->size = round_up(t->size, item->align);
            t->align = item->align > t->align ? item->align : t->align;
        }
        t->offsets[i] = t->size;
        t->firsts[i] = t->parts;
        t->size += item->size;
        t->parts += item->parts;
        if (t->size > MOST_BYTES)
            fail(m, "a struct is too large");
    }
    t->size = round_up(t->size, t->align);
}

// Lays out an array or vector. A vector has the next power of two of its bytes as its size; in a vector of i1 each item is a bit.
static void lay_out_many(Module *m, Type *t)
{
    Type *item = t->item;
    lay_out(m, item);
    if (t->length > MOST_BYTES || item->size * t->length > MOST_BYTES)
        fail(m, "an array is too large");
    t->parts = item->parts * t->length;
    t->size = item->size * t->length;
    t->align = item->align;
    if (t->kind == TY_VECTOR) {
        if (item->parts != 1 || t->length == 0)
            fail(m, "a vector has members that are not scalars");
        u64 bits = t->length * (item->kind == TY_INT ? (u64)item->bits : 8 * item->size);
        for (t->size = 1; t->size * 8 < bits;)
            t->size *= 2;
        t->align = t->size;
    }
}

static void lay_out(Module *m, Type *t)
{
    if (t->laid)
        return;
    if (t->laying || m->depth >= MOST_DEPTH)
        fail(m, "a type contains itself");
    t->laying = true;
    m->depth++;
    t->parts = 1;
    switch (t->kind) {
    case TY_VOID:
        t->parts = 0;
        t->align = 1;
        break;
    case TY_INT:
        for (t->size = 1; t->size * 8 < (u64)t->bits;)
            t->size *= 2;
        t->align = t->size;
        break;
    case TY_HALF:
    case TY_BFLOAT: t->size = t->align = 2; break;
    case TY_FLOAT: t->size = t->align = 4; break;
    case TY_DOUBLE:
    case TY_POINTER: t->size = t->align = 8; break;
    case TY_ARRAY:
    case TY_VECTOR: lay_out_many(m, t); break;
    case TY_STRUCT:
        t->parts = 0;
        lay_out_struct(m, t);
        break;
    case TY_OTHER: fail(m, "a value has a type that no register holds");
    }
    m->depth--;
    t->laying = false;
    t->laid = true;
}

u64 type_size(Module *m, Type *t)
{
    lay_out(m, t);
    return t->size;
}

u64 type_align(Module *m, Type *t)
{
    lay_out(m, t);
    return t->align;
}

Type *member_type(Module *m, Type *t, u64 index)
{
    if (t->kind == TY_STRUCT && index < (u64)t->count)
        return t->items[index];
    if (t->kind == TY_ARRAY || t->kind == TY_VECTOR)
        return t->item;
    fail(m, "a type has no member %l", index);
}

u64 member_offset(Module *m, Type *t, u64 index)
{
    Type *member = member_type(m, t, index);
    lay_out(m, t);
    return t->kind == TY_STRUCT ? t->offsets[index] : index * type_size(m, member);
}

// ---- Parts --------------------------------------------------------------------------------------------------------------

int part_count(Module *m, Type *t)
{
    lay_out(m, t);
    if (t->parts > MOST_PARTS)
        fail(m, "a value has more than %d parts", MOST_PARTS);
    return (int)t->parts;
}

static Part *add_parts(Module *m, Type *t, u64 offset, Part *at)
{
    if (t->kind == TY_ARRAY || t->kind == TY_VECTOR || t->kind == TY_STRUCT) {
        u64 count = t->kind == TY_STRUCT ? (u64)t->count : t->length;
        for (u64 i = 0; i < count; i++)
            at = add_parts(m, member_type(m, t, i), offset + member_offset(m, t, i), at);
    } else if (t->kind != TY_VOID) {
        *at++ = (Part){t, offset};
    }
    return at;
}

const Part *parts_of(Module *m, Type *t, int *count)
{
    *count = part_count(m, t);
    Part *parts = make(m, (size_t)(*count + 1) * sizeof *parts);
    add_parts(m, t, 0, parts);
    return parts;
}

int part_first(Module *m, Type *t, const u64 *indices, int count, Type **at)
{
    int first = 0;
    part_count(m, t);
    for (int i = 0; i < count; i++) {
        Type *member = member_type(m, t, indices[i]);
        if (t->kind == TY_STRUCT) {
            first += (int)t->firsts[indices[i]];
        } else {
            if (indices[i] >= t->length)
                fail(m, "an array has no element %l", indices[i]);
            first += (int)indices[i] * part_count(m, member);
        }
        t = member;
    }
    *at = t;
    return first;
}
