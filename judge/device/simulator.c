// simulator.c: the simulator as a device (wire.h). It does what it is told, knows no expected result, and runs none of the
// submission's host code. A fault or a check's finding goes back as text.

#include "host/host.h" // the runtime API itself is not used

#include "device.h"
#include "judge/core/judge_limits.h"
#include "kernel_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEAP = 8 << 20,       // bytes for malloc in kernels, as CUDA's default
    MOST_CHILDREN = 2048, // pending launches, as CUDA's default
    LAUNCH_WORK = 2000, // instructions that a launch by a kernel counts as: it costs the host time
};

typedef struct {
    char *ptx;
    size_t length;
    SimModule *module; // NULL between runs
} Slot;

static Slot slots[WIRE_SLOTS];
static SimMemory *memory; // the run's device memory
// A pool of one core: checks follow one block at a time, and counters must be the same on every machine.
static Pool *pool;
static WireBegin run;
static const SimDevice *device;     // that is simulated in the run
static uint64_t work;               // instructions so far in the run
static uint64_t launches;           // of the run so far
static uint64_t prints, print_work; // calls of printf so far in the run, and what they count as
static char remarks[WIRE_REMARKS][1200]; // of the run; "": none
static bool unset;                       // WIRE_NOISE is about a variable that was never set
static Onlooker onlooker;
static Answer given; // the answer to the question
static bool failed;  // the host has no memory, or what was asked is no question: there is no answer

// ---- Answers --------------------------------------------------------------------------------------------------------

// Without memory there is no answer.
static void *need(void *memory)
{
    failed |= !memory;
    return memory;
}

static char *copy(const char *text)
{
    return need(strdup(text));
}

// Answers; the bytes stay until the next question.
static void answer(WireReply head, const void *bytes)
{
    given = (Answer){head, bytes};
}

static void answer_text(WireStatus status, const char *text)
{
    static char *kept;
    free(kept);
    kept = copy(text);
    answer((WireReply){.status = status, .bytes = kept ? strlen(kept) : 0}, kept);
}

// Answers with a text in which C++ names are readable.
static void answer_readable(WireStatus status, const char *text)
{
    char *readable;
    size_t size;
    FILE *all = need(open_memstream(&readable, &size));
    if (!all)
        return;
    callsite_print_names(all, text);
    fclose(all);
    answer_text(status, readable);
    free(readable);
}

// Answers with a fault or a finding.
static void answer_fault(const char *text)
{
    if (onlooker.wrong)
        onlooker.wrong(text);
    answer_readable(WIRE_FAULT, text);
}

// ---- Modules and memory ---------------------------------------------------------------------------------------------

static void begin(void)
{
    SimError err;
    if (onlooker.unchecked)
        run.mode = WIRE_LOCKSTEP;
    work = 0;
    for (int i = 0; i < WIRE_SLOTS; i++) {
        sim_module_free(slots[i].module);
        slots[i].module = NULL;
    }
    sim_memory_free(memory);
    memory = need(sim_memory_new());
    if (!memory)
        return;
    if (run.mode != WIRE_LOCKSTEP)
        sim_memory_check(memory);
    counters_forget();
    printed_forget();
    launches = prints = print_work = 0;
    unset = false;
    for (int i = 0; i < WIRE_REMARKS; i++)
        *remarks[i] = '\0';
    for (int i = 0; i < WIRE_SLOTS; i++)
        if (slots[i].ptx &&
            !(slots[i].module = sim_module_load(slots[i].ptx, slots[i].length, memory, &err))) {
            answer_fault(err.text);
            return;
        }
    answer((WireReply){.status = WIRE_OK}, NULL);
}

