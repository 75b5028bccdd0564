// sync.c: shuffles, votes, matches and reductions among the lanes of a warp.
//
// First every group of lanes that takes part adds its values. Then each group takes its results. Mostly there is one group, but
// the two sides of a branch may meet in shuffles at different places of the program.
//
// If the source lane of a shuffle takes no part, a GPU gives an undefined value. Here the reader keeps its own value, as for a
// source out of range. In a checked launch it gets noise, so that a program which uses the value shows a wrong result. A
// program that does not use the value is right: in a tree of shuffles over half a warp, the upper lanes read lanes beyond the
// half, and no lane reads the upper lanes.

#include "machine/alu/alu.h"
#include "machine/machine.h"

#include <string.h>

static u32 *lanes32(const Group *g, i32 slot)
{
    return (u32 *)(void *)(g->frame->regs + slot);
}

bool exchange_alike(const Insn *a, const Insn *b)
{
    if (a->kind != b->kind)
        return false;
    switch ((InsnKind)a->kind) {
    case K_SHUFFLE: return a->shuffle.mode == b->shuffle.mode;
    case K_VOTE: return a->vote.op == b->vote.op;
    case K_MATCH: return a->match.all == b->match.all && a->match.bytes == b->match.bytes;
    case K_REDUX: return a->redux.op == b->redux.op;
    default: return true;
    }
}

void exchange_add(Exchange *x, const Group *g, const Insn *in, u32 mask)
{
    size_t bytes = in->kind == K_MATCH ? in->match.bytes : 4;
    if (in->kind == K_VOTE) {
        u32 p = *lanes32(g, in->a);
        x->votes |= (in->vote.not_a ? ~p : p) & mask;
    } else if (x->lanes == 0 &&
               bytes == 4) { // the usual case: a memcpy of known size needs no call
        memcpy(x->values, g->frame->regs + in->a, (size_t)LANES * 4);
    } else if (x->lanes == 0) {
        memcpy(x->values, g->frame->regs + in->a, (size_t)LANES * bytes);
    } else {
        EACH_BIT(lane, mask)
            memcpy(x->values + lane * bytes, g->frame->regs + in->a + lane * bytes, bytes);
    }
    x->lanes |= mask;
}

int exchange_absent(const Exchange *x, const Group *g, const Insn *in, u32 mask, int *source)
{
    i32 from[LANES];
    if (in->kind != K_SHUFFLE || x->lanes == FULL)
        return -1;
    EACH_BIT(lane, mask & shuffle_sources(g->frame->regs, in, from)) {
        *source = from[lane];
        if (!(x->lanes >> *source & 1))
            return lane;
    }
    return -1;
}

static void take_shuffle(const Exchange *x, const Group *g, const Insn *in, u32 mask)
{
    if (mask == FULL && in->shuffle.mode != SHUFFLE_TRANSPOSE) {
        shuffle_all(g->frame->regs, in);
        return;
    }
    i32 source[LANES];
    u32 in_range = shuffle_sources(g->frame->regs, in, source);
    const u32 *from = (const u32 *)(const void *)x->values;
    u32 *d = in->d >= 0 ? lanes32(g, in->d) : NULL;
    if (in->shuffle.mode == SHUFFLE_TRANSPOSE) {
        EACH_BIT(lane, d ? mask : 0) {
            int half = 16 * (lane >> 2 & 1);
            d[lane] = (from[source[lane]] >> half & 0xffff) | from[source[lane] + 4] >> half << 16;
        }
        return;
    }
    EACH_BIT(lane, d ? mask : 0)
        d[lane] = from[source[lane]];
    EACH_BIT(lane, d && x->lanes != FULL ? mask : 0) {
        if (!(x->lanes >> source[lane] & 1))
            d[lane] = x->noise;
    }
    if (in->d2 >= 0)
        set_bits(lanes32(g, in->d2), mask, in_range);
}

