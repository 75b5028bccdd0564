// cluster.c: lowers statements about clusters: their barrier, and addresses in the shared memory of their blocks.

#include "ptx/lower/lower.h"

// Lowers barrier.cluster.arrive and barrier.cluster.wait. The parts `barrier` and `cluster` are used.
void lower_cluster_barrier(Lower *lo)
{
    static const char *const strong[] = {"release", "acquire", "aligned", NULL};
    bool arrives = has_part(lo, "arrive"), relaxed = has_part(lo, "relaxed");
    refuse_if(lo, !arrives && !has_part(lo, "wait"), "a barrier the simulator does not run");
    ignore_parts(lo, strong);
    all_parts_used(lo);
    lo->m->clusters = true;
    if (need_operands(lo, 0, 0))
        emit_insn(lo, arrives ? K_CLUSTER_ARRIVE : K_CLUSTER_WAIT)->cluster.relaxed = relaxed;
}

// Lowers mapa{.shared::cluster}.type d, a, b: the address of what lies at `a` in the block of rank b (memory.h has the windows).
void lower_mapa(Lower *lo)
{
    const Statement *s = lo->s;
    bool shared = has_part(lo, "shared::cluster");
    int bytes = type_size(type_part(lo));
    all_parts_used(lo);
    if (!need_operands(lo, 3, 3) || refuse_if(lo, bytes != 4 && bytes != 8,
                                              "an instruction without a type the simulator knows"))
        return;
    i32 offset = new_slot(lo, 8), part = new_slot(lo, 8), own = new_slot(lo, 0),
        from = source_slot(lo, &s->operands[1], bytes), rank = source_slot(lo, &s->operands[2], 4);
    if (bytes == 4)
        emit_alu(lo, "cvt.u64.u32", offset, from, NONE);
    emit_alu(lo, "and.b64", offset, bytes == 4 ? offset : from,
             constant_slot(lo, WINDOW_SIZE - 1, 8));
    emit_alu(lo, "cvt.u64.u32", part, rank, NONE);
    emit_alu(lo, "add.u64", part, part, constant_slot(lo, 1, 8));
    emit_alu(lo, "mul.lo.u64", part, part, constant_slot(lo, WINDOW_SIZE, 8));
    emit_alu(lo, "add.u64", part, offset, part);
    // of its own shared memory the block gets the usual address, as on an H200
    emit_alu(lo, "setp.eq.u32", own, rank, special_slot(lo, SP_RANK));
    emit_alu(lo, "selp.b64", offset, offset, part)->c = own;
    i32 d = destination_slot(lo, &s->operands[0]);
    if (bytes == 4)
        emit_alu(lo, "cvt.u32.u64", d, offset, NONE);
    else
        emit_alu(lo, "add.u64", d, offset, constant_slot(lo, shared ? 0 : SHARED_WINDOW, 8));
}

// Lowers getctarank{.shared::cluster}.type d, a: the rank of the block in whose shared memory `a` is.
void lower_rank(Lower *lo)
{
    const Statement *s = lo->s;
    has_part(lo, "shared::cluster");
    int bytes = type_size(type_part(lo));
    all_parts_used(lo);
    if (!need_operands(lo, 2, 2) || refuse_if(lo, bytes != 4 && bytes != 8,
                                              "an instruction without a type the simulator knows"))
        return;
    i32 part = new_slot(lo, 8), low = new_slot(lo, 4), own = new_slot(lo, 0),
        from = source_slot(lo, &s->operands[1], bytes);
    if (bytes == 4)
        emit_alu(lo, "cvt.u64.u32", part, from, NONE);
    emit_alu(lo, "shr.u64", part, bytes == 4 ? part : from, constant_slot(lo, 24, 4));
    emit_alu(lo, "cvt.u32.u64", low, part, NONE);
    emit_alu(lo, "and.b32", low, low, constant_slot(lo, 255, 4));
    emit_alu(lo, "setp.eq.u32", own, low, constant_slot(lo, 0, 4));
    emit_alu(lo, "add.u32", low, low, constant_slot(lo, FULL, 4));
    emit_alu(lo, "selp.b32", destination_slot(lo, &s->operands[0]), special_slot(lo, SP_RANK), low)
        ->c = own;
}

// Lowers elect.sync d|p, mask: one of the lanes in the mask, which all get; p is true in this one. Here it is the lowest.
void lower_elect(Lower *lo)
{
    const Statement *s = lo->s;
    refuse_if(lo, !has_part(lo, "sync"), "an instruction the simulator does not run");
    all_parts_used(lo);
    if (!need_operands(lo, 2, 2))
        return;
    const Operand *to = &s->operands[0];
    i32 lanes = new_slot(lo, 4), others = new_slot(lo, 4), chosen = new_slot(lo, 4);
    Insn *in = emit_insn(lo, K_VOTE);
    in->d = lanes;
    in->a = constant_slot(lo, FULL, 4); // true in all lanes
    in->b = source_slot(lo, &s->operands[1], 4);
    in->vote.op = VOTE_BALLOT;
    emit_insn(lo, K_ENTER);
    emit_alu(lo, "neg.s32", others, lanes, NONE);
    emit_alu(lo, "and.b32", lanes, lanes, others);
    emit_alu(lo, "bfind.u32", chosen, lanes, NONE);
    if (to->kind == O_REG)
        emit_alu(lo, "add.u32", destination_slot(lo, to), chosen, constant_slot(lo, 0, 4));
    i32 p = destination2_slot(lo, to);
    refuse_if(lo, p < 0, "an elect.sync without a predicate");
    emit_alu(lo, "setp.eq.u32", p, chosen, special_slot(lo, SP_LANEID));
}
