// Result rows: one per kernel, printed as soon as it is done.
//
//     kernel                               n      time ms    GB/s  % of limit  verdict
//     reduceNeighbored              16777216      0.5552    120.9        15.9  ok
//
// A star after a time marks it as modelled (by the simulator), not measured. The heading says how
// far off 9 of 10 modelled times are, at most (simulator/model/time.c). With --csv the same rows come as
// comma-separated values and name the device too.
//
// A program begins the table before it makes its data and computes on the CPU what is right, which may
// take longer than the kernels: until the first row is there, a terminal says so.
//
//     Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
//     rowsKernel(&rows, "reduceNeighbored", n, ms, bytes, right);
//     return rowsEnd(&rows);

#ifndef WARP_ROWS_H
#define WARP_ROWS_H

#include "check.h"
#include "device.h"
#include "options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    const Device *device;
    const Options *options;
    const char *unit; // of the rate, "GB/s" or "GFLOP/s"
    double limit;     // the rate that the device can't exceed, in that unit; 0 if unknown
    bool color;       // verdicts are coloured
    bool wrong;       // a row was wrong
} Rows;

// Prints the header lines and starts the table.
static inline Rows rowsBegin(const Device *device, const Options *o, const char *unit, double limit)
{
    Rows rows;
    const char *noColor = getenv("NO_COLOR");

    rows.device = device;
    rows.options = o;
    rows.unit = unit;
    rows.limit = limit;
    rows.color = isatty(STDOUT_FILENO) && (noColor == NULL || *noColor == '\0');
    rows.wrong = false;
    if (o->csv) {
        printf("kernel,n,ms,rate,unit,percent_of_limit,verdict,device,time\n");
        fflush(stdout);
        return rows;
    }
    devicePrint(device);
    if (strchr(o->letters, 'b') != NULL)
        printf("block %zu, ", o->block);
    if (strchr(o->letters, 's') != NULL)
        printf("seed %zu, ", o->seed);
    if (o->repeats > 1)
        printf("median of %zu runs after a warm-up", o->repeats);
    else
        printf("one run");
    printf("%s\n\n", SIMULATED ? "; * modelled, -24 to +50 %" : "");
    printf("%-26s %11s  %11s %7s  %10s  %s\n", "kernel", "n", "time ms", unit, "% of limit",
           "verdict");
    fflush(stdout);
    progress(o, "the CPU computes what is right");
    return rows;
}

// Adds a row. where: the device's name or "CPU"; modelled: ms is not measured; limit: as in Rows.
static inline void rowsAdd(Rows *rows, const char *where, bool modelled, double limit,
                           const char *name, size_t n, double ms, double work, bool right)
{
    double rate = ms > 0 ? work / ms / 1e6 : 0; // work per ns
    const char *color = !rows->color ? "" : right ? "\033[32m" : "\033[1;31m";
    char percent[16] = "";

    rows->wrong = rows->wrong || !right;
    if (limit > 0 && rate > 0)
        snprintf(percent, sizeof percent, "%.1f", 100 * rate / limit);
    progress(rows->options, NULL);
    if (rows->options->csv)
        printf("%s,%zu,%.6f,%.3f,%s,%s,%s,\"%s\",%s\n", name, n, ms, rate, rows->unit, percent,
               right ? "ok" : "WRONG", where, modelled ? "modelled" : "measured");
    else
        printf("%-26s %11zu %11.4f%s %7.1f  %10s  %s%s%s\n", name, n, ms, modelled ? "*" : " ",
               rate, percent[0] != '\0' ? percent : "-", color, right ? "ok" : "WRONG",
               rows->color ? "\033[0m" : "");
    fflush(stdout);
}

// Adds a kernel's row: its time in ms, the work it did in bytes or floating-point operations.
static inline void rowsKernel(Rows *rows, const char *name, size_t n, double ms, double work,
                              bool right)
{
    rowsAdd(rows, rows->device->name, SIMULATED, rows->limit, name, n, ms, work, right);
}

// Adds the row of something that the CPU did: measured, on the simulator too, and without a limit.
static inline void rowsCpu(Rows *rows, const char *name, size_t n, double ms, double work,
                           bool right)
{
    rowsAdd(rows, "CPU", false, 0, name, n, ms, work, right);
}

// Says below the table why its order is not the one that a GPU, or a larger problem, would show. Only on the
// simulator, where problems are small and times are modelled.
static inline void rowsNote(const Rows *rows, const char *format, ...)
{
    if (!SIMULATED || rows->options->csv)
        return;
    va_list values;
    va_start(values, format);
    printf("\n");
    vprintf(format, values);
    printf("\n");
    va_end(values);
}

// Says so if the kernels with the largest blocks of work, so many of them, leave more than half of the SMs idle.
static inline void rowsFewBlocks(const Rows *rows, size_t blocks)
{
    int sms = rows->device->multiprocessors;
    if (2 * blocks < (size_t)sms)
        rowsNote(rows, "some kernels have only %zu block%s for %d SMs; larger problems tell more",
                 blocks, blocks == 1 ? "" : "s", sms);
}

// Returns the program's exit status.
static inline int rowsEnd(const Rows *rows)
{
    progress(rows->options, NULL);
    return rows->wrong ? EXIT_WRONG : EXIT_RIGHT;
}

#endif
