// queue.c: the host goes on while a grid waits for it.
//
// A launch runs in the host's call, to its end. But a kernel may wait for the host: it spins until a word of mapped or managed
// memory changes. When nothing else can happen in its grid (host/pool.c), the grid is parked, and the call returns. From then on
// until the grid's end there is a list:
//
//     first ──> Item ──> Item ──> Item        in the order in which the host issued them
//               parked   record   launch      a grid that stands still, or work that is not begun
//
// An item may run when no item before it is ordered with it: by its stream, by the default stream, by an event. New work that
// is ordered behind an item becomes an item; other work is done at once, as ever. So without a parked grid the list is empty, and
// nothing here happens. The host cannot change the order in which things happen by being quick or slow, but for what it writes itself.
//
// One thread, the runner, looks at the words that parked grids read, and does the items. It holds rt.lock, except while it sleeps
// or calls a function of the host. Calls that wait sleep until the items are gone for which they wait. If all threads of the program
// wait so and no grid's words have changed, nobody can ever change them: the first grid goes on as if there were no host,
// and reports its deadlock. The same happens at the program's end.
//
// With the word `late` all work becomes an item, and is done as late as CUDA allows: by the call that waits for it, in the caller's
// thread, and none but what must come before the wait's end. A question that is answered by "not ready" does one item. What nobody has
// waited for when the program ends is not done. Only a grid that is parked has the runner do the rest as soon as it may.
//
// Signal handlers and other processes that write such words are not known here. A child of fork has no items.

#include "runtime/state/queue.h"
#include "runtime/state/follows.h"

#include <dirent.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Item {
    struct Item *next;
    Stream *stream;
    const struct Item *after; // the item that records what this one awaits; NULL: none, or done
    double host_time;         // when the host issued it
    Parked *parked;           // a grid that stands still, with what lets it go on; else NULL, and
    Resume *resume;
    void *grid;
    Work *work; // its own
    bool begun; // a thread does it
    bool due;   // late: the call that waits needs it
} Item;

// A thread that waits in a call, until no item holds up what it waits for. If all is NULL, any item does.
typedef struct Waiter {
    struct Waiter *next;
    const struct CUevent_st *event; // to be recorded
    const Stream *begin;            // new work of the stream, to begin
    const Stream *end;              // the stream's work, to end
} Waiter;

// rt.lock guards all of this.
static Item *first;         // queue_end reads it without the lock
static const Item *current; // the item that the runner does, if that is a launch
static Waiter *waiters;
static pthread_cond_t wake;  // for the runner: there is something new
static pthread_cond_t moved; // for waiters: an item has ended or stands still
static pthread_t runner;
static bool running; // there is a runner
static bool leaving; // the program ends

// ---- Order -----------------------------------------------------------------------------------------------------------

// The default stream waits for all streams made without cudaStreamNonBlocking, and they wait for it.
static bool in_order(const Stream *a, const Stream *b)
{
    return a == b || (a->id == DEFAULT_STREAM && !(b->flags & cudaStreamNonBlocking)) ||
           (b->id == DEFAULT_STREAM && !(a->flags & cudaStreamNonBlocking));
}

// Tells whether an item comes before work that is put into the stream now.
static bool holds_up(const Stream *s)
{
    FIND(const Item, i, first, in_order(i->stream, s));
    return i != NULL;
}

bool queue_holds(const Stream *s)
{
    return rt.options.late || holds_up(s);
}

bool queue_runs(const Stream *s)
{
    FIND(const Item, i, first,
         i->stream == s || (s->id == DEFAULT_STREAM && in_order(i->stream, s)));
    return i != NULL;
}

// Tells whether work, which may be NULL, is of a type that names an event, and names this one.
static bool names(const Work *w, NodeType type, const struct CUevent_st *e)
{
    return w && w->type == type && *(const struct CUevent_st *const *)w->args == e;
}

static const Item *recorder(const struct CUevent_st *e)
{
    const Item *last = NULL;
    for (const Item *i = first; i; i = i->next)
        last = names(i->work, NODE_RECORD, e) ? i : last;
    return last;
}

bool queue_records(const struct CUevent_st *e)
{
    return e && recorder(e);
}

bool queue_uses(const struct CUevent_st *e)
{
    FIND(const Item, i, first, names(i->work, NODE_RECORD, e) || names(i->work, NODE_AWAIT, e));
    return i != NULL;
}

bool queue_answers(const Stream *s)
{
    FIND(const Stream, other, rt.streams, !in_order(other, s));
    return other || s->flags & cudaStreamNonBlocking;
}

static bool may_begin(const Item *i)
{
    FIND(const Item, before, first, before == i || in_order(before->stream, i->stream));
    return before == i && !i->after && !i->begun;
}

