// pool.c: runs the blocks of a launch by all host threads.
//
// The threads take blocks in ascending order: several at a time while none has asked for the turn, so that two threads seldom work on
// neighbouring memory; then one at a time. What a block does by itself runs at once, in parallel with other blocks. What other blocks
// could notice (an atomic, a volatile access, printing, a fault) waits for the turn. There is one turn, and it goes through the blocks
// in ascending order: a block may take it when every lower block is done or put aside, and keeps it until it is done itself. So
// everything that can be noticed happens in the same order as if one thread ran block after block, whatever the number of threads.
// (With schedule=random the order is another one, which the seed tells: other blocks begin first (block_at), and a block with the turn may
// be put aside amid its work. All else holds for it as well.)
//
// A block that waits for another one (a grid-wide barrier, a flag) would keep the turn for ever. It is put aside with
// its worker, and the turn goes on. Blocks put aside get the turn again, one after the other, when no other blocks are left, or
// when as many are aside as the device could hold at once. In the second case this lasts until one of them ends: a GPU, too,
// starts further blocks only then. If none of them ends or changes memory, and after a round all lanes are where they were, with the
// same values in their registers, then each further round would do the same again: the launch is deadlocked.
//
// But blocks may wait for memory that somebody outside of the launch writes: the host. If the caller can run the launch in parts, it
// is parked then: it stands still, with its blocks aside, until words.c finds another value in what they read.
//
// The calling thread works too. The others sleep between launches. A thread that wakes when no block is left goes back to
// sleep, so that a small launch costs no more than a signal.

#include "host/words.h"
#include "warpsim_pause.h"
#include "warpsim_step.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define IDLE UINT64_MAX // current[] of a thread that runs no block

// Blocks may count their tries and give up. While their registers change, we call it a deadlock only after this many turns and this
// many rounds of all blocks aside.
enum { QUIET_TURNS = 1 << 14, QUIET_ROUNDS = 1 << 8 };

// Blocks amid their work, put aside by a random order, take memory. So there are at most so many.
enum { MOST_AMID = 16 };

// After so many rounds without a change we look for the first time whether all stands still. The look disturbs a random order.
enum { SOON = 1, SOON_RANDOM = 8 };

// A launch while it runs. Pool.lock guards all fields but `aside` and its counts, which only the turn's holder touches.
typedef struct {
    SimLaunch *launch;
    uint64_t next;   // the first block that no thread has taken
    int inside;      // how many threads work on it
    bool turn_taken; // one of them has the turn
    bool turns;      // a block has asked for the turn
    bool stopped;    // a fault has stopped it; `error` tells it
    SimError error;
    SimWorker **aside; // (aside_count) of blocks that were put aside, in that order
    size_t aside_count, aside_room;
    size_t resident;  // how many may be aside before they get the turn again
    size_t at;        // which of them has the turn
    Outside *outside; // NULL: nobody is
    bool parks;       // the launch may be parked
    bool parked;      // it is
    Words words;      // what it reads meanwhile
} Run;

struct Parked {
    Run run;
    SimPause *pause;
};

struct Pool {
    int threads;        // the calling one included
    pthread_t *helpers; // (threads - 1), NULL until a launch needs them
    int helping;        // helpers that have come to work
    uint64_t *current;  // (threads) the block that each thread runs; thread 0 is the caller
    pthread_mutex_t lock;
    pthread_cond_t wake;  // for helpers: a launch has begun, or `quit`
    pthread_cond_t moved; // a block has ended or the turn is free
    pthread_cond_t left;  // a helper has left the launch
    Run *run;             // NULL between launches
    uint64_t launches;    // how many have begun so far
    bool quit;
};

int pool_host_threads(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? count : 1;
}

static void stop(Run *r, const SimError *err)
{
    r->stopped = true;
    r->error = *err;
}

static void stop_for_memory(Run *r)
{
    SimError err;
    error_set(&err, SIM_NO_MEMORY, "The host has no memory left to run block %l of %s.",
              (i64)r->next, sim_function_info(r->launch->kernel).name);
    stop(r, &err);
}