static void keep_module(uint32_t slot, const void *ptx, size_t length)
{
    free(slots[slot].ptx);
    slots[slot].ptx = need(malloc(length + 1));
    if (failed)
        return;
    memcpy(slots[slot].ptx, ptx, length);
    slots[slot].ptx[length] = '\0';
    slots[slot].length = length;
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

static void write_memory(const WireRequest *r, const void *bytes)
{
    void *to = need(sim_pointer(memory, r->b, r->bytes));
    if (!to)
        return;
    memcpy(to, bytes, r->bytes);
    if (r->a)
        sim_memory_wrote(memory, r->b, r->bytes);
    answer((WireReply){.status = WIRE_OK}, NULL);
}

static void read_memory(uint64_t address, uint64_t size)
{
    const void *from = need(sim_pointer(memory, address, size));
    answer((WireReply){.status = WIRE_OK, .bytes = size}, from);
}

static void tell_unwritten(uint64_t address, uint64_t size)
{
    static unsigned char *map; // the answer's bytes stay until the next question
    free(map);
    if (!(map = need(calloc(1, size + 1))))
        return;
    const SimAlloc *a = sim_nearest(memory, address);
    for (uint64_t i = 0, first; i < size; i++)
        map[i] = sim_memory_unwritten(memory, address + i, 1, &first) != 0;
    answer((WireReply){.status = WIRE_OK, .bytes = a && a->shadow ? size : 0}, map);
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
    SimElement element = {(uint8_t)r->a, (r->c & 3) == 1, (r->c & 3) == 2,
                          r->c >> 2 <= UINT32_MAX ? (uint32_t)(r->c >> 2) : 0};
    SimModule *module = slots[WIRE_SUBMISSION].module;
    if (r->b)
        sim_memory_call(memory, r->b, name, element);
    else if (module)
        sim_module_call(module, name, element);
    answer((WireReply){.status = WIRE_OK}, NULL);
}

// ---- Launches -------------------------------------------------------------------------------------------------------

// Keeps what kernels print, for the student. It is not compared with anything.
static int print(void *launch, const char *format, const unsigned char *args)
{
    static Printed more;
    int count = printed_add(&more, launch, format, args);
    prints++;
    print_work += sim_print_work(format);
    if (run.lines)
        printed_keep(launch, launches, more.text, more.used);
    if (onlooker.printed)
        onlooker.printed(more.text, more.used);
    more.used = 0;
    return count;
}

static void tell_printed(void)
{
    uint64_t lines, bytes;
    size_t size;
    const char *text = printed_first(run.lines, &size, &lines, &bytes);
    answer((WireReply){.status = WIRE_OK, .value = lines, .extra = bytes, .bytes = size}, text);
}

static int no_attribute(int *value, int attribute, int device)
{
    (void)attribute, (void)device;
    *value = 0;
    return 1; // cudaErrorInvalidValue
}

const SimFinding *device_first_error(const SimLaunch *l)
{
    for (int i = 0; i < l->finding_count; i++)
        if (l->findings[i].kind != SIM_FOUND_REMARK)
            return &l->findings[i];
    return NULL;
}

static bool is_about_unset(const SimFinding *f)
{
    return strncmp(f->text, "Remark: a variable is used", 26) == 0;
}

// Keeps the first remark on a variable that was never set, or else the last one on a shuffle that reads from an absent lane, in one line.
// A checked launch puts noise there, so the remark explains a wrong result that changes from run to run (check/unset.c, check/barriers.c).
// Of the remarks on threads that others didn't wait for, at a barrier or in a mask, it keeps the first.
static void keep_remarks(const SimLaunch *l)
{
    for (int i = 0; i < l->finding_count; i++) {
        const SimFinding *f = &l->findings[i];
        const SimInsnInfo *at = &l->insns[f->pc];
        if (f->kind != SIM_FOUND_REMARK)
            continue;
        if (at->file && !unset && (is_about_unset(f) || strncmp(at->text, "shfl", 4) == 0))
            snprintf(remarks[WIRE_NOISE], sizeof remarks[WIRE_NOISE], "%.*s At %s:%d",
                     (int)strcspn(f->text, "\n"), f->text, at->file, at->line);
        unset |= is_about_unset(f);
        bool unmet = strncmp(at->text, "bar", 3) == 0 || strstr(f->text, "no longer wait for");
        if (unmet && !*remarks[WIRE_SKIPPED])
            snprintf(remarks[WIRE_SKIPPED], sizeof remarks[WIRE_SKIPPED], "%.*s",
                     (int)sizeof remarks[WIRE_SKIPPED] - 1, f->text);
    }
}

// Returns why a run has used up its instructions; behind the first line it says if printf took most of them.
static char *tell_too_long(const char *why)
{
    size_t first = strcspn(why, "\n"), room = strlen(why) + 200;
    char *all = 2 * print_work > run.instructions ? need(malloc(room)) : copy(why);
    if (all && 2 * print_work > run.instructions)
        snprintf(all, room,
                 "%.*s\n    Most of this is printf, called %" PRIu64
                 " times: a call counts as %d instructions or more. Let few threads print, or "
                 "none%s",
                 (int)first, why, prints, SIM_PRINT_WORK, why + first);
    return all;
}

// Returns a fault with the remark behind it that a variable was never set, since an index of that kind leads anywhere. Takes `wrong`.
static char *with_unset(char *wrong)
{
    char *all;
    size_t size;
    FILE *out = unset && wrong ? open_memstream(&all, &size) : NULL;
    if (!out)
        return wrong;
    fprintf(out, "%s%s%s", wrong, wrong[strlen(wrong) - 1] == '\n' ? "" : "\n",
            remarks[WIRE_NOISE]);
    fclose(out);
    free(wrong);
    return need(all);
}

// What a grid has launched, which runs when the grid has ended. A stack, since launches may nest as deep as there is room for pending ones.
typedef struct Offspring {
    struct Offspring *above; // of the grid that launched this one's
    SimLaunch parent;
    SimChildren children;
    uint32_t next;    // the child that runs next
    uint32_t waiting; // launches further up that are pending meanwhile
    SimNest time;     // of the grid with the children before
} Offspring;

// A grid has ended, and all its own launches: the one above, or the host's launch, has its time.
static void ends_with_all(Offspring *above, const SimNest *time)
{
    if (above)
        sim_nest_add(&above->time, &above->children.child[above->next - 1], time);
    else
        counters_time(sim_nest_time(time));
}

// Runs a grid alone, beside `waiting` launches that are pending. What it launches becomes *offspring, on top of what that was. Returns NULL,
// or a diagnosis to be freed.
static char *run_alone(SimLaunch l, uint32_t waiting, Offspring **offspring)
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
    l.most_children = MOST_CHILDREN > waiting ? MOST_CHILDREN - waiting : 0;
    l.attribute = no_attribute;
    l.most_work = run.instructions;
    l.work = work + (l.depth ? LAUNCH_WORK : 0);
    Offspring own = {.above = *offspring, .parent = l, .waiting = waiting};
    char *wrong = NULL;
    launches++;
    if (onlooker.runs && onlooker.runs(&l, &wrong))
        return wrong;
    if (sim_launch_prepare(&l, &err) != SIM_OK)
        return copy(err.text);
    if (onlooker.begins)
        onlooker.begins(&l);
    SimStatus status = pool_run(pool, &l, &err);
    work = l.work;
    keep_remarks(&l);
    if (status == SIM_TOO_LONG)
        wrong = tell_too_long(err.text);
    else if (status != SIM_OK)
        wrong = copy(err.text);
    else if (device_first_error(&l))
        wrong = copy(device_first_error(&l)->text);
    else if (!sim_launch_children(&l, &own.children))
        wrong = copy("The host has no memory for a kernel's launches.");
    wrong = with_unset(wrong);
    if (!wrong) {
        failed |= !counters_add(&l);
        sim_nest_begin(&own.time, &l);
    }
    if (status == SIM_OK && onlooker.ended)
        onlooker.ended(&l);
    sim_launch_end(&l);
    Offspring *kept = own.children.count && !wrong ? need(malloc(sizeof *kept)) : NULL;
    if (kept) {
        *kept = own;
        *offspring = kept;
        return NULL;
    }
    if (!wrong)
        ends_with_all(*offspring, &own.time);
    sim_children_free(&own.children);
    return wrong;
}

