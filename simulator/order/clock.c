// clock.c: clocks, and the chains that they count.

#include "order/order.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CHAINS = 512 };

static struct {
    u32 last;   // number of the newest piece of work
    bool taken; // it is a stream's own
} chains[MOST_CHAINS];
static u32 chain_count;

static u32 number_of(const OrderClock *c, u32 chain)
{
    return chain < c->count ? c->at[chain] : 0;
}

bool clock_has(const OrderClock *c, u32 chain, u32 number)
{
    return number_of(c, chain) >= number;
}

bool clock_covers(const OrderClock *c, const OrderClock *other)
{
    u32 i = 0;
    while (i < other->count && clock_has(c, i, other->at[i]))
        i++;
    return i == other->count;
}

// Makes room for all chains that there are. Without host memory the clock stays as it is, and some order is not known.
static bool reach(OrderClock *c, u32 count)
{
    if (c->count >= count)
        return true;
    u32 *at = realloc(c->at, count * sizeof *at);
    if (!at)
        return false;
    memset(at + c->count, 0, (count - c->count) * sizeof *at);
    c->at = at;
    c->count = count;
    return true;
}

void clock_join(OrderClock *to, const OrderClock *from)
{
    if (!reach(to, from->count))
        return;
    for (u32 i = 0; i < from->count; i++)
        to->at[i] = to->at[i] > from->at[i] ? to->at[i] : from->at[i];
}

void clock_copy(OrderClock *to, const OrderClock *from)
{
    if (to->count)
        memset(to->at, 0, to->count * sizeof *to->at);
    clock_join(to, from);
}

void clock_free(OrderClock *c)
{
    free(c->at);
    *c = (OrderClock){0};
}

void clock_join_all(OrderClock *to)
{
    if (!reach(to, chain_count))
        return;
    for (u32 i = 0; i < chain_count; i++)
        to->at[i] = chains[i].last;
}

// Finds a chain of nobody's whose work all comes before; chain_count if there is none.
static u32 free_chain(const OrderClock *before)
{
    u32 i = 0;
    while (i < chain_count && (chains[i].taken || number_of(before, i) < chains[i].last))
        i++;
    return i;
}

bool clock_advance(OrderStream *s, u32 *chain, u32 *number)
{
    // A stream's own chain, unless this is one of several branches of a graph, and another one goes on there.
    u32 c = s->chain ? s->chain - 1 : chain_count;
    if (c == chain_count || number_of(&s->before, c) < chains[c].last)
        c = free_chain(&s->before);
    if (c == MOST_CHAINS || !reach(&s->before, c + 1))
        return false;
    if (c == chain_count)
        chains[chain_count++].last = 0;
    if (!s->chain) {
        s->chain = c + 1;
        chains[c].taken = true;
    }
    *chain = c;
    *number = s->before.at[c] = ++chains[c].last;
    return true;
}

void clock_leave(OrderStream *s)
{
    if (s->chain)
        chains[s->chain - 1].taken = false;
    clock_free(&s->before);
    *s = (OrderStream){0};
}
