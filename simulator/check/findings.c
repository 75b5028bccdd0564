// findings.c: puts the checks' findings into words, one for each pair of source lines, with a count.

#include "check/check.h"
#include "machine/bulk.h"

#include <stdlib.h>
#include <string.h>

void append_who(const SimWorker *w, SimFinding *f, i32 pc, u32 thread, u64 block)
{
    append_place(f->text, sizeof f->text, w->module, pc);
    append_thread(f->text, sizeof f->text, w->launch->grid, w->launch->block, thread, block);
}

// Says who did an access of an older grid: of this grid's parent, or of one further up or ahead in the stream, whose shape is not known
// here.
static void append_relative(const SimWorker *w, SimFinding *f, const Access *p)
{
    const struct Family *family = w->launch->checks->family;
    append_place(f->text, sizeof f->text, w->module, p->pc);
    if (family && p->when >= family->start && p->when < family->end)
        append_thread(f->text, sizeof f->text, family->grid, family->block, p->thread,
                      p->block - 1);
    else
        TEXT_APPEND(f->text, "\n    by %s",
                    family ? "another launch" : "the launch ahead of this one in its stream");
}

SimFinding *new_finding(const SimWorker *w, SimFindingKind kind, i32 pc, i32 other, int apart)
{
    SimLaunch *l = w->launch;
    const SimModule *m = w->module;
    if (l->trial) {
        end_trial(w);
        return NULL;
    }
    for (int i = 0; i < l->finding_count; i++) {
        SimFinding *f = &l->findings[i];
        bool here = (same_line(m, f->pc, pc) && same_line(m, f->other, other)) ||
                    (same_line(m, f->pc, other) && same_line(m, f->other, pc));
        if (f->kind != kind || !here)
            continue;
        f->hazards++;
        if (apart <= f->apart)
            return NULL;
        f->apart = apart;
        f->text[0] = '\0';
        return f;
    }
    SimFinding *more = realloc(l->findings, ((size_t)l->finding_count + 1) * sizeof *more);
    if (!more)
        return NULL;
    l->findings = more;
    SimFinding *f = &more[l->finding_count++];
    *f = (SimFinding){.kind = kind, .pc = pc, .other = other, .apart = apart, .hazards = 1};
    return f;
}

// Tells whether a place in shared memory is in the part that is reserved for the system. Only cooperative groups use it.
static bool is_reserved(const SimWorker *w, u64 address)
{
    return address >= w->launch->shared_total - w->launch->shared_reserved;
}

// Adds "element 1 at byte 4", or "byte 4" where the finding's access shows no elements.
static void append_offset(const SimWorker *w, SimFinding *f, i64 offset)
{
    const Insn *in = &w->module->code[f->pc];
    bool one = (in->kind == K_LOAD || in->kind == K_STORE || in->kind == K_ATOMIC) &&
               in->access.count == 1 && in->access.bytes > 1;
    if (one && offset % in->access.bytes == 0)
        TEXT_APPEND(f->text, "element %l at ", offset / in->access.bytes);
    TEXT_APPEND(f->text, "byte %l", offset);
}

// Adds " in the shared variable part, element 1 at byte 4".
static void append_in_shared(const SimWorker *w, SimFinding *f, u64 address)
{
    const Var *v = shared_array(w->launch, address);
    Stretch s = v ? stretch_of(w->launch, v) : (Stretch){0};
    if (is_reserved(w, address))
        TEXT_APPEND(f->text, " in shared memory that cooperative groups use for themselves");
    else if (address - s.start >= s.size)
        TEXT_APPEND(f->text, " outside any variable");
    else {
        if (v->dynamic)
            TEXT_APPEND(f->text, " in dynamic shared memory, ");
        else
            TEXT_APPEND(f->text, " in the shared variable %s, ", v->name);
        append_offset(w, f, (i64)(address - s.start));
    }
}

static void append_variable(const SimWorker *w, SimFinding *f, SimSpace space, u64 address,
                            const SimAlloc *a)
{
    if (space == SIM_SPACE_SHARED) {
        TEXT_APPEND(f->text, "\n   ");
        append_in_shared(w, f, address);
        return;
    }
    u64 size = 0,
        block = a->kind == SIM_HEAP ? heap_block(w->launch->memory->heap, address, &size) : 0;
    TEXT_APPEND(f->text, "\n    Access to 0x%x, ", address);
    append_offset(w, f, (i64)(address - (block ? block : a->base)));
    TEXT_APPEND(f->text, " of ");
    if (block)
        TEXT_APPEND(f->text, "the %l bytes that a kernel's malloc gave", (i64)size);
    else if (a->name)
        TEXT_APPEND(f->text, "the variable %s", a->name);
    else
        TEXT_APPEND(f->text, "the allocation of %l bytes", (i64)a->size);
    if (a->made)
        TEXT_APPEND(f->text, " made at %s", a->made);
}

