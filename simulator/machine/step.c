// step.c: tells hosts that show how a block runs where its lanes are, and what their registers hold. Nothing here changes the block.

#include "machine/machine.h"

#include <string.h>

// ---- Where lanes are -----------------------------------------------------------------------------------------------

SimWorker *sim_step_worker(SimWorker *w, uint32_t rank)
{
    return worker_of_rank(w->cluster ? w->cluster->member[0] : w, rank);
}

uint32_t sim_step_rank(const SimWorker *w)
{
    return w->cluster ? w->cluster->next : 0;
}

// Returns the next instruction that is the program's, from `pc` on.
static int next_pc(const SimWorker *w, int pc)
{
    while (!insn_counts(&w->module->code[pc]))
        pc++;
    return pc;
}

int sim_step_groups(const SimWorker *w, int warp, SimGroup groups[32])
{
    const Warp *of = &w->warps[warp];
    SimPlace at;
    bool waits = sim_step_waits((SimWorker *)(uintptr_t)w, warp, &at);
    int count = 0;
    for (int i = 0; i < of->group_count; i++) {
        const Group *g = &of->groups[(of->next_group + i) % of->group_count];
        groups[count++] =
            (SimGroup){g->mask, next_pc(w, g->pc),
                       g->state == G_BARRIER || g->state == G_CLUSTER ? SIM_LANES_AT_BARRIER
                       : g->state == G_SYNC || g->state == G_PRODUCT  ? SIM_LANES_AT_SYNC
                       : waits                                        ? SIM_LANES_AT_MBARRIER
                                                                      : SIM_LANES_RUN};
    }
    for (u64 left = of->meets_waiting; left; left &= left - 1) {
        const Meet *meet = &of->meets[__builtin_ctzll(left)];
        groups[count++] = (SimGroup){meet->arrived, next_pc(w, meet->pc), SIM_LANES_MEET};
    }
    return count;
}

// Returns the frame of the innermost call that the lane is in, and where it is there; NULL if the lane has exited.
static const Frame *place_of(const Warp *warp, int lane, i32 *pc)
{
    for (int i = 0; i < warp->group_count; i++)
        if (warp->groups[i].mask >> lane & 1) {
            *pc = warp->groups[i].pc;
            return warp->groups[i].frame;
        }
    for (u64 left = warp->meets_waiting; left; left &= left - 1) {
        const Meet *meet = &warp->meets[__builtin_ctzll(left)];
        if (meet->arrived >> lane & 1) {
            *pc = meet->pc;
            return meet->frame;
        }
    }
    return NULL;
}

static const Frame *frame_of(const Warp *warp, int lane)
{
    i32 pc;
    return place_of(warp, lane, &pc);
}

int sim_step_frames(const SimWorker *w, int warp, int lane, int *pc, int most)
{
    i32 at;
    int count = 0;
    const Frame *frame = place_of(&w->warps[warp], lane, &at);
    if (frame && count < most)
        pc[count++] = next_pc(w, at);
    for (; frame && frame->caller && count < most; frame = frame->caller)
        pc[count++] = frame->return_to - 1;
    return count;
}

// ---- Registers -----------------------------------------------------------------------------------------------------

// Reads register number i of those that d declares. No instruction here works on more than 8 bytes of a lane, of a .b128 register either.
static void read_register(const Frame *frame, const RegDecl *d, int i, SimRegister *out)
{
    const u8 *slot = frame->regs + (d->regs[i].slot - REG_BASE) + frame->function->const_bytes;
    const int bytes = d->regs[i].bytes < 8 ? d->regs[i].bytes : 8;
    *out = (SimRegister){.bytes = bytes};
    TEXT_FORMAT(out->name, "%s", d->prefix);
    if (d->numbered)
        TEXT_APPEND(out->name, "%d", i);
    for (int lane = 0; lane < LANES; lane++) {
        if (bytes) {
            memcpy(&out->value[lane], slot + (size_t)lane * (size_t)bytes, (size_t)bytes);
        } else {
            u32 bits;
            memcpy(&bits, slot, 4);
            out->value[lane] = bits >> lane & 1;
        }
    }
}

