// space.c: finds out to which memory each pointer of a function points.
//
// clang leaves all pointers generic. An access by a generic address is slower than one whose instruction names the memory, and
// it tells a reader less. So the spaces are found here, as NVIDIA's compiler does it. A kernel's parameters point to global
// memory; a variable's address points to the variable's memory; a pointer that is computed from another one points to the same
// memory as that one. Each pointer starts as unknown; passes over the function find its space until nothing changes.

#include "lab/compiler/lower/lower.h"

enum { MOST_CHAIN = 100000 };

// Returns the space of an operand; SPACE_UNKNOWN if it may be any. Null is taken as a global address, which is also all zeros.
static int operand_space(const Value *v)
{
    for (int i = 0; i < MOST_CHAIN; i++)
        switch (v->kind) {
        case V_SYMBOL:
            if (v->symbol->is_function)
                return SPACE_GENERIC;
            return v->symbol->space ? v->symbol->space : SPACE_GLOBAL;
        case V_ZERO: return SPACE_GLOBAL;
        case V_UNDEF: return SPACE_UNKNOWN;
        case V_EXPRESSION:
            if (v->op != OP_GETELEMENTPTR && v->op != OP_ADDRSPACECAST && v->op != OP_BITCAST)
                return SPACE_GENERIC;
            v = v->operands[0];
            break;
        default: return v->space;
        }
    return SPACE_GENERIC;
}

int space_of(const Value *v)
{
    int space = operand_space(v);
    return space == SPACE_UNKNOWN ? SPACE_GENERIC : space;
}

static int meet(int a, int b)
{
    if (a == SPACE_UNKNOWN)
        return b;
    return b == SPACE_UNKNOWN || a == b ? a : SPACE_GENERIC;
}

static int derive(const Value *v)
{
    int space = SPACE_UNKNOWN;
    if (v->type->space)
        return v->type->space;
    switch (v->op) {
    case OP_ALLOCA: return SPACE_LOCAL;
    case OP_GETELEMENTPTR:
    case OP_ADDRSPACECAST:
    case OP_FREEZE: return operand_space(v->operands[0]);
    case OP_LOAD:
        return operand_space(v->operands[0]) == SPACE_PARAM ? SPACE_GLOBAL : SPACE_GENERIC;
    case OP_PHI:
        for (int i = 0; i < v->count; i++)
            space = meet(space, operand_space(v->operands[i]));
        return space;
    case OP_SELECT: return meet(operand_space(v->operands[1]), operand_space(v->operands[2]));
    default: return SPACE_GENERIC;
    }
}

// Tells whether a kernel's struct can stay among the parameters: it is only read, by loads that name it.
static bool only_read(const Value *v, int depth)
{
    for (int i = 0; i < v->user_count; i++) {
        const Value *u = v->users[i];
        if (u->op == OP_GETELEMENTPTR && depth < 64) {
            if (!only_read(u, depth + 1))
                return false;
        } else if (u->op != OP_LOAD) {
            return false;
        }
    }
    return true;
}

static void note_users(Module *m, const Symbol *f)
{
    for (int i = 0; i < f->block_count; i++)
        for (int k = 0; k < f->blocks[i]->count; k++) {
            Value *v = f->blocks[i]->insns[k];
            for (int o = 0; o < v->count; o++) {
                Value *used = v->operands[o];
                if (used->kind == V_INSN || used->kind == V_ARGUMENT)
                    ADD(m, used->users, used->user_count, used->user_capacity, v);
            }
        }
}

void find_spaces(Module *m, Symbol *f)
{
    note_users(m, f);
    for (int i = 0; i < f->argument_count; i++) {
        Argument *a = &f->arguments[i];
        Value *v = a->value;
        a->in_place = a->byval && f->kernel && only_read(v, 0);
        v->space = a->in_place      ? SPACE_PARAM
                   : a->byval       ? SPACE_LOCAL
                   : v->type->space ? v->type->space
                   : f->kernel      ? SPACE_GLOBAL
                                    : SPACE_GENERIC;
    }
    bool changed = true;
    for (int i = 0; i < f->block_count; i++)
        for (int k = 0; k < f->blocks[i]->count; k++)
            f->blocks[i]->insns[k]->space = SPACE_UNKNOWN;
    while (changed) {
        changed = false;
        for (int i = 0; i < f->block_count; i++)
            for (int k = 0; k < f->blocks[i]->count; k++) {
                Value *v = f->blocks[i]->insns[k];
                if (v->type->kind != TY_POINTER || v->space == SPACE_GENERIC)
                    continue;
                int space = meet(v->space, derive(v));
                changed = changed || space != v->space;
                v->space = space;
            }
    }
}
