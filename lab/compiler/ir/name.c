// name.c: what a name stands for: a symbol of the module, or a value or a block of the current function.
//
// A name may be used before it is defined. What it stands for is made at that time, and filled in when the definition comes.

#include "lab/compiler/ir/ir.h"

Symbol *symbol_named(Module *m, const char *name, int length)
{
    Symbol **s = (Symbol **)names_at(m, m->globals, name, length);
    if (!*s) {
        *s = make(m, sizeof **s);
        **s = (Symbol){.name = make_string(m, name, (size_t)length), .loc = -1, .group = -1};
        Value *v = make(m, sizeof *v);
        *v = (Value){.kind = V_SYMBOL,
                     .type = type_pointer(m, 0),
                     .name = (*s)->name,
                     .symbol = *s,
                     .loc = -1};
        (*s)->value = v;
        *m->symbol_tail = *s;
        m->symbol_tail = &(*s)->next;
    }
    return *s;
}

Value *local_value(Module *m, Locals *f, const char *name, int length, Type *type)
{
    Value **v = (Value **)names_at(m, f->values, name, length);
    if (!*v) {
        *v = make(m, sizeof **v);
        **v = (Value){.kind = V_FORWARD,
                      .type = type,
                      .name = make_string(m, name, (size_t)length),
                      .line = m->x.token.line,
                      .loc = -1};
    } else if (type && (*v)->type && (*v)->type->kind != type->kind) {
        fail(m, "%%%s is used with a type that is not its own", (*v)->name);
    }
    return *v;
}

Block *local_block(Module *m, Locals *f, const char *name, int length)
{
    Block **b = (Block **)names_at(m, f->blocks, name, length);
    if (!*b) {
        *b = make(m, sizeof **b);
        (*b)->name = make_string(m, name, (size_t)length);
    }
    return *b;
}
