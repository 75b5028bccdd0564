// warpsim_step.h: runs a block step by step (machine/worker.c), for hosts that show how it runs, and tells where it is
// (machine/step.c), what moves by itself, and how tiles lie (machine/show.c). SimLaunch.observe gets the accesses to memory.
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

// A worker runs the blocks of a cluster in turns. Returns the one for the block of a rank, which all functions below take; NULL if the
// cluster has no such rank. A block without a cluster has rank 0.
SimWorker *sim_step_worker(SimWorker *w, uint32_t rank);
// Returns the rank of the block in which the last step was.
uint32_t sim_step_rank(const SimWorker *w);

// Lanes of a warp that share a program counter.
typedef struct {
    uint32_t lanes;
    int pc; // the instruction that is next
    enum {
        SIM_LANES_RUN,         // can go on
        SIM_LANES_AT_BARRIER,  // wait for threads of the block or its cluster
        SIM_LANES_AT_MBARRIER, // look at an mbarrier whose phase is not over, again and again
        SIM_LANES_AT_SYNC,     // wait for lanes that __syncwarp, a shuffle or the like names
        SIM_LANES_MEET,        // wait for lanes that parted from them at a branch
    } state;
} SimGroup;

// Lists the warp's groups, beginning with the one whose turn it is; returns how many there are.
int sim_step_groups(const SimWorker *w, int warp, SimGroup groups[32]);

// Lists where a lane is: the instruction that is next, then the call of each function that it is inside of, the innermost first. Returns
// how many there are; 0 if the lane has ended.
int sim_step_frames(const SimWorker *w, int warp, int lane, int *pc, int most);

bool sim_is_library(const char *file); // a header of the toolkit or of the system

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

// Tells whether checks know that nobody has written any of these bytes of the block's shared memory (check/touched.c).
bool sim_step_unwritten(const SimWorker *w, size_t at, size_t bytes);

// Finds the array of shared memory that holds byte `at`, or, with a size of 0, where the next one begins. False: there is none.
bool sim_step_shared_array(const SimWorker *w, size_t at, SimSharedArray *out);
// Returns the warp's modelled time so far, in cycles; *dram: how many of these it waited for DRAM.
uint64_t sim_step_cycles(const SimWorker *w, int warp, uint64_t *dram);
uint64_t sim_step_block(const SimWorker *w); // index in the grid

// ---- What moves by itself -------------------------------------------------------------------------------------------

// A place in memory.
typedef struct {
    SimSpace space;   // shared or global
    uint64_t block;   // shared: whose
    uint64_t address; // shared: the offset
} SimPlace;

// A copy in flight: one that a thread has issued, by cp.async or as a bulk copy, and that nobody has seen to be complete.
typedef struct {
    const void *copy; // names it as long as it is in flight
    int pc;           // the instruction that issued it
    uint64_t block;
    int warp;
    uint32_t lanes;
    uint64_t bytes;
    SimPlace from, to;     // of the first lane
    int rank;              // of the tensor whose box it copies; 0: it copies bytes
    int at[5];             // the box's first element
    SimPlace completes_at; // the mbarrier; its space is global if the copy belongs to a group
    uint32_t group;        // so many groups its lane had committed before
} SimFlight;

// Lists the copies in flight of the block and of its cluster; returns how many, at most `most`.
int sim_step_flights(const SimWorker *w, SimFlight *out, int most);

// What an mbarrier waits for.
typedef struct {
    uint32_t phase; // so many are over, modulo 8
    uint32_t arrivals,
        each; // arrivals that the phase lacks, and those that each phase waits for; 0: it is not initialized
    int64_t bytes; // that it lacks; below 0: so many more have come than were expected
} SimMbarrier;

// Reads the mbarrier at byte `at` of the block's shared memory; false if that is out of it.
bool sim_step_mbarrier(const SimWorker *w, uint64_t at, SimMbarrier *out);
// Tells at which mbarrier the warp waits, if it does.
bool sim_step_waits(SimWorker *w, int warp, SimPlace *at);

// ---- How tiles lie in shared memory ----------------------------------------------------------------------------------

enum { SIM_TILE_PIECES = 1024, SIM_TILES = 2 };

// A tile that an instruction reads or writes in shared memory: rows of pieces of 16 bytes.
typedef struct {
    char name[8];   // "A", "B"; "box" of a tensor; "rows" of ldmatrix and stmatrix
    uint64_t block; // whose shared memory
    int rows,
        pieces;  // the pieces of a row; of larger tiles the first SIM_TILE_PIECES pieces are told
    int swizzle; // 32, 64, 128 bytes; 0: none; -1: only the program knows
    uint32_t at[SIM_TILE_PIECES]; // (rows * pieces) where each piece lies, row after row
} SimTile;

// Lists the tiles of the last step, whose access was *access (NULL: none); returns how many.
int sim_step_tiles(const SimWorker *w, const SimStep *step, const SimAccess *access, SimTile *out);

#endif