// Adds where the first lanes of a block are that can go on, and so look at memory again and again. Lanes of their warp may wait for
// them elsewhere.
static void add_waiting_place(SimError *err, const SimLaunch *l, const SimWorker *w)
{
    SimGroup groups[32];
    for (int warp = 0; warp < l->warps; warp++)
        for (int i = 0, count = sim_step_groups(w, warp, groups); i < count; i++) {
            const SimInsnInfo *insn = &l->insns[groups[i].pc];
            if (groups[i].state != SIM_LANES_RUN || !insn->file)
                continue;
            TEXT_APPEND(err->text, "\n    its warp %d is at %s:%d", warp, insn->file, insn->line);
            return;
        }
}

static void stop_for_deadlock(Run *r)
{
    const SimLaunch *l = r->launch;
    i64 b = (i64)sim_step_block(r->aside[0]), x = l->grid[0], y = l->grid[1],
        each = l->cluster_size;
    char waits[1024] = "";
    int at_mbarriers = sim_worker_waits(r->aside[0], waits, sizeof waits);
    SimError err;
    error_set(&err, SIM_DEADLOCK,
              "Deadlock in %s: %l of the grid's %l blocks wait for %s\n"
              "    The first is block (%l,%l,%l)",
              sim_function_info(l->kernel).name, (i64)r->aside_count * each, (i64)l->blocks,
              at_mbarriers ? "mbarriers whose phase does not end" : "memory that no block changes",
              b % x, b / x % y, b / x / y);
    if (at_mbarriers)
        TEXT_APPEND(err.text, "%s", waits);
    else
        add_waiting_place(&err, l, r->aside[0]);
    if (l->blocks > r->resident * l->cluster_size)
        TEXT_APPEND(
            err.text,
            "\n    %s holds %l of the grid's %l blocks at once; the others start only when one "
            "of these ends",
            l->device->name, (i64)r->resident * each, (i64)l->blocks);
    stop(r, &err);
}

// ---- the turn: all of these are called with the lock held ----------------------------------------------------

static bool is_lowest(const Pool *p, uint64_t block)
{
    for (int i = 0; i < p->threads; i++)
        if (p->current[i] < block)
            return false;
    return true;
}

// Waits for the turn of the block that this thread runs; false if the launch was stopped meanwhile.
static bool take_turn(Pool *p, uint64_t block)
{
    Run *r = p->run;
    r->turns = true;
    while (!r->stopped && (r->turn_taken || !is_lowest(p, block)))
        pthread_cond_wait(&p->moved, &p->lock);
    if (r->stopped)
        return false;
    return r->turn_taken = true;
}

static void give_turn(Pool *p)
{
    p->run->turn_taken = false;
    pthread_cond_broadcast(&p->moved);
}

// Runs the worker's block with the turn; the lock is free meanwhile.
static SimRun run_with_turn(Pool *p, SimWorker *w, SimError *err)
{
    pthread_mutex_unlock(&p->lock);
    sim_worker_yields(w, p->run->aside_count <= MOST_AMID);
    SimRun state = sim_worker_run(w, true, err);
    pthread_mutex_lock(&p->lock);
    return state;
}

static void end_worker(SimWorker *w)
{
    sim_worker_collect(w);
    sim_worker_free(w);
}

static void end_aside(Run *r, size_t i)
{
    end_worker(r->aside[i]);
    r->aside_count--;
    memmove(&r->aside[i], &r->aside[i + 1], (r->aside_count - i) * sizeof(SimWorker *));
}

// Lets the next of the blocks aside go on. Returns true if it has changed something: memory, or it has ended, or failed.
static bool run_next(Pool *p)
{
    Run *r = p->run;
    r->at = r->at < r->aside_count ? r->at : 0;
    SimWorker *w = r->aside[r->at];
    uint64_t changes = sim_worker_changes(w);
    SimError err;
    SimRun state = run_with_turn(p, w, &err);
    bool changed = state == SIM_DONE || state == SIM_FAULT || sim_worker_changes(w) != changes;
    if (state == SIM_FAULT)
        stop(r, &err);
    else if (state == SIM_DONE)
        end_aside(r, r->at);
    else
        r->at++;
    return changed;
}

