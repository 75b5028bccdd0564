// mbarrier.c: lowers statements about barriers in shared memory. machine/atomic.c shows their word.

#include "ptx/lower/lower.h"

// Emits an access of the word of an mbarrier.
static Insn *emit_mbarrier(Lower *lo, InsnKind kind, SimSpace space, const Operand *address)
{
    Insn *in = emit_insn(lo, kind);
    set_space(lo, in, space);
    in->access.space = (u8)space;
    in->access.bytes = in->access.reg_bytes = 8;
    in->access.count = 1;
    insn_info(lo, in)->phase = true;
    lower_address(lo, in, address);
    return in;
}

// Emits a change of the word, by an arrival or by bytes that are expected or come; the old word goes into d.
static void emit_change(Lower *lo, SimSpace space, AtomOp op, const Operand *address, i32 d,
                        i32 change)
{
    Insn *in = emit_mbarrier(lo, K_ATOMIC, space, address);
    in->access.op = (u8)op;
    in->access.order = ORDER_RELEASE;
    in->access.unused_result = d < 0;
    in->d = d;
    in->b = change;
    insn_info(lo, in)->arrives = true;
}

void lower_arrival(Lower *lo, SimSpace space, const Operand *address)
{
    emit_change(lo, space, A_ARRIVE, address, NONE, constant_slot(lo, 1, 8));
}

// Returns the slot of an operand's number in 64 bits.
static i32 wide_number(Lower *lo, const Operand *o)
{
    if (o->kind == O_IMMEDIATE)
        return constant_slot(lo, o->value & FULL, 8);
    i32 wide = new_slot(lo, 8);
    emit_alu(lo, "cvt.u64.u32", wide, source_slot(lo, o, 4), NONE);
    return wide;
}

// Returns the slot of a change of the word: bytes that are expected, or that come, and perhaps an arrival.
static i32 bytes_change(Lower *lo, const Operand *o, bool come, u64 arrivals)
{
    i32 bytes = wide_number(lo, o), change = new_slot(lo, 8);
    if (come)
        emit_alu(lo, "sub.u64", change, constant_slot(lo, 0, 8), bytes);
    emit_alu(lo, "shl.b64", change, come ? change : bytes, constant_slot(lo, 32, 4));
    emit_alu(lo, "add.u64", change, change, constant_slot(lo, arrivals, 8));
    return change;
}

void lower_complete(Lower *lo, SimSpace space, const Operand *address, u32 bytes)
{
    emit_change(lo, space, A_ARRIVE, address, NONE, constant_slot(lo, (0 - (u64)bytes) << 32, 8));
}

// Emits a store of the word: how many arrivals each phase waits for, and the first one.
static void lower_init(Lower *lo, SimSpace space, const Operand *count)
{
    i32 arrivals = wide_number(lo, count), word = new_slot(lo, 8);
    emit_alu(lo, "mul.lo.u64", word, arrivals, constant_slot(lo, 1 | 1 << 20, 8));
    emit_mbarrier(lo, K_STORE, space, &lo->s->operands[0])->list[0] = word;
}

// Lowers test_wait p, [barrier], token: p is true if the barrier's phase is no longer the token's. With .parity the third
// operand is a parity, and p is true if the phase has the other one. try_wait tells a time, too, that it may wait.
static void lower_test(Lower *lo, SimSpace space, bool parity)
{
    const Statement *s = lo->s;
    bool negated;
    i32 word = new_slot(lo, 8), at = address_slot(lo, &s->operands[1], space),
        of = parity ? wide_number(lo, &s->operands[2]) : source_slot(lo, &s->operands[2], 8);
    Insn *look = emit_insn(lo, K_BULK_LOOK);
    look->a = at;
    look->b = of;
    look->look.generic = space == SIM_SPACE_GENERIC;
    look->look.parity = parity;
    Insn *in = emit_mbarrier(lo, K_LOAD, space, &s->operands[1]);
    in->access.order = ORDER_ACQUIRE;
    in->list[0] = word;
    if (parity) {
        emit_alu(lo, "shr.u64", word, word, constant_slot(lo, 61, 4));
        emit_alu(lo, "xor.b64", word, word, of);
        emit_alu(lo, "and.b64", word, word, constant_slot(lo, 1, 8));
    } else {
        emit_alu(lo, "xor.b64", word, word, of);
        emit_alu(lo, "shr.u64", word, word, constant_slot(lo, 61, 4));
    }
    emit_alu(lo, "setp.ne.u64", predicate_slot(lo, &s->operands[0], &negated), word,
             constant_slot(lo, 0, 8));
}

void lower_mbarrier(Lower *lo)
{
    const Statement *s = lo->s;
    bool init = has_part(lo, "init"), inval = has_part(lo, "inval"),
         arrives = has_part(lo, "arrive"), drops = has_part(lo, "arrive_drop"),
         expects = has_part(lo, "expect_tx"), completes = has_part(lo, "complete_tx"),
         test = has_part(lo, "test_wait") || has_part(lo, "try_wait"),
         pending = has_part(lo, "pending_count"), parity = test && has_part(lo, "parity");
    has_part(lo, "noComplete");
    take_order(lo, &(Insn){0}); // emit_change takes the default order, which is the strongest
    SimSpace space = take_space(lo);
    refuse_if(lo, !has_part(lo, "b64") || (space != SIM_SPACE_SHARED && space != SIM_SPACE_GENERIC),
              "an mbarrier the simulator does not run");
    all_parts_used(lo);
    bool counts = arrives || drops, bytes = expects || completes;
    if (!need_operands(lo,
                       inval                       ? 1
                       : test || (counts && bytes) ? 3
                                                   : 2,
                       inval    ? 1
                       : test   ? 4
                       : counts ? 3
                                : 2))
        return;
    if (pending) {
        i32 low = new_slot(lo, 8);
        emit_alu(lo, "and.b64", low, source_slot(lo, &s->operands[1], 8),
                 constant_slot(lo, 0xfffff, 8));
        emit_alu(lo, "cvt.u32.u64", destination_slot(lo, &s->operands[0]), low, NONE);
    } else if (init) {
        lower_init(lo, space, &s->operands[1]);
    } else if (inval) {
        emit_mbarrier(lo, K_STORE, space, &s->operands[0])->list[0] = constant_slot(lo, 0, 8);
    } else if (test) {
        lower_test(lo, space, parity);
    } else if (counts) {
        i32 change = bytes          ? bytes_change(lo, &s->operands[2], false, 1)
                     : s->count > 2 ? wide_number(lo, &s->operands[2])
                                    : constant_slot(lo, 1, 8);
        emit_change(lo, space, drops ? A_DROP : A_ARRIVE, &s->operands[1],
                    destination_or_sink(lo, &s->operands[0]), change);
    } else if (bytes) {
        emit_change(lo, space, A_ARRIVE, &s->operands[0], NONE,
                    bytes_change(lo, &s->operands[1], completes, 0));
    } else {
        refuse_statement(lo, "an mbarrier the simulator does not run");
    }
}
