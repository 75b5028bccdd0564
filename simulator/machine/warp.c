// warp.c: the loop that executes a warp, group by group (group.c), with its branches, calls and waits.

#include "machine/alu/alu.h"
#include "machine/machine.h"

#include <stdlib.h>
#include <string.h>

// Returns the next random number for SIM_RANDOM, by xorshift64*, Vigna (2016). The same seed and block give the same numbers.
u64 order_random(SimWorker *w)
{
    w->random ^= w->random >> 12;
    w->random ^= w->random << 25;
    w->random ^= w->random >> 27;
    return (w->random * 0x2545f4914f6cdd1dull) >> 32;
}

bool order_yields(SimWorker *w)
{
    const u64 rounds = 4; // that a block runs on average between two stops
    return w->yields && w->turn && w->schedule == SIM_RANDOM && order_random(w) % rounds == 0;
}

// ---- Start and end -------------------------------------------------------------------------------------------------

// Divides a group into its lanes. With schedule=serial every lane runs alone between the points where lanes must come together.
static void scatter(Warp *warp, Group *g)
{
    u32 others = g->mask & (g->mask - 1);
    g->mask &= ~others;
    EACH_BIT(lane, others)
        group_add(warp, g, 1u << lane, g->pc);
}

bool warp_start(SimWorker *w, Warp *warp, u32 lanes)
{
    warp->lanes = warp->live = lanes;
    warp->group_count = 0;
    warp->next_group = 0;
    warp->waits = false;
    warp->ways = 0;
    warp->cycles = warp->dram_cycles = warp->waited = warp->clocked = warp->executed = 0;
    warp->clock_pc = warp->wait_pc = warp->looked.pc = -1;
    warp->spun = ~0ull; // no iteration has ended
    warp->cluster_arrived = warp->cluster_open = 0;
    warp->product_groups = warp->product_fences = 0;
    warp->at_product_fence = false;
    memset(warp->bulk_groups, 0, sizeof warp->bulk_groups);
    warp->meets_used = warp->meets_waiting = 0;
    memset(warp->error, 0, sizeof warp->error);
    memset(warp->launches, 0, sizeof warp->launches);
    warp->stores.count = 0;
    warp->stores.requests = warp->stores.loads = 0;
    warp->batch = (struct Batch){0};
    warp->user = (CacheUser){.warp = (u16)warp->index};
    warp->base = frame_new(w, warp, w->launch->kernel, NULL);
    if (!warp->base)
        return false;
    warp->base->lanes = lanes;
    Group like = {.meet = -1, .frame = warp->base};
    Group *all = group_add(warp, &like, lanes, w->launch->kernel->entry);
    if (w->schedule == SIM_SERIAL)
        scatter(warp, all);
    return true;
}

void warp_end(SimWorker *w, Warp *warp)
{
    copies_forget(w, warp);
    if (warp->base)
        frame_free(w, warp->base);
    warp->base = NULL;
}

static void leave_frames(SimWorker *w, Frame *frame, u32 lanes)
{
    while (frame) {
        Frame *caller = frame->caller;
        frame->lanes &= ~lanes;
        if (!frame->lanes && caller)
            frame_free(w, frame);
        frame = caller;
    }
}

static void exit_lanes(SimWorker *w, Warp *warp, Group *g, u32 lanes)
{
    Frame *frame = g->frame;
    if (w->observer)
        w->observer->lanes_exit(w, warp, lanes, g->pc);
    if (w->live_threads == (u32)__builtin_popcount(lanes))
        bulk_block_ends(w);
    g->mask &= ~lanes;
    warp->live &= ~lanes;
    if (g->mask)
        g->pc++;
    else
        group_remove(warp, g);
    leave_frames(w, frame, lanes);
    meets_forget(warp, lanes);
    // A wait for lanes that are gone ends by itself: sync_ready looks at live lanes only.
    barrier_exit(w, warp, lanes);
    if (w->cluster)
        cluster_exit(w, warp, lanes);
}

// ---- Branches and calls ---------------------------------------------------------------------------------------------

// Sends the lanes `taken` to `target` and the others to the next instruction. It does not matter which of them run first.
static void split(Warp *warp, Group *g, u32 taken, i32 target, i32 join)
{
    u32 rest = g->mask & ~taken;
    i32 next = g->pc + 1;
    if (join >= 0 && !meet_is_at(warp, g, join)) {
        int m = meet_new(warp, g, join);
        if (m >= 0)
            g->meet = (i16)m;
    }
    g->mask = rest;
    g->pc = next;
    group_add(warp, g, taken, target);
}

enum { SPIN_LIMIT = 64 }; // iterations of a warp's spin loops before other groups run

// Takes back the time of a spin loop's iteration in which nothing has changed: the warp waits, and the time is that of those for
// whom it waits. A loop that looks at a clock waits for time itself.
static void forget_wait(const SimWorker *w, Warp *warp)
{
    u64 progressed = warp->progress + w->changes;
    bool saw_clock = warp->clock_pc >= 0 && warp->clock_at >= warp->spun_cycles;
    if (warp->spun == progressed && !saw_clock) {
        warp->waited += warp->cycles - warp->spun_cycles;
        warp->cycles = warp->spun_cycles;
        warp->dram_cycles = warp->spun_dram;
    }
    warp->spun = progressed;
    warp->spun_cycles = warp->cycles;
    warp->spun_dram = warp->dram_cycles;
}

