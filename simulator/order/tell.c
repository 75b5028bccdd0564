// tell.c: the findings, in words.
//
// A finding is made in the middle of a call, or in a handler. It is told at the end of a call, when the call's name and place are known.

#include "order/order.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FINDINGS = 64, SITE = 256, TEXT = 2048 };

static OrderFinding findings[MOST_FINDINGS]; // (finding_count)
static u32 finding_count;
static u32 again;

OrderFinding *order_finding(void)
{
    if (finding_count == MOST_FINDINGS) {
        again++;
        return NULL;
    }
    findings[finding_count] = (OrderFinding){.address = 0};
    return &findings[finding_count++];
}

bool order_found(void)
{
    return finding_count > 0;
}

u32 order_again(void)
{
    return again;
}

// Returns a text that is equal, and stays; NULL if the host has no memory.
static const char *keep_text(const char *text)
{
    static char **kept; // (kept_count)
    static size_t kept_count, room;
    for (size_t i = 0; i < kept_count; i++)
        if (strcmp(kept[i], text) == 0)
            return kept[i];
    if (!array_grow(&kept, kept_count, &room, sizeof *kept))
        return NULL;
    char *copy = strdup(text);
    if (copy)
        kept[kept_count++] = copy;
    return copy;
}

const char *order_site(const void *caller)
{
    char site[SITE];
    callsite_of(caller, site, sizeof site);
    return keep_text(site);
}

// ---- Words -----------------------------------------------------------------------------------------------------------

static bool writes(unsigned how)
{
    return how & (SIM_TOUCH_WRITE | SIM_TOUCH_ATOMIC);
}

static const char *noun_of(OrderKind kind)
{
    static const char *const nouns[] = {[ORDER_KERNEL] = "kernel",
                                        [ORDER_COPY] = "copy",
                                        [ORDER_FILL] = "fill",
                                        [ORDER_TAKE] = "allocation",
                                        [ORDER_GIVE] = "free"};
    return nouns[kind];
}

static const char *place(const char *site)
{
    return site && *site ? site : "an unknown place";
}

static void append_stream(char *out, const OrderStream *s)
{
    if (s->name)
        text_append(out, TEXT, "%s", s->name);
    else // several streams may be made at one place
        text_append(out, TEXT, "stream %l, made at %s%s", (i64)s->number, place(s->made),
                    s->free_running ? " (cudaStreamNonBlocking)" : "");
}

static const char *deed_of(const OrderWork *w, unsigned how)
{
    return w->kind == ORDER_GIVE   ? "Freed by"
           : w->kind == ORDER_TAKE ? "Allocated by"
           : writes(how)           ? "Written by"
                                   : "Read by";
}

// Adds "Written by the kernel fill(int*), launched at a.cu:30 in the default stream".
static void append_work(char *out, const OrderWork *w, const char *deed)
{
    bool graph = w->call && strstr(w->call, "GraphLaunch");
    text_append(out, TEXT, "\n    %s ", deed);
    if (w->kernel)
        text_append(out, TEXT, "the kernel %s, ", w->kernel);
    else if (graph || !w->call)
        text_append(out, TEXT, "a %s ", noun_of(w->kind));
    else
        text_append(out, TEXT, "%s, ", w->call);
    text_append(out, TEXT, "%s at %s\n        in ",
                graph       ? "in the graph launched"
                : w->kernel ? "launched"
                            : "called",
                place(w->site));
    append_stream(out, &w->stream);
}

static void append_memory(char *out, const SimMemory *m, u64 address)
{
    const SimAlloc *a = sim_nearest(m, address);
    if (!a || address < a->base || address - a->base >= a->size)
        return;
    text_append(out, TEXT, "\n    It is byte %l of ", (i64)(address - a->base));
    if (a->variable)
        text_append(out, TEXT, "the variable %s", a->name);
    else
        text_append(out, TEXT, "the allocation of %l bytes%s%s", (i64)a->size,
                    a->made && *a->made ? " made at " : "", a->made ? a->made : "");
}

