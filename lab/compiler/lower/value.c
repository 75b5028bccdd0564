// value.c: what a value is in PTX: the class of its register, its name or number, and where it comes from unchanged.

#include "lab/compiler/lower/lower.h"

#include <string.h>

enum { MOST_CHAIN = 100000 };

const char *ptx_name(Module *m, const char *name)
{
    if (!strpbrk(name, ".-"))
        return name;
    const char *text = "";
    for (; *name; name++) // replaces characters that no C name has: .str.1
        text = *name == '.'   ? sprint(m, "%s_$_", text)
               : *name == '-' ? sprint(m, "%s_$m_", text)
                              : sprint(m, "%s%s", text, make_string(m, name, 1));
    return text;
}

const char *space_word(int space)
{
    switch (space) {
    case SPACE_GLOBAL: return ".global";
    case SPACE_SHARED: return ".shared";
    case SPACE_CONST: return ".const";
    case SPACE_LOCAL: return ".local";
    case SPACE_PARAM: return ".param";
    default: return "";
    }
}

// ---- Classes of registers --------------------------------------------------------------------------------------------

static const struct {
    const char *type, *prefix;
} classes[R_CLASSES] = {{"pred", "%p"}, {"b16", "%h"}, {"b32", "%r"},
                        {"b64", "%rd"}, {"f32", "%f"}, {"f64", "%fd"}};

const char *ptx_class(RegClass c)
{
    return classes[c].type;
}

const char *ptx_prefix(RegClass c)
{
    return classes[c].prefix;
}

int width_of(const Type *t)
{
    return t->bits <= 32 ? 32 : 64;
}

// Returns the register class of a pointer; addresses in shared memory have 32 bits.
RegClass pointer_class(int space)
{
    return space == SPACE_SHARED ? R_INT : R_LONG;
}

const Type *part_type(Lower *l, const Value *v, int part)
{
    Type *t = v->type;
    for (;;) {
        if (t->kind == TY_ARRAY || t->kind == TY_VECTOR) {
            int each = part_count(l->m, t->item);
            if (each == 0 || (u64)(part / each) >= t->length)
                break;
            part %= each;
            t = t->item;
        } else if (t->kind == TY_STRUCT) {
            int i = 0;
            part_count(l->m, t);
            while (i + 1 < t->count && (u64)part >= t->firsts[i + 1])
                i++;
            if (i >= t->count)
                break;
            part -= (int)t->firsts[i];
            t = t->items[i];
        } else {
            if (part != 0 || t->kind == TY_VOID)
                break;
            return t;
        }
    }
    fail_at(l->m, l->at, "a value has fewer parts than are needed");
}

static RegClass class_of_type(Lower *l, const Type *t)
{
    switch (t->kind) {
    case TY_INT:
        if (t->bits > 64)
            fail_at(l->m, l->at, "integers of %d bits are not supported", t->bits);
        return t->bits == 1 ? R_PRED : t->bits <= 32 ? R_INT : R_LONG;
    case TY_HALF:
    case TY_BFLOAT: return R_HALF;
    case TY_FLOAT: return R_FLOAT;
    case TY_DOUBLE: return R_DOUBLE;
    case TY_POINTER: return R_LONG;
    default: fail_at(l->m, l->at, "a value has a type that no register holds");
    }
}

RegClass class_of(Lower *l, const Value *v, int part)
{
    if (v->type->kind == TY_POINTER)
        return pointer_class(space_of(v));
    return class_of_type(l, part_type(l, v, part));
}

// ---- Constants and variables -------------------------------------------------------------------------------------------

bool is_constant(const Value *v)
{
    return v->kind == V_INT || v->kind == V_FLOAT || v->kind == V_ZERO || v->kind == V_UNDEF;
}

const char *number(Lower *l, u64 bits, int width)
{
    if (width < 64)
        bits = (u64)((i64)(bits << (64 - width)) >> (64 - width));
    return sprint(l->m, "%l", bits);
}