// Runs a round of the blocks aside, or a part of it up to a change; tells whether there was one.
static bool run_round(Pool *p)
{
    bool changed = false;
    for (size_t i = p->run->aside_count; i && !changed; i--)
        changed = run_next(p);
    return changed;
}

static uint64_t state_aside(const Run *r)
{
    uint64_t state = 0;
    for (size_t i = 0; i < r->aside_count; i++)
        state = 31 * state + sim_worker_state(r->aside[i]);
    return state;
}

// Has the blocks aside tell what they read to `words`; NULL: no longer.
static void observe_aside(const Run *r, Words *words)
{
    const SimLaunch *l = r->launch;
    for (size_t i = 0; i < r->aside_count; i++)
        sim_worker_observe(r->aside[i], words ? words_read : l->observe,
                           words ? words : l->observer);
}

static void order_aside(const Run *r, SimSchedule schedule)
{
    for (size_t i = 0; i < r->aside_count; i++)
        sim_worker_order(r->aside[i], schedule);
}

// What two rounds of the blocks aside show.
typedef struct {
    bool changed; // a block has changed something
    bool still;   // all is again as it was before
    Words words;  // what they read
} Look;

// Runs two rounds in which all lanes have their turn, as they may not in a random order. After the first one lanes are where such a
// turn ends; the second one shows whether they come there again.
static Look look_aside(Pool *p)
{
    const Run *r = p->run;
    SimSchedule schedule = r->launch->schedule;
    Look seen = {.words = {.launch = r->launch}};
    order_aside(r, schedule == SIM_RANDOM ? SIM_LOCKSTEP : schedule);
    seen.changed = run_round(p);
    uint64_t before = state_aside(r);
    observe_aside(r, &seen.words);
    seen.changed = seen.changed || run_round(p);
    observe_aside(r, NULL);
    order_aside(r, schedule);
    seen.still = !seen.changed && state_aside(r) == before;
    return seen;
}

// Lets blocks that were put aside go on until at most `most` of them are left, or the launch is parked. The caller has the turn.
static void run_aside(Pool *p, size_t most)
{
    Run *r = p->run;
    uint64_t soon = r->launch->schedule == SIM_RANDOM ? SOON_RANDOM : SOON, look = soon, quiet = 0;
    while (!r->stopped && r->aside_count > most) {
        if (run_next(p)) {
            quiet = 0;
            look = soon;
            continue;
        }
        quiet++;
        bool last = quiet > QUIET_TURNS && quiet > QUIET_ROUNDS * (uint64_t)r->aside_count;
        if (!last && quiet < look * r->aside_count)
            continue;
        Look seen = look_aside(p);
        bool outside = words_outside(&seen.words, r->outside);
        if (outside && r->parks && most == 0 && (seen.still || (last && !seen.changed))) {
            r->words = seen.words;
            r->parked = true;
            return;
        }
        if (!seen.changed && (last || (seen.still && !seen.words.failed && !outside)))
            stop_for_deadlock(r);
        free(seen.words.words);
        quiet = seen.changed ? 0 : quiet;
        look = seen.changed ? soon : 2 * look;
    }
}

// ---- a thread's work -----------------------------------------------------------------------------------------

static bool have_no_common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1;
}

// Returns the block that begins when `number` others have begun. In a random order these are other blocks: the multiples of a number
// without a common divisor with the number of blocks, from a random one on, so that each comes once.
static uint64_t block_at(const SimLaunch *l, uint64_t number)
{
    if (l->schedule != SIM_RANDOM)
        return number;
    uint64_t random = (l->seed + 1) * 0x9e3779b97f4a7c15ull, most = 1 << 16,
             step = (random >> 32) % (l->blocks < most ? l->blocks : most) + 1;
    while (!have_no_common_divisor(step, l->blocks))
        step++;
    return (random % l->blocks + number * step) % l->blocks;
}