// Remarks a race that does no harm, and why. The older access of the pair is at `before`.
static void report_idiom(const SimWorker *w, Idiom idiom, const Access *now, i32 before)
{
    static const char *const words[] = {
        [IDIOM_SAME_VALUE] =
            "Remark: threads store the same value in one place, and nothing orders them.\n    The result "
            "is the same, but C++ calls it a data race: one thread can store it for all.\n    The store",
        [IDIOM_FLAG] = "Remark: a plain read races with a store.\n    It only decides whether "
                       "to store the same value again, so no result depends on it.\n    The access",
        [IDIOM_GUESS] =
            "Remark: a plain read races with atomics; the atomicCAS after it tells whether the value "
            "was too old.\n    The read"};
    const SimModule *m = w->module;
    bool guess_before = idiom == IDIOM_GUESS && m->code[now->pc].kind != K_LOAD;
    i32 place = guess_before ? before : now->pc, other = guess_before ? now->pc : before;
    SimFinding *f = new_finding(w, SIM_FOUND_REMARK, place, other, 0);
    if (!f)
        return;
    TEXT_FORMAT(f->text, "%s", words[idiom]);
    append_who(w, f, place, now->thread, w->block);
}

// Remarks that two collectives of cooperative groups meet in their own memory. At the end of the first one all lanes of a warp read a
// word, and in the second one lane 0 writes it, after a shuffle or a vote, which orders nothing. But a GPU's lanes have read before it.
// Or lane 0 hears of other warps, and the lanes that a shuffle tells of it read what these have written.
static void remark_reserved(const SimWorker *w, const Access *p, const Access *now)
{
    SimFinding *f = new_finding(w, SIM_FOUND_REMARK, now->pc, p->pc, 0);
    if (!f)
        return;
    TEXT_FORMAT(
        f->text,
        "Remark: two collectives of cooperative groups race in memory of their own. That is the "
        "library's affair, and does no harm on a GPU.\n    The later one");
    append_who(w, f, now->pc, now->thread, w->block);
    TEXT_APPEND(f->text, "\n    and the earlier one");
    append_who(w, f, p->pc, p->thread, p->block - 1);
}

void report_volatile_lock(SimWorker *w, const VolatileLock *v, u32 thread)
{
    SimFinding *f = new_finding(w, SIM_FOUND_REMARK, v->look, v->set, 0);
    if (!f)
        return;
    TEXT_FORMAT(f->text,
                "Remark: a volatile word is used as a lock. Two threads may see it free at "
                "the same time, and volatile orders nothing.\n    It is looked at");
    append_place(f->text, sizeof f->text, w->module, v->look);
    TEXT_APPEND(f->text, "\n    and set");
    append_who(w, f, v->set, thread, w->block);
    TEXT_APPEND(f->text,
                "\n    atomicCAS() takes a lock; __threadfence() belongs after it, and before "
                "the atomicExch() that gives it back");
}

// How far apart the two threads of a race are.
typedef enum { LANES_OF_WARP, WARPS_OF_BLOCK, BLOCKS_OF_GRID, GRIDS } Apart;

static Apart apart_of(const SimWorker *w, const Access *p, const Access *now)
{
    return p->when < w->launch->checks->start         ? GRIDS
           : p->block != now->block                   ? BLOCKS_OF_GRID
           : p->thread / LANES == now->thread / LANES ? LANES_OF_WARP
                                                      : WARPS_OF_BLOCK;
}

// Remarks that volatile accesses of two blocks meet.
static void report_volatile(const SimWorker *w, const Access *p, const Access *now)
{
    SimFinding *f = new_finding(w, SIM_FOUND_REMARK, now->pc, p->pc, 0);
    if (!f)
        return;
    TEXT_FORMAT(
        f->text,
        "Remark: blocks share a volatile word, and nothing orders their accesses. volatile only "
        "keeps the compiler from leaving accesses out.\n    The %s",
        access_words(&w->module->code[now->pc])->name);
    append_who(w, f, now->pc, now->thread, w->block);
    TEXT_APPEND(f->text, "\n    and the %s", access_words(&w->module->code[p->pc])->name);
    append_who(w, f, p->pc, p->thread, p->block - 1);
    TEXT_APPEND(
        f->text,
        "\n    Atomics with acquire and release order blocks, and so do fences with atomics");
}

// Tells whether a load and a store are of one statement that reads and then writes, as in `part[t] += part[t + 16]`.
static bool is_exchange(const SimModule *m, i32 a, i32 b)
{
    i32 first = a < b ? a : b, second = a < b ? b : a;
    return m->code[first].kind == K_LOAD && m->code[second].kind == K_STORE &&
           same_line(m, first, second);
}

