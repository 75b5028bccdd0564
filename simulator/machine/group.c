// group.c: a warp as groups of lanes that share a program counter, and the points where they meet again.
//
// All lanes of a group have the same program counter. A warp starts as one group. A branch whose lanes disagree splits
// it in two, and leaves a meeting point: the branch's immediate post-dominator, and the lanes that are to meet there. A
// group that comes to its meeting point waits; when all members are there (or gone) they go on as one group.
//
// Groups that come to the same place without a meeting point go on as one, too: lanes that failed the first or the second half
// of `a && b`, for which ptxas makes one branch, or lanes that fall into the next case of a switch. So that they do come together,
// the group that is least far in the code runs first. tests/simulator/active.t holds this against an H100.
//
// Where the machine code is known, it decides (ptx/assembled.c): if ptxas kept the branches at which two groups parted, they go on as one
// only behind one of its barriers, and a branch that leads to no barrier leaves no meeting point. tests/simulator/meets.t holds this
// against an H200.
//
// Meeting makes a program faster; no program may rely on it. So lanes stop waiting at a meeting point when the warp could not
// move otherwise. They also stop when the other lanes are in a spin loop, since those may wait for them. What the program itself
// asked for (a barrier, __syncwarp, the mask of a shuffle) opens only when it is complete.

#include "machine/machine.h"
#include "ptx/unrolled.h"

#include <string.h>

Group *group_add(Warp *warp, const Group *like, u32 mask, i32 pc)
{
    Group *g = &warp->groups[warp->group_count++];
    *g = *like;
    g->mask = mask;
    g->pc = pc;
    g->state = G_RUN;
    return g;
}

void group_remove(Warp *warp, const Group *g)
{
    int i = (int)(g - warp->groups);
    warp->groups[i] = warp->groups[--warp->group_count];
    if (warp->next_group >= warp->group_count)
        warp->next_group = 0;
}

// Lets the lanes that wait at meeting point m go on as one group, and returns that; NULL if none waits. The point ends with its
// last member.
static Group *meet_open(Warp *warp, int m)
{
    Meet *meet = &warp->meets[m];
    Group like = {.meet = meet->outer, .frame = meet->frame, .way = meet->way};
    u32 lanes = meet->arrived;
    meet->members &= ~lanes;
    meet->arrived = 0;
    warp->meets_waiting &= ~(1ull << m);
    if (!meet->members)
        warp->meets_used &= ~(1ull << m);
    return lanes ? group_add(warp, &like, lanes, meet->pc) : NULL;
}

// The same if all members have come: they run next.
static void meet_if_complete(Warp *warp, int m)
{
    if (warp->meets[m].arrived != warp->meets[m].members)
        return;
    const Group *g = meet_open(warp, m);
    if (g)
        warp->next_group = (int)(g - warp->groups);
}

static bool part_leave(Warp *warp, Group *g);

int meet_new(Warp *warp, const Group *g, i32 pc)
{
    if (warp->meets_used == ~0ull)
        return -1; // the lanes do not meet, which is slower but still correct
    int m = __builtin_ctzll(~warp->meets_used);
    warp->meets_used |= 1ull << m;
    warp->meets[m] =
        (Meet){.members = g->mask, .pc = pc, .outer = g->meet, .way = g->way, .frame = g->frame};
    return m;
}

bool meet_arrive(Warp *warp, Group *g)
{
    Meet *meet = &warp->meets[g->meet];
    if (meet->unrolled)
        return meet->pc != g->pc && part_leave(warp, g);
    if (meet->pc != g->pc || meet->frame != g->frame)
        return false;
    int m = g->meet;
    meet->arrived |= g->mask;
    warp->meets_waiting |= 1ull << m;
    group_remove(warp, g);
    meet_if_complete(warp, m);
    return true;
}

bool meet_is_at(const Warp *warp, const Group *g, i32 pc)
{
    int m = g->meet;
    if (m >= 0 && warp->meets[m].unrolled)
        m = warp->meets[m].outer;
    return m >= 0 && warp->meets[m].pc == pc && warp->meets[m].frame == g->frame;
}

// ---- Loops in parts ------------------------------------------------------------------------------------------------

// The group has come out of its loop. Tells whether it was at the meeting point around that.
static bool part_leave(Warp *warp, Group *g)
{
    int m = g->meet;
    warp->meets[m].members &= ~g->mask;
    g->meet = warp->meets[m].outer;
    meet_if_complete(warp, m);
    return g->meet >= 0 && meet_arrive(warp, g);
}

// Returns the value of a lane's register.
static i64 value_of(const Unrolled *p, const u8 *regs, i32 slot, int lane)
{
    u64 value = 0;
    memcpy(&value, regs + slot + (size_t)lane * p->bytes, p->bytes);
    return p->is_signed ? (i64)sign_extend(value, p->bytes) : (i64)value;
}

