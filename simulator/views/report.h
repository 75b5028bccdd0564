// report.h: a profile's data about a kernel, for report.c and point.c.

#ifndef REPORT_H
#define REPORT_H

#include "views/views.h"

// A source line.
typedef struct {
    char *file;
    int line;
    SimMetric metrics[M_INSTRUCTION_METRICS];
} Line;

// Launches of one kernel that are alike.
typedef struct {
    char *name; // demangled
    uint32_t grid[3], block[3];
    size_t shared; // dynamic, bytes
    uint64_t launches;
    const char *limit;
    SimMetric metrics[SIM_METRICS];
    Line *lines; // (line_count)
    int line_count;
} Kernel;

// Ways to waste what a kernel does: idle lanes, unwanted bytes of sectors, bank conflicts.
typedef enum { WASTE_LANES, WASTE_LOADS, WASTE_STORES, WASTE_BANKS, WASTES } Waste;

// point.c: prints three sentences: what limits the kernel, the line to look at, what is good already.
void point_print(FILE *out, const Kernel *k);

// point.c: tells whether what a line wastes costs enough of the kernel's time to mention, so that a remark on a line doesn't
// contradict the three sentences.
bool point_matters(const Kernel *k, const Line *l, Waste kind);

#endif
