// address.c: lowers what statements that access memory have in common: the space, the address, the order, the type of an element.

#include "ptx/lower/lower.h"

#include <string.h>

SimSpace take_space(Lower *lo)
{
    static const struct {
        const char *word;
        SimSpace space;
    } table[] = {{"global", SIM_SPACE_GLOBAL},      {"shared", SIM_SPACE_SHARED},
                 {"shared::cta", SIM_SPACE_SHARED}, {"shared::cluster", SIM_SPACE_SHARED},
                 {"local", SIM_SPACE_LOCAL},        {"const", SIM_SPACE_CONST},
                 {"param", SIM_SPACE_PARAM},        {"param::entry", SIM_SPACE_PARAM},
                 {"param::func", SIM_SPACE_PARAM}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (has_part(lo, table[i].word))
            return table[i].space;
    return SIM_SPACE_GENERIC;
}

// Lowers an address: [reg + n], [variable + n], [n].
void lower_address(Lower *lo, Insn *in, const Operand *o)
{
    if (refuse_if(lo, o->kind != O_ADDRESS, "an operand that should be an address"))
        return;
    in->access.offset = o->offset;
    in->a = -1;
    if (o->reg) {
        in->a = register_slot(lo, o->reg);
        in->access.wide = o->reg->bytes == 8;
        refuse_if(lo, o->reg->bytes != 4 && o->reg->bytes != 8,
                  "an address in a register that is not of 32 or 64 bits");
        // A kernel's parameters lie in constant memory; those of a device function have local addresses.
        if (in->access.space == SIM_SPACE_PARAM)
            in->access.space = lo->f->kernel ? SIM_SPACE_CONST : SIM_SPACE_LOCAL;
        return;
    }
    in->access.wide = true;
    if (!o->name)
        return;
    const Var *v = o->var ? o->var : module_var(lo->m, o->name, lo->f->unit);
    if (refuse_if(lo, !v, "an address with an undefined name"))
        return;
    switch (v->space) {
    case V_GLOBAL:
    case V_CONST: in->access.offset += (i64)v->address; break;
    case V_SHARED:
        if (in->access.space == SIM_SPACE_GENERIC)
            in->access.space = SIM_SPACE_SHARED;
        lo->m->infos[lo->m->code_count - 1].array = v; // the address is one of the last instruction
        if (v->dynamic) {
            in->a = special_slot(lo, SP_SHARED_DYNAMIC);
            in->access.wide = false;
        } else {
            in->access.offset += (i64)v->offset;
        }
        break;
    case V_LOCAL:
    case V_PARAM:
        in->access.offset += (i64)v->offset;
        in->access.in_frame = true;
        if (v->space == V_LOCAL)
            in->access.space = SIM_SPACE_LOCAL;
        else if (in->access.space != SIM_SPACE_PARAM || (in->kind != K_LOAD && v->argument))
            refuse_statement(lo, "a parameter that can't be used this way");
        break;
    }
}

i32 address_slot(Lower *lo, const Operand *o, SimSpace space)
{
    Insn access = {.kind = K_STORE, .a = NONE, .access = {.space = (u8)space}};
    lower_address(lo, &access, o);
    if (access.a < 0)
        return constant_slot(lo, (u64)access.access.offset, 8);
    i32 wide = access.access.wide ? access.a : new_slot(lo, 8), sum = wide;
    if (!access.access.wide)
        emit_alu(lo, "cvt.u64.u32", wide, access.a, NONE);
    if (access.access.offset) {
        sum = new_slot(lo, 8);
        emit_alu(lo, "add.u64", sum, wide, constant_slot(lo, (u64)access.access.offset, 8));
    }
    return sum;
}

void take_order(Lower *lo, Insn *in)
{
    static const char *const defaults[] = {"weak", "gpu", "sys", "cluster", "unified", NULL};
    static const char *const operators[] = {"ca", "cs", "lu", "wb", "wt", "nc", NULL};
    static const char *const levels[] = {"L1::evict_normal", "L1::evict_unchanged",
                                         "L1::evict_first",  "L1::evict_last",
                                         "L1::no_allocate",  "L2::64B",
                                         "L2::128B",         "L2::256B",
                                         "L2::evict_first",  "L2::evict_last",
                                         "L2::evict_normal", NULL};
    in->access.block_scope = has_part(lo, "cta");
    in->access.system_scope = has_part(lo, "sys");
    in->access.read_only = has_part(lo, "nc");
    bool cg = has_part(lo, "cg"), cv = has_part(lo, "cv");
    in->access.by_l2 = in->kind == K_LOAD && (cg || cv);
    ignore_parts(lo, defaults);
    ignore_parts(lo, operators);
    ignore_parts(lo, levels);
    if (has_part(lo, "acq_rel") || has_part(lo, "sc"))
        in->access.order = ORDER_BOTH;
    else if (has_part(lo, "release"))
        in->access.order = ORDER_RELEASE;
    else if (has_part(lo, "acquire"))
        in->access.order = ORDER_ACQUIRE;
    else if (has_part(lo, "relaxed") || has_part(lo, "mmio"))
        in->access.order = ORDER_RELAXED;
    else
        in->access.order = has_part(lo, "volatile") ? ORDER_VOLATILE : ORDER_WEAK;
}

ElementType element_type(const char *type)
{
    if (strncmp(type, "bf16", 4) == 0)
        return ELEMENT_BF16;
    if (strncmp(type, "f16", 3) == 0)
        return ELEMENT_F16;
    return type[0] == 'f' ? ELEMENT_FLOAT : type[0] == 's' ? ELEMENT_SIGNED : ELEMENT_BITS;
}