// Returns how many iterations a lane has left that is at the loop's begin, at least 1.
static u64 unrolled_left(const Unrolled *p, const u8 *regs, int lane)
{
    i64 way = value_of(p, regs, p->limit, lane) - value_of(p, regs, p->counter, lane) - p->ahead;
    i64 step = p->step;
    if (step < 0) {
        way = -way;
        step = -step;
    }
    if (p->unequal) // a counter that never hits the limit goes round
        return way >= 0 && way % step == 0 ? (u64)(way / step) + 1 : UINT64_MAX;
    way += p->reaches;
    return way > 0 ? (u64)((way - 1) / step) + 2 : 1;
}

// Returns the lanes of a group that have a turn of some iterations left. Mostly all lanes count alike, and one stands for all.
static u32 lanes_with(const Unrolled *p, const Group *g, u8 iterations)
{
    const u8 *regs = g->frame->regs;
    u64 counter, limit;
    if (p->bytes >= 4 && lanes_alike(regs + p->counter, p->bytes, &counter) &&
        lanes_alike(regs + p->limit, p->bytes, &limit))
        return unrolled_left(p, regs, 0) >= iterations ? g->mask : 0;
    u32 lanes = 0;
    EACH_BIT(lane, g->mask)
        lanes |= (u32)(unrolled_left(p, regs, (int)lane) >= iterations) << lane;
    return lanes;
}

// Makes a meeting point for lanes that begin a loop. NULL if nobody will have to wait, or there are too many points.
static Meet *part_begin(Warp *warp, Group *g, const Unrolled *p, i32 join)
{
    u8 part = 0;
    while (p->copies[part] > 1 && !lanes_with(p, g, p->copies[part]))
        part++;
    if (p->copies[part] == 1)
        return NULL;
    if (join >= 0 && !meet_is_at(warp, g, join)) {
        int after = meet_new(warp, g, join);
        g->meet = after < 0 ? g->meet : (i16)after;
    }
    int m = meet_new(warp, g, g->pc);
    if (m < 0)
        return NULL;
    g->meet = (i16)m;
    warp->meets[m].unrolled = p;
    warp->meets[m].part = part;
    return &warp->meets[m];
}

bool part_enter(Warp *warp, Group *g, const Insn *in)
{
    const Unrolled *p = in->enter.unrolled;
    Meet *meet = g->meet >= 0 && warp->meets[g->meet].unrolled == p ? &warp->meets[g->meet] : NULL;
    if (meet && --meet->left)
        return true;
    const bool alone = (g->mask & (g->mask - 1)) == 0;
    if (!meet && !alone)
        meet = part_begin(warp, g, p, in[p->branch - g->pc].join);
    if (!meet)
        return true;
    const int m = g->meet;
    const u32 stay = lanes_with(p, g, p->copies[meet->part]), wait = g->mask & ~stay;
    meet->left = p->copies[meet->part];
    meet->arrived |= wait;
    warp->meets_waiting |= (u64)(wait != 0) << m;
    g->mask = stay;
    if (stay)
        return true;
    group_remove(warp, g);
    meet_if_complete(warp, m);
    return false;
}

bool group_yields(Warp *warp, Group *g, const Insn *in)
{
    bool yields = false;
    for (int i = 0; i < warp->group_count; i++) {
        Group *o = &warp->groups[i];
        if (o == g || o->state != G_RUN || o->pc > g->pc)
            continue;
        if (o->pc == g->pc && o->frame == g->frame && o->meet == g->meet &&
            (o->way == g->way || !in->enter.apart)) {
            o->mask |= g->mask;
            group_remove(warp, g);
            return true;
        }
        yields |= o->pc < g->pc;
    }
    return yields;
}

int group_lowest(const Warp *warp)
{
    int lowest = -1;
    for (int i = 0; i < warp->group_count; i++)
        if (warp->groups[i].state == G_RUN &&
            (lowest < 0 || warp->groups[i].pc < warp->groups[lowest].pc))
            lowest = i;
    return lowest;
}

int group_first(const Warp *warp)
{
    int first = -1;
    for (int i = 0; i < warp->group_count; i++)
        if (warp->groups[i].state == G_RUN &&
            (first < 0 ||
             __builtin_ctz(warp->groups[i].mask) < __builtin_ctz(warp->groups[first].mask)))
            first = i;
    return first;
}

void meets_forget(Warp *warp, u32 lanes)
{
    for (u64 left = warp->meets_used; left; left &= left - 1) {
        int m = __builtin_ctzll(left);
        if (!(warp->meets[m].members & lanes))
            continue;
        warp->meets[m].members &= ~lanes;
        meet_if_complete(warp, m);
    }
}

bool meets_open(Warp *warp)
{
    bool any = warp->meets_waiting != 0;
    while (warp->meets_waiting)
        meet_open(warp, __builtin_ctzll(warp->meets_waiting));
    return any;
}
