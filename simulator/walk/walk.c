// walk.c: walks through a launch, an instruction at a time, forward and back (see walk.h).
//
// Blocks run one after the other, as in a run by one thread (pool.c). A block that waits for another one is put aside with its
// worker. It gets the turn again when no other block is left, or when as many are aside as the device could hold.

#include "walk/walk.h"

#include <stdlib.h>
#include <string.h>

// A grid that is not done, and the launches that it has made.
struct WalkLevel {
    struct WalkLevel *above;
    SimChildren children;
    uint32_t begun; // how many of them have begun
};

static bool no_memory(Walk *w)
{
    w->over = true;
    return error_set(&w->error, SIM_NO_MEMORY, "The host has no memory left for this launch.");
}

// ---- Marks -----------------------------------------------------------------------------------------------------------

static void mark(WalkMark *m, SimInsnKind kind, uint64_t moment, uint32_t who)
{
    if (kind != SIM_LOAD) {
        m->written = moment;
        m->writer = who;
    }
    if (kind != SIM_STORE) {
        m->read = moment;
        m->reader = who;
    }
}

// Returns how many marks a block's shared memory has.
static size_t shared_marks(const Walk *w)
{
    return (size_t)w->launch.shared_total / 4 + 1;
}

// Returns the rank of a block in the cluster that runs.
static uint32_t rank_of(const Walk *w, uint64_t block)
{
    const SimWorker *m;
    for (uint32_t r = 1; (m = sim_step_worker(w->worker, r)); r++)
        if (sim_step_block(m) == block)
            return r;
    return 0;
}

const WalkMark *walk_shared(const Walk *w)
{
    return w->shared + (w->worker ? rank_of(w, w->block) : 0) * shared_marks(w);
}

static WalkMark *marks_at(const Walk *w, const SimAccess *a, uint64_t address, uint64_t *left)
{
    if (a->space == SIM_SPACE_SHARED) {
        uint32_t rank = rank_of(w, a->owner);
        *left = address < w->launch.shared_total ? w->launch.shared_total - address : 0;
        return w->shared && *left ? w->shared + rank * shared_marks(w) + address / 4 : NULL;
    }
    for (int i = 0; i < w->range_count && a->space != SIM_SPACE_LOCAL; i++) {
        const WalkRange *r = &w->ranges[i];
        if (address - r->base < r->size) {
            *left = r->size - (address - r->base);
            return r->marks + (address - r->base) / 4;
        }
    }
    return NULL;
}

// Notes which mbarriers there are, from what initializes and invalidates them.
static void note_mbarrier(Walk *w, const SimAccess *a)
{
    const char *text = w->launch.insns[a->pc].text;
    bool init = strncmp(text, "mbarrier.init", 13) == 0;
    if (!init && strncmp(text, "mbarrier.inval", 14) != 0)
        return;
    EACH_BIT(lane, a->lanes) {
        const SimPlace at = {SIM_SPACE_SHARED, a->owner, a->address[lane]};
        int i = 0;
        while (i < w->mbarrier_count &&
               (w->mbarriers[i].block != at.block || w->mbarriers[i].address != at.address))
            i++;
        bool known = i < w->mbarrier_count;
        if (init && !known && i < WALK_MBARRIERS)
            w->mbarriers[w->mbarrier_count++] = at;
        for (w->mbarrier_count -= !init && known; !init && i < w->mbarrier_count; i++)
            w->mbarriers[i] = w->mbarriers[i + 1];
    }
}

static void note_access(void *observer, const SimAccess *a)
{
    Walk *w = observer;
    w->access = *a;
    memcpy(w->address, a->address, sizeof w->address);
    w->access.address = w->address;
    w->accessed = w->any_access = true;
    if (a->kind == SIM_STORE && a->space == SIM_SPACE_SHARED)
        note_mbarrier(w, a);
    uint32_t warp = (uint32_t)(a->block * (uint64_t)w->launch.warps) + (uint32_t)a->warp;
    EACH_BIT(lane, a->lanes) {
        uint64_t left;
        WalkMark *m = marks_at(w, a, a->address[lane], &left);
        for (uint64_t k = 0; m && k < (uint64_t)a->bytes && k < left; k += 4)
            mark(m + k / 4, a->kind, w->moment + 1, warp * LANES + (uint32_t)lane);
    }
}