// Says which order is missing, if both threads should use this element at all.
static const char *missing_order(const SimWorker *w, const Access *p, const Access *now,
                                 Apart apart, bool equal)
{
    bool atomics = p->how & now->how & STRONG;
    if (apart == GRIDS)
        return !w->launch->checks->family
                   ? "The kernel may begin before that launch has ended, as its attribute says "
                     "(programmatic stream serialization): cudaGridDependencySynchronize() is "
                     "missing before this access"
               : p->when < w->launch->checks->family->end
                   ? "A nested launch does not wait for its grid: __syncthreads() before it, or a "
                     "tail launch"
                   : "Nothing orders the two launches: one stream or a tail launch would";
    if (apart == BLOCKS_OF_GRID && !atomics && is_past_signal(w, p, now->thread))
        return "Another thread of its block signals, and nothing orders the access before that: "
               "__syncthreads() is missing between the access and the fence before the signal; "
               "__syncwarp() is enough where a lane signals for its warp alone";
    if (apart == BLOCKS_OF_GRID)
        return atomics ? "The atomic's scope is its block: threads of other blocks may not see it"
               : cluster_member(w, p->block - 1)
                   ? "Should both blocks use this element? If not, an index is wrong. If so, nothing "
                     "orders the two blocks of the cluster: cluster.sync() is missing between"
               : p->how & now->how & VOLATILE
                   ? "A signal was seen, but no fence comes between the access and the signal: volatile "
                     "orders nothing. __threadfence() does, for all blocks"
                   : "Should both blocks use this element? If not, an index or a guard is wrong. If so, "
                     "nothing orders the two blocks: what must come first belongs into an earlier launch, or "
                     "one block tells the other by an atomic, after a fence";
    if (w->module->code[now->pc].kind == K_BULK || w->module->code[p->pc].kind == K_BULK)
        return "Nothing orders the copy and the other access: threads that are done with its bytes "
               "arrive at an mbarrier, or at __syncthreads(), before it is issued, and those that use "
               "them next wait at its own";
    if (equal)
        return "They store the same value this time, but nothing orders the two: let one thread "
               "store it";
    if (p->pc == now->pc && access_words(&w->module->code[p->pc])->writes && p->when == now->when)
        return "Nothing orders the two writes: which of the values remains is undefined";
    bool one = is_exchange(w->module, p->pc, now->pc);
    if (apart == LANES_OF_WARP)
        return one ? "Should both threads use this element? If not, an index or a guard is wrong. If so, "
                     "they are two lanes of a warp in one statement: read into a variable, then "
                     "__syncwarp(), then write, and __syncwarp() once more before the next read. All "
                     "lanes that exchange data must come by both"
                   : "Should both threads use this element? If not, an index or a guard is wrong. If so, "
                     "they are two lanes of a warp, and a barrier is missing between the two accesses: "
                     "__syncthreads() where all threads of the block come by, else __syncwarp()";
    return one ? "Should both threads use this element? If not, an index or a guard is wrong. If so, "
                 "they are in two warps of a block: __syncthreads() is missing between the two accesses, "
                 "where all threads of the block come by. In one round of a statement none fits between: "
                 "read into a variable, then the barrier, then write"
               : "Should both threads use this element? If not, an index or a guard is wrong. If so, "
                 "they are in two warps of a block: __syncthreads() is missing between the two accesses, "
                 "where all threads of the block come by";
}

// Adds the advice: a fence at a lock, an atomic for an update, or the order that is missing.
static void append_advice(const SimWorker *w, SimFinding *f, const Access *p, const Access *now,
                          Apart apart, bool equal)
{
    const SimModule *m = w->module;
    bool taken = false, blocks = apart == BLOCKS_OF_GRID;
    i32 lock = apart == GRIDS ? NONE : lock_without_fence(w, p, now, &taken);
    if (lock != NONE) {
        TEXT_APPEND(f->text,
                    "\n    The lock is %s without a fence %s it: __threadfence() is missing\n   ",
                    taken ? "taken" : "given back", taken ? "after" : "before");
        append_place(f->text, sizeof f->text, w->module, lock);
        return;
    }
    const Update *u =
        apart == GRIDS || (p->how & now->how & STRONG) ? NULL : update_of(m, p->pc, now->pc);
    if (u)
        TEXT_APPEND(
            f->text,
            "\n    Should both %s use this element? If not, an index or a guard is wrong. If so, "
            "%seach reads it, %s it and writes it back, and one change can be lost: %s does "
            "all three in one step%s",
            blocks ? "blocks" : "threads", blocks ? "nothing orders the two blocks: " : "", u->verb,
            u->atomic, m->code[now->pc].access.bytes < 4 ? ", in elements of 4 bytes or more" : "");
    else
        TEXT_APPEND(f->text, "\n    %s", missing_order(w, p, now, apart, equal));
}

// Returns what idiom_of does, and remembers it: that reads the whole function.
static Idiom idiom_of_race(SimWorker *w, i32 now, i32 before, bool equal)
{
    Raced *r = &w->check->raced[((u32)now * 31 + (u32)before) % MOST_RACED];
    if (!r->known || r->now != now || r->before != before || r->equal != equal)
        *r = (Raced){now, before, equal, true, idiom_of(w->module, now, before, equal)};
    return r->idiom;
}

