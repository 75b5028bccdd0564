// host.c: runs a kernel of tools/measure/simulator.cu on the core, on one thread, as often as it is asked. Natively `main` takes
// requests line by line; as WebAssembly run.mjs calls `turn`.

#include "warpsim.h"

#include <stdlib.h>
#include <string.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name))) name
#else
#define EXPORT(name) name
#endif

enum { BLOCKS = 64, THREADS = 256 };
static const size_t bytes = sizeof(int) * BLOCKS * THREADS;

// Launches a kernel as simulator.cu does. Returns the lane instructions that it took, or -1.
static double launch(SimMemory *memory, SimModule *module, const char *kernel)
{
    SimError error = {SIM_OK, ""};
    uint64_t x = sim_alloc(memory, bytes, SIM_GLOBAL, NULL, "x", NULL);
    SimLaunch l = {.device = sim_device_at(0),
                   .memory = memory,
                   .kernel = sim_module_function(module, kernel),
                   .grid = {BLOCKS, 1, 1},
                   .block = {THREADS, 1, 1},
                   .params = &x};
    if (!l.kernel || !x || sim_launch_prepare(&l, &error) != SIM_OK)
        return -1;
    memset(sim_pointer(memory, x, bytes), 0, bytes);
    SimWorker *w = sim_worker_new(&l);
    SimRun run = w ? SIM_DONE : SIM_FAULT;
    for (uint64_t block = 0; run == SIM_DONE && block < l.blocks; block++) {
        sim_worker_start(w, block);
        run = sim_worker_run(w, true, &error);
    }
    double count = run == SIM_DONE ? 0 : -1;
    if (run == SIM_DONE) {
        sim_worker_collect(w);
        for (int i = 0; i < l.insn_count; i++)
            count += (double)l.counts[i].threads;
    }
    sim_worker_free(w);
    sim_launch_end(&l);
    return count;
}

// Returns memory for a text, ended by 0.
void *EXPORT(room)(size_t bytes)
{
    return calloc(1, bytes + 1);
}

// Launches the kernel `times` times. Returns the lane instructions of all launches, or -1.
double EXPORT(turn)(const char *ptx, const char *kernel, int times)
{
    SimError error = {SIM_OK, ""};
    SimMemory *memory = sim_memory_new();
    SimModule *module = sim_module_load(ptx, strlen(ptx), memory, &error);
    double sum = module ? 0 : -1;
    for (int i = 0; i < times && sum >= 0; i++) {
        double count = launch(memory, module, kernel);
        sum = count < 0 ? -1 : sum + count;
    }
    sim_module_free(module);
    sim_memory_free(memory);
    return sum;
}

#ifndef __wasm__
#include <stdio.h>
#include <time.h>

// beside FILE.ptx: for each line "KERNEL TIMES" prints lane instructions and the processor time in seconds.
int main(int argc, char **argv)
{
    static char ptx[1 << 20];
    char kernel[256];
    int times;
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!in)
        return 2;
    ptx[fread(ptx, 1, sizeof ptx - 1, in)] = '\0';
    fclose(in);
    while (scanf("%255s %d", kernel, &times) == 2) {
        clock_t start = clock();
        double count = turn(ptx, kernel, times);
        printf("%.0f %.6f\n", count, (double)(clock() - start) / CLOCKS_PER_SEC);
        fflush(stdout);
    }
    return 0;
}
#endif