bool walk_watch(Walk *w, uint64_t base, uint64_t size)
{
    const WalkRange range = {base, size, calloc((size_t)size / 4 + 1, sizeof *range.marks)};
    if (range.marks && ARRAY_ADD(w->ranges, w->range_count, w->range_room, range))
        return true;
    free(range.marks);
    return false;
}

// ---- Modelled time ---------------------------------------------------------------------------------------------------

// Looks at the time of a warp of the block of a rank. Returns how far it was at the last look.
static struct WalkLook look_at(Walk *w, uint32_t rank, int warp)
{
    struct WalkLook *look = &w->looks[rank * (uint32_t)w->launch.warps + (uint32_t)warp];
    const struct WalkLook last = *look;
    look->cycles = sim_step_cycles(sim_step_worker(w->worker, rank), warp, &look->dram);
    return last;
}

static void add_span(Walk *w, uint32_t rank, int warp, int pc)
{
    const struct WalkLook last = look_at(w, rank, warp),
                          now = w->looks[rank * (uint32_t)w->launch.warps + (uint32_t)warp];
    if (now.cycles > last.cycles && w->span_count < WALK_SPANS)
        w->spans[w->span_count++] =
            (WalkSpan){rank, warp, last.cycles, now.cycles, now.dram - last.dram, pc};
    if (now.cycles >= last.cycles)
        return;
    // The warp has waited for others, and the time of that is taken back (machine/warp.c).
    int kept = 0;
    for (int i = 0; i < w->span_count; i++)
        if (w->spans[i].warp != warp || w->spans[i].rank != rank || w->spans[i].to <= now.cycles)
            w->spans[kept++] = w->spans[i];
    w->span_count = kept;
}

// Adds the time that the last step took. When a barrier opens, time passes for all warps that waited there.
static void note_time(Walk *w)
{
    uint32_t rank = sim_step_rank(w->worker);
    bool barrier = w->launch.insns[w->step.pc].kind == SIM_BARRIER;
    for (uint32_t r = 0; barrier && sim_step_worker(w->worker, r); r++)
        for (int warp = 0; warp < w->launch.warps; warp++)
            if (r != rank || warp != w->step.warp)
                add_span(w, r, warp, w->step.pc);
    add_span(w, rank, w->step.warp, w->step.pc);
}

// ---- Copies and tiles ------------------------------------------------------------------------------------------------

static bool is_in_flight(const Walk *w, const SimFlight *f)
{
    for (int i = 0; i < w->flight_count; i++)
        if (w->flights[i].copy == f->copy)
            return true;
    return false;
}

// Notes which copies the last step has issued, and which have landed. An instruction that issues copies brings none to its end.
static void note_flights(Walk *w)
{
    bool issues = strncmp(w->launch.insns[w->step.pc].text, "cp.", 3) == 0;
    int before = w->flight_count;
    w->landed_count = 0;
    if (!before && !issues)
        return;
    memcpy(w->landed, w->flights, (size_t)before * sizeof *w->landed);
    w->flight_count = sim_step_flights(w->worker, w->flights, WALK_FLIGHTS);
    for (int i = 0; i < before; i++)
        if (!is_in_flight(w, &w->landed[i]))
            w->landed[w->landed_count++] = w->landed[i];
}

static void note_tiles(Walk *w)
{
    SimTile tiles[SIM_TILES];
    int count = sim_step_tiles(w->ran, &w->step, w->accessed ? &w->access : NULL, tiles);
    if (!count)
        return;
    memcpy(w->tiles, tiles, (size_t)count * sizeof *tiles);
    w->tile_count = count;
    w->tile_pc = w->step.pc;
    w->tile_warp = w->step.warp;
    w->tiled = w->moment;
}

// ---- Blocks ----------------------------------------------------------------------------------------------------------

static size_t resident(const Walk *w)
{
    size_t most = (size_t)w->launch.occupancy.blocks * (size_t)w->launch.device->sms;
    return most ? most : 1;
}

int walk_blocks(const Walk *w, uint64_t *block, int most)
{
    const SimWorker *m;
    int count = 0;
    while (w->worker && count < most && (m = sim_step_worker(w->worker, (uint32_t)count)))
        block[count++] = sim_step_block(m);
    return count;
}

bool walk_show(Walk *w, uint64_t block)
{
    SimWorker *m = NULL;
    for (uint32_t r = 0; w->worker && (m = sim_step_worker(w->worker, r)); r++)
        if (sim_step_block(m) == block)
            break;
    if (!m)
        return false;
    w->shown = m;
    w->block = block;
    return true;
}

