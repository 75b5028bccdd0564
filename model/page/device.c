// device.c: steps by kernels, on the simulator's core. Pointers of a program in WebAssembly are offsets of 32 bits into its memory; as
// they are, they are the addresses that kernels get, so that both sides reach the same arrays.

#include "model/page/page.h"

#include "warpsim.h"

#include <stdlib.h>
#include <string.h>

// How many instructions of warps a kernel may do when it is tried, which takes some seconds. Ours do 300,000 at most.
enum { MOST_ON_TRIAL = 16000000, PAGE = 4096 };

static const SimDevice *device;
static SimMemory *memory;
static bool checked;
static double seconds;
static SimError
    wrong; // the first error; its status is SIM_OK if there was none, and its text is empty

bool device_begin(const char *word, bool check)
{
    device = *word ? sim_device(word) : sim_device_at(0);
    memory = sim_memory_new();
    checked = check;
    if (memory && check)
        sim_memory_check(memory);
    return device && memory;
}

const char *device_wrong(void)
{
    return *wrong.text ? wrong.text : NULL;
}

static void fail(const char *why)
{
    strncpy(wrong.text, why, sizeof wrong.text - 1);
}

void *device_memory(size_t bytes)
{
    size_t whole = (bytes + PAGE - 1) / PAGE * PAGE;
    void *at = aligned_alloc(PAGE, whole);
    if (!at || !sim_alloc(memory, bytes, SIM_MANAGED, memset(at, 0, whole), NULL, NULL))
        abort();
    return at;
}

// Whether the kernel's parameters have the sizes of the step's arguments: pointers and size_t have 8 bytes on the device.
static bool fits(const SimFunction *kernel, const char *types)
{
    size_t offset, size;
    int i = 0;
    for (; sim_function_param(kernel, i, &offset, &size); i++)
        if (!types[i] || size != (strchr("pn", types[i]) ? 8 : 4))
            return false;
    return !types[i];
}

// In PTX a kernel's name is mangled: _Z, the name's length, the name, and letters for its parameters.
static bool is_called(const char *mangled, const char *name)
{
    size_t length = strlen(name), written;
    if (strncmp(mangled, "_Z", 2) != 0)
        return false;
    char *rest;
    written = strtoul(mangled + 2, &rest, 10);
    return written == length && strncmp(rest, name, length) == 0;
}

const char *device_take(Step *s, const char *ptx, size_t size)
{
    SimModule *module = sim_module_load(ptx, size, memory, &wrong);
    if (!module)
        return wrong.text;
    for (int i = 0; i < sim_module_kernel_count(module); i++) {
        SimFunction *kernel = sim_module_kernel_at(module, i);
        if (is_called(sim_function_info(kernel).name, s->kernel) && fits(kernel, s->types))
            s->loaded = kernel;
    }
    return s->loaded ? NULL : "it has no kernel of that name with the parameters that were given";
}

// Puts the arguments where the kernel expects them.
static void fill(unsigned char *params, const Step *s, const Arg *a)
{
    size_t offset, size;
    for (int i = 0; sim_function_param(s->loaded, i, &offset, &size); i++) {
        uint64_t wide = s->types[i] == 'p' ? (uintptr_t)a[i].in : a[i].n;
        memcpy(params + offset,
               s->types[i] == 'p' || s->types[i] == 'n' ? &wide : (const void *)&a[i], size);
    }
}

// Runs the blocks one after the other. They can't wait for each other, as no kernel of the model has to.
static SimStatus run_blocks(SimLaunch *l)
{
    SimWorker *worker = sim_worker_new(l);
    SimRun run = worker ? SIM_DONE : SIM_FAULT;
    for (uint64_t block = 0; run == SIM_DONE && block < l->blocks; block++) {
        sim_worker_start(worker, block);
        run = sim_worker_run(worker, true, &wrong);
    }
    if (!worker)
        fail("There is no memory for a block.");
    else if (run == SIM_SPIN)
        fail("A block waits for another one, which never ends.");
    if (worker)
        sim_worker_collect(worker);
    sim_worker_free(worker);
    return run == SIM_DONE ? SIM_OK : SIM_TOO_LONG;
}

// Takes note of the first error that checks have found. A remark is none.
static void look_at_findings(const SimLaunch *l)
{
    for (int i = l->finding_count; i-- > 0;)
        if (l->findings[i].kind != SIM_FOUND_REMARK)
            fail(l->findings[i].text);
}

void device_launch(Step *s, Shape shape, const Arg *a)
{
    _Alignas(8) unsigned char params[256];
    if (device_wrong())
        return;
    SimLaunch l = {.device = device,
                   .memory = memory,
                   .kernel = s->loaded,
                   .grid = {shape.grid[0], shape.grid[1], shape.grid[2]},
                   .block = {shape.block[0], shape.block[1], 1},
                   .params = params,
                   .check = checked,
                   .alone = true,
                   .most_work = checked ? MOST_ON_TRIAL : 0};
    fill(params, s, a);
    if (sim_launch_prepare(&l, &wrong) != SIM_OK)
        return;
    if (run_blocks(&l) == SIM_OK) {
        look_at_findings(&l);
        seconds += sim_model(&l).total;
    }
    sim_launch_end(&l);
}

// A launch has ended when it returns.
void device_wait(void) {}

double device_seconds(void)
{
    return seconds;
}