// ---- What the runner does ----------------------------------------------------------------------------------------------

static void remove_item(Item *done)
{
    FIND_LINK(Item, link, first, *link == done);
    __atomic_store_n(link, done->next, __ATOMIC_RELEASE);
    for (Item *i = first; i; i = i->next)
        i->after = i->after == done ? NULL : i->after;
    free(done->work);
    free(done);
}

static void do_item(Item *i, Going how)
{
    bool host = !i->parked && i->work->type == NODE_HOST; // others may call the runtime meanwhile
    i->begun = true;
    double now = rt.host_time;
    if (!host) {
        rt.host_time = i->host_time;
        current = i;
        calls_hold(true); // the call that put it here is told
        follows_pause(true);
    }
    cudaError_t e = cudaSuccess;
    if (i->parked)
        i->resume(i->grid, &i->parked, how);
    else if (i->work->type != NODE_KERNEL || how != IS_LOST)
        e = i->work->replay(i->work->args, i->stream);
    if (!host) {
        rt.host_time = now;
        current = NULL;
        calls_hold(false);
        follows_pause(false);
    }
    if (e != cudaSuccess && !rt.pending && !rt.fault)
        rt.pending = e;
    i->begun = false;
    if (!i->parked)
        remove_item(i);
}

// Does one item; false if all that may begin are grids that stand still. left: nobody could change that: the first goes on.
static bool do_some(bool left)
{
    bool lost = rt.pending || rt.fault;
    for (Item *i = first; i; i = i->next) {
        bool wakes = may_begin(i) && (lost || !i->parked || parked_wakes(i->parked));
        if (!wakes && !(left && may_begin(i)))
            continue;
        do_item(i, lost ? IS_LOST : wakes ? GOES_ON : IS_LEFT);
        pthread_cond_broadcast(&moved);
        return true;
    }
    return false;
}

// Returns how many threads the program has, without ours.
static int host_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = -1 - pool_helpers(rt.pool);
    if (!tasks)
        return INT_MAX;
    for (const struct dirent *d; (d = readdir(tasks));)
        count += d->d_name[0] != '.';
    closedir(tasks);
    return count;
}

static bool still_waits(const Waiter *w)
{
    return w->event   ? queue_records(w->event)
           : w->begin ? holds_up(w->begin)
           : w->end   ? queue_runs(w->end)
                      : first != NULL;
}

// Tells whether nobody is left who could write what grids read.
static bool nobody_left(void)
{
    int waiting = 0;
    for (const Waiter *w = waiters; w; w = w->next)
        waiting += still_waits(w);
    return leaving || (waiting && host_threads() <= waiting);
}

static struct timespec in_nanoseconds(long n)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += n;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

// Gives others the lock, shortly at first. idle: how often nothing has happened.
static void rest(long idle)
{
    enum { YIELDS = 100, SHORT = 2000 };
    if (idle < YIELDS) {
        pthread_mutex_unlock(&rt.lock);
        sched_yield();
        pthread_mutex_lock(&rt.lock);
        return;
    }
    struct timespec until = in_nanoseconds(idle < SHORT ? 50000 : 500000);
    pthread_cond_timedwait(&wake, &rt.lock, &until);
}

static _Noreturn void *run_items(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&rt.lock);
    for (long idle = 0;;) {
        if (do_some(false) || (first && nobody_left() && do_some(true)))
            idle = 0;
        else if (first)
            rest(idle++);
        else
            pthread_cond_wait(&wake, &rt.lock);
    }
}

static void fork_begins(void)
{
    pthread_mutex_lock(&rt.lock);
}

static void parent_goes_on(void)
{
    pthread_mutex_unlock(&rt.lock);
}

static void child_begins(void)
{
    first = NULL;
    waiters = NULL;
    running = false;
    pthread_mutex_unlock(&rt.lock);
}