bool walk_mbarrier(const Walk *w, SimPlace at, SimMbarrier *out)
{
    const SimWorker *m = w->worker ? sim_step_worker(w->worker, rank_of(w, at.block)) : NULL;
    return m && sim_step_block(m) == at.block && sim_step_mbarrier(m, at.address, out);
}

// Shows the block in which the last step was.
static void show_stepped(Walk *w)
{
    w->shown = w->ran = sim_step_worker(w->worker, sim_step_rank(w->worker));
    w->block = sim_step_block(w->ran);
}

// Begins to show the current worker's block, or its cluster.
static void show_block(Walk *w)
{
    show_stepped(w);
    w->span_count = w->flight_count = w->landed_count = w->mbarrier_count = w->tile_count = 0;
    for (uint32_t r = 0; sim_step_worker(w->worker, r); r++)
        for (int i = 0; i < w->launch.warps; i++)
            look_at(w, r, i);
    if (w->shared)
        memset(w->shared, 0, shared_marks(w) * w->launch.cluster_size * sizeof *w->shared);
}

static void forget_worker(Walk *w)
{
    w->worker = w->ran = w->shown = NULL;
}

// Gives the turn to the next block and sets w->worker. False: no block is left, or the host has no memory.
static bool next_block(Walk *w)
{
    bool left = w->begun < w->launch.blocks;
    if (w->aside_count && (!left || w->aside_count >= resident(w))) {
        w->at = w->at < w->aside_count ? w->at : 0;
        w->from_aside = true;
        w->worker = w->aside[w->at];
    } else if (left) {
        w->from_aside = false;
        w->worker = sim_worker_new(&w->launch);
        if (!w->worker)
            return no_memory(w);
        sim_worker_start(w->worker, w->begun++);
    } else {
        return false;
    }
    show_block(w);
    return true;
}

static void end_block(Walk *w)
{
    sim_worker_collect(w->worker);
    sim_worker_free(w->worker);
    forget_worker(w);
    w->done++;
    if (w->from_aside) {
        w->aside_count--;
        memmove(&w->aside[w->at], &w->aside[w->at + 1],
                (w->aside_count - w->at) * sizeof(SimWorker *));
    }
}

// Puts the current block aside, since it waits for others.
static void put_block_aside(Walk *w)
{
    if (w->from_aside) {
        w->at++;
    } else if (!ARRAY_ADD(w->aside, w->aside_count, w->aside_room, w->worker)) {
        no_memory(w);
        return;
    }
    forget_worker(w);
}

static void free_workers(Walk *w)
{
    if (w->worker && !(w->aside_count && w->from_aside))
        sim_worker_free(w->worker);
    while (w->aside_count)
        sim_worker_free(w->aside[--w->aside_count]);
    forget_worker(w);
    w->from_aside = false;
    w->at = 0;
}

// ---- Launches --------------------------------------------------------------------------------------------------------

static bool begin_launch(Walk *w, const SimLaunch *plan)
{
    w->launch = *plan;
    w->launch.observe = note_access;
    w->launch.observer = w;
    if (sim_launch_prepare(&w->launch, &w->error) != SIM_OK) {
        w->over = true;
        return false;
    }
    w->prepared = true;
    w->launches++;
    w->begun = w->done = 0;
    free(w->shared);
    free(w->looks);
    w->shared = calloc(shared_marks(w) * w->launch.cluster_size, sizeof *w->shared);
    w->looks = calloc((size_t)w->launch.warps * w->launch.cluster_size, sizeof *w->looks);
    return w->shared && w->looks ? true : no_memory(w);
}

static void add_counts(const SimLaunch *l, SimCount *to)
{
    for (int i = 0; i < l->insn_count; i++)
        sim_count_add(&to[i], &l->counts[i]);
}

static bool keep_findings(Walk *w)
{
    const SimLaunch *l = &w->launch;
    if (!l->finding_count)
        return true;
    size_t count = (size_t)w->finding_count + (size_t)l->finding_count;
    SimFinding *more = realloc(w->findings, count * sizeof *more);
    if (!more)
        return no_memory(w);
    memcpy(more + w->finding_count, l->findings, (size_t)l->finding_count * sizeof *more);
    w->findings = more;
    w->finding_count = (int)count;
    return true;
}

static void leave_level(Walk *w)
{
    struct WalkLevel *level = w->level;
    w->level = level->above;
    sim_children_free(&level->children);
    free(level);
}