const char *symbol_text(Lower *l, const Value *root)
{
    if (root->kind == V_SYMBOL && !root->symbol->is_function)
        return ptx_name(l->m, root->name);
    if (root->kind == V_INSN && root->op == OP_ALLOCA)
        return sprint(l->m, "__local_%d_%d", root->block->number, root->position);
    if (root->kind == V_ARGUMENT) {
        const Argument *a = &l->f->arguments[root->argument];
        if (a->copy)
            return a->copy;
        if (a->in_place)
            return sprint(l->m, "%s_param_%d", ptx_name(l->m, l->f->name), root->argument);
    }
    return NULL;
}

// ---- Where values come from --------------------------------------------------------------------------------------------

static bool same_parts(Lower *l, const Value *a, const Value *b)
{
    int count = part_count(l->m, a->type);
    if (count != part_count(l->m, b->type))
        return false;
    for (int i = 0; i < count; i++)
        if (class_of(l, a, i) != class_of(l, b, i))
            return false;
    return true;
}

// Does one step of leaf: returns the value that part `*part` of v comes from unchanged, or NULL.
static Value *step_through(Lower *l, Value *v, int *part)
{
    if (!v->count)
        return NULL;
    Value *from = v->operands[0];
    Type *at;
    int first, count, lanes;
    switch (v->op) {
    case OP_FREEZE: return from;
    case OP_BITCAST: return same_parts(l, v, from) ? from : NULL;
    case OP_PTRTOINT:
    case OP_INTTOPTR:
        return space_of(v->op == OP_PTRTOINT ? from : v) == SPACE_GENERIC && same_parts(l, v, from)
                   ? from
                   : NULL;
    case OP_TRUNC: return same_parts(l, v, from) && class_of(l, v, *part) != R_PRED ? from : NULL;
    case OP_EXTRACTVALUE:
        *part += part_first(l->m, from->type, v->indices, v->index_count, &at);
        return from;
    case OP_INSERTVALUE:
        first = part_first(l->m, v->type, v->indices, v->index_count, &at);
        count = part_count(l->m, at);
        if (*part < first || *part >= first + count)
            return from;
        *part -= first;
        return v->operands[1];
    case OP_EXTRACTELEMENT:
        if (v->operands[1]->kind != V_INT || v->operands[1]->bits >= from->type->length)
            return NULL;
        *part = (int)v->operands[1]->bits;
        return from;
    case OP_INSERTELEMENT:
        if (v->operands[2]->kind != V_INT)
            return NULL;
        if ((u64)*part != v->operands[2]->bits)
            return from;
        *part = 0;
        return v->operands[1];
    case OP_SHUFFLEVECTOR:
        lanes = (int)from->type->length;
        if (v->indices[*part] == UNDEF_LANE)
            return NULL;
        first = (int)v->indices[*part];
        *part = first % lanes;
        return v->operands[first / lanes];
    default: return NULL;
    }
}

Value *leaf(Lower *l, Value *v, int *part)
{
    for (int i = 0; i < MOST_CHAIN; i++) {
        Value *next = NULL;
        if (*part < 0 || *part >= part_count(l->m, v->type))
            fail_at(l->m, l->at, "a value has fewer parts than are needed");
        if (v->kind == V_INSN)
            next = step_through(l, v, part);
        else if (v->kind == V_AGGREGATE) {
            int k = 0, count;
            while (k < v->count && *part >= (count = part_count(l->m, v->operands[k]->type))) {
                *part -= count;
                k++;
            }
            next = k < v->count ? v->operands[k] : NULL;
        } else if (v->kind == V_BYTES) {
            v = value_int(l->m, type_int(l->m, 8), (u8)v->text[*part]);
            *part = 0;
            return v;
        }
        if (!next)
            return v;
        v = next;
    }
    fail_at(l->m, l->at, "a value is computed from itself");
}

// Returns the operand of a phi that comes from block b.
Value *incoming(Lower *l, const Value *phi, const Block *b)
{
    for (int i = 0; i < phi->target_count; i++)
        if (phi->targets[i] == b)
            return phi->operands[i];
    fail_at(l->m, phi, "a phi does not know a block that leads to it");
}
