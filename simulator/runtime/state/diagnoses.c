// diagnoses.c: prints what the word `check` finds, at once; at the end it prints leaks and a summary.
//
// If something was found and the program would have ended with 0, it ends with CHECK_STATUS, so that a test or a make rule
// notices. A remark is on something legal: it is counted apart and does not change the status. Leaks do not change it
// either, unless the word `leaks` is there. A call that fails is an error, as for compute-sanitizer, even if the program
// checks its result.

#include "runtime/state/state.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_STATUS = 4 };

// The findings that have been printed. If later launches find the same again, it is only counted.
static struct Told {
    const SimInsnInfo *code;
    SimFindingKind kind;
    int pc, other;
} * told_findings;
static int told_count;
static size_t told_room;
static uint64_t again;

static bool was_told(const SimLaunch *l, const SimFinding *f)
{
    for (int i = 0; i < told_count; i++) {
        const struct Told *t = &told_findings[i];
        bool here =
            (t->pc == f->pc && t->other == f->other) || (t->pc == f->other && t->other == f->pc);
        if (t->code == l->insns && t->kind == f->kind && here)
            return true;
    }
    (void)ARRAY_ADD(told_findings, told_count, told_room,
                    (struct Told){l->insns, f->kind, f->pc, f->other});
    return false;
}

void print_findings(const SimLaunch *l)
{
    char order[64] = "";
    if (l->schedule == SIM_RANDOM)
        snprintf(order, sizeof order, "schedule=random seed=%" PRIu64, l->seed);
    print_findings_of(l, order);
}

void print_remark(const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fflush(stdout);
    callsite_print(stderr, "========= ", text);
    fputs("=========\n", stderr);
    rt.remarks++;
}

// Kernels that a remark was made about.
typedef struct {
    const SimFunction **of; // (count)
    size_t count, room;
} Told;

// Adds a kernel; false if it was there, or the host has no memory.
static bool is_new(Told *t, const SimFunction *kernel)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->of[i] == kernel)
            return false;
    return ARRAY_ADD(t->of, t->count, t->room, kernel);
}

void remark_dynamic(const SimFunction *kernel)
{
    static Told told;
    SimFunctionInfo info = sim_function_info(kernel);
    if (info.dynamic[1] && is_new(&told, kernel))
        print_remark(
            "Remark: the extern __shared__ arrays %s and %s of %s begin at the same address\n"
            "    Dynamic shared memory is one array: offsets into it make several",
            info.dynamic[0], info.dynamic[1], info.name);
}

void remark_registers(const SimLaunch *l)
{
    static Told told;
    enum { UNIT = 8, QUARTERS = 128 }; // registers are handed out in units of 8, to warps in fours
    SimFunctionInfo info = sim_function_info(l->kernel);
    int threads = (int)(l->block[0] * l->block[1] * l->block[2]);
    int each = rt.device->registers_per_sm / ((threads + QUARTERS - 1) / QUARTERS * QUARTERS) /
               UNIT * UNIT;
    if (info.registers || info.bounded || each > 255)
        return;
    int live = sim_function_live(l->kernel);
    if (live > each && is_new(&told, l->kernel))
        print_remark(
            "Remark: a GPU may refuse to launch %s in blocks of %d threads\n"
            "    In its PTX %d registers hold values from memory at once; a thread of such a block can have %d, "
            "and without ptxas nobody knows how many it takes\n"
            "    __launch_bounds__(%d) makes the compiler keep within them",
            info.name, threads, live, each, threads);
}

void print_findings_of(const SimLaunch *l, const char *order)
{
    for (int i = 0; i < l->finding_count; i++) {
        const SimFinding *f = &l->findings[i];
        if (was_told(l, f)) {
            again++;
            continue;
        }
        fflush(stdout); // what the program has printed so far comes first
        bool unacquired = f->kind == SIM_FOUND_ACQUIRE;
        char remark[sizeof f->text + 8];
        if (unacquired)
            snprintf(remark, sizeof remark, "Remark: %c%s", tolower(f->text[0]), f->text + 1);
        callsite_print(stderr, "========= ", unacquired ? remark : f->text);
        if (f->hazards > 1)
            fprintf(stderr, "=========     [%" PRIu64 " hazards]\n", f->hazards);
        if (*order)
            fprintf(stderr, "=========     found with %s\n", order);
        fputs("=========\n", stderr);
        *(unacquired || f->kind == SIM_FOUND_REMARK ? &rt.remarks : &rt.found) += 1;
    }
}

