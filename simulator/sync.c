// sync.c: shuffles, votes, matches and reductions among the lanes of a warp.
//
// First every group of lanes that takes part adds what it brings, then each takes what it gets: mostly there is one
// group, but the two sides of a branch may well meet in shuffles that stand at different places.
//
// A shuffle's source lane that takes no part gives an undefined value on a GPU; here the lane keeps its own, as for a
// source out of range.

#include "core.h"

#include <string.h>

static u32 *lanes32(const Group *g, i32 slot)
{
    return (u32 *)(void *)(g->frame->regs + slot);
}

static void write_predicate(const Group *g, i32 slot, u32 mask, u32 value)
{
    u32 *p = lanes32(g, slot);
    *p = (*p & ~mask) | (value & mask);
}

void exchange_add(Exchange *x, const Group *g, const Insn *in, u32 mask)
{
    if (in->kind == K_VOTE) {
        u32 p = in->imm == 1 ? FULL : in->imm == 2 ? 0 : *lanes32(g, in->a);
        x->votes |= (in->is_signed ? ~p : p) & mask; // !%p
    } else if (x->lanes == 0) {
        memcpy(x->values, g->frame->regs + in->a, (size_t)LANES * in->bytes);
    } else {
        for (u32 left = mask; left; left &= left - 1) {
            size_t at = (size_t)__builtin_ctz(left) * in->bytes;
            memcpy(x->values + at, g->frame->regs + in->a + at, in->bytes);
        }
    }
    x->lanes |= mask;
}

// shfl.sync d|p, a, b, c: b is the distance or lane, c holds the segment mask (bits 8-12) and the clamp (bits 0-4).
// Source: PTX ISA, shfl.sync.
static void take_shuffle(const Exchange *x, const Group *g, const Insn *in, u32 mask)
{
    u32 in_range = 0;
    const u32 *from = (const u32 *)(const void *)x->values;
    const u32 *b = lanes32(g, in->v[0]), *c = lanes32(g, in->c);
    u32 *d = in->d >= 0 ? lanes32(g, in->d) : NULL;
    for (u32 left = mask; left; left &= left - 1) {
        i32 lane = __builtin_ctz(left);
        i32 segment = (i32)(c[lane] >> 8 & 31), clamp = (i32)(c[lane] & 31),
            by = (i32)(b[lane] & 31);
        i32 max_lane = (lane & segment) | (clamp & ~segment), min_lane = lane & segment;
        i32 source = 0;
        bool ok = false;
        switch (in->op) {
        case S_UP:
            source = lane - by;
            ok = source >= max_lane;
            break;
        case S_DOWN:
            source = lane + by;
            ok = source <= max_lane;
            break;
        case S_BFLY:
            source = lane ^ by;
            ok = source <= max_lane;
            break;
        default:
            source = min_lane | (by & ~segment);
            ok = source <= max_lane;
            break;
        }
        if (!ok)
            source = lane;
        in_range |= (u32)ok << lane;
        if (d)
            d[lane] = from[x->lanes >> source & 1 ? source : lane];
    }
    if (in->d2 >= 0)
        write_predicate(g, in->d2, mask, in_range);
}

static void take_vote(const Exchange *x, const Group *g, const Insn *in, u32 mask)
{
    const u32 *members = lanes32(g, in->b);
    for (u32 left = mask; left; left &= left - 1) {
        u32 lane = (u32)__builtin_ctz(left), among = members[lane] & x->lanes;
        u32 yes = x->votes & among;
        if (in->op == W_BALLOT) {
            if (in->d >= 0)
                lanes32(g, in->d)[lane] = yes;
            continue;
        }
        bool result = in->op == W_ALL   ? yes == among
                      : in->op == W_ANY ? yes != 0
                                        : yes == among || yes == 0;
        if (in->d >= 0)
            write_predicate(g, in->d, 1u << lane, result ? FULL : 0);
    }
}

static u64 lane_value(const Exchange *x, int bytes, u32 lane)
{
    u64 v = 0;
    memcpy(&v, x->values + (size_t)lane * (size_t)bytes, (size_t)bytes);
    return v;
}

// match.any: the lanes with my value. match.all: all of them if they agree, else 0, and a predicate.
static void take_match(const Exchange *x, const Group *g, const Insn *in, u32 mask)
{
    const u32 *members = lanes32(g, in->b);
    u32 result[LANES] = {0}, agree = 0;
    for (u32 left = mask; left; left &= left - 1) {
        u32 lane = (u32)__builtin_ctz(left), among = members[lane] & x->lanes;
        for (u32 others = among; others; others &= others - 1) {
            u32 other = (u32)__builtin_ctz(others);
            if (lane_value(x, in->bytes, other) == lane_value(x, in->bytes, lane))
                result[lane] |= 1u << other;
        }
        if (in->op == W_ALL) {
            bool all = result[lane] == among;
            agree |= (u32)all << lane;
            result[lane] = all ? among : 0;
        }
    }
    for (u32 left = mask; left && in->d >= 0; left &= left - 1)
        lanes32(g, in->d)[__builtin_ctz(left)] = result[__builtin_ctz(left)];
    if (in->d2 >= 0)
        write_predicate(g, in->d2, mask, agree);
}

static u32 reduce(const Insn *in, u32 x, u32 y)
{
    switch (in->op) {
    case A_ADD: return x + y;
    case A_MIN: return in->is_signed ? ((i32)x < (i32)y ? x : y) : (x < y ? x : y);
    case A_MAX: return in->is_signed ? ((i32)x > (i32)y ? x : y) : (x > y ? x : y);
    case A_AND: return x & y;
    case A_OR: return x | y;
    default: return x ^ y;
    }
}

static void take_redux(const Exchange *x, const Group *g, const Insn *in, u32 mask)
{
    const u32 *from = (const u32 *)(const void *)x->values, *members = lanes32(g, in->b);
    u32 added = 0, total = 0; // the lanes that `total` is of
    for (u32 left = mask; left && in->d >= 0; left &= left - 1) {
        u32 lane = (u32)__builtin_ctz(left), among = members[lane] & x->lanes;
        if (!among)
            continue;
        if (among != added) {
            added = among;
            total = from[__builtin_ctz(among)];
            for (among &= among - 1; among; among &= among - 1)
                total = reduce(in, total, from[__builtin_ctz(among)]);
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
