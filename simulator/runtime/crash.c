// crash.c: explains a crash. A host program that uses a device address as its own ends by a segmentation fault, as with a
// GPU. Here we say what the address is before the program ends.

#include "runtime/runtime.h"

#include <inttypes.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

enum { STACK = 1 << 18 }; // bytes of a stack for the handler: the fault may be a full stack

static pid_t owner; // a child of the program has no device

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

// Handles SIGSEGV. The fault comes again on return, and then ends the program.
static void explain(int sig, siginfo_t *info, void *context)
{
    signal(sig, SIG_DFL);
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    const SimAlloc *a = address ? sim_nearest(rt.memory, address) : NULL;
    if (getpid() != owner || !a || sim_is_hosts(a->kind) || address < a->base ||
        address - a->base > a->size)
        return;
    char text[1024], site[256];
    site_of(fault_place(context), site, sizeof site);
    snprintf(text, sizeof text,
             "Segmentation fault: 0x%" PRIx64 " is a device address, used by the host%s%s\n"
             "    It is byte %" PRIu64 " of %s%s, %" PRIu64 " bytes%s%s\n"
             "    Copy with cudaMemcpy, and use the copy",
             address, *site ? "\n    at " : "", site, address - a->base,
             a->name ? "the variable " : "an allocation", a->name ? a->name : "", a->size,
             a->made ? ", allocated at " : "", a->made ? a->made : "");
    fflush(stdout);
    site_print(stderr, "========= ", text);
}

void crash_watch(void)
{
    static char stack[STACK];
    owner = getpid();
    struct sigaction now, watch = {.sa_sigaction = explain, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    stack_t room = {.ss_sp = stack, .ss_size = sizeof stack};
    if (sigaction(SIGSEGV, NULL, &now) != 0 || now.sa_handler != SIG_DFL || // the program's own
        sigaltstack(&room, NULL) != 0)
        return;
    sigaction(SIGSEGV, &watch, NULL);
}