void report_race(SimWorker *w, const Access *p, const Access *now, SimSpace space, u64 address,
                 const SimAlloc *a, bool equal)
{
    Idiom idiom = idiom_of_race(w, now->pc, p->pc, equal);
    if (idiom != IDIOM_NONE) {
        report_idiom(w, idiom, now, p->pc);
        return;
    }
    Apart apart = apart_of(w, p, now);
    bool taken;
    bool told = apart == LANES_OF_WARP || (apart == WARPS_OF_BLOCK && now->thread % LANES != 0);
    if (space == SIM_SPACE_SHARED && told && is_reserved(w, address)) {
        remark_reserved(w, p, now);
        return;
    }
    if (apart == BLOCKS_OF_GRID && (p->how & now->how & VOLATILE)) {
        if (w->check->looked_at[now->thread / LANES].address == address)
            return; // it has waited for this very word, and seen the other's store
        if (!has_seen_signal_after(w, p, now->thread) &&
            lock_without_fence(w, p, now, &taken) == NONE) {
            report_volatile(w, p, now);
            return;
        }
    }
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, now->pc, p->pc, (int)apart);
    if (!f)
        return;
    const SimModule *m = w->module;
    Element e;
    bool named = element_at(w->launch, space, address, a, &e);
    if (named) {
        TEXT_APPEND(f->text, "Threads race for ");
        append_element(f->text, sizeof f->text, &e);
        TEXT_APPEND(f->text, ".\n");
    }
    TEXT_APPEND(f->text, "Race reported between %s access", access_words(&m->code[now->pc])->title);
    append_who(w, f, now->pc, now->thread, w->block);
    TEXT_APPEND(f->text, "\n    and %s access", access_words(&m->code[p->pc])->title);
    if (apart == GRIDS)
        append_relative(w, f, p);
    else
        append_who(w, f, p->pc, p->thread, p->block - 1);
    if (!named)
        append_variable(w, f, space, address, a);
    append_advice(w, f, p, now, apart, equal);
}

void report_unacquired(SimWorker *w, const Access *p, const Access *now, SimSpace space,
                       u64 address, const SimAlloc *a)
{
    SimFinding *f = new_finding(w, SIM_FOUND_ACQUIRE, now->pc, p->pc, 0);
    if (!f)
        return;
    TEXT_FORMAT(f->text,
                "A flag of another block is seen without an acquire, so reads after it may "
                "still get old values.\n    The read");
    append_who(w, f, now->pc, now->thread, w->block);
    TEXT_APPEND(f->text, "\n    and the %s", access_words(&w->module->code[p->pc])->name);
    append_who(w, f, p->pc, p->thread, p->block - 1);
    append_variable(w, f, space, address, a);
    i32 flag = unacquired_signal(w, p, now->thread);
    if (flag != NONE) {
        TEXT_APPEND(f->text, "\n    The flag is seen");
        append_place(f->text, sizeof f->text, w->module, flag);
    }
    TEXT_APPEND(f->text,
                "\n    __threadfence() belongs after that, in the same thread; an access with "
                "memory_order_acquire needs none");
}

void report_stale(SimWorker *w, const Access *p, const Access *now, u64 address, const SimAlloc *a)
{
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, now->pc, p->pc, LANES_OF_WARP);
    if (!f)
        return;
    const SimModule *m = w->module;
    bool load = m->code[now->pc].kind == K_LOAD;
    TEXT_FORMAT(f->text, "%s may miss what its own kernel has written before.\n    The read",
                load ? "A read-only load" : "A read of a texture or surface");
    append_who(w, f, now->pc, now->thread, w->block);
    TEXT_APPEND(f->text, "\n    and the %s", access_words(&m->code[p->pc])->name);
    append_who(w, f, p->pc, p->thread, p->block - 1);
    append_variable(w, f, SIM_SPACE_GLOBAL, address, a);
    TEXT_APPEND(f->text,
                load
                    ? "\n    __ldg() and const __restrict__ promise that the kernel doesn't write "
                      "there: a plain pointer reads what is new"
                    : "\n    Only a later launch sees what a kernel writes where it reads textures "
                      "and surfaces");
}

bool is_library(const SimModule *m, i32 pc)
{
    const char *file = placed_at(m, pc)->file;
    return file && (strstr(file, "/include/cccl/") || strstr(file, "/include/cub/") ||
                    strstr(file, "/include/thrust/"));
}

