// device_sim.c: the simulator as a device process (wire.h). It does what it is told, knows no expected result, and runs
// none of the submission's host code. A fault, and whatever a check finds, goes back as text.

#include "runtime.h" // the pool and readable names; the runtime API itself is not used

#include "wire.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEAP = 8 << 20,       // bytes for malloc in kernels, as CUDA's default
    MOST_CHILDREN = 2048, // pending launches, as CUDA's default
    MOST_DEPTH = 24,      // of nested launches, as CUDA's
    MOST_METRICS = 64,
};

typedef struct {
    char *ptx;
    size_t length;
    SimModule *module; // NULL between runs
} Slot;

static Slot slots[WIRE_SLOTS];
static SimMemory *memory; // of the run
static Pool *every_core, *one_core;
static WireMode mode;
static uint64_t seed;
static SimMetric metrics[MOST_METRICS]; // of the last launch
static int metric_count;

// ---- The pipe -------------------------------------------------------------------------------------------------------

static void receive(void *to, size_t bytes)
{
    unsigned char *at = to;
    while (bytes) {
        ssize_t n = read(STDIN_FILENO, at, bytes);
        if (n <= 0)
            _exit(0); // the judge has ended
        at += n;
        bytes -= (size_t)n;
    }
}

static void send_all(const void *from, size_t bytes)
{
    const unsigned char *at = from;
    while (bytes) {
        ssize_t n = write(STDOUT_FILENO, at, bytes);
        if (n <= 0)
            _exit(0);
        at += n;
        bytes -= (size_t)n;
    }
}

static void answer(WireReply r, const void *bytes)
{
    send_all(&r, sizeof r);
    send_all(bytes, r.bytes);
}

static void answer_text(WireStatus status, const char *text)
{
    answer((WireReply){.status = status, .bytes = strlen(text)}, text);
}

// Faults and findings with C++ names as people read them.
static void answer_fault(const char *text)
{
    char *readable;
    size_t size;
    FILE *out = open_memstream(&readable, &size);
    if (!out)
        _exit(1);
    site_print(out, "", text);
    fclose(out);
    answer_text(WIRE_FAULT, readable);
    free(readable);
}

// ---- Modules and memory ---------------------------------------------------------------------------------------------

static void begin(void)
{
    SimError err;
    for (int i = 0; i < WIRE_SLOTS; i++) {
        sim_module_free(slots[i].module);
        slots[i].module = NULL;
    }
    sim_memory_free(memory);
    memory = sim_memory_new();
    if (!memory)
        _exit(1);
    if (mode != WIRE_LOCKSTEP)
        sim_memory_check(memory);
    metric_count = 0;
    for (int i = 0; i < WIRE_SLOTS; i++)
        if (slots[i].ptx &&
            !(slots[i].module = sim_module_load(slots[i].ptx, slots[i].length, memory, &err))) {
            answer_fault(err.text);
            return;
        }
    answer((WireReply){.status = WIRE_OK}, NULL);
}

static void keep_module(uint32_t slot, size_t bytes)
{
    if (slot >= WIRE_SLOTS)
        _exit(1);
    free(slots[slot].ptx);
    slots[slot].ptx = malloc(bytes + 1);
    if (!slots[slot].ptx)
        _exit(1);
    receive(slots[slot].ptx, bytes);
    slots[slot].ptx[bytes] = '\0';
    slots[slot].length = bytes;
    answer((WireReply){.status = WIRE_OK}, NULL);
}

static void name_kernels(uint32_t slot)
{
    SimModule *module = slot < WIRE_SLOTS ? slots[slot].module : NULL;
    char *names;
    size_t size;
    FILE *out = open_memstream(&names, &size);
    if (!out)
        _exit(1);
    for (int i = 0; module && i < sim_module_kernel_count(module); i++)
        fprintf(out, "%s\n", sim_function_info(sim_module_kernel_at(module, i)).name);
    fclose(out);
    answer((WireReply){.status = WIRE_OK, .bytes = size}, names);
    free(names);
}

static void alloc(uint64_t size)
{
    uint64_t address = sim_alloc(memory, size, SIM_GLOBAL, NULL, NULL, NULL);
    if (address)
        answer((WireReply){.status = WIRE_OK, .value = address}, NULL);
    else
        answer_text(WIRE_BAD, "The simulator has no memory left.");
}

static void write_memory(const WireRequest *r)
{
    void *to = sim_pointer(memory, r->b, r->bytes);
    if (!to)
        _exit(1);
    receive(to, r->bytes);
    if (r->a)
        sim_memory_wrote(memory, r->b, r->bytes);
    answer((WireReply){.status = WIRE_OK}, NULL);
}