// Counts a wait when a warp begins to turn in a spin loop. It begins anew if it has run anything else since, or turns in another loop:
// a loop around the spin loop may be taken for one itself.
static void count_wait(SimWorker *w, Warp *warp, i32 pc)
{
    w->waits += warp->wait_pc != pc || warp->wait_began != warp->progress;
    warp->wait_pc = pc;
    warp->wait_began = warp->progress;
}

// Counts an iteration of the spin loop that the branch at pc closes. Returns true after SPIN_LIMIT iterations: then the group gives way.
static bool spin(SimWorker *w, Warp *warp, i32 pc)
{
    count_wait(w, warp, pc);
    forget_wait(w, warp);
    if (++warp->spins < SPIN_LIMIT)
        return false;
    warp->spins = 0;
    return true;
}

// Tells whether an iteration of a spin loop has found an mbarrier's phase unfinished. A GPU suspends the warp in its look until the phase ends,
// so the group gives way at once, and the iteration does not count.
static bool is_suspended(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    u64 at;
    if (warp->looked.pc < 0 || !bulk_waits(w, warp, &at))
        return false;
    const Insn *begin = &w->module->code[in->branch.target];
    if (begin->kind != K_ENTER || mask != g->mask ||
        w->module->segments[begin->enter.segment].last != g->pc)
        return true;
    u32 lanes = (u32)__builtin_popcount(mask);
    w->segments[begin->enter.segment].executed--;
    w->segments[begin->enter.segment].threads -= lanes;
    w->counts[g->pc].enabled -= in->guard >= 0 ? lanes : 0;
    return true;
}

// Notes that a group gives way. Returns true if all groups have, and meanwhile nothing has happened but iterations of spin loops:
// then the warp waits for others. Lanes that part and meet inside such a loop make no progress.
static bool all_gave_way(const SimWorker *w, Warp *warp)
{
    u64 progressed = warp->progress + w->changes;
    if (warp->progressed != progressed) {
        warp->gave_way = 0;
        warp->waits = false;
    }
    warp->progressed = progressed;
    if (++warp->gave_way <= warp->group_count)
        return false;
    warp->gave_way = 0;
    return warp->waits = true;
}

bool warp_waits(const SimWorker *w, const Warp *warp)
{
    return warp->waits && warp->progressed == warp->progress + w->changes;
}

// Does brx.idx: makes a group for each target that a lane chose.
static bool run_switch(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask)
{
    const u8 *chosen = g->frame->regs + in->a;
    int pc = g->pc;
    bool parted = false;
    while (mask) {
        int first = __builtin_ctz(mask);
        u32 index = lane_u32(chosen, first), same = 0;
        if (index >= (u64)in->choice.count)
            return fault_at(w, warp, first, pc, SIM_TRAP,
                            "brx.idx with an index beyond its list of targets");
        EACH_BIT(lane, mask)
            same |= (u32)(lane_u32(chosen, (int)lane) == index) << lane;
        mask &= ~same;
        if (same == g->mask) {
            g->pc = in->choice.targets[index];
            return true;
        }
        w->counts[pc].divergent += mask && !parted; // once, in however many parts
        parted = true;
        split(warp, g, same, in->choice.targets[index], in->join);
        g->pc = pc;
    }
    g->pc = pc + 1; // lanes whose guard was false
    return true;
}

static bool grow_local(Warp *warp, u32 needed)
{
    if (needed <= warp->local_size)
        return true;
    u32 size = warp->local_size ? warp->local_size : 64;
    while (size < needed)
        size *= 2;
    u8 *grown = calloc(LANES, size);
    if (!grown)
        return false;
    for (int l = 0; l < LANES && warp->local_size; l++)
        memcpy(grown + (size_t)l * size, warp->local + (size_t)l * warp->local_size,
               warp->local_size);
    free(warp->local);
    warp->local = grown;
    warp->local_size = size;
    return true;
}

static bool no_memory_for_call(const SimWorker *w)
{
    return error_set(w->err, SIM_NO_MEMORY, "the host has no memory for a call");
}

#define MAX_KEPT (64u << 20) // bytes of registers that a warp's calls may keep

// The bytes of stack that a function with calls takes on a GPU at least: its return address, and registers of its caller. The
// machine code of the smallest recursive functions has so many (ptxas 13.0), and an H100 with a stack of 64 KiB ends them between
// 3,584 and 4,096 calls.
enum { LEAST_FRAME = 16 };

// Tells whether a GPU's stack would overflow with one call more. It has room for calls that do not nest in themselves, since its
// driver knows what these need.
static bool overflows(const SimLaunch *l, const Frame *caller)
{
    return l->stack && caller->depth >= (u32)l->kernel->reached_count &&
           (caller->depth + 1ull) * LEAST_FRAME > l->stack;
}