// Remarks a read of what was never written that does no harm, or that its user can't mend.
static void remark_unwritten(const SimWorker *w, i32 pc, u32 thread, SimSpace space, u64 address,
                             const SimAlloc *a, bool gap)
{
    SimFinding *f = new_finding(w, SIM_FOUND_REMARK, pc, pc, 0);
    if (!f)
        return;
    TEXT_FORMAT(
        f->text, "%s",
        gap ? "Remark: some bytes that are read here were never written. If they are gaps between "
              "the members of a structure, they do no harm.\n    The read"
            : "Remark: a library reads shared memory that nobody wrote. It may not use the "
              "value.\n    The read");
    append_who(w, f, pc, thread, w->block);
    append_variable(w, f, space, address, a);
}

// Adds how far an allocation was written, if what came before the launch has ended too early: a copy, or launches that were to write
// the rest.
static void append_written(const SimWorker *w, SimFinding *f, const SimAlloc *a)
{
    u64 first = a->base, left = sim_memory_unwritten(w->launch->memory, a->base, a->size, &first),
        written = first - a->base;
    if (!written || left != a->size - written)
        return;
    Access room;
    const Line *line = &a->shadow->line[(written - 1) >> 7];
    const Access *last = track_at(&line->track[WRITE], (int)((written - 1) >> 2 & 31), &room);
    if (last->when >= w->launch->checks->start) // the kernel is at it
        return;
    if (written == 1)
        TEXT_APPEND(f->text, "\n    Only its first byte was ever written");
    else
        TEXT_APPEND(f->text, "\n    Only its first %l bytes were ever written", (i64)written);
    u64 times = a->size / written;
    if (last->block) // a kernel has written it, and no copy
        TEXT_APPEND(
            f->text, ", by another launch%s",
            w->launch->checks->family
                ? ". If launches by kernels write the rest, this one must wait for them: only a "
                  "tail launch waits for those of all blocks"
                : "");
    else if (a->size % written == 0 && (times == 2 || times == 4 || times == 8 || times == 16))
        TEXT_APPEND(f->text, ": a copy's size is in bytes, and n elements take n * sizeof");
}

void report_unwritten(SimWorker *w, i32 pc, u32 thread, SimSpace space, u64 address, int bytes,
                      const SimAlloc *a, bool gap)
{
    if (gap || (space == SIM_SPACE_SHARED && is_library(w->module, pc))) {
        remark_unwritten(w, pc, thread, space, address, a, gap);
        return;
    }
    SimFinding *f = new_finding(w, SIM_FOUND_UNINITIALIZED, pc, pc, 0);
    if (!f)
        return;
    Element e;
    bool named = element_at(w->launch, space, address, a, &e);
    u64 first;
    bool part =
        space != SIM_SPACE_SHARED &&
        sim_memory_unwritten(w->launch->memory, address, (size_t)bytes, &first) < (u64)bytes;
    if (named) {
        TEXT_APPEND(f->text, "Reads ");
        append_element(f->text, sizeof f->text, &e);
        TEXT_APPEND(f->text, ", %s.\n",
                    part ? "of which only a part was ever written" : "which was never written");
    }
    TEXT_APPEND(f->text, "Uninitialized %s memory read of size %d byte%s\n   ",
                space == SIM_SPACE_SHARED ? "__shared__" : "__global__", bytes, plural(bytes));
    append_who(w, f, pc, thread, w->block);
    if (!named)
        append_variable(w, f, space, address, a);
    if (space != SIM_SPACE_SHARED)
        append_written(w, f, a);
    u32 gone;
    i32 way;
    if (space == SIM_SPACE_SHARED && left_early(w, address, (u64)bytes, &gone, &way)) {
        const u32 *block = w->launch->block;
        TEXT_APPEND(f->text, "\n    Thread (%u,%u,%u) left the kernel before it wrote ",
                    gone % block[0], gone / block[0] % block[1], gone / block[0] / block[1]);
        if (named)
            append_element(f->text, sizeof f->text, &e);
        TEXT_APPEND(f->text, "%s,", named ? "" : "it");
        append_place(f->text, sizeof f->text, w->module, way);
        TEXT_APPEND(f->text, "\n    Let it stay, and skip only what it has no element for");
    } else if (space == SIM_SPACE_SHARED)
        TEXT_APPEND(
            f->text,
            "\n    Does any thread write it? If not, an index or a bound is wrong. If so, %s is missing "
            "before this read, where all threads of the block come by",
            w->cluster ? "__syncthreads(), or cluster.sync()," : "__syncthreads()");
}

void report_unwritten_local(SimWorker *w, i32 pc, u32 thread, u64 address, int bytes)
{
    SimFinding *f = new_finding(w, SIM_FOUND_UNINITIALIZED, pc, pc, 0);
    if (!f)
        return;
    TEXT_FORMAT(f->text, "Uninitialized __local__ memory read of size %d byte%s\n   ", bytes,
                plural(bytes));
    append_who(w, f, pc, thread, w->block);
    TEXT_APPEND(
        f->text,
        "\n    The thread reads its own variable where it never wrote: byte %l of its local memory",
        (i64)address);
}