// Goes on to the next launch when a launch's blocks are done: first to what it launched itself. False when nothing is left; the
// last launch then stays as it is, so that a person can look at it.
static bool next_launch(Walk *w)
{
    SimChildren children = {0};
    if (w->launch.child_count) {
        struct WalkLevel *level = malloc(sizeof *level);
        if (!level || !sim_launch_children(&w->launch, &children)) {
            free(level);
            return no_memory(w);
        }
        *level = (struct WalkLevel){w->level, children, 0};
        w->level = level;
    }
    while (w->level && w->level->begun == w->level->children.count)
        leave_level(w);
    w->time += sim_model(&w->launch).total;
    struct WalkLevel *level = w->level;
    if (!level)
        return false;
    if (!keep_findings(w))
        return false;
    add_counts(&w->launch, w->counts);
    sim_launch_end(&w->launch);
    w->prepared = false;
    SimLaunch parent = w->plan;
    uint32_t pending = level->children.count - level->begun;
    for (const struct WalkLevel *outer = level->above; outer; outer = outer->above) {
        parent.depth++;
        pending +=
            outer->children.count - outer->begun + 1; // one of them runs, that is, waits for these
    }
    SimLaunch child = sim_child_launch(&parent, &level->children, level->begun++);
    child.most_children -= pending < child.most_children ? pending : child.most_children;
    return begin_launch(w, &child);
}

static void end_launches(Walk *w)
{
    free_workers(w);
    if (w->prepared)
        sim_launch_end(&w->launch);
    w->prepared = false;
    while (w->level)
        leave_level(w);
}

// ---- The walk --------------------------------------------------------------------------------------------------------

bool walk_restart(Walk *w)
{
    end_launches(w);
    sim_memory_restore(w->plan.memory, w->image);
    w->moment = w->lanes = w->launches = 0;
    w->over = w->accessed = w->any_access = false;
    w->error = (SimError){SIM_OK, ""};
    w->step = (SimStep){.pc = -1};
    w->span_count = w->finding_count = 0;
    w->flight_count = w->landed_count = w->mbarrier_count = w->tile_count = 0;
    w->time = 0;
    w->block = 0;
    for (int i = 0; i < w->range_count; i++)
        memset(w->ranges[i].marks, 0, ((size_t)w->ranges[i].size / 4 + 1) * sizeof(WalkMark));
    if (!begin_launch(w, &w->plan))
        return false;
    free(w->counts);
    w->counts = calloc((size_t)w->launch.insn_count, sizeof *w->counts);
    return w->counts ? next_block(w) : no_memory(w);
}

Walk *walk_new(const SimLaunch *plan, SimError *err)
{
    Walk *w = calloc(1, sizeof *w);
    size_t bytes = sim_function_info(plan->kernel).params;
    error_set(err, SIM_NO_MEMORY, "The host has no memory for a walk.");
    if (!w)
        return NULL;
    w->plan = *plan;
    w->params = malloc(bytes ? bytes : 1);
    w->spans = malloc(WALK_SPANS * sizeof *w->spans);
    w->image = sim_memory_image(plan->memory);
    if (w->params && w->spans && w->image) {
        if (bytes)
            memcpy(w->params, plan->params, bytes);
        w->plan.params = w->params;
        if (walk_restart(w)) {
            err->status = SIM_OK;
            return w;
        }
        *err = w->error;
    }
    walk_free(w);
    return NULL;
}

void walk_free(Walk *w)
{
    if (!w)
        return;
    end_launches(w);
    for (int i = 0; i < w->range_count; i++)
        free(w->ranges[i].marks);
    free(w->ranges);
    free(w->shared);
    free(w->spans);
    free(w->counts);
    free(w->findings);
    free(w->aside);
    free(w->looks);
    free(w->params);
    sim_image_free(w->image);
    free(w);
}

bool walk_step(Walk *w)
{
    while (!w->over) {
        if (!w->worker && !next_block(w)) {
            if (!w->over && !next_launch(w))
                w->over = true;
            continue;
        }
        w->accessed = false;
        SimStep step;
        SimRun run = sim_worker_step(w->worker, &step, &w->error);
        if (step.pc >= 0) {
            w->step = step;
            w->moment++;
            w->lanes += (uint64_t)__builtin_popcount(step.lanes);
            show_stepped(w);
            note_time(w);
            note_flights(w);
            note_tiles(w);
        }
        if (run == SIM_STEP)
            return true;
        if (run == SIM_DONE)
            end_block(w);
        else if (run == SIM_SPIN)
            put_block_aside(w);
        else {
            w->over = true;
            return step.pc >= 0;
        }
    }
    return false;
}