// Copies what each lane passes between its caller's stack and variables of the callee: arguments, or `back` results.
static void pass(const Warp *warp, const Frame *callee, const struct CallSlot *slot, int count,
                 const Var *v, u32 lanes, bool back)
{
    for (int i = 0; i < count && v; i++, v = v->next) {
        EACH_BIT(lane, lanes) {
            u8 *stack = warp->local + (size_t)lane * warp->local_size;
            u8 *of_caller = stack + callee->caller->local_base + slot[i].here;
            u8 *of_callee = stack + callee->local_base + v->offset;
            memcpy(back ? of_caller : of_callee, back ? of_callee : of_caller,
                   slot[i].size < v->size ? slot[i].size : v->size);
        }
    }
}

static bool enter_function(SimWorker *w, Warp *warp, Group *g, const Call *call, SimFunction *f)
{
    Frame *caller = g->frame;
    u32 needed = caller->local_base + (u32)caller->function->stack_bytes + (u32)f->stack_bytes;
    bool small = overflows(w->launch, caller);
    if (small || caller->kept + f->frame_bytes > MAX_KEPT || needed > MAX_LOCAL) {
        char what[256];
        TEXT_FORMAT(what, "Stack overflow: calls nest too deeply, %u inside each other",
                    caller->depth + 1);
        if (small)
            TEXT_APPEND(
                what,
                ".\nEach takes %d bytes of a GPU's stack or more, and cudaLimitStackSize is %l: "
                "raise it with cudaDeviceSetLimit",
                LEAST_FRAME, (i64)w->launch->stack);
        return fault_at(w, warp, __builtin_ctz(g->mask), g->pc, SIM_STACK_OVERFLOW, what);
    }
    if (!grow_local(warp, needed))
        return no_memory_for_call(w);
    Frame *frame = frame_find(caller, f, g->pc + 1);
    if (!frame)
        frame = frame_new(w, warp, f, caller);
    if (!frame)
        return no_memory_for_call(w);
    if (w->observer)
        w->observer->local_left(w, warp, g->mask, frame->local_base, f->stack_bytes);
    frame->lanes |= g->mask;
    frame->call = call;
    frame->return_to = g->pc + 1;
    pass(warp, frame, call->arg, call->args, f->params, g->mask, false);
    g->frame = frame;
    g->pc = f->entry;
    return true;
}

static bool run_call(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask)
{
    const Call *call = in->call;
    if (call->builtin != B_NONE) {
        if (!builtin_call(w, warp, g, in, mask))
            return false;
        g->pc++;
        return true;
    }
    SimFunction *f = call->function;
    Group *caller = g;
    u32 same = mask;
    if (!f) {
        const u64 *target = (const u64 *)(const void *)(g->frame->regs + in->a);
        int first = __builtin_ctz(mask);
        f = function_at(w->module, target[first], false);
        if (!f)
            return fault_at(w, warp, first, g->pc, SIM_TRAP,
                            "Call through a pointer that points to no device function");
        EACH_BIT(lane, mask)
            same &= ~((u32)(target[lane] != target[first]) << lane);
    }
    if (same != g->mask) {
        w->counts[g->pc].divergent++;
        // The others stay here, or step over the call if their guard is false.
        i32 pc = g->pc;
        u32 others = mask & ~same;
        split(warp, g, same, pc, in->join);
        caller = &warp->groups[warp->group_count - 1];
        if (others && others != g->mask) {
            g->mask &= ~others;
            group_add(warp, g, others, pc);
        } else if (others) {
            g->pc = pc;
        }
    }
    return enter_function(w, warp, caller, call, f);
}

static void run_return(SimWorker *w, Warp *warp, Group *g)
{
    Frame *frame = g->frame;
    pass(warp, frame, frame->call->result, frame->call->results, frame->function->results, g->mask,
         true);
    g->frame = frame->caller;
    g->pc = frame->return_to;
    frame->lanes &= ~g->mask;
    if (!frame->lanes)
        frame_free(w, frame);
}

// ---- Waiting for lanes of the warp -----------------------------------------------------------------------------------

// Returns the lanes of the group whose guard is true.
static u32 guarded(const Group *g, const Insn *in)
{
    if (in->guard < 0)
        return g->mask;
    u32 p = lane_u32(g->frame->regs + in->guard, 0);
    return g->mask & (in->guard_not ? ~p : p);
}

static u32 wait_mask(const Group *g, const Insn *in, u32 mask)
{
    if (insn_is_whole(in))
        return FULL;
    const u32 *named = (const u32 *)(const void *)(g->frame->regs + in->b);
    if (in->b < (i32)g->frame->function->const_bytes) // all lanes name the same
        return named[0];
    u32 wanted = 0;
    for (int l = 0; l < LANES; l++)
        wanted |= mask >> l & 1 ? named[l] : 0;
    return wanted;
}

// Tells whether a group and g wait for each other: at the same instruction, or at two of the same kind. (Each lane has its own
// mask, so a group may wait for more lanes than one of its lanes needs.)
static bool waits_with(const SimWorker *w, const Group *o, const Group *g, const Insn *in)
{
    if (o == g || o->state != G_SYNC || !(o->mask & g->wait_mask) || !(g->mask & o->wait_mask))
        return false;
    const Insn *other = &w->module->code[o->pc];
    return exchange_alike(other, in);
}