// Adds " of tile[40]" or " in dynamic shared memory, byte 4".
static void append_of(const SimWorker *w, SimFinding *f, u64 address)
{
    Element e;
    if (element_at(w->launch, SIM_SPACE_SHARED, address, NULL, &e)) {
        TEXT_APPEND(f->text, " of ");
        append_element(f->text, sizeof f->text, &e);
    } else
        append_in_shared(w, f, address);
}

void report_in_flight(SimWorker *w, const Bulk *b, bool writes, i32 pc, u32 thread, u64 address)
{
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, pc, b->pc, GRIDS);
    if (!f)
        return;
    TEXT_FORMAT(f->text, writes ? "A bulk copy is not complete yet when its bytes are used.\n"
                                : "A bulk copy still reads what is overwritten.\n");
    TEXT_APPEND(f->text, "%s", access_words(&w->module->code[pc])->title);
    append_of(w, f, address);
    append_who(w, f, pc, thread, w->block);
    TEXT_APPEND(f->text, "\n    and the bulk copy");
    append_who(w, f, b->pc, (u32)(b->warp * LANES + b->lane), b->issuer->block);
    TEXT_APPEND(
        f->text,
        b->barrier.owner
            ? "\n    Wait first for the phase of the copy's mbarrier, which must expect its bytes"
            : "\n    cp.async.bulk.wait_group.read is missing between, and a barrier if another "
              "thread waits");
}

void report_unwaited(SimWorker *w, const Access *p, const Access *now, u64 address)
{
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, now->pc, p->pc, GRIDS); // says more than a race
    if (!f)
        return;
    TEXT_FORMAT(f->text,
                "An asynchronous copy is not complete yet when its bytes are used.\n    %s",
                access_words(&w->module->code[now->pc])->title);
    append_of(w, f, address);
    append_who(w, f, now->pc, now->thread, w->block);
    TEXT_APPEND(f->text, "\n    and the copy");
    append_who(w, f, p->pc, p->thread, p->block - 1);
    if (p->how & ARRIVES)
        TEXT_APPEND(
            f->text,
            "\n    It arrives at an mbarrier, and who uses the bytes must wait there first");
    else
        TEXT_APPEND(f->text,
                    "\n    Its thread must wait for it first, by __pipeline_wait_prior() or "
                    "cp.async.wait_group; then __syncthreads() if other threads use the bytes");
}

void report_proxy(SimWorker *w, i32 pc, const Access *write, u32 thread, u64 address, bool barrier)
{
    SimFinding *f = new_finding(w, barrier ? SIM_FOUND_REMARK : SIM_FOUND_RACE, pc, write->pc, 0);
    if (!f)
        return;
    TEXT_FORMAT(f->text, barrier ? "Remark: no fence makes an mbarrier known to the bulk copy that "
                                   "completes at it.\n    The store"
                                 : "A bulk copy may miss what was stored before it: no fence comes "
                                   "between.\n    The store");
    append_of(w, f, address);
    append_who(w, f, write->pc, write->thread, write->block - 1);
    TEXT_APPEND(f->text, "\n    and the bulk copy");
    append_who(w, f, pc, thread, w->block);
    TEXT_APPEND(f->text, barrier ? "\n    fence.mbarrier_init or fence.proxy.async belongs after "
                                   "the mbarrier's initialization"
                                 : "\n    fence.proxy.async is missing: after the stores, before "
                                   "the barrier");
}

void report_unfinished(SimWorker *w, const Bulk *b)
{
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, b->pc, b->pc, 0);
    if (!f)
        return;
    TEXT_FORMAT(
        f->text,
        "A block ends before a bulk copy is complete that %s its shared memory.\n    The copy",
        b->to.owner == w ? "writes" : "reads");
    append_who(w, f, b->pc, (u32)(b->warp * LANES + b->lane), b->issuer->block);
    TEXT_APPEND(f->text, b->barrier.owner ? "\n    Nobody waits for the phase of its mbarrier"
                                          : "\n    cp.async.bulk.wait_group.read 0 is missing");
}

void report_left(SimWorker *w, const Access *p)
{
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, p->pc, w->check->exit_pc, BLOCKS_OF_GRID);
    if (!f)
        return;
    TEXT_FORMAT(
        f->text,
        "A block may end before another one of its cluster is done with its shared memory.\n"
        "    %s access",
        access_words(&w->module->code[p->pc])->title);
    append_who(w, f, p->pc, p->thread, p->block - 1);
    TEXT_APPEND(f->text, "\n    to the shared memory of block (%u,%u,%u), which ends",
                w->block_id[0], w->block_id[1], w->block_id[2]);
    append_place(f->text, sizeof f->text, w->module, w->check->exit_pc);
    TEXT_APPEND(f->text, "\n    cluster.sync() is missing at the kernel's end");
}

