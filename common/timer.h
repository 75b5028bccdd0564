// Times, in milliseconds: a clock for the CPU, events for the GPU.
//
// A kernel is timed several times, each time by two events around its launch, which the GPU itself
// stamps. The median counts: unlike the mean it ignores the odd slow run. The first run is a
// warm-up and does not count (loading the kernel, raising the clocks). A single run has no warm-up:
// that is for profilers, and for the simulator, whose modelled time is the same every time.
//
//     GpuTimer timer = gpuTimerBegin(repeats);
//     while (gpuTimerNextRun(&timer)) {
//         ... prepare, not timed ...
//         gpuTimerStart(&timer);
//         kernel<<<grid, block>>>(...);
//         gpuTimerStop(&timer);
//     }
//     double ms = gpuTimerEnd(&timer);

#ifndef WARP_TIMER_H
#define WARP_TIMER_H

#include "check.h"

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

typedef struct {
    cudaEvent_t start, stop; // around one run
    size_t warmups, repeats; // runs that do not count, runs that do
    size_t done;             // runs so far, warm-ups included
    double *ms;              // (repeats), times of the runs that count
} GpuTimer;

// Returns the CPU's time in ms since some fixed moment: only differences mean something. As C this needs
// POSIX declarations (-std=gnu11 or -D_POSIX_C_SOURCE=200809L).
static inline double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static inline int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Returns the median of values: (count), count > 0, and sorts them.
static inline double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

// Returns a timer for the given number of timed runs, at least 1.
static inline GpuTimer gpuTimerBegin(size_t repeats)
{
    GpuTimer timer;
    cudaCheck(cudaEventCreate(&timer.start));
    cudaCheck(cudaEventCreate(&timer.stop));
    timer.warmups = repeats > 1 ? 1 : 0;
    timer.repeats = repeats;
    timer.done = 0;
    timer.ms = (double *)malloc(repeats * sizeof *timer.ms);
    if (timer.ms == NULL) {
        fprintf(stderr, "no memory for the times of %zu runs\n", repeats);
        exit(EXIT_USAGE);
    }
    return timer;
}

// True while there is another run to do.
static inline bool gpuTimerNextRun(const GpuTimer *timer)
{
    return timer->done < timer->warmups + timer->repeats;
}

// Starts the clock of one run.
static inline void gpuTimerStart(GpuTimer *timer)
{
    cudaCheck(cudaEventRecord(timer->start, 0));
}

// Ends one run: checks the launch, waits for the kernel and notes its time.
static inline void gpuTimerStop(GpuTimer *timer)
{
    cudaCheckLaunch();
    cudaCheck(cudaEventRecord(timer->stop, 0));
    cudaCheck(cudaEventSynchronize(timer->stop));
    float ms = 0;
    cudaCheck(cudaEventElapsedTime(&ms, timer->start, timer->stop));
    if (timer->done >= timer->warmups)
        timer->ms[timer->done - timer->warmups] = ms;
    timer->done++;
}

// Returns the median time in ms and frees the timer.
static inline double gpuTimerEnd(GpuTimer *timer)
{
    double ms = median(timer->ms, timer->repeats);
    free(timer->ms);
    cudaCheck(cudaEventDestroy(timer->start));
    cudaCheck(cudaEventDestroy(timer->stop));
    return ms;
}

#endif