// Tells whether all lanes that g waits for have come. Lanes in the mask of a collective belong together, wherever they wait.
static bool sync_ready(const SimWorker *w, const Warp *warp, const Group *g, const Insn *in)
{
    u32 waiting = g->mask, wanted = g->wait_mask & warp->live;
    for (int i = 0; i < warp->group_count; i++) {
        const Group *o = &warp->groups[i];
        if (waits_with(w, o, g, in))
            waiting |= o->mask;
    }
    return (waiting & wanted) == wanted;
}

// Groups that wait with g at the same place join it. Groups that wait elsewhere at a __syncwarp go on.
static void sync_open(const SimWorker *w, Warp *warp, const Group *g, const Insn *in)
{
    int self = (int)(g - warp->groups);
    for (int i = warp->group_count - 1; i >= 0; i--) {
        Group *o = &warp->groups[i], *own = &warp->groups[self];
        if (!waits_with(w, o, own, in))
            continue;
        if (o->pc == own->pc && o->frame == own->frame) {
            // The joined lanes meet again at the inner of the meeting points that enclose both groups.
            own->mask |= o->mask;
            while (own->meet >= 0 && own->mask & ~warp->meets[own->meet].members)
                own->meet = warp->meets[own->meet].outer;
            int last = warp->group_count - 1;
            group_remove(warp, o);
            if (self == last)
                self = i;
        } else if (in->kind == K_WARP_SYNC) {
            o->state = G_RUN;
            o->pc++;
        }
    }
    warp->groups[self].state = G_RUN;
    warp->next_group = self;
}

// All lanes wait. The exit of lanes may have completed a wait; if not, meeting points open. False if nothing does.
static bool open_waits(SimWorker *w, Warp *warp)
{
    for (int i = 0; i < warp->group_count; i++) {
        const Group *g = &warp->groups[i];
        const Insn *in = &w->module->code[g->pc];
        if (g->state == G_PRODUCT && warpgroup_done(w, warp, in)) {
            warp->groups[i].state = G_RUN; // and comes to the wait again
            warp->next_group = i;
            return true;
        }
        if (g->state != G_SYNC || !sync_ready(w, warp, g, in))
            continue;
        if (w->observer)
            w->observer->never_came(w, warp, g);
        sync_open(w, warp, g, in);
        g = &warp->groups[warp->next_group];
        if (in->kind ==
            K_WARP_SYNC) { // the lanes that have come meet, as if the others had left before
            if (w->observer)
                w->observer->warp_synced(w, warp, g, in, guarded(g, in));
            warp->groups[warp->next_group].pc++;
        }
        return true;
    }
    return meets_open(warp);
}

// Does the collective that g's lanes in `mask` have come to. Lanes that wait for it elsewhere go on, too.
static void sync_run(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask)
{
    Exchange x;
    x.lanes = x.votes = 0;
    x.noise = w->observer ? 0x9e3779b9u * (u32)(w->steps + 1) | 1 : 0;
    exchange_add(&x, g, in, mask);
    bool alone = (g->wait_mask & warp->live & ~g->mask) == 0;
    for (int i = 0; !alone && i < warp->group_count; i++) {
        const Group *o = &warp->groups[i];
        const Insn *other = &w->module->code[o->pc];
        if (waits_with(w, o, g, in))
            exchange_add(&x, o, other, guarded(o, other));
    }
    u64 cycles = exchange_cycles(&x, in);
    w->counts[g->pc].wavefronts += cycles;
    warp->cycles += cycles;
    int source, reader = w->observer ? exchange_absent(&x, g, in, mask, &source) : -1;
    if (reader >= 0)
        w->observer->absent(w, warp, g, reader, source);
    exchange_take(&x, g, in, mask);
    for (int i = 0; !alone && i < warp->group_count; i++) {
        Group *o = &warp->groups[i];
        const Insn *other = &w->module->code[o->pc];
        if (!waits_with(w, o, g, in))
            continue;
        exchange_take(&x, o, other, guarded(o, other));
        if (other->guard >= 0)
            w->counts[o->pc].enabled += (u64)__builtin_popcount(guarded(o, other));
        o->state = G_RUN;
        o->pc++;
    }
}

// ---- The loop --------------------------------------------------------------------------------------------------------

// Writes the same value to all lanes of a register.
static void set_lanes(u8 *reg, int bytes, u32 mask, u64 value)
{
    if (bytes == 4) {
        u32 *lanes = (u32 *)(void *)reg;
        for (int l = 0; l < LANES; l++)
            lanes[l] = mask >> l & 1 ? (u32)value : lanes[l];
    } else if (bytes == 8) {
        u64 *lanes = (u64 *)(void *)reg;
        for (int l = 0; l < LANES; l++)
            lanes[l] = mask >> l & 1 ? value : lanes[l];
    } else {
        u16 *lanes = (u16 *)(void *)reg;
        for (int l = 0; l < LANES; l++)
            lanes[l] = mask >> l & 1 ? (u16)value : lanes[l];
    }
}

