// crash.c: the signals that end a program, and what is said before.
//
// A host program that uses a device address as its own, or goes far past the end of pinned or managed memory, ends by a
// segmentation fault, as with a GPU. Here we say what the address is. A kernel that does not end is ended by Ctrl-C: it stops, and
// says where it was.

#include "runtime/state/state.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <inttypes.h>
#include <link.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    STACK = 1 << 18, // bytes of a stack for the handler: the fault may be a full stack
    BEHIND =
        8192 // bytes behind host memory that are nobody else's: the rest of its last page, and a page
};

// Returns the address of the instruction that crashed. Unlike a return address, it is not the one after a call.
static const void *fault_place(const void *context)
{
#ifdef __x86_64__
    const ucontext_t *c = context;
    return (const void *)(uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#else
    (void)context;
    return NULL;
#endif
}

// Tells whether the instruction that crashed was to write. Where the processor does not say so it counts as a read.
static bool fault_writes(const void *context)
{
#ifdef __x86_64__
    const ucontext_t *c = context;
    return c->uc_mcontext.gregs[REG_ERR] & 2;
#else
    (void)context;
    return false;
#endif
}

// Returns the address of the user's call if the instruction that crashed is in a library, such as memcpy, else its own.
static const void *users_place(const void *crashed)
{
    void *frames[32];
    int count = backtrace(frames, 32), i = 0;
    while (i < count && frames[i] != crashed)
        i++;
    for (; i < count; i++) {
        Dl_info info;
        struct link_map *map;
        if (dladdr1(frames[i], &info, (void **)&map, RTLD_DL_LINKMAP) &&
            !*map->l_name) // the program itself
            return frames[i];
    }
    return crashed;
}

static bool may_step; // the trap after a single instruction comes to us

// Has the thread trapped after its next instruction, or no longer.
static void step(void *context, bool on)
{
#ifdef __x86_64__
    enum { TRAP_FLAG = 1 << 8 };
    greg_t *flags = &((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL];
    *flags = on && may_step ? *flags | TRAP_FLAG : *flags & ~TRAP_FLAG;
#else
    (void)context, (void)on, (void)may_step;
#endif
}

// Handles SIGTRAP. A breakpoint comes again on return, and then ends the program.
static void trapped(int sig, siginfo_t *info, void *context)
{
    int before = errno;
    if (info->si_code != TRAP_TRACE) {
        signal(sig, SIG_DFL);
        raise(sig);
        return;
    }
    order_stepped();
    step(context, false);
    errno = before;
}

static _Thread_local const void *stopped_at;

// Writes where the host was stopped by a guard. The instruction itself counts, not the one before it, as with the address of a return.
static void stopped_site(char *out, size_t size)
{
    const char *place = users_place(stopped_at);
    callsite_of(place == stopped_at ? place + 1 : place, out, size);
}

// Tells whether the host has met a guard (order/guard.c), and may go on.
static bool met_guard(const siginfo_t *info, void *context)
{
    int before = errno;
    bool listen =
        pthread_mutex_trylock(&rt.lock) == 0; // else a call is made, here or in another thread
    stopped_at = fault_place(context);
    OrderStop stop =
        order_stopped((uintptr_t)info->si_addr, fault_writes(context), listen, stopped_site);
    if (stop == ORDER_STEPS)
        step(context, true);
    if (listen)
        pthread_mutex_unlock(&rt.lock);
    errno = before;
    return stop != ORDER_NOT_GUARDED;
}

// Handles SIGSEGV. The fault comes again on return, and then ends the program.
static void explain(int sig, siginfo_t *info, void *context)
{
    if (met_guard(info, context))
        return;
    signal(sig, SIG_DFL);
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    const SimAlloc *a = address ? sim_nearest(rt.memory, address) : NULL;
    if (getpid() != rt.owner || !a || address < a->base ||
        address - a->base > a->size + (sim_is_hosts(a->kind) ? BEHIND : 0))
        return;
    char text[1024], site[256];
    callsite_of(users_place(fault_place(context)), site, sizeof site);
    snprintf(text, sizeof text,
             "Segmentation fault: 0x%" PRIx64 " is %s, used by the host%s%s\n"
             "    It is byte %" PRIu64 " of %s%s, %" PRIu64 " bytes%s%s%s",
             address, sim_is_hosts(a->kind) ? "past the end of host memory" : "a device address",
             *site ? "\n    at " : "", site, address - a->base,
             a->variable ? "the variable " : "an allocation", a->variable ? a->name : "", a->size,
             a->made ? ", allocated at " : "", a->made ? a->made : "",
             sim_is_hosts(a->kind) ? "" : "\n    Copy with cudaMemcpy, and use the copy");
    fflush(stdout);
    callsite_print(stderr, "========= ", text);
}

// Handles SIGINT. If a kernel runs, it stops soon, and the signal comes again then. The next Ctrl-C does not wait for that.
static void interrupt(int sig)
{
    signal(sig, SIG_DFL);
    if (__atomic_load_n(&rt.running, __ATOMIC_RELAXED))
        __atomic_store_n(&rt.stop, true, __ATOMIC_RELAXED);
    else
        raise(sig);
}

// Tells whether the program leaves a signal to the system.
static bool is_unhandled(int sig)
{
    struct sigaction now;
    return sigaction(sig, NULL, &now) == 0 && now.sa_handler == SIG_DFL;
}

bool crash_is_watched(void)
{
    struct sigaction now;
    return sigaction(SIGSEGV, NULL, &now) == 0 && now.sa_sigaction == explain;
}

void crash_watch(void)
{
    static char stack[STACK];
    struct sigaction watch = {.sa_sigaction = explain, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    stack_t room = {.ss_sp = stack, .ss_size = sizeof stack};
    if (is_unhandled(SIGSEGV) && sigaltstack(&room, NULL) == 0)
        sigaction(SIGSEGV, &watch, NULL);
    struct sigaction trap = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    may_step = rt.options.check && is_unhandled(SIGTRAP) && sigaction(SIGTRAP, &trap, NULL) == 0;
    if (is_unhandled(SIGINT) && !rt.options.step) // the stepper's screen has a handler of its own
        signal(SIGINT, interrupt);
}
