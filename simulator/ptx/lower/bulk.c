// bulk.c: lowers bulk copies, cp.async.bulk, of bytes and of tensors, with or without a reduction.

#include "ptx/lower/lower.h"

#include <string.h>

// Takes the two spaces of a copy, which the mnemonic names destination first.
static void take_spaces(Lower *lo, Insn *in)
{
    u8 *next[] = {&in->bulk.to, &in->bulk.from};
    int found = 0;
    for (int i = 0; i < lo->parts.count && found < 2; i++) {
        const char *part = lo->parts.text[i];
        bool global = strcmp(part, "global") == 0, shared = strncmp(part, "shared", 6) == 0;
        if (!global && !shared)
            continue;
        lo->parts.used[i] = true;
        *next[found++] = global ? SIM_SPACE_GLOBAL : SIM_SPACE_SHARED;
    }
    refuse_if(lo,
              found < 2 || (in->bulk.to != SIM_SPACE_SHARED && in->bulk.from != SIM_SPACE_SHARED),
              "a bulk copy the simulator does not run");
}

// Takes the operation of a reduction, and of plain bytes the type.
static void take_reduction(Lower *lo, Insn *in)
{
    static const char *const ops[] = {[A_ADD] = "add", [A_MIN] = "min", [A_MAX] = "max",
                                      [A_INC] = "inc", [A_DEC] = "dec", [A_AND] = "and",
                                      [A_OR] = "or",   [A_XOR] = "xor", NULL};
    in->bulk.reduces = true;
    in->bulk.op = which_part(lo, ops);
    refuse_if(lo, in->bulk.op > A_XOR, "a reduction the simulator does not run");
    if (in->bulk.dimensions)
        return;
    has_part(lo, "noftz");
    const char *type = type_part(lo);
    in->bulk.bytes = (u8)type_size(type);
    in->bulk.type = (u8)element_type(type);
}

// Takes the map and the coordinates of a tensor, [map, {…}]. Returns the slot of the map's address.
static i32 take_tensor(Lower *lo, Insn *in, const Operand *o)
{
    const Operand *place = o->kind == O_LIST && o->count == 2 ? &o->items[1] : NULL;
    if (refuse_if(lo, !place || place->kind != O_VECTOR || place->count != in->bulk.dimensions,
                  "a tensor without a map and a coordinate for each dimension"))
        return 0;
    for (int i = 0; i < place->count; i++)
        in->list[i] = source_slot(lo, &place->items[i], 4);
    Operand map = o->items[0];
    map.kind = O_ADDRESS;
    return address_slot(lo, &map, SIM_SPACE_GENERIC);
}

// Returns a slot of 64 bits that has the 16-bit offsets of im2col side by side.
static i32 offsets_slot(Lower *lo, const Operand *o)
{
    i32 all = new_slot(lo, 8);
    emit_alu(lo, "and.b64", all, all, constant_slot(lo, 0, 8));
    for (int i = 0; i < o->count; i++) {
        i32 one = new_slot(lo, 8);
        Insn *in = emit_alu(lo, "cvt.u64.u16", one, source_slot(lo, &o->items[i], 2), NONE);
        in->alu.a_bytes = 2;
        emit_alu(lo, "shl.b64", one, one, constant_slot(lo, 16 * (u64)i, 4));
        emit_alu(lo, "or.b64", all, all, one);
    }
    return all;
}

// Returns the slot of the ranks to which a multicast goes, 16 bits, as a 32-bit number.
static i32 ranks_slot(Lower *lo, const Operand *o)
{
    if (o->kind == O_IMMEDIATE)
        return constant_slot(lo, o->value, 4);
    i32 ranks = new_slot(lo, 4);
    Insn *in = emit_alu(lo, "cvt.u32.u16", ranks, source_slot(lo, o, 2), NONE);
    in->alu.a_bytes = 2;
    in->alu.d_bytes = 4;
    return ranks;
}

void lower_bulk(Lower *lo, bool reduces)
{
    static const char *const shapes[] = {"1d", "2d", "3d", "4d", "5d", NULL}, *const ignored[] = {
                                                                                  "tile",
                                                                                  "L2::cache_hint",
                                                                                  NULL};
    const Statement *s = lo->s;
    Insn copy = {0};
    if (has_part(lo, "commit_group")) {
        all_parts_used(lo);
        emit_insn(lo, K_BULK_COMMIT);
        return;
    }
    if (has_part(lo, "wait_group")) {
        has_part(lo, "read");
        all_parts_used(lo);
        if (need_operands(lo, 1, 1) &&
            !refuse_if(lo, s->operands[0].kind != O_IMMEDIATE,
                       "a cp.async.bulk.wait_group whose number is not a constant"))
            emit_insn(lo, K_BULK_WAIT)->wait.newest = (i64)s->operands[0].value;
        return;
    }
    if (has_part(lo, "prefetch")) {
        emit_insn(lo, K_NOTHING);
        return;
    }
    for (int i = 0; i < SLOTS; i++)
        copy.slots[i] = NONE;
    if (has_part(lo, "tensor")) {
        copy.bulk.dimensions = (u8)(which_part(lo, shapes) + 1);
        refuse_if(lo, copy.bulk.dimensions > 5, "a tensor without a number of dimensions");
    }
    take_spaces(lo, &copy);
    ignore_parts(lo, ignored);
    bool barrier = has_part(lo, "mbarrier::complete_tx::bytes"), group = has_part(lo, "bulk_group"),
         multicast = has_part(lo, "multicast::cluster");
    copy.bulk.library = module_passes(lo->m, s->loc, "/cuda/__memcpy_async/");
    copy.bulk.im2col = has_part(lo, "im2col") || has_part(lo, "im2col_no_offs");
    if (reduces)
        take_reduction(lo, &copy);
    all_parts_used(lo);
    bool to_shared = copy.bulk.to == SIM_SPACE_SHARED;
    refuse_if(lo, barrier == group || barrier != to_shared,
              "a bulk copy the simulator does not run");
    int plain = copy.bulk.dimensions == 0, moved = copy.bulk.im2col && to_shared,
        least = 2 + plain + barrier + moved + multicast;
    refuse_if(lo, copy.bulk.im2col && copy.bulk.dimensions < 3,
              "a picture of less than 3 dimensions");
    if (!need_operands(lo, least, least + 1)) // a cache hint may follow
        return;
    if (plain) {
        copy.a = address_slot(lo, &s->operands[0], (SimSpace)copy.bulk.to);
        copy.b = address_slot(lo, &s->operands[1], (SimSpace)copy.bulk.from);
        copy.c = source_slot(lo, &s->operands[2], 4);
    } else if (to_shared) {
        copy.a = address_slot(lo, &s->operands[0], SIM_SPACE_SHARED);
        copy.b = take_tensor(lo, &copy, &s->operands[1]);
    } else {
        copy.a = take_tensor(lo, &copy, &s->operands[0]);
        copy.b = address_slot(lo, &s->operands[1], SIM_SPACE_SHARED);
    }
    if (barrier)
        copy.list[5] = address_slot(lo, &s->operands[2 + plain], SIM_SPACE_SHARED);
    if (moved)
        copy.list[7] = offsets_slot(lo, &s->operands[3]);
    if (multicast)
        copy.list[6] = ranks_slot(lo, &s->operands[3 + plain + moved]);
    if (has_failed(lo))
        return;
    lo->m->bulks = true;
    Insn *in = emit_insn(lo, K_BULK);
    copy.guard = in->guard;
    memcpy(in->slots, copy.slots, sizeof in->slots);
    in->bulk = copy.bulk;
}