// Cooperative groups trap in a sync of the grid if there is no grid barrier, whose address they read.
static void run_trap(SimWorker *w, const Warp *warp, const Group *g, u32 mask)
{
    const char *what = "Trap: the kernel executed a trap instruction";
    if (!w->launch->cooperative && w->module->infos[g->pc].function->special[SP_ENVREG2] >= 0)
        what =
            "Trap: the kernel executed a trap instruction\n"
            "    A sync of the whole grid does so unless cudaLaunchCooperativeKernel launched it";
    fault_at(w, warp, __builtin_ctz(mask), g->pc, SIM_TRAP, what);
}

static void run_clock(const SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    u64 now = warp->cycles + warp->waited;
    if (warp->clock_pc == g->pc)
        warp->clocked += warp->cycles - warp->clock_at;
    warp->clock_pc = g->pc;
    warp->clock_at = warp->cycles;
    if (in->clock.which == CLOCK_HIGH)
        now >>= 32;
    else if (in->clock.which == CLOCK_GLOBAL)
        now = (u64)((double)now / w->launch->device->ghz);
    set_lanes(g->frame->regs + in->d, in->clock.bytes, mask, now);
}

// Does an instruction for all lanes together.
static bool run_matrix(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    if (mask != FULL)
        return fault_at(w, warp, __builtin_ctz(mask), g->pc, SIM_TRAP,
                        "Matrix instruction that not all 32 lanes of the warp execute together");
    if (in->kind == K_WARPGROUP || in->kind == K_WARPGROUP_ORDER)
        return warpgroup_run(w, warp, g, in);
    if (in->kind != K_MATRIX)
        return matrix_move(w, warp, g, in);
    matrix_multiply(g->frame->regs, in);
    return true;
}

static void run_local_address(const Group *g, const Insn *in, u32 mask)
{
    set_lanes(g->frame->regs + in->d, in->local.bytes, mask,
              (u64)g->frame->local_base + (u64)in->local.offset);
}

static void run_param_load(const SimWorker *w, const Group *g, const Insn *in, u32 mask)
{
    const u8 *params = (const u8 *)w->launch->params + in->access.offset;
    for (int k = 0; k < in->access.count; k++) {
        if (in->list[k] < 0)
            continue;
        u64 v = 0;
        memcpy(&v, params + (size_t)k * in->access.bytes, in->access.bytes);
        if (in->access.type == ELEMENT_SIGNED)
            v = sign_extend(v, in->access.bytes);
        set_lanes(g->frame->regs + in->list[k], in->access.reg_bytes, mask, v);
    }
}

static void run_fence(SimWorker *w, Warp *warp, const Insn *in, u32 mask)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (!in->fence.block_scope)
        cache_forget(&w->l1);
    if (w->observer)
        w->observer->fence(w, warp, mask, in->fence.block_scope);
    if (w->observer && in->fence.proxy)
        w->observer->proxy_fence(w, warp);
}

// ---- Compiled segments -----------------------------------------------------------------------------------------------

// Brings the group to an instruction that its lanes in `mask` do. False: the block must wait for its turn first.
static bool comes_to(const Native *n, i32 pc, u32 mask)
{
    const Insn *in = &n->code[pc];
    n->group->pc = pc;
    if (in->ordered && !n->worker->turn)
        return false;
    if (in->guard >= 0)
        n->counts[pc].enabled += (u64)__builtin_popcount(mask);
    return true;
}

// Does an instruction that compiled code leaves to the interpreter. All lanes of the warp are in the group.
static i32 run_for_compiled(Native *n, i32 pc, u32 mask)
{
    SimWorker *w = n->worker;
    Warp *warp = n->warp;
    Group *g = n->group;
    const Insn *in = &n->code[pc];
    bool ok = true;
    if (!comes_to(n, pc, mask))
        return pc;
    switch ((InsnKind)in->kind) {
    case K_ALU: in->alu.does.fn(g->frame->regs, in, mask); break;
    case K_PARAM_LOAD: run_param_load(w, g, in, mask); break;
    case K_LOCAL_ADDRESS: run_local_address(g, in, mask); break;
    case K_SHUFFLE:
    case K_VOTE:
    case K_MATCH:
    case K_REDUX: sync_run(w, warp, g, in, mask); break;
    case K_TILE_LOAD:
    case K_TILE_STORE:
    case K_MATRIX: ok = run_matrix(w, warp, g, in, mask); break;
    case K_COPY: ok = copy_issue(w, warp, g, in, mask); break;
    case K_COPY_COMMIT: copy_commit(warp, mask); break;
    case K_COPY_WAIT: ok = copy_wait(w, warp, in, mask); break;
    case K_FENCE: run_fence(w, warp, in, mask); break;
    case K_CLOCK: run_clock(w, warp, g, in, mask); break;
    case K_ACTIVE: set_lanes(g->frame->regs + in->d, 4, mask, g->mask); break;
    case K_TEXTURE:
    case K_TEXEL_STORE: ok = texture_access(w, warp, g, in, mask); break;
    case K_WARP_SYNC:
    case K_GRID_WAIT:
    case K_NOTHING: break;
    default: ok = access_memory(w, warp, g, in, mask); break;
    }
    return ok ? NATIVE_ON : NATIVE_FAULT;
}

