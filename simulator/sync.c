// sync.c: shuffles, votes, matches and reductions among the lanes of a warp.
//
// mask: the lanes that execute together. A shuffle's source lane that is not among them gives an undefined value on a
// GPU; here the lane keeps its own, as for a source out of range.

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

// shfl.sync d|p, a, b, c: b is the distance or lane, c holds the segment mask (bits 8-12) and the clamp (bits 0-4).
// Source: PTX ISA, shfl.sync.
void sync_shuffle(const Group *g, const Insn *in, u32 mask)
{
    u32 from[LANES], in_range = 0;
    memcpy(from, lanes32(g, in->a), sizeof from);
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
            d[lane] = from[mask >> source & 1 ? source : lane];
    }
    if (in->d2 >= 0)
        write_predicate(g, in->d2, mask, in_range);
}

void sync_vote(const Group *g, const Insn *in, u32 mask)
{
    u32 p = in->imm == 1 ? FULL : in->imm == 2 ? 0 : *lanes32(g, in->a);
    if (in->is_signed) // !%p
        p = ~p;
    const u32 *members = lanes32(g, in->b);
    for (u32 left = mask; left; left &= left - 1) {
        u32 lane = (u32)__builtin_ctz(left), among = members[lane] & mask, yes = p & among;
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

static u64 lane_value(const Group *g, const Insn *in, u32 lane)
{
    u64 v = 0;
    memcpy(&v, g->frame->regs + in->a + (size_t)lane * in->bytes, in->bytes);
    return v;
}

// match.any: the lanes with my value. match.all: all of them if they agree, else 0, and a predicate.
void sync_match(const Group *g, const Insn *in, u32 mask)
{
    const u32 *members = lanes32(g, in->b);
    u32 result[LANES] = {0}, agree = 0;
    for (u32 left = mask; left; left &= left - 1) {
        u32 lane = (u32)__builtin_ctz(left), among = members[lane] & mask;
        for (u32 others = among; others; others &= others - 1) {
            u32 other = (u32)__builtin_ctz(others);
            if (lane_value(g, in, other) == lane_value(g, in, lane))
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

void sync_redux(const Group *g, const Insn *in, u32 mask)
{
    u32 from[LANES];
    memcpy(from, lanes32(g, in->a), sizeof from);
    const u32 *members = lanes32(g, in->b);
    for (u32 left = mask; left && in->d >= 0; left &= left - 1) {
        u32 lane = (u32)__builtin_ctz(left), among = members[lane] & mask;
        if (!among)
            continue;
        u32 total = from[__builtin_ctz(among)];
        for (among &= among - 1; among; among &= among - 1)
            total = reduce(in, total, from[__builtin_ctz(among)]);
        lanes32(g, in->d)[lane] = total;
    }
}