static bool start_runner(void)
{
    static bool prepared;
    if (!prepared) {
        pthread_condattr_t monotonic;
        pthread_condattr_init(&monotonic);
        pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
        pthread_cond_init(&wake, &monotonic);
        pthread_cond_init(&moved, &monotonic);
        pthread_condattr_destroy(&monotonic);
        prepared = pthread_atfork(fork_begins, parent_goes_on, child_begins) == 0;
    }
    if (!prepared || running)
        return running;
    sigset_t all, before; // signals are for the program's threads
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    running = pthread_create(&runner, NULL, run_items, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (running)
        pthread_detach(runner);
    return running;
}

// ---- What the host asks ------------------------------------------------------------------------------------------------

Work *work_copy(const Work *w)
{
    Work *copy = malloc(sizeof *copy + w->size);
    if (!copy)
        return NULL;
    *copy = *w;
    copy->args = w->size ? memcpy(copy + 1, w->args, w->size) : NULL; // behind it
    return copy;
}

static Item *add_item(Stream *s)
{
    Item *i = calloc(1, sizeof *i), **end = &first;
    if (!i)
        return NULL;
    while (*end)
        end = &(*end)->next;
    i->stream = s;
    i->host_time = rt.host_time;
    __atomic_store_n(end, i, __ATOMIC_RELEASE);
    pthread_cond_signal(&wake);
    return i;
}

bool queue_park(Stream *s, Parked *parked, Resume *resume, void *grid)
{
    Item *i = !start_runner() ? NULL : current ? (Item *)(uintptr_t)current : add_item(s);
    if (!i)
        return false;
    i->parked = parked;
    i->resume = resume;
    i->grid = grid;
    return true;
}

cudaError_t stream_do(Stream *s, const Work *w)
{
    const Item *after =
        w->type == NODE_AWAIT ? recorder(*(const struct CUevent_st *const *)w->args) : NULL;
    if (!after && !queue_holds(s))
        return w->replay(w->args, s);
    Work *own = work_copy(w);
    Item *i = own ? add_item(s) : NULL;
    if (!i) {
        free(own);
        return cudaErrorMemoryAllocation;
    }
    i->after = after;
    i->work = own;
    return cudaSuccess;
}

// Notes which of the items from i on must be done before the thread can go on that waits.
static void mark_due(Item *i, const Waiter *w)
{
    if (!i)
        return;
    mark_due(i->next, w);
    const Stream *s = w->begin ? w->begin : w->end;
    i->due = w->event   ? i == recorder(w->event)
             : w->begin ? in_order(i->stream, s)
             : w->end   ? i->stream == s || (s->id == DEFAULT_STREAM && in_order(i->stream, s))
                        : true;
    for (const Item *next = i->next; next && !i->due; next = next->next)
        i->due = next->due && (next->after == i || in_order(i->stream, next->stream));
}

// Does what the thread waits for, but for what another thread does meanwhile.
static void do_due(const Waiter *w)
{
    mark_due(first, w);
    for (;;) {
        FIND(Item, i, first, i->due && !i->parked && may_begin(i));
        if (!i)
            return;
        do_item(i, rt.pending || rt.fault ? IS_LOST : GOES_ON);
        pthread_cond_broadcast(&moved);
    }
}

static void wait_until_free(Waiter w)
{
    bool is_runner = running && pthread_equal(runner, pthread_self());
    if (rt.options.late && !is_runner)
        do_due(&w);
    else if (!running || is_runner)
        return;
    w.next = waiters;
    waiters = &w;
    pthread_cond_signal(&wake);
    while (still_waits(&w))
        pthread_cond_wait(&moved, &rt.lock);
    FIND_LINK(Waiter, link, waiters, *link == &w);
    *link = w.next;
    if (__atomic_load_n(&rt.ending, __ATOMIC_ACQUIRE) && !pthread_equal(rt.ender, pthread_self()))
        halt_thread();
}

void queue_wait(const Stream *s)
{
    if (first)
        wait_until_free((Waiter){.begin = s});
}

void queue_wait_end(const Stream *s)
{
    if (first && s)
        wait_until_free((Waiter){.end = s});
}

void queue_wait_event(const struct CUevent_st *e)
{
    if (queue_records(e))
        wait_until_free((Waiter){.event = e});
}

cudaError_t queue_not_ready(void)
{
    struct timespec until = in_nanoseconds(50000);
    if (rt.options.late)
        do_some(false);
    else if (!pthread_equal(runner, pthread_self()))
        pthread_cond_timedwait(&moved, &rt.lock, &until);
    return cudaErrorNotReady;
}

void queue_end(void)
{
    // Without the lock, which a kernel that never ends may hold.
    if (!__atomic_load_n(&first, __ATOMIC_ACQUIRE) || pthread_equal(runner, pthread_self()))
        return;
    if (!running) {
        FIND(const Item, undone, first, !undone->work || undone->work->type <= NODE_HOST);
        if (!undone) // a stream is to be destroyed, memory to be freed, or an event recorded
            return;
        fprintf(stderr, "WARPSIM: late: the program ended before it waited for its last work, "
                        "which was not done\n");
        return;
    }
    pthread_mutex_lock(&rt.lock);
    leaving = true;
    pthread_cond_signal(&wake);
    while (first)
        pthread_cond_wait(&moved, &rt.lock);
    pthread_mutex_unlock(&rt.lock);
}