// Runs one block to its end, or until it is put aside with its worker. The lock is held before and after.
static void do_block(Pool *p, SimWorker **worker, uint64_t block)
{
    Run *r = p->run;
    SimError err;
    SimRun state;
    pthread_mutex_unlock(&p->lock);
    if (!*worker)
        *worker = sim_worker_new(r->launch);
    if (*worker) {
        sim_worker_start(*worker, block_at(r->launch, block));
        state = sim_worker_run(*worker, false, &err);
    } else
        state = SIM_FAULT;
    pthread_mutex_lock(&p->lock);

    // A fault waits for its turn, too. So if there are several faults, the lowest block's is reported.
    if (state == SIM_DONE || !take_turn(p, block))
        return;
    if (*worker && state != SIM_FAULT)
        state = run_with_turn(p, *worker, &err);
    bool waits = *worker && state != SIM_FAULT && state != SIM_DONE;
    if (!*worker || (waits && !ARRAY_ADD(r->aside, r->aside_count, r->aside_room, *worker))) {
        stop_for_memory(r);
    } else if (state == SIM_FAULT) {
        stop(r, &err);
    } else if (waits) {
        *worker = NULL;
        if (r->aside_count == r->resident)
            run_aside(p, r->resident - 1);
    }
    give_turn(p);
}

// Returns how many blocks a thread takes: few at the end, so that all threads end at the same time.
static uint64_t blocks_to_take(const Pool *p)
{
    enum { MOST = 64, PARTS = 8 };
    const Run *r = p->run;
    uint64_t some = r->turns ? 0 : (r->launch->blocks - r->next) / (PARTS * (uint64_t)p->threads);
    return some < 1 ? 1 : some < MOST ? some : MOST;
}

// Does one thread's part of the current launch. The lock is held before and after.
static void work(Pool *p, int slot)
{
    Run *r = p->run;
    SimWorker *worker = NULL;
    r->inside++;
    while (!r->stopped && r->next < r->launch->blocks) {
        uint64_t first = r->next, end = r->next += blocks_to_take(p);
        for (uint64_t block = first; block < end && !r->stopped; block++) {
            p->current[slot] = block;
            pthread_cond_broadcast(&p->moved); // the block before, if any, has ended
            do_block(p, &worker, block);
        }
    }
    p->current[slot] = IDLE;
    pthread_cond_broadcast(&p->moved);
    if (worker)
        end_worker(worker);
    r->inside--;
    pthread_cond_signal(&p->left);
}