static i32 row_for_compiled(Native *n, i32 pc, u64 first)
{
    if (!comes_to(n, pc, FULL))
        return pc;
    return access_row(n->worker, n->warp, n->group, &n->code[pc], first) ? NATIVE_ON : NATIVE_FAULT;
}

void native_adopt(SimWorker *w)
{
    SimFunction *f = w->launch->kernel;
    const NativeCode *code = __atomic_load_n(&f->native, __ATOMIC_ACQUIRE);
    if (!code || w->compiled || w->observer)
        return;
    size_t bytes = ((size_t)code->patterns + 1) * sizeof(Patterns);
    w->native = (Native){.code = w->module->code,
                         .counts = w->counts,
                         .shared = w->shared,
                         .shared_size = w->launch->shared_total,
                         .changes = &w->changes,
                         .run = run_for_compiled,
                         .row = row_for_compiled,
                         .banks = count_banks,
                         .worker = w,
                         .patterns = aligned_alloc(_Alignof(Patterns), bytes)};
    if (!w->native.patterns)
        return;
    memset(w->native.patterns, 0, bytes);
    w->native.first = (int)w->module->code[f->entry].enter.segment;
    w->compiled = code;
}

// Runs a segment of the kernel by its compiled code from the group's instruction on. Returns where it ends; where it began if it can't.
static i32 run_compiled(SimWorker *w, Warp *warp, Group *g, i32 number)
{
    u32 own = (u32)(number - w->native.first);
    NativeSegment *segment = own < (u32)w->compiled->count ? w->compiled->segments[own] : NULL;
    if (!segment || w->watched || w->schedule != SIM_LOCKSTEP)
        return g->pc;
    w->native.cycles = &warp->cycles;
    w->native.warp = warp;
    w->native.group = g;
    return segment(&w->native, g->frame->regs, g->pc);
}

// The same for a group that has waited for the block's turn: it goes on in the segment if it stopped at its first ordered instruction.
static i32 resume_compiled(SimWorker *w, Warp *warp, Group *g)
{
    const Insn *in = &w->module->code[g->pc - 1];
    while (in->kind != K_ENTER && !in->ordered)
        in--;
    return in->kind == K_ENTER ? run_compiled(w, warp, g, in->enter.segment) : g->pc;
}

// Why a group stopped. GO_ON: the list of groups has changed. MIDWAY: the one instruction is done, and the group can go on.
// GIVE_WAY: the group waits for others. STOP_TURN, STOP_FAULT: the warp stops.
typedef enum { GO_ON, MIDWAY, GIVE_WAY, STOP_TURN, STOP_FAULT } Stop;

