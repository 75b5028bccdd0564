// device_sim.c: the simulator as a device process (wire.h). It does what it is told, knows no expected result, and runs
// none of the submission's host code. A fault or a check's finding goes back as text.
//
// device_main.c is its main: it gives device_serve the pipes of a process, or the run that a judge has kept in a file (record.c), so
// that a person can look at it. The page (lab/judge/page.c) gives it streams of its own.

#include "views/views.h" // the runtime API itself is not used

#include "device.h"
#include "judge.h" // names of counters
#include "kernel_names.h"
#include "wire.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    HEAP = 8 << 20,       // bytes for malloc in kernels, as CUDA's default
    MOST_CHILDREN = 2048, // pending launches, as CUDA's default
    MOST_DEPTH = 24,      // of nested launches, as CUDA's
    LAUNCH_WORK = 2000, // instructions that a launch by a kernel counts as: it costs the host time
};

typedef struct {
    char *ptx;
    size_t length;
    SimModule *module; // NULL between runs
} Slot;

// The counters of a launch and of all that it launched.
typedef struct {
    SimCount *sum; // (count) by instruction of the module
    int count;
    const SimInsnInfo *insns;
    uint64_t longest;               // instructions of the warp with most of them
    uint64_t waits;                 // how often warps began to wait in a loop
    uint64_t children;              // launches by kernels
    SimMetric metrics[SIM_METRICS]; // (metric_count)
    int metric_count;
} Counters;

static Slot slots[WIRE_SLOTS];
static SimMemory *memory; // the run's device memory
// A pool of one core: checks follow one block at a time, and counters must be the same on every machine.
static Pool *pool;
static WireBegin run;
static uint64_t work;          // instructions so far in the run
static double began;           // processor time at the run's begin, seconds
static Counters counters;      // of the last launch
static Printed printed;        // the first run.lines lines that the run's kernels have printed
static uint64_t lines;         // how many lines they have begun to print
static uint64_t printed_bytes; // how many bytes they have printed
static bool line_ended;        // the last of these ends a line
static char remark[1200];      // the last one on a shuffle that gave noise, in the run; "": none
static DeviceRead *take;       // what the judge asks comes by it
static DeviceWrite *give;      // and the answers go by it

// How a person looks at a kept run.
static struct {
    bool on;
    Options options;
    Report *report; // NULL unless a profile is asked for
    Watch *watch;   // NULL unless the stepper or drawings are
} look;

// ---- The pipe -------------------------------------------------------------------------------------------------------

// Ends this process, since the judge or the kept run has ended.
_Noreturn static void end_of_input(void)
{
    if (look.report)
        report_tables(look.report, stdout);
    if (look.watch)
        watch_end(look.watch, stdout);
    fflush(stdout);
    _exit(0);
}

static void receive(void *to, size_t bytes)
{
    if (!take(to, bytes))
        end_of_input();
}

