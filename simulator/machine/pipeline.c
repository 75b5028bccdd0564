// pipeline.c: computes how long one warp takes through a segment of instructions if loads hit L1.

#include "machine/engines.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

typedef struct {
    const SimDevice *device;
    int *ready; // cycle at which a slot of the frame has its value; by offset / 64
    int *stamp; // the stretch of segments for which `ready` is valid
    int stretch, issued, loads_until;
    int stored; // when the last store to memory that L2 gets started; 0: there was none
    int fence; // loads start no earlier: when the last store, atomic or barrier started, or a call ended
    int operands; // cycle at which the fragments are ready that the next product takes
    // Cycle until which the tensor core has work. ptxas puts other products before one that waits.
    double tensor;
    int room, under_way; // registers for values of loads; how many the batch takes so far
    bool early;          // the first load of the stretch has begun the batch of a later one
} Schedule;

// Cycles of a call through a pointer: the branch, which nothing can foresee, fetching the code there, and saving and loading registers, which
// is not in the PTX (an H200, tests/gpu/pairs.cu: 400 to 700 more a call than its loads and sums take, results/h200-pairs.csv).
enum { CALL_BY_POINTER = 450 };

// Cycles for which L1 keeps what a warp has stored, for its next store to join: on an H200 less than 15 if no other warp stores. Where all
// warps do, half of the stores join that come 90 cycles later by the machine code, and one of seven of those 250 cycles later
// (results/h200-stores.csv, "after sums").
enum { LINE_KEPT = 100 };

// Registers of a kernel that hold addresses, counters and sums while the others wait for loads.
enum { OTHER_REGISTERS = 12 };

static int later_cycle(int a, int b)
{
    return a > b ? a : b;
}

static int ready_at(const Schedule *s, i32 slot)
{
    return slot >= 0 && s->stamp[slot / 64] == s->stretch ? s->ready[slot / 64] : 0;
}

static void set_ready(Schedule *s, i32 slot, int cycle)
{
    if (slot >= 0) {
        s->stamp[slot / 64] = s->stretch;
        s->ready[slot / 64] = cycle;
    }
}

static int latency_of(const SimDevice *d, const Insn *in, const SimInsnInfo *info)
{
    switch ((InsnKind)in->kind) {
    case K_TEXTURE: return d->l1_latency;
    case K_TILE_LOAD:
    case K_LOAD:
        return info->space == SIM_SPACE_SHARED  ? d->shared_latency
               : info->space == SIM_SPACE_PARAM ? d->alu_latency
                                                : d->l1_latency;
    case K_ATOMIC:
        return in->access.unused_result          ? 1
               : info->space == SIM_SPACE_SHARED ? d->shared_latency
                                                 : d->l2_latency;
    case K_SHUFFLE:
    case K_REDUX:
    case K_MATCH:
    case K_BARRIER: return d->shared_latency;
    case K_MATRIX: return product_latency(in);
    case K_CALL: return in->a >= 0 ? CALL_BY_POINTER : info->slots * d->alu_latency;
    default:
        return info->slots * d->alu_latency *
               (info->pipe == SIM_PIPE_SFU || info->pipe == SIM_PIPE_FP64 ? 4 : 1);
    }
}

// Tells whether ptxas treats a segment and the one before it as one stretch: between them are only short branches, which become
// predicates. `entered`: instructions that other branches jump to.
static bool goes_on(const SimModule *m, int segment, const bool *entered)
{
    int first = m->segments[segment].first;
    if (first == 0 || entered[first])
        return false;
    const Insn *last = &m->code[first - 1];
    return last->kind == K_ALU || last->kind == K_LOAD || last->kind == K_STORE ||
           last->kind == K_PARAM_LOAD || last->kind == K_MATRIX || last->kind == K_TILE_LOAD ||
           (last->kind == K_BRANCH && m->infos[first - 1].short_branch);
}

// Returns where an instruction keeps how many batches begin with it; NULL if it never waits for DRAM.
static u8 *batches_of(Insn *in)
{
    if (in->kind == K_TEXTURE)
        return &in->texture.batches;
    return in->kind == K_LOAD &&
                   (in->access.space == SIM_SPACE_GLOBAL || in->access.space == SIM_SPACE_GENERIC)
               ? &in->access.batches
               : NULL;
}

// Returns how many registers a load fills.
static int registers_of(const Insn *in)
{
    return in->kind == K_LOAD ? in->access.count * (in->access.reg_bytes + 3) / 4 : TEXELS;
}

// Tells whether a load begins a batch: if the machine first waits for a load before it, which the cubin tells. Where that is not known, a
// load begins one if it starts after those before it are done, or lacks registers until then. The first load of a stretch begins a
// batch in any case. If ptxas put another one of that batch first, that one does not. round: of so many, in which ptxas has copied the
// segment.
static bool begins_batch(Schedule *s, const Insn *in, const SimInsnInfo *info, int start, int round,
                         int rounds)
{
    if (!info->copies || info->copies != rounds)
        return start >= s->loads_until || s->under_way + registers_of(in) > s->room;
    bool waits = (round + 1) * info->batches / rounds > round * info->batches / rounds;
    bool first = !s->loads_until, begins = first || (waits && !s->early);
    s->early = first ? !waits : s->early && !waits;
    return begins;
}