bool walk_towards(Walk *w, uint64_t moment, uint64_t most)
{
    if (moment < w->moment && !walk_restart(w))
        return true;
    while (w->moment < moment && most--)
        if (!walk_step(w))
            return true;
    return w->moment >= moment;
}

// ---- Results ---------------------------------------------------------------------------------------------------------

void walk_counts(Walk *w, SimCount *out)
{
    if (w->worker)
        sim_worker_collect(w->worker);
    for (size_t i = 0; i < w->aside_count; i++)
        sim_worker_collect(w->aside[i]);
    memcpy(out, w->counts, (size_t)w->launch.insn_count * sizeof *out);
    add_counts(&w->launch, out);
}

int walk_metrics(Walk *w, SimMetric *out, int most)
{
    SimLaunch sum = w->launch;
    sum.counts = calloc((size_t)sum.insn_count, sizeof *sum.counts);
    if (!sum.counts)
        return 0;
    walk_counts(w, sum.counts);
    int count = sim_metrics(&sum, NULL, NULL, out, most);
    free(sum.counts);
    if (w->launches > 1 && count > M_MODELLED_TIME)
        out[M_MODELLED_TIME].value = 1e6 * (w->time + (w->over ? 0 : sim_model(&w->launch).total));
    return count;
}

static void access_words(const Walk *w, char *out, size_t size)
{
    const SimAccess *a = &w->access;
    Picture p = picture_take(w->launch.memory, a);
    int lanes = __builtin_popcount(a->lanes);
    text_append(out, size, "%d lane%s of warp %d %s %d byte%s each %s %s memory", lanes,
                plural(lanes), a->warp,
                a->kind == SIM_LOAD    ? lanes == 1 ? "loads" : "load"
                : a->kind == SIM_STORE ? lanes == 1 ? "stores" : "store"
                : lanes == 1           ? "updates"
                                       : "update",
                a->bytes, plural(a->bytes), a->kind == SIM_LOAD ? "from" : "in",
                access_space(a->space));
    if (a->space == SIM_SPACE_SHARED && a->owner != a->block)
        text_append(out, size, " of block %l", (int64_t)a->owner);
    text_append(out, size, ": ");
    int words = (p.bytes + 3) / 4;
    if (a->space != SIM_SPACE_CONST)
        picture_cost(&p, out, size);
    else if (words == 1)
        text_append(out, size, "one word for all");
    else
        text_append(out, size, "%d words, one after the other", words);
    text_append(out, size, ".");
}

static void step_words(const Walk *w, char *out, size_t size)
{
    const SimInsnInfo *insn = &w->launch.insns[w->step.pc];
    SimInsnKind kind = (SimInsnKind)insn->kind;
    int all = __builtin_popcount(w->step.lanes), enabled = __builtin_popcount(w->step.enabled);
    if (kind == SIM_BRANCH && enabled && enabled < all) {
        text_append(out, size, "Warp %d diverges: %d of its %d lanes take the branch.",
                    w->step.warp, enabled, all);
        return;
    }
    int lanes = kind == SIM_EXIT ? enabled : all;
    bool one = lanes == 1;
    text_append(out, size, "%d lane%s of warp %d", lanes, plural(lanes), w->step.warp);
    if (kind == SIM_BRANCH)
        text_append(out, size, ": %s the branch.",
                    enabled ? one ? "it takes" : "all take"
                    : one   ? "it does not take"
                            : "none takes");
    else if (kind == SIM_BARRIER)
        text_append(out, size, " %s to the barrier.", one ? "comes" : "come");
    else if (kind == SIM_EXIT)
        text_append(out, size, " %s.", one ? "ends" : "end");
    else
        text_append(out, size, " %s %s.", one ? "executes" : "execute",
                    insn->text[0] ? insn->text : "ret");
}

void walk_words(const Walk *w, char *out, size_t size)
{
    out[0] = '\0';
    if (w->step.pc < 0)
        text_append(out, size, "Nothing has run yet.");
    else if (w->accessed)
        access_words(w, out, size);
    else
        step_words(w, out, size);
    if (w->over && w->error.status == SIM_OK)
        text_append(out, size, " All threads have ended.");
}
