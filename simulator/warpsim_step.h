// warpsim_step.h: a block run step by step (machine/step.c), for those who look on.
//
// A started block can be run step by step instead of by sim_worker_run, which then runs what is left of it: the host
// chooses the warp. Call sim_worker_run in the end to have the block counted as done, or when all warps wait, to have
// the deadlock reported. What memory is accessed, SimLaunch.observe is told.

#ifndef WARPSIM_STEP_H
#define WARPSIM_STEP_H

#include "warpsim.h"

typedef enum {
    SIM_STEPPED, // something was executed
    SIM_WAITS,   // no lane of the warp can move: it is for other warps or blocks to do something
    SIM_EXITED,  // no lane of it is left
    SIM_FAULTED, // *err says what
} SimStepped;

// An instruction that was executed, for which lanes, and for which of them its guard predicate held.
typedef struct {
    int pc;   // SimLaunch.insns[pc]
    int warp; // in the block
    uint32_t lanes, enabled;
} SimStep;

// One instruction in the order of sim_worker_run, whose results and counters these steps add up to: SIM_STEP. Else *step has
// pc -1 and the block is done, waits for other blocks, or has failed; an instruction that fails is in *step.
SimRun sim_worker_step(SimWorker *w, SimStep *step, SimError *err);

// One instruction of the warp, for those of its lanes whose turn it is. *step: which, if SIM_STEPPED.
SimStepped sim_step(SimWorker *w, int warp, SimStep *step, SimError *err);
// The warp until it waits or is gone; SIM_STEPPED: it gave way to others, which it may wait for in a loop.
SimStepped sim_step_warp(SimWorker *w, int warp, SimError *err);

// Lanes of a warp that share a program counter.
typedef struct {
    uint32_t lanes;
    int pc; // the instruction that is next
    enum {
        SIM_LANES_RUN,        // can go on
        SIM_LANES_AT_BARRIER, // wait for threads of the block,
        SIM_LANES_AT_SYNC, // … for lanes of the warp that __syncwarp, a shuffle or the like names,
        SIM_LANES_MEET,    // … for lanes that parted from them at a branch
    } state;
} SimGroup;

// The warp's groups, that whose turn it is first; returns how many.
int sim_step_groups(const SimWorker *w, int warp, SimGroup groups[32]);

// A register, in the call of a function that a lane is in.
typedef struct {
    char name[32];      // "%r3"
    int bytes;          // 1 to 8; 0: a predicate, of value 0 or 1
    bool written;       // by the instruction that names it
    uint64_t value[32]; // of all lanes of that call
} SimRegister;

// The register of that name; false if the function has none or never uses it.
bool sim_step_register(const SimWorker *w, int warp, int lane, const char *name, SimRegister *out);
// The registers that instruction `pc` names, those it writes first; returns how many. None if the lane is not in the
// instruction's function.
int sim_step_operands(const SimWorker *w, int warp, int lane, int pc, SimRegister *out, int most);

// The block's shared memory: (*bytes).
unsigned char *sim_step_shared(const SimWorker *w, size_t *bytes);
// The warp's modelled time so far, in cycles, and those of them in which it waited for DRAM.
uint64_t sim_step_cycles(const SimWorker *w, int warp, uint64_t *dram);
uint64_t sim_step_block(const SimWorker *w); // index in the grid

#endif
