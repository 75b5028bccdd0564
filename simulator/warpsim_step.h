// warpsim_step.h: runs a block step by step (machine/worker.c), for hosts that show how it runs, and tells where it is
// (machine/step.c). SimLaunch.observe gets the accesses to memory.
//
// A step runs the same code as a normal run (machine/warp.c): the compiler makes a second version of that code, which stops after
// each instruction.

#ifndef WARPSIM_STEP_H
#define WARPSIM_STEP_H

#include "warpsim.h"

// An instruction that was executed.
typedef struct {
    int pc;           // SimLaunch.insns[pc]
    int warp;         // in the block
    uint32_t lanes;   // the lanes that executed it
    uint32_t enabled; // those of them whose guard predicate was true
} SimStep;

// Executes one instruction and returns SIM_STEP. The order of instructions, the results and the counters are those of
// sim_worker_run. Else *step has pc -1 and the block is done, waits for other blocks, or has failed; an instruction that fails
// is in *step.
SimRun sim_worker_step(SimWorker *w, SimStep *step, SimError *err);

// Lanes of a warp that share a program counter.
typedef struct {
    uint32_t lanes;
    int pc; // the instruction that is next
    enum {
        SIM_LANES_RUN,        // can go on
        SIM_LANES_AT_BARRIER, // wait for threads of the block
        SIM_LANES_AT_SYNC,    // wait for lanes that __syncwarp, a shuffle or the like names
        SIM_LANES_MEET,       // wait for lanes that parted from them at a branch
    } state;
} SimGroup;

// Lists the warp's groups, beginning with the one whose turn it is; returns how many there are.
int sim_step_groups(const SimWorker *w, int warp, SimGroup groups[32]);

// A register, in the call of a function that a lane is in.
typedef struct {
    char name[32];      // "%r3"
    int bytes;          // 1 to 8; 0: a predicate, whose value is 0 or 1
    bool written;       // the instruction that names it writes it
    bool address;       // … accesses memory at that address
    uint64_t value[32]; // in all lanes of that call
} SimRegister;

// Reads the register of that name; false if the function has none or never uses it.
bool sim_step_register(const SimWorker *w, int warp, int lane, const char *name, SimRegister *out);
// Reads the registers that instruction `pc` names, those that it writes first; returns how many. None if the lane is not in the
// instruction's function.
int sim_step_operands(const SimWorker *w, int warp, int lane, int pc, SimRegister *out, int most);

// Returns the block's shared memory: (*bytes).
unsigned char *sim_step_shared(const SimWorker *w, size_t *bytes);
// An array of shared memory: bytes [start, start + size) of it.
typedef struct {
    const char *name; // as the source or the PTX has it
    size_t start, size;
    SimElement element; // by the stores to it, if nobody has said it; bytes 0: not known
} SimSharedArray;

// Finds the array of shared memory that holds byte `at`, or, with a size of 0, where the next one begins. False: there is none.
bool sim_step_shared_array(const SimWorker *w, size_t at, SimSharedArray *out);
// Returns the warp's modelled time so far, in cycles; *dram: how many of these it waited for DRAM.
uint64_t sim_step_cycles(const SimWorker *w, int warp, uint64_t *dram);
uint64_t sim_step_block(const SimWorker *w); // index in the grid

#endif