static void read_memory(uint64_t address, uint64_t size)
{
    const void *from = sim_pointer(memory, address, size);
    if (!from)
        _exit(1);
    answer((WireReply){.status = WIRE_OK, .bytes = size}, from);
}

static void find_variable(const char *name)
{
    size_t size = 0;
    uint64_t address = slots[WIRE_SUBMISSION].module
                           ? sim_module_variable(slots[WIRE_SUBMISSION].module, name, &size)
                           : 0;
    answer((WireReply){.status = WIRE_OK, .value = address, .extra = address ? size : 0}, NULL);
}

// ---- Launches -------------------------------------------------------------------------------------------------------

// Text of kernels is counted and dropped: it is no result.
static int drop_print(void *host, const char *format, const unsigned char *args)
{
    (void)host, (void)args;
    int count = 0;
    for (; *format; format++)
        if (*format == '%') {
            count += format[1] != '%';
            format += format[1] == '%';
        }
    return count;
}

static int no_attribute(int *value, int attribute, int device)
{
    (void)attribute, (void)device;
    *value = 0;
    return 1; // cudaErrorInvalidValue
}

// Runs a grid and what it launches; NULL, or a diagnosis to be freed.
static char *run_grid(SimLaunch l);

static char *run_children(const SimChildren *children, uint32_t depth)
{
    char *wrong = NULL;
    if (children->count && depth > MOST_DEPTH)
        wrong = strdup("A launch nests deeper than CUDA allows, 24 levels.");
    for (uint32_t i = 0; i < children->count && !wrong; i++) {
        const SimChild *c = &children->child[i];
        wrong = run_grid((SimLaunch){.kernel = c->kernel,
                                     .grid = {c->grid[0], c->grid[1], c->grid[2]},
                                     .block = {c->block[0], c->block[1], c->block[2]},
                                     .shared = c->shared,
                                     .params = c->params,
                                     .depth = depth,
                                     .siblings = children,
                                     .member = i});
    }
    return wrong;
}

static char *run_grid(SimLaunch l)
{
    SimError err;
    bool check = mode != WIRE_LOCKSTEP;
    l.device = sim_device_at(0);
    l.memory = memory;
    l.check = check;
    l.schedule = mode == WIRE_LOCKSTEP         ? SIM_LOCKSTEP
                 : mode == WIRE_SERIAL_CHECKED ? SIM_SERIAL
                                               : SIM_RANDOM;
    l.seed = seed++;
    l.print = drop_print;
    l.heap = HEAP;
    l.most_children = MOST_CHILDREN;
    l.attribute = no_attribute;
    if (sim_launch_prepare(&l, &err) != SIM_OK)
        return strdup(err.text);
    SimStatus status = pool_run(check ? one_core : every_core, &l, &err);
    SimChildren children = {0};
    char *wrong = NULL;
    if (status != SIM_OK)
        wrong = strdup(err.text);
    else if (l.finding_count)
        wrong = strdup(l.findings[0].text);
    else if (!sim_launch_children(&l, &children))
        wrong = strdup("The host has no memory for a kernel's launches.");
    if (!wrong && l.depth == 0)
        metric_count = sim_metrics(&l, NULL, NULL, metrics, MOST_METRICS);
    sim_launch_end(&l);
    if (!wrong)
        wrong = run_children(&children, l.depth + 1);
    sim_children_free(&children);
    return wrong;
}

// Puts the arguments where the kernel wants them; false if they are not what it takes.
static bool fill_params(const SimFunction *f, const WireLaunch *w, unsigned char *params)
{
    size_t offset, size;
    uint32_t i = 0;
    for (; sim_function_param(f, (int)i, &offset, &size); i++) {
        if (i >= w->count || size != w->sizes[i])
            return false;
        memcpy(params + offset, &w->args[i], size);
    }
    return i == w->count;
}