// Executes groups[index] until it waits, loses its last lane, or gives way; with `one` for one instruction. `one` is a constant
// for the compiler, which makes two functions of this one, so that steps cost a normal run nothing.
static inline __attribute__((always_inline)) Stop run_group(SimWorker *w, Warp *warp, int index,
                                                            const bool one)
{
    const Insn *code = w->module->code;
    Group *g = &warp->groups[index];
    if (!one && w->compiled && w->turn && code[g->pc].ordered && g->mask == FULL) {
        i32 to = resume_compiled(w, warp, g);
        if (to == NATIVE_FAULT)
            return STOP_FAULT;
        g->pc = to;
    }
    const Insn *in = &code[g->pc]; // the group's instruction, always
    for (;;) {
        if (one && w->step.pc >= 0)
            return MIDWAY;
        u32 mask = guarded(g, in);
        if (one && insn_counts(in))
            w->step = (SimStep){g->pc, warp->index, g->mask, mask};
        if (in->guard >= 0 && !mask) { // no lane does it
            g->pc++;
            in++;
            continue;
        }
        if (in->ordered && !w->turn)
            return STOP_TURN;
        if (in->guard >= 0)
            w->counts[g->pc].enabled += (u64)__builtin_popcount(mask);
        switch ((InsnKind)in->kind) {
        case K_ENTER: {
            if (g->meet >= 0 && meet_arrive(warp, g))
                return GO_ON;
            if (warp->group_count > 1 && w->schedule == SIM_LOCKSTEP && !warp->gave_way &&
                group_yields(warp, g, in))
                return GO_ON;
            if (in->enter.unrolled && !part_enter(warp, g, in))
                return GO_ON;
            struct SegmentCount *c = &w->segments[in->enter.segment];
            warp->progress += !in->enter.in_spin;
            if (!in->enter.goes_on || ++warp->stores.parted == JOINED_PARTS) {
                warp->stores.parted = 0;
                warp->stores.count = 0;
            }
            c->executed++;
            c->threads += (u64)__builtin_popcount(g->mask);
            const Segment *segment = &w->module->segments[in->enter.segment];
            warp->cycles += (u64)segment->cycles;
            warp->executed += (u64)(segment->last - segment->first);
            w->work -= segment->last - segment->first + 1; // at least 1, so that every loop ends
            if (w->work < 0) {
                if (!launch_work(w, warp, g))
                    return STOP_FAULT;
                native_adopt(w);
            }
            if (in->enter.unset && w->observer)
                w->observer->uses_unset(w, warp, g, in->enter.segment);
            if (w->schedule == SIM_RANDOM && order_random(w) % 4 == 0) {
                g->pc++;
                return GO_ON;
            }
            if (!one && w->compiled && g->mask == FULL) {
                g->pc++;
                i32 to = run_compiled(w, warp, g, in->enter.segment);
                if (to == NATIVE_FAULT)
                    return STOP_FAULT;
                g->pc = to;
                in = &code[to];
                if (in->kind == K_BARRIER &&
                    in->guard < 0) // as most segments end that do not branch
                    return barrier_arrive(w, warp, g, in, FULL) ? GO_ON : STOP_FAULT;
                continue;
            }
            break;
        }
        case K_ALU: {
            u8 *regs = g->frame->regs;
            in->alu.does.fn(regs, in, mask);
            // Most instructions are of this kind, and mostly another one follows.
            while (!one && in[1].kind == K_ALU && in[1].guard < 0) {
                in++;
                g->pc++;
                in->alu.does.fn(regs, in, g->mask);
            }
            break;
        }
        case K_LOAD:
        case K_STORE:
        case K_ATOMIC:
            if (!access_memory(w, warp, g, in, mask))
                return STOP_FAULT;
            break;
        case K_PARAM_LOAD: run_param_load(w, g, in, mask); break;
        case K_BRANCH: {
            const bool gives_way =
                in->branch.spin && (spin(w, warp, g->pc) || is_suspended(w, warp, g, in, mask));
            if (mask == g->mask) {
                g->pc = in->branch.target;
            } else {
                w->counts[g->pc].divergent++;
                split(warp, g, mask, in->branch.target, in->join);
                warp->groups[warp->group_count - 1].way +=
                    in->branch.kept ? ++warp->ways - g->way : 0;
                warp->next_group = index;
            }
            if (gives_way)
                return GIVE_WAY;
            in = &code[g->pc];
            continue;
        }
        case K_SWITCH: return run_switch(w, warp, g, in, mask) ? GO_ON : STOP_FAULT;
        case K_CALL: return run_call(w, warp, g, in, mask) ? GO_ON : STOP_FAULT;
        case K_RETURN:
            run_return(w, warp, g);
            in = &code[g->pc];
            continue;
        case K_EXIT:
            w->counts[g->pc].divergent += mask != g->mask;
            exit_lanes(w, warp, g, mask);
            return GO_ON;
        case K_BARRIER:
            if (mask != g->mask) { // the other lanes step over it
                w->counts[g->pc].enabled -= (u64)__builtin_popcount(mask);
                split(warp, g, mask, g->pc, in->join);
                return GO_ON;
            }
            return barrier_arrive(w, warp, g, in, mask) ? GO_ON : STOP_FAULT;
        case K_CLUSTER_ARRIVE:
            if (!cluster_arrive(w, warp, g, in, mask))
                return STOP_FAULT;
            break;
        case K_CLUSTER_WAIT:
            if (mask != g->mask) { // the other lanes step over it
                w->counts[g->pc].enabled -= (u64)__builtin_popcount(mask);
                split(warp, g, mask, g->pc, in->join);
                return GO_ON;
            }
            switch (cluster_wait(w, warp, g, mask)) {
            case CLUSTER_FAULT: return STOP_FAULT;
            case CLUSTER_WAITS:
                if (in->guard >= 0) // it comes here again
                    w->counts[g->pc].enabled -= (u64)__builtin_popcount(mask);
                return GO_ON;
            case CLUSTER_OPEN: break;
            }
            break;
        case K_WARP_SYNC:
        case K_SHUFFLE:
        case K_VOTE:
        case K_REDUX:
        case K_MATCH:
        case K_TILE_LOAD:
        case K_TILE_STORE:
        case K_MATRIX:
        case K_WARPGROUP:
        case K_WARPGROUP_ORDER:
            if (in->kind == K_SHUFFLE && mask == FULL && !w->observer &&
                in->shuffle.mode != SHUFFLE_TRANSPOSE && w->schedule != SIM_SERIAL) {
                shuffle_all(g->frame->regs, in);
                break;
            }
            g->wait_mask = wait_mask(g, in, mask);
            if (w->observer && !insn_is_whole(in))
                w->observer->collective(w, warp, g, in, mask);
            if ((g->wait_mask & warp->live & ~g->mask) != 0) {
                g->state = G_SYNC;
                if (in->guard >= 0)
                    w->counts[g->pc].enabled -= (u64)__builtin_popcount(mask);
                if (!sync_ready(w, warp, g, in))
                    return GO_ON;
                sync_open(w, warp, g, in);
                index = warp->next_group;
                g = &warp->groups[index];
                mask = guarded(g, in);
                if (in->guard >= 0)
                    w->counts[g->pc].enabled += (u64)__builtin_popcount(mask);
            }
            if (in->kind == K_WARPGROUP_ORDER && !warpgroup_done(w, warp, in)) {
                g->state = G_PRODUCT;
                return GO_ON;
            }
            if (w->observer && in->kind == K_WARP_SYNC)
                w->observer->warp_synced(w, warp, g, in, mask);
            if (insn_is_whole(in)) {
                if (!run_matrix(w, warp, g, in, mask))
                    return STOP_FAULT;
            } else if (in->kind != K_WARP_SYNC) {
                sync_run(w, warp, g, in, mask);
            }
            if (w->schedule == SIM_SERIAL && (g->mask & (g->mask - 1))) {
                g->pc++;
                scatter(warp, g);
                return GO_ON;
            }
            break;
        case K_FENCE: run_fence(w, warp, in, mask); break;
        case K_LOCAL_ADDRESS: run_local_address(g, in, mask); break;
        case K_CLOCK: run_clock(w, warp, g, in, mask); break;
        case K_ACTIVE: set_lanes(g->frame->regs + in->d, 4, mask, g->mask); break;
        case K_TRAP: run_trap(w, warp, g, mask); return STOP_FAULT;
        case K_SLEEP:
            w->waits += !in->sleep.in_spin;
            g->pc++;
            return GIVE_WAY;
        case K_COPY:
            if (!copy_issue(w, warp, g, in, mask))
                return STOP_FAULT;
            break;
        case K_TEXTURE:
        case K_TEXEL_STORE:
            if (!texture_access(w, warp, g, in, mask))
                return STOP_FAULT;
            break;
        case K_GRID_WAIT: // the launch ahead has ended in any case
            if (w->observer)
                w->observer->grid_awaited(w, warp);
            break;
        case K_NOTHING:
        case K_COPY_STORE: // K_COPY_WAIT does it
        case K_FRAGMENT:
        case K_SUMS: break;
        case K_COPY_COMMIT: copy_commit(warp, mask); break;
        case K_BULK:
            if (!bulk_issue(w, warp, g, in, mask))
                return STOP_FAULT;
            break;
        case K_BULK_COMMIT: bulk_commit(warp, mask); break;
        case K_BULK_WAIT: bulk_wait(w, warp, mask, in->wait.newest); break;
        case K_BULK_LOOK: bulk_look(w, warp, g, in, mask); break;
        case K_COPY_WAIT:
            if (!copy_wait(w, warp, in, mask))
                return STOP_FAULT;
            break;
        }
        g->pc++;
        in++;
    }
}