void report_lost(SimWorker *w, const Lost *l, u32 thread, u32 error)
{
    SimLaunch *launch = w->launch;
    launch->lost += l->count;
    SimFinding *f = new_finding(w, SIM_FOUND_LAUNCH, l->pc, l->pc, (int)launch->lost);
    if (!f)
        return;
    u64 all = launch->child_count + launch->lost;
    TEXT_FORMAT(f->text,
                "%l of %l launches by kernels failed with error %u, and no thread asked by "
                "cudaGetLastError().\n    The last one",
                (i64)launch->lost, (i64)all, error);
    append_who(w, f, l->pc, thread, w->block);
    if (launch->child_count < launch->most_children)
        return;
    TEXT_APPEND(f->text, "\n    (cudaErrorLaunchPendingCountExceeded): ");
    if (launch->depth)
        TEXT_APPEND(f->text,
                    "the kernel is nested %u launches deep, and each is pending until all that it "
                    "launches have ended; ",
                    launch->depth);
    else
        TEXT_APPEND(f->text, "%u launches may be pending at once; ", launch->most_children);
    TEXT_APPEND(f->text,
                "cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, ...) allows more");
}

void report_overrun(SimWorker *w, const Insn *in, i32 pc, u32 thread, u64 address)
{
    SimFinding *f = new_finding(w, SIM_FOUND_OVERRUN, pc, pc, 0);
    if (!f)
        return;
    const SimLaunch *l = w->launch;
    const Var *array = w->module->infos[pc].array;
    Stretch s = stretch_of(l, array);
    if (address - s.start < s.size) // its first bytes are still in the array
        address = s.start + s.size;
    Element e, there;
    bool named = element_of(l, array, address, &e);
    append_invalid(f->text, sizeof f->text, in, SIM_SPACE_SHARED, named ? &e : NULL);
    TEXT_APPEND(f->text, "\n   ");
    append_who(w, f, pc, thread, w->block);
    if (named)
        TEXT_APPEND(f->text, "\n    %s[%l] lies", e.name, e.index);
    else
        TEXT_APPEND(f->text, "\n    Byte %l of %s, which has %l bytes, lies",
                    (i64)(i32)(u32)(address - s.start), array->name, (i64)s.size);
    if (named && element_at(l, SIM_SPACE_SHARED, address, NULL, &there) &&
        there.index < (i64)there.count)
        TEXT_APPEND(f->text, " in %s, element %l", there.name, there.index);
    else
        append_in_shared(w, f, address);
}

// Adds which lanes of a warp wait at this barrier: "##########oooooooooooooooooooooo".
static void append_drawn(SimFinding *f, const Warp *warp, i32 pc)
{
    char lanes[LANES + 1] = "";
    for (int lane = 0; lane < LANES; lane++) {
        lanes[lane] = warp->lanes >> lane & 1 ? '.' : ' ';
        for (int k = 0; k < warp->group_count; k++) {
            const Group *g = &warp->groups[k];
            if (g->mask >> lane & 1)
                lanes[lane] = g->state == G_BARRIER && g->pc == pc ? '#' : 'o';
        }
    }
    TEXT_APPEND(f->text, "\n    lanes of warp %d: %s", warp->index, lanes);
}

static void append_picture(SimFinding *f, const Warp *warp, const Warp *other, i32 pc)
{
    append_drawn(f, warp, pc);
    if (other != warp)
        append_drawn(f, other, pc);
    TEXT_APPEND(f->text, "\n    # waits at this barrier, o is elsewhere, . has left the kernel");
}

void report_divergent(SimWorker *w, const Warp *warp, const Group *g, const Warp *warp2,
                      const Group *g2)
{
    SimFinding *f = new_finding(w, SIM_FOUND_BARRIER, g->pc, g2->pc, 0);
    if (!f)
        return;
    TEXT_FORMAT(f->text, "Barrier error detected. Divergent thread(s) in %s.\n    Threads wait",
                warp == warp2 ? "warp" : "block");
    append_who(w, f, g->pc, (u32)(warp->index * LANES + __builtin_ctz(g->mask)), w->block);
    TEXT_APPEND(f->text, "\n    while others wait");
    append_who(w, f, g2->pc, (u32)(warp2->index * LANES + __builtin_ctz(g2->mask)), w->block);
    append_picture(f, warp, warp2, g->pc);
}

// Tells whether a thread of the block has been in a segment behind the barrier (flow.c).
static bool went_around(const SimWorker *w, i32 barrier)
{
    const Segment *segments = w->module->segments;
    for (int s = w->module->code[barrier].barrier.behind; s >= 0; s = segments[s].after)
        if (w->segments[s].executed > w->check->began[s])
            return true;
    return false;
}