// Runs one warp alone through a segment, and returns the cycle at which all is done. An instruction starts when its sources are
// ready and all instructions before it have issued. ptxas orders instructions so that one that waits does not delay the others,
// unless the order of memory accesses forbids it.
static int segment_cycles(Schedule *s, SimModule *m, const Segment *segment, int round, int rounds)
{
    int end = 0;
    for (int i = segment->first + 1; i <= segment->last; i++) {
        Insn *in = &m->code[i];
        s->issued += m->infos[i].slots;
        int start = s->issued;
        for (int k = 0; k < WRITTEN; k++)
            start = later_cycle(start, ready_at(s, in->slots[k]));
        for (int k = written_end(in); k < SLOTS; k++)
            start = later_cycle(start, ready_at(s, in->slots[k]));
        if (in->kind == K_LOAD || in->kind == K_TEXTURE)
            start = later_cycle(start, s->fence);
        else if (in->kind != K_ALU && in->kind != K_PARAM_LOAD && in->kind != K_BRANCH)
            s->fence = start;
        u8 *batches = batches_of(in);
        bool begins = batches && begins_batch(s, in, &m->infos[i], start, round, rounds);
        if (begins)
            start = later_cycle(start, s->loads_until);
        if (in->kind == K_MATRIX) {
            start = later_cycle(later_cycle(start, s->operands), (int)s->tensor);
            s->tensor = fmax(s->tensor, s->issued) + product_cycles(s->device, in);
        }
        s->operands = in->kind == K_FRAGMENT ? later_cycle(s->operands, start) : 0;
        if (in->kind == K_STORE && in->access.space != SIM_SPACE_SHARED) {
            in->access.late |= s->stored && start - s->stored > LINE_KEPT;
            s->stored = start;
        }
        int done = start + latency_of(s->device, in, &m->infos[i]);
        if (m->infos[i].calls)
            s->fence = done;
        if (batches) {
            *batches += begins;
            s->under_way = (begins ? 0 : s->under_way) + registers_of(in);
            s->loads_until = done;
        }
        for (int k = WRITTEN, to = written_end(in); k < to; k++) // arguments are always ready
            set_ready(s, in->slots[k], in->kind == K_PARAM_LOAD ? 0 : done);
        if (in->kind != K_STORE)
            end = later_cycle(end, done);
    }
    return later_cycle(end, s->issued);
}

// Returns how many iterations of a loop ptxas made into one, if the segment is the whole loop; else 1.
static int unrolled_by(const SimModule *m, const Segment *segment)
{
    const Insn *last = &m->code[segment->last];
    int rounds = 1;
    if (last->kind != K_BRANCH || last->branch.target != segment->first)
        return 1;
    for (int i = segment->first; i <= segment->last; i++)
        if (m->infos[i].copies > rounds)
            rounds = m->infos[i].copies;
    return rounds;
}

// Sets a segment's cycles, counted from cycle `before`, and its loads' batches. Returns the cycle at which it is done.
static int time_segment(Schedule *s, SimModule *m, Segment *segment, int before)
{
    int rounds = unrolled_by(m, segment), end = before;
    for (int i = segment->first; i <= segment->last; i++) {
        m->infos[i].unrolled = (u8)rounds;
        u8 *batches = batches_of(&m->code[i]);
        if (batches)
            *batches = 0;
        if (m->code[i].kind == K_STORE)
            m->code[i].access.late = false;
        if (m->code[i].kind == K_LOAD) {
            m->code[i].access.joins = m->infos[i].joins;
            m->code[i].access.stays = m->infos[i].stays;
        }
    }
    for (int round = 0; round < rounds; round++)
        end = later_cycle(end, segment_cycles(s, m, segment, round, rounds));
    segment->cycles = rounds > 1 ? (end - before + rounds - 1) / rounds : end - before;
    return end;
}

// Returns how many registers the function at an instruction has for loads that are under way. Without a cubin it is not known.
static int room_for_loads(const SimModule *m, int insn)
{
    int registers = m->infos[insn].function ? m->infos[insn].function->registers : 0;
    return registers ? later_cycle(registers - OTHER_REGISTERS, 1) : INT_MAX;
}

bool pipeline_time(SimModule *m, const SimDevice *d)
{
    size_t most = 0;
    for (const SimFunction *f = m->functions; f; f = f->next)
        most = f->frame_bytes > most ? f->frame_bytes : most;
    size_t slots = most / 64 + 1;
    Schedule s = {
        .device = d, .ready = calloc(slots, sizeof(int)), .stamp = calloc(slots, sizeof(int))};
    bool *entered = calloc((size_t)m->code_count + 1, sizeof *entered);
    bool ok = s.ready && s.stamp && entered;
    for (int i = 0; ok && i < m->code_count; i++)
        if (m->code[i].kind == K_BRANCH && !m->infos[i].short_branch)
            entered[m->code[i].branch.target] = true;
    for (int i = 0, before = 0; ok && i < m->segment_count; i++) {
        Insn *enter = &m->code[m->segments[i].first];
        enter->enter.goes_on = goes_on(m, i, entered);
        if (!enter->enter.goes_on) {
            s.stretch++;
            s.issued = s.loads_until = s.stored = s.fence = s.under_way = before = 0;
            s.tensor = 0;
            s.early = false;
            s.room = room_for_loads(m, m->segments[i].first);
        }
        before = time_segment(&s, m, &m->segments[i], before);
    }
    free(s.ready);
    free(s.stamp);
    free(entered);
    m->timed = ok ? d : NULL;
    return ok;
}
