// host.c: a host of the simulator's core that has only memory: no stdio, no threads, no system.
//
// It is compiled for wasm32 with the core; run.js drives it. Pointers are offsets into WebAssembly's memory.

#include "warpsim_step.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

static SimError error;
static uint64_t steps;

void *EXPORT(room)(size_t bytes)
{
    return malloc(bytes);
}

const char *EXPORT(message)(void)
{
    return error.text;
}

double EXPORT(stepCount)(void)
{
    return (double)steps;
}

// Runs a block an instruction at a time.
static SimRun step_block(SimWorker *w)
{
    SimStep step;
    SimRun run;
    while ((run = sim_worker_step(w, &step, &error)) == SIM_STEP)
        steps++;
    return run;
}

static SimStatus run_blocks(SimLaunch *l, bool stepwise)
{
    SimWorker *w = sim_worker_new(l);
    SimRun run = w ? SIM_DONE : SIM_FAULT;
    for (uint64_t block = 0; run == SIM_DONE && block < l->blocks; block++) {
        sim_worker_start(w, block);
        run = stepwise ? step_block(w) : sim_worker_run(w, true, &error);
    }
    sim_worker_free(w);
    return run == SIM_DONE ? SIM_OK : error.status ? error.status : SIM_NO_MEMORY;
}

// Launches the kernel of sum.cu with 3 blocks of 128 on in: (n) and adds to out: (2). Returns a SimStatus.
int EXPORT(sumSquares)(const char *ptx, size_t length, const int32_t *in, int n, int32_t *out,
                       int stepwise)
{
    struct {
        uint64_t in;
        int32_t n;
        uint64_t out;
    } args = {.n = n};
    error = (SimError){SIM_OK, ""};
    steps = 0;
    SimMemory *memory = sim_memory_new();
    SimModule *module = sim_module_load(ptx, length, memory, &error);
    SimStatus status = error.status;
    if (module) {
        args.in = sim_alloc(memory, 4 * (size_t)n, SIM_GLOBAL, NULL, "in", NULL);
        args.out = sim_alloc(memory, 8, SIM_GLOBAL, NULL, "out", NULL);
        memcpy(sim_pointer(memory, args.in, 4 * (size_t)n), in, 4 * (size_t)n);
        SimLaunch l = {.device = sim_device_at(0),
                       .memory = memory,
                       .kernel = sim_module_function(module, "sumSquares"),
                       .grid = {3, 1, 1},
                       .block = {128, 1, 1},
                       .params = &args};
        status = sim_launch_prepare(&l, &error);
        if (status == SIM_OK) {
            status = run_blocks(&l, stepwise);
            memcpy(out, sim_pointer(memory, args.out, 8), 8);
            sim_launch_end(&l);
        }
    }
    sim_module_free(module);
    sim_memory_free(memory);
    return status;
}