static void send_all(const void *from, size_t bytes)
{
    if (!give(from, bytes))
        _exit(0);
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

// Answers with a fault or a finding, with readable C++ names in it.
static void answer_fault(const char *text)
{
    if (look.on)
        callsite_print(stdout, "", text);
    char *readable;
    size_t size;
    FILE *all = open_memstream(&readable, &size);
    if (!all)
        _exit(1);
    callsite_print_names(all, text);
    fclose(all);
    answer_text(WIRE_FAULT, readable);
    free(readable);
}

// ---- Modules and memory ---------------------------------------------------------------------------------------------

static double processor_time(void)
{
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

// Limits the run's processor time: a signal then ends this process.
static void limit_time(void)
{
    struct rlimit r;
    began = processor_time();
    if (getrlimit(RLIMIT_CPU, &r) != 0)
        _exit(1);
    r.rlim_cur = (rlim_t)began + run.seconds + 1;
    if (setrlimit(RLIMIT_CPU, &r) != 0)
        _exit(1);
}

static void begin(void)
{
    SimError err;
    limit_time();
    work = 0;
    for (int i = 0; i < WIRE_SLOTS; i++) {
        sim_module_free(slots[i].module);
        slots[i].module = NULL;
    }
    sim_memory_free(memory);
    memory = sim_memory_new();
    if (!memory)
        _exit(1);
    if (run.mode != WIRE_LOCKSTEP)
        sim_memory_check(memory);
    counters.metric_count = 0;
    printed.used = lines = printed_bytes = 0;
    line_ended = true;
    *remark = '\0';
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

static void find_kernel(uint32_t slot, const char *name)
{
    SimModule *module = slot < WIRE_SLOTS ? slots[slot].module : NULL;
    const char *found = "";
    uint64_t count = 0;
    for (int i = 0; module && i < sim_module_kernel_count(module); i++) {
        const char *mangled = sim_function_info(sim_module_kernel_at(module, i)).name;
        if (strlen(mangled) < WIRE_NAME && is_called(mangled, name)) {
            found = count ? found : mangled;
            count++;
        }
    }
    answer((WireReply){.status = WIRE_OK, .value = count, .bytes = strlen(found)}, found);
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

static void call_array(const WireRequest *r, const char *name)
{
    SimElement element = {(uint8_t)r->a, r->c != 0};
    SimModule *module = slots[WIRE_SUBMISSION].module;
    if (r->b)
        sim_memory_call(memory, r->b, name, element);
    else if (module)
        sim_module_call(module, name, element);
    answer((WireReply){.status = WIRE_OK}, NULL);
}

// ---- Launches -------------------------------------------------------------------------------------------------------

// Keeps the first lines that kernels print, for the student, and counts all lines. They are not compared with anything.
static int print(void *launch, const char *format, const unsigned char *args)
{
    static Printed more;
    int count = printed_add(&more, launch, format, args);
    for (size_t i = 0; i < more.used; i++) {
        lines += line_ended;
        line_ended = more.text[i] == '\n';
        if (lines <= run.lines && printed.used < PRINTED_BYTES)
            printed_put(&printed, &more.text[i], 1);
    }
    printed_bytes += more.used;
    if (look.on)
        fwrite(more.text, 1, more.used, stdout);
    more.used = 0;
    return count;
}

static void tell_printed(void)
{
    answer(
        (WireReply){
            .status = WIRE_OK, .value = lines, .extra = printed_bytes, .bytes = printed.used},
        printed.text);
}

static int no_attribute(int *value, int attribute, int device)
{
    (void)attribute, (void)device;
    *value = 0;
    return 1; // cudaErrorInvalidValue
}

// Runs a grid and what it launches. Returns NULL, or a diagnosis to be freed.
static char *run_grid(SimLaunch l);

static char *run_children(const SimLaunch *parent, const SimChildren *children)
{
    char *wrong = NULL;
    if (children->count && parent->depth >= MOST_DEPTH)
        wrong = strdup("A launch nests deeper than CUDA allows, 24 levels.");
    for (uint32_t i = 0; i < children->count && !wrong; i++)
        wrong = run_grid(sim_child_launch(parent, children, i));
    return wrong;
}

// Returns the first error that a checked launch found; NULL if there is none. A remark is on something legal and no error.
static const SimFinding *first_error(const SimLaunch *l)
{
    for (int i = 0; i < l->finding_count; i++)
        if (l->findings[i].kind != SIM_FOUND_REMARK)
            return &l->findings[i];
    return NULL;
}

// Keeps the last remark on a shuffle that reads from an absent lane, in one line. A checked launch gives such a lane noise, so the
// remark explains a wrong result that changes from run to run (check/barriers.c).
static void keep_remark(const SimLaunch *l)
{
    for (int i = 0; i < l->finding_count; i++) {
        const SimFinding *f = &l->findings[i];
        const SimInsnInfo *at = &l->insns[f->pc];
        if (f->kind == SIM_FOUND_REMARK && strncmp(at->text, "shfl", 4) == 0 && at->file)
            snprintf(remark, sizeof remark, "%.*s At %s:%d", (int)strcspn(f->text, "\n"), f->text,
                     at->file, at->line);
    }
}

static bool any_insn(const SimInsnInfo *insn, const void *unused)
{
    (void)insn, (void)unused;
    return true;
}

// Adds a launch's counters. The counts of a launch by the host include its children's instructions; figures of the launch
// itself, such as occupancy, are its own.
static void count_launch(const SimLaunch *l)
{
    Counters *c = &counters;
    if (l->depth == 0) {
        free(c->sum);
        *c = (Counters){.sum = calloc((size_t)l->insn_count + 1, sizeof *c->sum),
                        .count = l->insn_count,
                        .insns = l->insns};
        if (!c->sum)
            _exit(1);
        c->metric_count = sim_metrics(l, NULL, NULL, c->metrics, SIM_METRICS);
    }
    c->children += l->depth > 0;
    c->waits += l->waits;
    c->longest = l->longest > c->longest ? l->longest : c->longest;
    for (int i = 0; i < c->count; i++)
        sim_count_add(&c->sum[i], &l->counts[i]);
    SimLaunch all = {.insn_count = c->count, .insns = c->insns, .counts = c->sum};
    sim_metrics(&all, any_insn, NULL, c->metrics, c->metric_count);
}

// Runs a grid while a person steps through it. Returns as run_grid does.
static char *walk_grid(const SimLaunch *l)
{
    SimError err;
    Walk *w = walk_new(l, &err);
    if (!w)
        return strdup(err.text);
    watch_walk(look.watch, w);
    const SimFinding *f = first_error(&w->launch);
    char *wrong = w->error.status != SIM_OK ? strdup(w->error.text) : f ? strdup(f->text) : NULL;
    walk_free(w);
    return wrong;
}

static char *run_grid(SimLaunch l)
{
    SimError err;
    l.memory = memory;
    l.check = run.mode != WIRE_LOCKSTEP;
    l.schedule = run.mode == WIRE_SERIAL_CHECKED   ? SIM_SERIAL
                 : run.mode == WIRE_RANDOM_CHECKED ? SIM_RANDOM
                                                   : SIM_LOCKSTEP;
    l.seed = run.seed++;
    l.print = print;
    l.host = &l;
    l.heap = HEAP;
    l.most_children = MOST_CHILDREN;
    l.attribute = no_attribute;
    l.most_work = run.instructions;
    l.work = work + (l.depth ? LAUNCH_WORK : 0);
    const SimLaunch plan = l;
    if (look.watch && watch_steps(look.watch, &l))
        return walk_grid(&l);
    if (sim_launch_prepare(&l, &err) != SIM_OK)
        return strdup(err.text);
    if (look.watch)
        watch_launch(look.watch, &l);
    SimStatus status = pool_run(pool, &l, &err);
    SimChildren children = {0};
    char *wrong = NULL;
    work = l.work;
    keep_remark(&l);
    if (status != SIM_OK)
        wrong = strdup(err.text);
    else if (first_error(&l))
        wrong = strdup(first_error(&l)->text);
    else if (!sim_launch_children(&l, &children))
        wrong = strdup("The host has no memory for a kernel's launches.");
    if (!wrong)
        count_launch(&l);
    if (status == SIM_OK && look.report)
        report_launch(look.report, &l);
    sim_launch_end(&l);
    if (!wrong)
        wrong = run_children(&plan, &children);
    sim_children_free(&children);
    return wrong;
}

// Puts the arguments where the kernel expects them; false if their number or sizes are not the kernel's.
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

// Returns why the device's limits refuse a launch; `text` has room for it. NULL: they don't, or sim_launch_prepare will say so.
static const char *refuse(const SimLaunch *l, const WireLaunch *w, const SimFunctionInfo *info,
                          char *text, size_t size)
{
    SimError unused;
    SimLimit limit = sim_launch_limit(l, &unused);
    if (limit == SIM_BEYOND_BLOCK && w->block[0] && w->block[1] && w->block[2])
        return "A block has at most 1024 threads.";
    if (limit == SIM_BEYOND_BOUNDS)
        return "The block has more threads than the kernel's __launch_bounds__ allow.";
    uint64_t most = (uint64_t)l->device->shared_per_block;
    if (w->shared_most > most)
        most = w->shared_most;
    if (info->shared + w->shared > most) {
        snprintf(text, size,
                 "The block needs %" PRIu64 " bytes of shared memory; it may have %" PRIu64 ".",
                 (uint64_t)(info->shared + w->shared), most);
        return text;
    }
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
    const SimLaunch l = {.device = sim_device_at(0),
                         .kernel = f,
                         .grid = {w->grid[0], w->grid[1], w->grid[2]},
                         .block = {w->block[0], w->block[1], w->block[2]},
                         .shared = w->shared,
                         .params = params};
    char words[128];
    const char *refused = refuse(&l, w, &info, words, sizeof words);
    if (!w->launches && sim_module_launches(module)) {
        answer_text(WIRE_FAULT,
                    "A kernel launches a kernel: this exercise is to be solved without.");
    } else if (!fill_params(f, w, params)) {
        char text[1024];
        describe_params(f, w, text, sizeof text);
        answer_text(WIRE_BAD, text);
    } else if (refused) {
        answer_text(WIRE_FAULT, refused);
    } else {
        char *wrong = run_grid(l);
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
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    WireUsed used = {work, (uint64_t)(1e6 * (processor_time() - began)),
                     (uint64_t)r.ru_maxrss << 10};
    if (bytes)
        answer_text(WIRE_FAULT, text);
    else
        answer((WireReply){.status = WIRE_OK, .bytes = sizeof used}, &used);
}

// Returns the number of atomic requests to shared or to global memory.
static double atomics_in(bool shared)
{
    uint64_t sum = 0;
    for (int i = 0; i < counters.count; i++) {
        const SimInsnInfo *insn = &counters.insns[i];
        bool there = shared ? insn->space == SIM_SPACE_SHARED : sim_counts_global(insn);
        sum += insn->kind == SIM_ATOMIC && there ? counters.sum[i].requests : 0;
    }
    return (double)sum;
}

// Returns how often warps met by other means than a BAR (judge.h).
static double meetings(void)
{
    uint64_t arrivals = 0;
    for (int i = 0; i < counters.count; i++)
        arrivals += counters.insns[i].arrives ? counters.sum[i].requests : 0;
    return (double)(arrivals > counters.waits ? arrivals : counters.waits);
}

// Returns the share of branches that split no warp, in percent. What else splits one counts as a branch (judge.h).
static double uniform_percent(void)
{
    uint64_t all = 0, divergent = 0;
    for (int i = 0; i < counters.count; i++) {
        const SimCount *c = &counters.sum[i];
        all += counters.insns[i].kind == SIM_BRANCH ? c->executed : c->divergent;
        divergent += c->divergent;
    }
    return all ? 100.0 * (double)(all - divergent) / (double)all : 100;
}

// Sets *value to one of the judge's own counters (judge.h); false if there is none of this name.
static bool own_counter(const char *name, double *value)
{
    if (strcmp(name, LONGEST_WARP) == 0)
        *value = (double)counters.longest;
    else if (strcmp(name, LAUNCHED_BY_KERNELS) == 0)
        *value = (double)counters.children;
    else if (strcmp(name, GLOBAL_ATOMICS) == 0)
        *value = atomics_in(false);
    else if (strcmp(name, SHARED_ATOMICS) == 0)
        *value = atomics_in(true);
    else if (strcmp(name, MEETINGS) == 0)
        *value = meetings();
    else if (strcmp(name, UNIFORM) == 0)
        *value = uniform_percent();
    else
        return false;
    return true;
}

static void tell_counter(const char *name)
{
    double value = 0;
    bool known = counters.metric_count && own_counter(name, &value);
    for (int i = 0; i < counters.metric_count && !known; i++)
        if (strcmp(counters.metrics[i].name, name) == 0) {
            value = counters.metrics[i].known ? counters.metrics[i].value : NAN;
            known = true;
        }
    answer((WireReply){.status = WIRE_OK, .bytes = known ? sizeof value : 0}, &value);
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

// ---- Looking at a kept run --------------------------------------------------------------------------------------------

static void show_printed(void)
{
    fflush(stdout);
}

static const char *ptx_of(const SimFunction *kernel, size_t *length)
{
    const Slot *s = &slots[WIRE_SUBMISSION];
    const char *name = sim_function_info(kernel).name;
    if (!s->module || sim_module_function(s->module, name) != kernel)
        s = &slots[WIRE_GIVEN];
    *length = s->length;
    return s->ptx;
}

bool device_look(const char *words, char *message, size_t size)
{
    static const Program PROGRAM = {.flush = show_printed, .ptx = ptx_of, .quit = exit};
    look.on = true;
    if (!options_parse(&look.options, words, message, size))
        return false;
    const Options *o = &look.options;
    if ((o->profile && !(look.report = report_new(o))) ||
        ((o->step || o->draw || o->trace) && !(look.watch = watch_new(o, &PROGRAM)))) {
        snprintf(message, size, "the host is out of memory");
        return false;
    }
    return true;
}

int device_serve(DeviceRead *read, DeviceWrite *write)
{
    WireLaunch w;
    char name[WIRE_NAME];
    take = read;
    give = write;
    cpu_must_suffice();
    if (!pool && !(pool = pool_new(1)))
        return 1;
    for (;;) {
        WireRequest r;
        receive(&r, sizeof r);
        if (r.op == WIRE_KERNEL || r.op == WIRE_VARIABLE || r.op == WIRE_CALL ||
            r.op == WIRE_COUNTER)
            receive_name(r.bytes, name);
        switch (r.op) {
        case WIRE_HELLO: answer_text(WIRE_OK, sim_device_at(0)->name); break;
        case WIRE_MODULE: keep_module(r.a, r.bytes); break;
        case WIRE_BEGIN:
            if (r.bytes != sizeof run)
                return 1;
            receive(&run, sizeof run);
            if (look.report || look.options.draw) // a profile is taken without checks, as on a GPU
                run.mode = WIRE_LOCKSTEP;
            begin();
            break;
        case WIRE_KERNEL: find_kernel(r.a, name); break;
        case WIRE_ALLOC: alloc(r.b); break;
        case WIRE_WRITE: write_memory(&r); break;
        case WIRE_READ: read_memory(r.b, r.c); break;
        case WIRE_VARIABLE: find_variable(name); break;
        case WIRE_CALL: call_array(&r, name); break;
        case WIRE_PRINTED: tell_printed(); break;
        case WIRE_REMARK: answer_text(WIRE_OK, remark); break;
        case WIRE_LAUNCH:
            receive_launch(r.bytes, &w);
            launch(&w);
            break;
        case WIRE_END: end(); break;
        case WIRE_COUNTER: tell_counter(name); break;
        default: return 1; // WIRE_TIME: a modelled time is no measured speed
        }
    }
}
