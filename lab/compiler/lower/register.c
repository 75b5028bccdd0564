// register.c: writes instructions, and gives values their registers.
//
// PTX has any number of registers, so each value gets its own, unless live.c has found another value with which it can share one.

#include "lab/compiler/lower/lower.h"

void put(Lower *l, const char *format, ...)
{
    if (l->demand)
        return;
    va_list args;
    va_start(args, format);
    ptx_put(l->m, l->to, "\t", 1);
    ptx_list(l->m, l->to, format, args);
    ptx_put(l->m, l->to, ";\n", 2);
    va_end(args);
}

const char *temp(Lower *l, RegClass c)
{
    if (l->demand)
        return "";
    return sprint(l->m, "%s%d", ptx_prefix(c), ++l->counts[c]);
}

// Returns the register of a value that an instruction, or a parameter, defines.
const char *reg_of(Lower *l, Value *v, int part)
{
    int count = part_count(l->m, v->type);
    if (part < 0 || part >= count)
        fail_at(l->m, l->at, "a value has fewer parts than are needed");
    RegClass c = class_of(l, v, part);
    if (l->demand) {
        note_use(l, v);
        return "";
    }
    v = register_owner(v);
    if (!v->regs)
        v->regs = make(l->m, (size_t)count * sizeof *v->regs);
    if (!v->regs[part])
        v->regs[part] = temp(l, c);
    return v->regs[part];
}

const char *def(Lower *l, int part)
{
    return reg_of(l, l->at, part);
}

void want(Lower *l, Value *v)
{
    if (!l->demand || v->needed)
        return;
    v->needed = true;
    ADD(l->m, l->wanted, l->wanted_count, l->wanted_capacity, v);
}

// Returns the register of a getelementptr without its constants, which the user adds to the address.
const char *use_sum(Lower *l, Value *gep)
{
    if (address_of(l->m, gep).offset == 0) {
        want(l, gep);
        return reg_of(l, gep, 0);
    }
    if (l->demand) {
        if (!gep->sum_needed && !gep->needed)
            ADD(l->m, l->wanted, l->wanted_count, l->wanted_capacity, gep);
        gep->sum_needed = true;
        return "";
    }
    if (!gep->sum)
        gep->sum = temp(l, pointer_class(space_of(gep)));
    return gep->sum;
}

// ---- The cache -----------------------------------------------------------------------------------------------------

const char *cached(Lower *l, int kind, const Value *v, int part, u64 scale)
{
    for (int i = l->cache_count; i-- > 0;) {
        const Cached *c = &l->cache[i];
        if (c->value == v && c->part == part && c->kind == kind && c->scale == scale)
            return c->reg;
    }
    return NULL;
}

void remember(Lower *l, int kind, const Value *v, int part, u64 scale, const char *reg)
{
    if (l->demand)
        return;
    ADD(l->m, l->cache, l->cache_count, l->cache_capacity, (Cached){v, part, kind, scale, reg});
}

// ---- Labels -------------------------------------------------------------------------------------------------------------

void put_label(Lower *l, const char *label)
{
    if (!l->demand)
        ptx_print(l->m, l->to, "%s:\n", label);
}

const char *new_label(Lower *l)
{
    return l->demand ? "" : sprint(l->m, "$L__E%d", ++l->labels);
}