// Runs a grid and what it launches: a launch's own launches run before the next one. As on a GPU, a launch counts as pending until it and
// all its own have ended. Returns NULL, or a diagnosis to be freed.
static char *run_grid(const SimLaunch *l)
{
    Offspring *offspring = NULL;
    char *wrong = run_alone(*l, 0, &offspring);
    for (Offspring *o; (o = offspring);) {
        uint32_t left = wrong ? 0 : o->children.count - o->next;
        if (left) {
            wrong = run_alone(sim_child_launch(&o->parent, &o->children, o->next++),
                              o->waiting + left, &offspring);
            continue;
        }
        offspring = o->above;
        if (!wrong)
            ends_with_all(offspring, &o->time);
        sim_children_free(&o->children);
        free(o);
    }
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
    unsigned char *params = need(calloc(1, info.params + sizeof(uint64_t)));
    if (!params)
        return;
    const SimLaunch l = {.device = device,
                         .kernel = f,
                         .grid = {w->grid[0], w->grid[1], w->grid[2]},
                         .block = {w->block[0], w->block[1], w->block[2]},
                         .cluster = {w->cluster[0], w->cluster[1], w->cluster[2]},
                         .shared = w->shared,
                         .params = params};
    char words[128];
    const char *refused = refuse(&l, w, &info, words, sizeof words);
    if (!w->launches && sim_module_launches(module)) {
        answer_text(WIRE_FAULT, "A kernel launches a kernel: solve this exercise without that.");
    } else if (!fill_params(f, w, params)) {
        char text[1024];
        describe_params(f, w, text, sizeof text);
        answer_text(WIRE_BAD, text);
    } else if (refused) {
        answer_text(WIRE_FAULT, refused);
    } else {
        char *wrong = run_grid(&l);
        if (wrong)
            answer_fault(wrong);
        else
            answer((WireReply){.status = WIRE_OK}, NULL);
        free(wrong);
    }
    free(params);
}