// Reports threads that left the kernel while a group waits at a barrier. A barrier waits for the threads that have not exited
// (PTX ISA, `barrier` and `exit`), so a thread may leave the kernel before it. But a thread may not go around it, by a branch or
// a loop that threads of a block take differently.
void report_exited(SimWorker *w, const Warp *warp, const Group *g)
{
    u32 gone = (u32)w->launch->threads - w->live_threads;
    bool around = went_around(w, g->pc);
    SimFinding *f =
        new_finding(w, around ? SIM_FOUND_BARRIER : SIM_FOUND_REMARK, g->pc, w->check->exit_pc, 0);
    if (!f)
        return;
    TEXT_FORMAT(
        f->text,
        around
            ? "Barrier error detected. Conditional code: %u of %u threads skipped the barrier, "
              "and left the kernel.\n    The barrier"
            : "Remark: %u of %u threads left the kernel before a barrier, which does not wait for "
              "them.\n    The barrier",
        gone, (u32)w->launch->threads);
    append_who(w, f, g->pc, (u32)(warp->index * LANES + __builtin_ctz(g->mask)), w->block);
    const SimFunction *kernel = w->launch->kernel;
    i32 way = w->module->infos[g->pc].function == kernel ? way_out(w->module, kernel, g->pc) : NONE;
    const SimInsnInfo *left = placed_at(w->module, way != NONE ? way : w->check->exit_pc);
    if (left->file)
        TEXT_APPEND(f->text, "\n    others %s at %s:%d",
                    around ? "left" : "returned, or went around it,", left->file, left->line);
    // In compiled code a branch at the kernel's end is like a return.
    TEXT_APPEND(
        f->text,
        around
            ? "\n    To return before a barrier is allowed. To go around it is not, by a branch or "
              "out of a loop, even if the kernel ends soon after it"
            : "\n    To return early is allowed. A barrier in a branch or a loop that only "
              "some threads of a block take is a mistake, even if nothing comes after it");
    const Warp *other = warp;
    for (int i = 0; i < w->launch->warps && other->live == other->lanes; i++)
        other = &w->warps[i];
    append_picture(f, warp, other, g->pc);
}

void report_touched(SimWorker *w, i32 product, i32 touch, u32 thread)
{
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, touch, product, 0);
    if (!f)
        return;
    const Insn *in = &w->module->code[touch];
    TEXT_FORMAT(f->text,
                "Registers of a warpgroup's product are used before it is done.\n    The use");
    append_who(w, f, touch, thread, w->block);
    TEXT_APPEND(f->text, "\n    and the product");
    append_place(f->text, sizeof f->text, w->module, product);
    TEXT_APPEND(
        f->text,
        in->kind == K_STORE && in->access.space == SIM_SPACE_LOCAL
            ? "\n    The compiler keeps an array of sums in local memory: unroll the loops that index it"
            : "\n    wgmma.commit_group and wgmma.wait_group belong between. ptxas waits there by "
              "itself, and the products run one by one");
}

void report_unordered(SimWorker *w, i32 product, u32 thread)
{
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, product, product, 0);
    if (!f)
        return;
    TEXT_FORMAT(
        f->text,
        "A warpgroup's product may miss what was written to its registers: no wgmma.fence comes "
        "between.\n    The product");
    append_who(w, f, product, thread, w->block);
    TEXT_APPEND(
        f->text,
        "\n    wgmma.fence belongs before a kernel's first product, and before each product whose "
        "registers other instructions have written");
}

void report_unfenced(SimWorker *w, i32 product, u32 thread, const Access *write, u64 address)
{
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, product, write->pc, 0);
    if (!f)
        return;
    TEXT_FORMAT(
        f->text,
        "A warpgroup's product may miss what was stored before it: no fence.proxy.async comes "
        "between.\n    The store");
    append_of(w, f, address);
    append_who(w, f, write->pc, write->thread, write->block - 1);
    TEXT_APPEND(f->text, "\n    and the product");
    append_who(w, f, product, thread, w->block);
    TEXT_APPEND(f->text, "\n    fence.proxy.async belongs after the stores, before the barrier");
}

void report_overwritten(SimWorker *w, i32 product, u32 reader, i32 pc, u32 thread, u64 address)
{
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, pc, product, GRIDS); // says more than a race
    if (!f)
        return;
    TEXT_FORMAT(f->text, "A warpgroup's product may still read what is overwritten.\n    The %s",
                access_words(&w->module->code[pc])->name);
    append_of(w, f, address);
    append_who(w, f, pc, thread, w->block);
    TEXT_APPEND(f->text, "\n    and the product");
    append_who(w, f, product, reader, w->block);
    TEXT_APPEND(f->text, "\n    wgmma.wait_group is missing between");
}

void report_apart(SimWorker *w, i32 product, i32 other, u32 thread)
{
    SimFinding *f = new_finding(w, SIM_FOUND_BARRIER, other, product, 0);
    if (!f)
        return;
    TEXT_FORMAT(f->text, "The four warps of a warpgroup don't do the same product.\n    One");
    append_who(w, f, other, thread, w->block);
    TEXT_APPEND(f->text, "\n    another");
    append_place(f->text, sizeof f->text, w->module, product);
    TEXT_APPEND(f->text, "\n    All four execute the same instruction, with the same descriptors");
}
