// fuzz_run.c: loads any bytes as a module and runs its kernels, in each order and with checks. A run must end well, or in an
// error with a message.
//
// A kernel may loop for ever, which is no error. So a branch backwards is made a trap, and loops run once. A call that could
// lead to another call of the same function is made a trap, too.

#include "machine/machine.h"
#include "mutate.h"
#include "warpsim_texture.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return mutate_ptx(data, size, most, seed);
}

// Makes every kernel end. False if calls could still multiply without end.
static bool make_finite(SimModule *m)
{
    int calls = 0;
    for (int i = 0; i < m->code_count; i++) {
        Insn *in = &m->code[i];
        const SimFunction *here = m->infos[i].function;
        bool endless = in->kind == K_BRANCH && in->branch.target <= i;
        for (int k = 0; in->kind == K_SWITCH && k < in->choice.count; k++)
            endless |= in->choice.targets[k] <= i;
        if (in->kind == K_CALL) {
            const SimFunction *to = in->call->function;
            calls++;
            endless = to ? to->entry >= here->entry : in->call->builtin == B_NONE && !here->kernel;
        }
        if (endless)
            in->kind = K_TRAP;
    }
    return calls <= 8;
}

// Does what a kernel's printf asks for.
static int print(void *host, const char *format, const unsigned char *args)
{
    (void)host, (void)args;
    return (int)strlen(format);
}

static void run_kernel(SimModule *m, SimFunction *kernel, uint64_t argument, unsigned choice)
{
    static uint64_t arguments[4096]; // as many as a kernel may have
    SimError err = {0};
    for (int i = 0; i < 4096; i++)
        arguments[i] = argument;
    SimLaunch l = {.device = sim_device_at(0),
                   .memory = m->memory,
                   .kernel = kernel,
                   .grid = {2, 1, 1},
                   .block = {choice & 64 ? 64 : 48, 1, 1}, // whole warps alone multiply matrices
                   .shared = 512,
                   .params = arguments,
                   .check = choice & 1,
                   .schedule = (SimSchedule)(choice / 2 % 3),
                   .seed = choice,
                   .print = print,
                   .heap = 65536,
                   .most_children = 16};
    if (sim_launch_prepare(&l, &err) != SIM_OK)
        return;
    SimWorker *w = sim_worker_new(&l);
    SimRun run = w ? SIM_DONE : SIM_FAULT;
    for (uint64_t block = 0; block < l.blocks && run == SIM_DONE; block++) {
        sim_worker_start(w, block);
        run = SIM_SPIN;
        for (int turn = 0; turn < 20 && run != SIM_DONE && run != SIM_FAULT; turn++)
            run = sim_worker_run(w, true, &err);
    }
    if (w && run == SIM_FAULT && strlen(err.text) <= 10)
        abort(); // an error that says nothing
    if (w) {
        SimMetric metrics[64];
        sim_worker_collect(w);
        (void)sim_model(&l);
        (void)sim_metrics(&l, NULL, NULL, metrics, 64);
    }
    sim_worker_free(w);
    sim_launch_end(&l);
}

// Adds pictures 1 to 3 at `address`: one for texture instructions, one for surface instructions, and one with several layers. `choice`
// sets their format and how they are read.
static void add_pictures(SimMemory *memory, uint64_t address, unsigned choice)
{
    for (unsigned k = 0; k < 3; k++) {
        SimTexture t = {.address = address,
                        .size = {7, k == 2 ? 7 : 5, choice >> 7 & 1 ? 3 : 1},
                        .layers = k == 2 ? 6 : 1,
                        .bytes = (uint8_t)(1 << (choice >> 8) % 3),
                        .channels = (uint8_t)(1 << (choice >> 10) % 3),
                        .edge = {choice >> 12 & 3, choice >> 14 & 3, choice >> 16 & 3},
                        .linear = choice >> 18 & 1,
                        .normalized = choice >> 19 & 1,
                        .fractions = choice >> 20 & 1,
                        .surface = k == 1,
                        .border = {0.5f, 1, 2, 3}};
        t.type =
            t.bytes == 4 ? SIM_TEXEL_FLOAT : (uint8_t)(choice >> 21 & 1); // SIM_TEXEL_SIGNED or not
        t.row = UINT64_C(7) * t.bytes * t.channels;
        t.slice = t.row * t.size[1];
        (void)sim_texture_new(memory, &t);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    SimError err = {0};
    unsigned choice = 0;
    for (size_t i = 0; i < size; i++)
        choice = choice * 31 + data[i];
    SimMemory *memory = sim_memory_new();
    if (choice & 1)
        sim_memory_check(memory);
    SimModule *m = sim_module_load((const char *)data, size, memory, &err);
    if (m && make_finite(m)) {
        const uint64_t argument = sim_alloc(memory, 8192, SIM_GLOBAL, NULL, NULL, NULL);
        sim_memory_wrote(memory, argument, 4096);
        add_pictures(memory, argument, choice);
        for (int k = 0; k < sim_module_kernel_count(m) && k < 4; k++)
            run_kernel(m, sim_module_kernel_at(m, k), argument, choice);
    }
    sim_module_free(m);
    sim_memory_free(memory);
    return 0;
}