// The run has ended. Its host tells what else it has used.
static void end(void)
{
    static WireUsed used;
    uint64_t bytes = sim_heap_in_use(memory);
    char text[128];
    snprintf(text, sizeof text,
             "Leaked %" PRIu64 " bytes: a kernel calls malloc and never frees them.", bytes);
    used.instructions = work;
    if (bytes)
        answer_text(WIRE_FAULT, text);
    else
        answer((WireReply){.status = WIRE_OK, .bytes = sizeof used}, &used);
}

static void tell_counter(const char *name)
{
    static double value;
    bool known = counters_find(name, &value);
    answer((WireReply){.status = WIRE_OK, .bytes = known ? sizeof value : 0}, &value);
}

// ---- Questions ------------------------------------------------------------------------------------------------------

void device_show(const Onlooker *person)
{
    onlooker = *person;
}

const char *device_ptx(const SimFunction *kernel, size_t *length)
{
    const Slot *s = &slots[WIRE_SUBMISSION];
    const char *name = sim_function_info(kernel).name;
    if (!s->module || sim_module_function(s->module, name) != kernel)
        s = &slots[WIRE_GIVEN];
    *length = s->length;
    return s->ptx;
}

// Copies a name that is asked for; false if it is too long.
static bool take_name(const WireRequest *r, const void *bytes, char name[WIRE_NAME])
{
    if (r->bytes >= WIRE_NAME)
        return false;
    if (r->bytes)
        memcpy(name, bytes, r->bytes);
    name[r->bytes] = '\0';
    return true;
}

static bool take_run(const WireRequest *r, const void *bytes)
{
    if (r->bytes != sizeof run)
        return false;
    memcpy(&run, bytes, sizeof run);
    run.device[WIRE_WORD - 1] = '\0';
    device = *run.device ? sim_device(run.device) : sim_device_at(0);
    return device != NULL;
}

static bool take_launch(const WireRequest *r, const void *bytes, WireLaunch *w)
{
    if (r->bytes != sizeof *w)
        return false;
    memcpy(w, bytes, sizeof *w);
    w->kernel[WIRE_NAME - 1] = '\0';
    return true;
}

bool device_serve(const WireRequest *r, const void *bytes, Answer *a)
{
    WireLaunch w;
    char name[WIRE_NAME];
    bool named = r->op == WIRE_KERNEL || r->op == WIRE_VARIABLE || r->op == WIRE_CALL ||
                 r->op == WIRE_COUNTER;
    if ((!pool && !(pool = pool_new(1))) || (named && !take_name(r, bytes, name)) ||
        (r->op == WIRE_MODULE && r->a >= WIRE_SLOTS) ||
        (r->op == WIRE_REMARK && r->a >= WIRE_REMARKS) ||
        (r->op == WIRE_BEGIN && !take_run(r, bytes)) ||
        (r->op == WIRE_LAUNCH && !take_launch(r, bytes, &w)))
        return false;
    switch (r->op) {
    case WIRE_HELLO: answer_text(WIRE_OK, sim_device_at(0)->name); break;
    case WIRE_MODULE: keep_module(r->a, bytes, r->bytes); break;
    case WIRE_BEGIN: begin(); break;
    case WIRE_KERNEL: find_kernel(r->a, name); break;
    case WIRE_ALLOC: alloc(r->b); break;
    case WIRE_WRITE: write_memory(r, bytes); break;
    case WIRE_READ: read_memory(r->b, r->c); break;
    case WIRE_UNWRITTEN: tell_unwritten(r->b, r->c); break;
    case WIRE_VARIABLE: find_variable(name); break;
    case WIRE_CALL: call_array(r, name); break;
    case WIRE_PRINTED: tell_printed(); break;
    case WIRE_REMARK: answer_readable(WIRE_OK, remarks[r->a]); break;
    case WIRE_LAUNCH: launch(&w); break;
    case WIRE_WHY:
        if (onlooker.fails)
            onlooker.fails(bytes, r->a);
        answer((WireReply){.status = WIRE_OK}, NULL);
        break;
    case WIRE_END: end(); break;
    case WIRE_COUNTER: tell_counter(name); break;
    default: return false; // WIRE_TIME: a modelled time is no measured speed
    }
    *a = given;
    return !failed;
}