// Reads the register that is called `name`; if that is NULL, the one with this slot (Reg.slot). False if there is none.
static bool find_register(const Frame *frame, i32 slot, const char *name, SimRegister *out)
{
    for (const RegDecl *d = frame->function->regs; d; d = d->next)
        for (int i = 0; i < d->count; i++)
            if (d->regs[i].slot && (name || d->regs[i].slot == slot)) {
                read_register(frame, d, i, out);
                if (!name || strcmp(out->name, name) == 0)
                    return true;
            }
    return false;
}

bool sim_step_register(const SimWorker *w, int warp, int lane, const char *name, SimRegister *out)
{
    const Frame *frame = frame_of(&w->warps[warp], lane);
    return frame && find_register(frame, 0, name, out);
}

int sim_step_operands(const SimWorker *w, int warp, int lane, int pc, SimRegister *out, int most)
{
    const Insn *in = &w->module->code[pc];
    const Frame *frame = frame_of(&w->warps[warp], lane);
    while (frame && frame->function != w->module->infos[pc].function)
        frame = frame->caller;
    const int end = written_end(in), from[] = {WRITTEN, 0, end}, to[] = {end, WRITTEN, SLOTS};
    const i32 moved = frame ? REG_BASE - (i32)frame->function->const_bytes : 0;
    int count = 0;
    for (int part = 0; frame && part < 3; part++) // what it writes first
        for (int k = from[part]; k < to[part] && count < most; k++)
            if (in->slots[k] >= 0 &&
                find_register(frame, in->slots[k] + moved, NULL, &out[count])) {
                out[count].address = k == 0 && w->module->infos[pc].space != SIM_SPACE_NONE;
                out[count++].written = part == 0;
            }
    return count;
}

unsigned char *sim_step_shared(const SimWorker *w, size_t *bytes)
{
    *bytes = (size_t)w->launch->shared_total;
    return w->shared;
}

// Tells whether what a store writes is a float: by itself, or by the instruction that made the value, since compilers store bits.
static bool stores_real(const SimModule *m, int pc)
{
    const Insn *in = &m->code[pc];
    if (strstr(m->infos[pc].text, ".f32") || strstr(m->infos[pc].text, ".f64"))
        return true;
    for (int at = pc - 1; at >= m->infos[pc].function->entry; at--)
        if (insn_writes(&m->code[at], in->list[0]))
            return strstr(m->infos[at].text, ".f32") || strstr(m->infos[at].text, ".f64");
    return false;
}

// Returns the elements of an array by the stores to it.
static SimElement element_by_stores(const SimModule *m, const Var *v)
{
    for (int pc = 0; pc < m->code_count; pc++) {
        const Insn *in = &m->code[pc];
        if (m->infos[pc].array == v && in->kind == K_STORE)
            return (SimElement){in->access.bytes, in->access.bytes >= 4 && stores_real(m, pc),
                                in->access.bytes == 1 && !strstr(m->infos[pc].text, ".s8"), 0};
    }
    return (SimElement){.bytes = 0};
}

bool sim_step_shared_array(const SimWorker *w, size_t at, SimSharedArray *out)
{
    const SimLaunch *l = w->launch;
    const Var *v = shared_array(l, at);
    Stretch s = v ? stretch_of(l, v) : (Stretch){0};
    if (v && at - s.start < s.size) {
        *out = (SimSharedArray){v->called ? v->called : v->name, (size_t)s.start, (size_t)s.size,
                                v->element.bytes ? v->element : element_by_stores(w->module, v)};
        return true;
    }
    size_t next = SIZE_MAX;
    for (int i = 0; i < l->kernel->shared_count; i++)
        if (l->kernel->shared[i]->offset > at && l->kernel->shared[i]->offset < next)
            next = l->kernel->shared[i]->offset;
    if (l->shared && dynamic_start(l) > at && dynamic_start(l) < next)
        next = (size_t)dynamic_start(l);
    *out = (SimSharedArray){.start = next};
    return next != SIZE_MAX;
}

u64 sim_step_cycles(const SimWorker *w, int warp, u64 *dram)
{
    *dram = w->warps[warp].dram_cycles;
    return w->warps[warp].cycles;
}

u64 sim_step_block(const SimWorker *w)
{
    return w->block;
}
