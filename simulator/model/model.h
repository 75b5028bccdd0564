// model.h: from a launch's counts to bytes, time and metrics. Uses base/, ptx/, machine/.

#ifndef MODEL_H
#define MODEL_H

#include "machine/machine.h"

// ---- sass.c ------------------------------------------------------------------------------------------------------------

double machine_instructions(const SimLaunch *l); // executed by warps; 0: not known

// ---- traffic.c ---------------------------------------------------------------------------------------------------------

// In bytes.
typedef struct {
    double warm; // the share of warps' waits that was for what an earlier block had left in L1
    double cold; // the share of what loads missed in L1 that L2 had not either
    double l2, scattered; // what L2 moves; the share of it that is asked for sector by sector
    double joinable;      // of l2, what could be part of other SMs' requests
    double dram_read, dram_written;
    double wavefronts; // of spilled values, in L1
} Traffic;

Traffic traffic_of(const SimLaunch *l);
// Bytes saved because requests of several SMs merge. `busy`: the share of their time for which warps are busy. Without
// barriers only the waits for each other's lines keep the SMs in step.
double traffic_joined(const SimLaunch *l, const Traffic *t, bool no_barriers, double busy);

#endif
