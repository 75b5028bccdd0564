// locks.c: locks that kernels make of words: are they taken and given back with a fence, and by an atomic at all?
//
//     while (atomicCAS(lock, 0, 1) != 0)      takes the lock: it stores a constant where another constant was
//         ;
//     __threadfence();                        what follows sees what was done under the lock before
//     …
//     __threadfence();                        who takes the lock next sees what was done
//     atomicExch(lock, 0);                    gives it back: stores the first constant at the same address
//
// Such an atomic is known by its form: both constants and the same address, in one function. It acquires nothing by itself, as it is
// relaxed (PTX ISA, `atom`), while all other signals are judged generously. What it sees waits for the thread's next fence
// (Seen). So accesses under a lock without that fence are not ordered, and race with those of the threads that held it before. A
// Lock keeps where a warp or block last took one and gave it back, so that the finding can name the line.

#include "check/check.h"

#include <string.h>

enum { UNKNOWN, TAKES, DOES_NOT }; // Check.takes

// Tells whether an instruction of the function gives back what the atomic `take` takes.
static bool is_given_back(const SimModule *m, i32 take, i32 was)
{
    const SimFunction *f = m->infos[take].function;
    const Insn *in = &m->code[take];
    for (i32 pc = f->entry; pc < f->end; pc++) {
        const Insn *other = &m->code[pc];
        bool exchange = other->kind == K_ATOMIC && other->access.op == A_EXCH,
             swap = other->kind == K_ATOMIC && other->access.op == A_CAS;
        if (pc == take || (!exchange && !swap && other->kind != K_STORE) ||
            other->access.bytes != in->access.bytes || !same_address(m, take, pc))
            continue;
        i32 free = immediate_of(m, f, exchange ? other->b : swap ? other->c : other->list[0]);
        if (free != NONE &&
            memcmp(f->const_image + free, f->const_image + was, in->access.bytes) == 0)
            return true;
    }
    return false;
}

// Tells whether the atomic takes a lock.
static bool has_form_of_lock(const SimModule *m, i32 pc)
{
    const SimFunction *f = m->infos[pc].function;
    const Insn *in = &m->code[pc];
    if (in->access.op != A_CAS || in->access.order >= ORDER_ACQUIRE || in->access.unused_result)
        return false;
    i32 was = immediate_of(m, f, in->b), is = immediate_of(m, f, in->c);
    return was != NONE && is != NONE &&
           memcmp(f->const_image + was, f->const_image + is, in->access.bytes) != 0 &&
           is_given_back(m, pc, was);
}

bool takes_lock(const SimWorker *w, i32 pc)
{
    u8 *known = &w->check->takes[pc];
    if (*known == UNKNOWN)
        *known = has_form_of_lock(w->module, pc) ? TAKES : DOES_NOT;
    return *known == TAKES;
}

static void give(Lock *lock, i32 pc, u64 address, u32 now)
{
    if (lock->taken && lock->give == NONE && lock->address == address) {
        lock->give = pc;
        lock->given = now;
    }
}

void watch_lock(const SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                const u64 *address, u8 *const *host)
{
    Lock *mine = &w->check->lock[warp->index], *all = &w->launch->checks->lock[w->block];
    if (in->kind == K_ATOMIC && takes_lock(w, g->pc)) {
        EACH_BIT(lane, mask) {
            const u8 *was = g->frame->regs + in->b + (size_t)lane * in->access.bytes;
            if (memcmp(host[lane], was, in->access.bytes) == 0)
                *mine = *all = (Lock){
                    .address = address[lane], .take = g->pc, .give = NONE, .taken = now_of(w)};
        }
    } else if (all->taken) {
        u64 first = address[__builtin_ctz(mask)];
        give(mine, g->pc, first, now_of(w));
        give(all, g->pc, first, now_of(w));
    }
}

void keep_for_fence(const SimWorker *w, const Warp *warp, u32 lanes, u32 from_blocks)
{
    Check *c = w->check;
    c->seen[warp->index].lanes |= lanes;
    c->seen[warp->index].from_blocks = later(c->seen[warp->index].from_blocks, from_blocks);
}

static void fence(Lock *lock, u32 now)
{
    if (lock->taken && lock->give == NONE && !lock->fenced)
        lock->fenced = now;
}

Seen fence_locks(const SimWorker *w, const Warp *warp, bool block_scope)
{
    Seen *kept = &w->check->seen[warp->index], seen = *kept;
    fence(&w->check->lock[warp->index], now_of(w));
    if (!block_scope)
        fence(&w->launch->checks->lock[w->block], now_of(w));
    *kept = (Seen){.from_blocks = block_scope ? seen.from_blocks : 0};
    if (block_scope)
        seen.from_blocks = 0;
    return seen;
}

// Sets the locks of the access p's warp and of the thread's, or if two blocks did them, the two blocks' locks.
static void find_locks(const SimWorker *w, const Access *p, u32 thread, const Lock **his,
                       const Lock **mine)
{
    bool same = p->block == (u32)w->block + 1;
    const Lock *warps = w->check->lock, *blocks = w->launch->checks->lock;
    *his = same ? &warps[p->thread / LANES] : &blocks[p->block - 1];
    *mine = same ? &warps[thread / LANES] : &blocks[w->block];
}

static bool is_under(const Lock *lock, const Access *p)
{
    return lock->taken && lock->taken <= p->when && (lock->give == NONE || p->when <= lock->given);
}

bool is_bare_under_lock(const SimWorker *w, const Access *p, u32 thread)
{
    const Lock *his, *mine;
    find_locks(w, p, thread, &his, &mine);
    return mine->taken && mine->give == NONE && his != mine && his->address == mine->address &&
           is_under(his, p) && (!his->fenced || p->when < his->fenced);
}

i32 lock_without_fence(const SimWorker *w, const Access *p, const Access *now, bool *taken)
{
    const Lock *his, *mine;
    find_locks(w, p, now->thread, &his, &mine);
    *taken = true;
    if (mine->taken && mine->give == NONE && !mine->fenced)
        return mine->take;
    if (is_bare_under_lock(w, p, now->thread))
        return his->take;
    *taken = false;
    return is_under(his, p) && his->give != NONE ? his->give : NONE;
}