// Adds why nothing orders the two, and what would.
static void append_advice(char *out, const OrderFinding *f)
{
    const OrderStream *a = &f->older.stream, *b = &f->newer.stream;
    const char *missing = f->may_signal ? "Missing otherwise" : "Missing";
    if (f->may_signal)
        text_append(out, TEXT,
                    "\n    A function of the host that follows the %s has been called. If the host "
                    "waited for a signal of that function, nothing is wrong.",
                    noun_of(f->older.kind));
    if (f->who == BY_TIMER) {
        text_append(out, TEXT,
                    "\n    As long as it runs, a GPU answers cudaErrorNotReady. %s: "
                    "cudaEventSynchronize() of the event",
                    missing);
        return;
    }
    if (f->who != BY_WORK) {
        text_append(out, TEXT, "\n    ");
        if (!f->may_signal)
            text_append(out, TEXT,
                        "The host goes on at once, and nothing waits for it before the %s. ",
                        f->who == BY_CALL ? noun_of(f->by)
                        : writes(f->how)  ? "write"
                                          : "read");
        text_append(out, TEXT,
                    "%s: cudaDeviceSynchronize(), or cudaStreamSynchronize() of that stream",
                    missing);
        return;
    }
    text_append(out, TEXT, "\n    ");
    if (f->older.loose)
        text_append(out, TEXT,
                    "A copy from pageable memory may go on when the call has returned. ");
    if (f->allocated)
        text_append(out, TEXT,
                    "Memory was allocated between them, which makes streams wait for each "
                    "other in older versions of CUDA; newer ones do not promise it. ");
    if ((a->name && b->free_running) || (b->name && a->free_running))
        text_append(out, TEXT,
                    "A stream made with cudaStreamNonBlocking and the default stream do "
                    "not wait for each other. ");
    if (a->chain == b->chain)
        text_append(out, TEXT,
                    "No edge of the graph orders them. %s: a dependency of the "
                    "second on the first",
                    missing);
    else
        text_append(out, TEXT,
                    "%s between them: cudaEventRecord() after the %s and cudaStreamWaitEvent() "
                    "before the %s, or cudaStreamSynchronize() of the first stream",
                    missing, noun_of(f->older.kind), noun_of(f->newer.kind));
}

// Tells whether CUDA, or the program by a signal that is not seen here, may have ordered the two.
static bool may_be_right(const OrderFinding *f)
{
    return f->older.loose || f->may_signal || (f->who == BY_WORK && f->allocated);
}

static void write_finding(char *out, const SimMemory *m, const OrderFinding *f)
{
    const char *why = may_be_right(f) ? "Remark" : "Order error";
    if (f->who == BY_ACCESS)
        text_format(out, TEXT, "%s: the host %s what unfinished work %s.\n    The host is at %s",
                    why, writes(f->how) ? "writes" : "reads",
                    writes(f->how_older) ? "writes" : "reads", place(f->site));
    else if (f->who == BY_TIMER)
        text_format(out, TEXT,
                    "%s: %s asks for the time of an event that may not have happened.\n"
                    "    Called at %s",
                    why, f->newer.call, place(f->newer.site));
    else if (f->who == BY_CALL)
        text_format(out, TEXT, "%s: %s %s what unfinished work %s.\n    Called at %s", why,
                    f->newer.call,
                    f->by == ORDER_GIVE ? "frees"
                    : writes(f->how)    ? "writes"
                                        : "reads",
                    writes(f->how_older) ? "writes" : "reads", place(f->newer.site));
    else
        text_format(out, TEXT,
                    "%s: two pieces of work use the same memory, and nothing orders them.", why);
    append_work(out, &f->older,
                f->who == BY_TIMER ? "Before it comes" : deed_of(&f->older, f->how_older));
    if (f->who == BY_WORK)
        append_work(out, &f->newer, deed_of(&f->newer, f->how));
    append_memory(out, m, f->address);
    append_advice(out, f);
}

// Tells whether the same two places were told of before.
static bool was_told(const OrderFinding *f)
{
    enum { NAMES = 4 };
    static const char *(*told)[NAMES]; // (told_count)
    static size_t told_count, room;
    const char *newer = f->who == BY_ACCESS ? keep_text(f->site) : f->newer.site;
    const char *const now[NAMES] = {f->older.site, newer, f->older.kernel, f->newer.kernel};
    for (size_t i = 0; i < told_count; i++)
        if (memcmp(told[i], now, sizeof now) == 0)
            return true;
    if (array_grow(&told, told_count, &room, sizeof *told))
        memcpy(told[told_count++], now, sizeof now);
    return false;
}

void order_tell(const SimMemory *m, const char *call, const char *site,
                void (*tell)(const char *text, bool remark))
{
    for (u32 i = 0; i < finding_count; i++) {
        OrderFinding *f = &findings[i];
        if (!f->older.call) { // work of the same call: two nodes of a graph
            f->older.call = call;
            f->older.site = site;
        }
        if (f->who != BY_ACCESS) {
            f->newer.call = call;
            f->newer.site = site;
        }
        if (was_told(f)) {
            again++;
            continue;
        }
        char text[TEXT];
        write_finding(text, m, f);
        tell(text, may_be_right(f));
    }
    finding_count = 0;
}