static void *help(void *argument)
{
    Pool *p = argument;
    uint64_t seen = 0;
    pthread_mutex_lock(&p->lock);
    const int slot = ++p->helping;
    while (!p->quit) {
        if (p->run && seen < p->launches && !p->run->launch->alone) {
            seen = p->launches;
            work(p, slot);
        } else
            pthread_cond_wait(&p->wake, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

// ---- from outside --------------------------------------------------------------------------------------------

Pool *pool_new(int threads)
{
    Pool *p = calloc(1, sizeof *p);
    uint64_t *current = malloc((size_t)threads * sizeof *current);
    if (!p || !current) {
        free(p);
        free(current);
        return NULL;
    }
    p->threads = threads;
    p->current = current;
    for (int i = 0; i < threads; i++)
        current[i] = IDLE;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    pthread_cond_init(&p->moved, NULL);
    pthread_cond_init(&p->left, NULL);
    return p;
}

// Starts the helpers. If the host refuses some, there are fewer.
static void start_helpers(Pool *p)
{
    int started = 1;
    p->helpers = calloc((size_t)p->threads, sizeof *p->helpers);
    while (p->helpers && started < p->threads &&
           pthread_create(&p->helpers[started - 1], NULL, help, p) == 0)
        started++;
    p->threads = started;
}

void pool_free(Pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; p->helpers && i < p->threads - 1; i++)
        pthread_join(p->helpers[i], NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->wake);
    pthread_cond_destroy(&p->moved);
    pthread_cond_destroy(&p->left);
    free(p->helpers);
    free(p->current);
    free(p);
}

static void end_run(Run *r)
{
    while (r->aside_count) // the launch was stopped
        end_aside(r, r->aside_count - 1);
    free(r->aside);
    free(r->words.words);
}

// Keeps the launch if it is parked; else ends it.
static SimStatus leave_run(Run *r, Parked **parked, SimError *err)
{
    Parked *keep = parked && r->parked ? malloc(sizeof *keep) : NULL;
    for (size_t i = 0; keep && i < r->aside_count; i++)
        sim_worker_pause(r->aside[i]);
    SimPause *pause = keep ? sim_launch_pause(r->launch) : NULL;
    if (pause) {
        *keep = (Parked){*r, pause};
        *parked = keep;
        return err->status = SIM_OK;
    }
    free(keep);
    if (r->parked)
        stop_for_memory(r);
    end_run(r);
    *err = r->error;
    return err->status;
}

static SimStatus run_launch(Pool *p, SimLaunch *l, Outside *outside, Parked **parked, SimError *err)
{
    Run run = {.launch = l, .error.status = SIM_OK, .outside = outside, .parks = parked != NULL};
    run.resident = (size_t)l->occupancy.blocks * (size_t)l->device->sms / l->cluster_size;
    if (run.resident == 0)
        run.resident = 1;
    l->alone = l->alone || l->blocks == 1 || p->threads == 1 || (l->check && !l->trial);

    pthread_mutex_lock(&p->lock);
    p->run = &run;
    p->launches++;
    if (!l->alone) {
        if (!p->helpers)
            start_helpers(p);
        pthread_cond_broadcast(&p->wake);
    }
    work(p, 0);
    while (run.inside)
        pthread_cond_wait(&p->left, &p->lock);
    run_aside(p, 0);
    p->run = NULL;
    pthread_mutex_unlock(&p->lock);
    return leave_run(&run, parked, err);
}

// A checked launch runs on trial first (check/trial.c); nobody outside may park that.
SimStatus pool_run_outside(Pool *p, SimLaunch *l, Outside *outside, Parked **parked, SimError *err)
{
    uint64_t before = l->work;
    l->trial = l->trial && !l->observe;
    if (!l->trial)
        return run_launch(p, l, outside, parked, err);
    SimStatus status = run_launch(p, l, NULL, NULL, err);
    bool ended = l->stop && __atomic_load_n(l->stop, __ATOMIC_RELAXED);
    if (!l->in_vain && (ended || status == SIM_OK))
        return status;
    if (sim_launch_take_back(l, err) != SIM_OK)
        return err->status;
    l->work = before;
    return run_launch(p, l, outside, parked, err);
}

SimStatus pool_run(Pool *p, SimLaunch *l, SimError *err)
{
    return pool_run_outside(p, l, NULL, NULL, err);
}

bool parked_wakes(const Parked *parked)
{
    return words_changed(&parked->run.words);
}

SimStatus pool_resume(Pool *p, Parked **parked, bool outside, SimError *err)
{
    Run run = (*parked)->run;
    bool ok = sim_launch_resume(run.launch, (*parked)->pause);
    free(*parked);
    *parked = NULL;
    free(run.words.words);
    run.words = (Words){0};
    run.parked = false;
    run.outside = outside ? run.outside : NULL;
    if (!ok)
        stop_for_memory(&run);
    pthread_mutex_lock(&p->lock);
    p->run = &run;
    run_aside(p, 0);
    p->run = NULL;
    pthread_mutex_unlock(&p->lock);
    return leave_run(&run, parked, err);
}

void pool_drop(Parked *parked)
{
    sim_launch_resume(parked->run.launch, parked->pause);
    end_run(&parked->run);
    free(parked);
}

int pool_threads(const Pool *p)
{
    return p->threads;
}

int pool_helpers(const Pool *p)
{
    return p->helpers ? p->threads - 1 : 0;
}
