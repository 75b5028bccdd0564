// What a program needs besides its kernels, its reference and its launches: the parts of main that are the
// same everywhere.
//
// ch0-vecadd does all of it by hand: it fills an Options, allocates, copies, times, verifies and frees.
// From chapter 1 on a program includes this header, and its main reads:
//
//     static const struct {
//         const char *name; // options_kernels() expects it first
//         Kernel kernel;
//     } ladder[] = {{"plain", plain}, {"tiled", tiled}};
//     enum { RUNGS = sizeof ladder / sizeof *ladder };
//     ...
//     Options options = options_for("Doubles n random floats.", "nbsrk");
//     options.n = default_size(1 << 24, 1 << 20);
//     options.n_max = (size_t)1 << 34;
//     options_kernels(&options, ladder);
//     options_parse(&options, argc, argv);
//     ...
//     Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
//     float *in = host_array(float, n), *out = host_array(float, n);
//     fill_floats(in, n, options.seed);
//     float *d_in = deviceCopy(float, in, n), *d_out = deviceArray(float, n);
//
//     for (int i = 0; i < RUNGS; i++) {
//         if (!options_want(&options, ladder[i].name))
//             continue;
//         Runs runs = runsBegin(&options, d_out, n * sizeof(float));
//         while (runsNext(&runs))
//             ladder[i].kernel<<<grid, block>>>(d_in, d_out, n);
//         double ms = runsEnd(&runs, out);
//         rowsKernel(&rows, ladder[i].name, n, ms, bytes, verify_floats(...));
//     }
//     deviceFree(d_in, d_out);
//     host_free(in, out);
//     return rowsEnd(&rows);
//
// A program that has to prepare its runs in another way uses timer.h's loop, on which runsNext() is built.

#ifndef WARP_PROGRAM_H
#define WARP_PROGRAM_H

#include "check.h"
#include "device.h"
#include "launch.h"
#include "options.h"
#include "rows.h"
#include "timer.h"
#include "verify.h"

// ---- Arrays ----

// An array of n elements, zeroed, on the host.
#define host_array(type, n) ((type *)host_alloc((n), sizeof(type)))
// An array of n elements on the device, with any content; and one that gets the n elements at from.
#define deviceArray(type, n)      ((type *)deviceAlloc((n) * sizeof(type), NULL))
#define deviceCopy(type, from, n) ((type *)deviceAlloc((n) * sizeof(type), (from)))

// Device memory of so many bytes. It gets those at from, on the host, unless from is NULL.
static inline void *deviceAlloc(size_t bytes, const void *from)
{
    void *memory = NULL;
    cudaCheck(cudaMalloc(&memory, bytes));
    if (from != NULL)
        cudaCheck(cudaMemcpy(memory, from, bytes, cudaMemcpyHostToDevice));
    return memory;
}

// Frees arrays of the device, and of the host.
#define deviceFree(...)                                             \
    do {                                                            \
        void *arrays[] = {__VA_ARGS__};                             \
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) \
            cudaCheck(cudaFree(arrays[i]));                         \
    } while (0)
#define host_free(...)                                              \
    do {                                                            \
        void *arrays[] = {__VA_ARGS__};                             \
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) \
            free(arrays[i]);                                        \
    } while (0)

// ---- Timed runs ----

// The timed runs of one kernel, which writes a result on the device.
typedef struct {
    GpuTimer timer;
    bool running; // a run has been started
    void *result; // on the device
    size_t bytes; // its size
    int before; // each of its bytes before a run: 0xff, which makes NaN of a float and -1 of an int
} Runs;

static inline Runs runsBegin(const Options *o, void *result, size_t bytes)
{
    Runs runs = {gpuTimerBegin(o->repeats), false, result, bytes, 0xff};
    return runs;
}

// Ends the previous run and starts the next one: spoils the result, so that no earlier one can pass for
// it, and starts the clock. False if there is none left.
static inline bool runsNext(Runs *runs)
{
    if (runs->running)
        gpuTimerStop(&runs->timer);
    runs->running = gpuTimerNextRun(&runs->timer);
    if (runs->running) {
        cudaCheck(cudaMemset(runs->result, runs->before, runs->bytes));
        gpuTimerStart(&runs->timer);
    }
    return runs->running;
}

// Returns the median time in ms and copies the last run's result to the host.
static inline double runsEnd(Runs *runs, void *result)
{
    double ms = gpuTimerEnd(&runs->timer);
    cudaCheck(cudaMemcpy(result, runs->result, runs->bytes, cudaMemcpyDeviceToHost));
    return ms;
}

#endif