void print_unwritten(uint64_t count, uint64_t address)
{
    static uint64_t *told; // (told_allocs) where the allocations begin that were told of
    static size_t told_allocs, room;
    const SimAlloc *a = sim_nearest(rt.memory, address);
    for (size_t i = 0; i < told_allocs; i++)
        if (told[i] == a->base)
            return;
    (void)ARRAY_ADD(told, told_allocs, room, a->base);
    print_remark("Remark: %" PRIu64
                 " byte%s that nobody wrote %s copied to the host\n    the first is "
                 "byte %" PRIu64 " of the allocation of %" PRIu64 " bytes%s%s",
                 count, count == 1 ? "" : "s", count == 1 ? "is" : "are", address - a->base,
                 a->size, a->made ? " made at " : "", a->made ? a->made : "");
}

void print_order(const char *text, bool remark)
{
    fflush(stdout);
    callsite_print(stderr, "========= ", text);
    fputs("=========\n", stderr);
    *(remark ? &rt.remarks : &rt.found) += 1;
}

static char why[640]; // the call that runs fails; empty: its error says it all

void reason_clear(void)
{
    *why = '\0';
}

void reason_set(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
}

void print_failed_call(cudaError_t e, const char *name, const void *caller)
{
    char site[256], text[1536];
    callsite_of(caller, site, sizeof site);
    bool driver = strncmp(name, "cuda", 4) != 0 && strncmp(name, "cu", 2) == 0;
    int code = driver ? driver_error(e) : (int)e;
    snprintf(text, sizeof text,
             "Program hit %s (error %d) due to \"%s\" on CUDA API call to %s%s%s%s%s",
             driver ? driver_error_name(code, false) : cudaGetErrorName(e), code,
             driver ? driver_error_name(code, true) : cudaGetErrorString(e),
             name + (strncmp(name, "__", 2) == 0 ? 2 : 0), *site ? "\n    called at " : "", site,
             *why ? "\n    " : "", why);
    fflush(stdout);
    callsite_print(stderr, "========= ", text);
    fputs("=========\n", stderr);
    rt.found++;
}

// Reports device memory that the program allocated and never freed.
static void report_leaks(void)
{
    for (size_t i = 0; i < sim_alloc_count(rt.memory); i++) {
        const SimAlloc *a = sim_alloc_at(rt.memory, i);
        if (!a->live || a->variable || a->kind == SIM_PARAM || !a->made)
            continue;
        char text[512];
        snprintf(text, sizeof text,
                 "Leaked %" PRIu64 " bytes at 0x%" PRIx64 "\n    allocated at %s", a->size, a->base,
                 a->made);
        callsite_print(stderr, "========= ", text);
        *(rt.options.leaks ? &rt.found : &rt.leaks) += 1;
    }
}

// Reports the memory that kernels took from their heap and never freed.
static void report_heap_leaks(void)
{
    uint64_t blocks, bytes;
    const char *taker;
    for (size_t i = 0; (taker = sim_heap_left(rt.memory, i, &blocks, &bytes)); i++) {
        if (!blocks)
            continue;
        char text[512];
        snprintf(text, sizeof text,
                 "Leaked %" PRIu64 " byte%s of the heap of malloc in kernels, in %" PRIu64
                 " block%s\n    allocated%s",
                 bytes, bytes == 1 ? "" : "s", blocks, blocks == 1 ? "" : "s", taker);
        callsite_print(stderr, "========= ", text);
        *(rt.options.leaks ? &rt.found : &rt.leaks) += 1;
    }
}

void print_libraries(FILE *out)
{
    for (int i = 0; i < MOST_LIBRARIES && rt.libraries[i]; i++)
        fprintf(out, "%s\n", rt.libraries[i]);
}

int print_summary(int status)
{
    if (!rt.options.check)
        return status;
    fflush(stdout);
    if (!rt.fault && !rt.pending) {
        report_leaks();
        report_heap_leaks();
    } else {
        rt.found++; // the fault has been printed already
    }
    again += order_again();
    if (again)
        fprintf(stderr, "========= found again in later launches: %" PRIu64 "\n", again);
    free(told_findings);
    print_libraries(stderr);
    fprintf(stderr, "========= ERROR SUMMARY: %d error%s", rt.found, plural(rt.found));
    if (rt.remarks)
        fprintf(stderr, ", %d remark%s", rt.remarks, plural(rt.remarks));
    if (rt.leaks)
        fprintf(stderr, ", %d leak%s", rt.leaks, plural(rt.leaks));
    fputc('\n', stderr);
    return rt.found && status == 0 ? CHECK_STATUS : status;
}
