// model.h: from a launch's counts to bytes, time and metrics. Uses base/, ptx/, machine/.

#ifndef MODEL_H
#define MODEL_H

#include "machine/machine.h"

// ---- sass.c ------------------------------------------------------------------------------------------------------------

// The machine instructions that the launch's warps executed; 0: not known. pipes: (SIM_PIPES), to which those of each pipe are added.
double machine_instructions(const SimLaunch *l, double *pipes);
double machine_tensor(const SimLaunch *l);  // the same, only those of tensor cores
double machine_threads(const SimLaunch *l); // the same, each counted once for each active lane
// The wavefronts of an instruction, fewer than the PTX's if ptxas merged it with others.
double merged_wavefronts(const SimLaunch *l, int insn);
// The wavefronts of the machine's loads or stores of shared memory.
double machine_wavefronts(const SimLaunch *l, SimInsnKind kind);

// ---- traffic.c ---------------------------------------------------------------------------------------------------------

// What a launch moves between L1, L2 and DRAM.
typedef struct {
    double warm;         // share of the waits for DRAM that an earlier block's sectors in L1 end
    double cold;         // share of the loads that missed L1 and also missed L2
    double l2;           // bytes through L2
    double scattered;    // share of l2 that is asked for sector by sector, not by lines
    double partly;       // share of l2 that stores to a part of a sector
    double joinable;     // bytes of l2 that could be part of other SMs' requests
    double dram_read;    // bytes
    double unasked;      // the part of them that only a tensor map made L2 fetch
    double dram_written; // bytes
    double host_read, host_written; // bytes, over the link to the host
    double wavefronts;              // wavefronts in L1 of spilled values
} Traffic;

// Computes the traffic of a launch that has ended.
Traffic traffic_of(const SimLaunch *l);
// Returns the bytes saved because requests of several SMs merge. phases: of a block, between barriers; busy: the share of their time in
// which warps are busy. In a launch without barriers SMs stay in step only while they wait for the same lines.
double traffic_joined(const SimLaunch *l, const Traffic *t, double phases, double busy);

#endif