static void describe_params(const SimFunction *f, const WireLaunch *w, char *text, size_t room)
{
    size_t offset, size;
    size_t used = (size_t)snprintf(text, room, "The kernel's parameters have");
    int i = 0;
    for (; sim_function_param(f, i, &offset, &size) && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%zu", i ? ", " : " ", size);
    if (used < room)
        used += (size_t)snprintf(text + used, room - used, "%s bytes; it is given", i ? "" : " no");
    for (uint32_t k = 0; k < w->count && used < room; k++)
        used += (size_t)snprintf(text + used, room - used, "%s%u", k ? ", " : " ", w->sizes[k]);
    if (used < room)
        snprintf(text + used, room - used, "%s.", w->count ? "" : " none");
}

// The device's limits, as the runtime checks them before a launch.
static const char *refuse(const WireLaunch *w, const SimFunctionInfo *info)
{
    uint64_t threads = (uint64_t)w->block[0] * w->block[1] * w->block[2];
    if (threads > 1024 || w->block[0] > 1024 || w->block[1] > 1024 || w->block[2] > 64)
        return "A block has at most 1024 threads.";
    if (threads > (uint64_t)info->max_threads)
        return "The block has more threads than the kernel's __launch_bounds__ allow.";
    uint64_t most = (uint64_t)sim_device_at(0)->shared_per_block;
    if (w->shared_most > most)
        most = w->shared_most;
    if (info->shared + w->shared > most)
        return "The block needs more shared memory than it may have.";
    return NULL;
}

static void launch(const WireLaunch *w)
{
    SimModule *module = w->slot < WIRE_SLOTS ? slots[w->slot].module : NULL;
    SimFunction *f = module ? sim_module_function(module, w->kernel) : NULL;
    if (!f || w->count > WIRE_ARGS) {
        answer_text(WIRE_BAD, "There is no such kernel.");
        return;
    }
    SimFunctionInfo info = sim_function_info(f);
    unsigned char *params = calloc(1, info.params + sizeof(uint64_t));
    if (!params)
        _exit(1);
    const char *refused = refuse(w, &info);
    if (!fill_params(f, w, params)) {
        char text[1024];
        describe_params(f, w, text, sizeof text);
        answer_text(WIRE_BAD, text);
    } else if (refused) {
        answer_text(WIRE_FAULT, refused);
    } else {
        char *wrong = run_grid((SimLaunch){.kernel = f,
                                           .grid = {w->grid[0], w->grid[1], w->grid[2]},
                                           .block = {w->block[0], w->block[1], w->block[2]},
                                           .shared = w->shared,
                                           .params = params});
        if (wrong)
            answer_fault(wrong);
        else
            answer((WireReply){.status = WIRE_OK}, NULL);
        free(wrong);
    }
    free(params);
}

static void end(void)
{
    uint64_t bytes = sim_heap_in_use(memory);
    char text[128];
    snprintf(text, sizeof text, "Leaked %" PRIu64 " bytes: malloc in a kernel, and never a free.",
             bytes);
    if (bytes)
        answer_text(WIRE_FAULT, text);
    else
        answer((WireReply){.status = WIRE_OK}, NULL);
}

static void tell_counter(const char *name)
{
    for (int i = 0; i < metric_count; i++)
        if (strcmp(metrics[i].name, name) == 0) {
            double value = metrics[i].known ? metrics[i].value : NAN;
            answer((WireReply){.status = WIRE_OK, .bytes = sizeof value}, &value);
            return;
        }
    answer((WireReply){.status = WIRE_OK}, NULL);
}

// ---- The loop -------------------------------------------------------------------------------------------------------

static void receive_launch(uint64_t bytes, WireLaunch *w)
{
    if (bytes != sizeof *w)
        _exit(1);
    receive(w, sizeof *w);
    w->kernel[WIRE_NAME - 1] = '\0';
}

static void receive_name(uint64_t bytes, char name[WIRE_NAME])
{
    if (bytes >= WIRE_NAME)
        _exit(1);
    receive(name, bytes);
    name[bytes] = '\0';
}

int main(void)
{
    WireLaunch w;
    char name[WIRE_NAME];
    every_core = pool_new(pool_host_threads());
    one_core = pool_new(1); // checks follow one block at a time
    if (!every_core || !one_core)
        return 1;
    for (;;) {
        WireRequest r;
        receive(&r, sizeof r);
        switch (r.op) {
        case WIRE_HELLO: answer_text(WIRE_OK, sim_device_at(0)->name); break;
        case WIRE_MODULE: keep_module(r.a, r.bytes); break;
        case WIRE_BEGIN:
            mode = (WireMode)r.a;
            seed = r.b;
            begin();
            break;
        case WIRE_KERNELS: name_kernels(r.a); break;
        case WIRE_ALLOC: alloc(r.b); break;
        case WIRE_WRITE: write_memory(&r); break;
        case WIRE_READ: read_memory(r.b, r.c); break;
        case WIRE_VARIABLE:
            receive_name(r.bytes, name);
            find_variable(name);
            break;
        case WIRE_LAUNCH:
            receive_launch(r.bytes, &w);
            launch(&w);
            break;
        case WIRE_END: end(); break;
        case WIRE_COUNTER:
            receive_name(r.bytes, name);
            tell_counter(name);
            break;
        default: return 1; // WIRE_TIME: modelled time is no speed
        }
    }
}
