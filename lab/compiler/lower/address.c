// address.c: divides pointers into a root, terms that are known only at run time, and constant bytes.
//
// PTX adds a constant to an address at no cost, [%rd1+16]. So constants are taken out of getelementptr wherever they are, and
// the loads of a[i], a[i + 1], a[i + 2] share one sum. A constant inside an index, as in a[i + 1], is taken out only if the
// index can't wrap around between 32 bits and 64.

#include "lab/compiler/lower/lower.h"

enum { MOST_CHAIN = 100000, MOST_SPLITS = 8 };

i64 signed_value(const Value *v)
{
    int shift = v->type->bits < 64 ? 64 - v->type->bits : 0;
    return (i64)(v->bits << shift) >> shift;
}

// Splits index = inner + constant: replaces the index by `inner` and adds the constant's bytes to *offset. False if it can't.
static bool split_index(Term *t, bool narrow, i64 *offset)
{
    const Value *sum = t->index;
    if (sum->kind != V_INSN || sum->count != 2 || sum->operands[1]->kind != V_INT)
        return false;
    bool disjoint = sum->op == OP_OR && (sum->flags & F_DISJOINT);
    if (sum->op != OP_ADD && !disjoint)
        return false;
    if (!narrow && t->extend == EXTEND_SIGN && !disjoint && !(sum->flags & F_NSW))
        return false;
    if (!narrow && t->extend == EXTEND_ZERO && !disjoint && !(sum->flags & F_NUW))
        return false;
    u64 bytes = t->extend == EXTEND_ZERO && !narrow ? sum->operands[1]->bits
                                                    : (u64)signed_value(sum->operands[1]);
    *offset = (i64)((u64)*offset + bytes * t->scale);
    t->index = sum->operands[0];
    return true;
}

static bool is_extension(const Value *v)
{
    return v->kind == V_INSN && (v->op == OP_SEXT || v->op == OP_ZEXT) &&
           v->operands[0]->type->kind == TY_INT;
}

// Splits an index, also below its extension, so that one instruction can extend and scale.
static void split_term(Term *t, bool narrow, i64 *offset)
{
    int bits = t->index->type->bits;
    t->extend = bits < 64 ? EXTEND_SIGN : EXTEND_NONE;
    for (int i = 0; i < MOST_SPLITS; i++)
        if (!split_index(t, narrow, offset))
            break;
    if (!is_extension(t->index))
        return;
    const Value *extension = t->index;
    Term inner = {extension->operands[0], extension->op == OP_SEXT ? EXTEND_SIGN : EXTEND_ZERO,
                  t->scale};
    if (inner.index->type->bits < 32 || inner.index->type->bits > 32)
        return;
    // A sum that does not overflow as a signed number, and is not negative, may be extended in either way.
    const Value *sum = inner.index;
    if ((extension->flags & F_NNEG) && sum->kind == V_INSN && sum->op == OP_ADD &&
        !(sum->flags & F_NUW))
        inner.extend = EXTEND_SIGN;
    for (int i = 0; i < MOST_SPLITS; i++)
        if (!split_index(&inner, narrow, offset))
            break;
    *t = inner;
}

int gep_terms(Module *m, Value *gep, Term **terms, i64 *offset)
{
    bool narrow = space_of(gep) == SPACE_SHARED;
    Type *type = gep->about;
    int count = 0;
    *terms = make(m, (size_t)(gep->count + 1) * sizeof **terms);
    for (int i = 1; i < gep->count; i++) {
        Value *index = gep->operands[i];
        if (i > 1 && type->kind == TY_STRUCT) {
            if (index->kind != V_INT && index->kind != V_ZERO)
                fail_at(m, gep, "a struct's member must be named by a number");
            *offset = (i64)((u64)*offset + member_offset(m, type, index->bits));
            type = member_type(m, type, index->bits);
            continue;
        }
        if (i > 1)
            type = member_type(m, type, 0);
        u64 scale = type_size(m, type);
        if (index->type->kind != TY_INT || index->type->bits > 64)
            fail_at(m, gep, "an index is not a 64-bit integer");
        if (index->kind == V_INT)
            *offset = (i64)((u64)*offset + (u64)signed_value(index) * scale);
        else if (index->kind != V_ZERO && index->kind != V_UNDEF && scale) {
            Term t = {.index = index, .scale = scale};
            split_term(&t, narrow, offset);
            (*terms)[count++] = t;
        }
    }
    return count;
}

// Tells whether a conversion between spaces does not change the pointer.
static bool is_transparent(const Value *v)
{
    return (v->op == OP_FREEZE && v->type->kind == TY_POINTER) ||
           ((v->op == OP_ADDRSPACECAST || v->op == OP_BITCAST) &&
            v->operands[0]->type->kind == TY_POINTER && v->type->kind == TY_POINTER &&
            space_of(v) == space_of(v->operands[0]));
}

Address address_of(Module *m, Value *pointer)
{
    Address a = {0};
    Value *v = pointer;
    for (int i = 0; i < MOST_CHAIN; i++) {
        bool made = v->kind == V_INSN || v->kind == V_EXPRESSION;
        if (made && v->op == OP_GETELEMENTPTR && v->type->kind == TY_POINTER) {
            Term *terms;
            if (gep_terms(m, v, &terms, &a.offset) && !a.root)
                a.root = v;
        } else if (!made || !is_transparent(v)) {
            if (!a.root)
                a.root = v;
            return a;
        }
        v = v->operands[0];
    }
    fail_at(m, pointer, "a pointer is computed from itself");
}