static void take_vote(const Exchange *x, const Group *g, const Insn *in, u32 mask)
{
    const u32 *members = lanes32(g, in->b);
    EACH_BIT(lane, mask) {
        u32 among = members[lane] & x->lanes;
        u32 yes = x->votes & among;
        if (in->vote.op == VOTE_BALLOT) {
            if (in->d >= 0)
                lanes32(g, in->d)[lane] = yes;
            continue;
        }
        bool result = in->vote.op == VOTE_ALL   ? yes == among
                      : in->vote.op == VOTE_ANY ? yes != 0
                                                : yes == among || yes == 0;
        if (in->d >= 0)
            set_bits(lanes32(g, in->d), 1u << lane, result ? FULL : 0);
    }
}

static u64 lane_exchanged(const Exchange *x, int bytes, u32 lane)
{
    u64 v = 0;
    memcpy(&v, x->values + (size_t)lane * (size_t)bytes, (size_t)bytes);
    return v;
}

// Returns the time of match.any. It compares all lanes with the value of one lane, then with that of a lane that differed, and so
// on: it takes as many rounds as there are values. An SM has one unit for it (an H200: 1.9 cycles per round for 1, 16 and 30
// values in a warp; results/h200.csv, histAggregated).
u64 exchange_cycles(const Exchange *x, const Insn *in)
{
    enum { ROUND = 2 };
    u64 cycles = 0;
    if (in->kind != K_MATCH || in->match.all)
        return 0;
    for (u32 left = x->lanes; left; cycles += ROUND) {
        u64 value = lane_exchanged(x, in->match.bytes, (u32)__builtin_ctz(left));
        EACH_BIT(other, left) {
            if (lane_exchanged(x, in->match.bytes, other) == value)
                left &= ~(1u << other);
        }
    }
    return cycles;
}

// Writes the results of match. match.any gives each lane the mask of lanes with its value. match.all gives the mask of all lanes
// if they agree, else 0, and a predicate.
static void take_match(const Exchange *x, const Group *g, const Insn *in, u32 mask)
{
    const u32 *members = lanes32(g, in->b);
    u32 result[LANES] = {0}, agree = 0;
    EACH_BIT(lane, mask) {
        u32 among = members[lane] & x->lanes;
        EACH_BIT(other, among) {
            if (lane_exchanged(x, in->match.bytes, other) ==
                lane_exchanged(x, in->match.bytes, lane))
                result[lane] |= 1u << other;
        }
        if (in->match.all) {
            bool all = result[lane] == among;
            agree |= (u32)all << lane;
            result[lane] = all ? among : 0;
        }
    }
    EACH_BIT(lane, in->d >= 0 ? mask : 0)
        lanes32(g, in->d)[lane] = result[lane];
    if (in->d2 >= 0)
        set_bits(lanes32(g, in->d2), mask, agree);
}

static u32 reduce(const Insn *in, u32 x, u32 y)
{
    switch ((AtomOp)in->redux.op) {
    case A_ADD: return x + y;
    case A_MIN: return in->redux.is_signed ? ((i32)x < (i32)y ? x : y) : (x < y ? x : y);
    case A_MAX: return in->redux.is_signed ? ((i32)x > (i32)y ? x : y) : (x > y ? x : y);
    case A_AND: return x & y;
    case A_OR: return x | y;
    default: return x ^ y;
    }
}

static void take_redux(const Exchange *x, const Group *g, const Insn *in, u32 mask)
{
    const u32 *from = (const u32 *)(const void *)x->values, *members = lanes32(g, in->b);
    u32 added = 0, total = 0; // added: the lanes whose values are in `total`
    EACH_BIT(lane, in->d >= 0 ? mask : 0) {
        u32 among = members[lane] & x->lanes;
        if (!among)
            continue;
        if (among != added) {
            added = among;
            total = from[__builtin_ctz(among)];
            EACH_BIT(other, among & (among - 1))
                total = reduce(in, total, from[other]);
        }
        lanes32(g, in->d)[lane] = total;
    }
}

void exchange_take(const Exchange *x, const Group *g, const Insn *in, u32 mask)
{
    switch (in->kind) {
    case K_SHUFFLE: take_shuffle(x, g, in, mask); break;
    case K_VOTE: take_vote(x, g, in, mask); break;
    case K_MATCH: take_match(x, g, in, mask); break;
    case K_REDUX: take_redux(x, g, in, mask); break;
    default: break;
    }
}