// Returns the group that runs next; -1 if none can. In lockstep it is the one that is least far in the code, and one after the other
// it is that of the first lane, so that a mistake which all lanes make is told of the first. When groups wait for each other, they
// take turns.
static int runnable(SimWorker *w, const Warp *warp)
{
    if (w->schedule != SIM_RANDOM && !warp->gave_way)
        return w->schedule == SIM_SERIAL ? group_first(warp) : group_lowest(warp);
    int start = w->schedule == SIM_RANDOM ? (int)(order_random(w) % LANES) : warp->next_group;
    for (int i = 0; i < warp->group_count; i++) {
        int k = (start + i) % warp->group_count;
        if (warp->groups[k].state == G_RUN)
            return k;
    }
    return -1;
}

// Tells whether all lanes of a warp wait at one barrier of the block, as they mostly do at its barriers: nothing else can open then.
static bool waits_at_barrier(const SimWorker *w, const Warp *warp)
{
    return warp->group_count == 1 && warp->groups[0].state == G_BARRIER && !warp->meets_waiting &&
           w->schedule == SIM_LOCKSTEP;
}

// Runs a warp. Steps make the same choices as a run without stops: a group that a step left midway goes on.
static inline __attribute__((always_inline)) WarpRun run(SimWorker *w, Warp *warp, const bool one)
{
    bool midway = w->midway == warp;
    w->midway = NULL;
    while (warp->live) {
        int k = midway ? warp->next_group : runnable(w, warp);
        if (k < 0) {
            if (!open_waits(w, warp))
                return WARP_BLOCKED;
            continue;
        }
        warp->next_group = k;
        w->steps += !midway;
        midway = false;
        switch (run_group(w, warp, k, one)) {
        case MIDWAY: w->midway = warp; return WARP_STEPPED;
        case GO_ON:
            if (w->schedule == SIM_RANDOM && order_random(w) % 4 == 0)
                return warp->live ? WARP_PAUSED : WARP_DONE;
            if (one && w->step.pc >= 0 && warp->live)
                return WARP_STEPPED;
            if (waits_at_barrier(w, warp))
                return WARP_BLOCKED;
            break;
        case GIVE_WAY:
            // The other groups run first, then lanes that wait to meet, then other warps.
            meets_open(warp);
            warp->next_group = (k + 1) % warp->group_count;
            if (all_gave_way(w, warp))
                return WARP_SPIN;
            if (one && w->step.pc >= 0)
                return WARP_STEPPED;
            break;
        case STOP_TURN: return WARP_TURN;
        case STOP_FAULT: return WARP_FAULT;
        }
    }
    return WARP_DONE;
}

WarpRun warp_run(SimWorker *w, Warp *warp)
{
    w->loop = (struct Loop){0};
    return run(w, warp, false);
}

WarpRun warp_step(SimWorker *w, Warp *warp)
{
    w->step = (SimStep){.pc = -1};
    return run(w, warp, true);
}
