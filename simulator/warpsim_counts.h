// warpsim_counts.h: instructions, as reports name them, and what each did. Part of warpsim.h.

#ifndef WARPSIM_COUNTS_H
#define WARPSIM_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

// ---- counters -----------------------------------------------------------------------------------------------

// What one PTX instruction did during a launch, summed over warps. metrics.c has Nsight Compute's names of these
// figures, and makes ratios from them.
typedef struct {
    uint64_t executed;   // warp instructions
    uint64_t threads;    // their active lanes (guard predicate not applied)
    uint64_t enabled;    // lanes whose guard predicate was true
    uint64_t requests;   // warp-level memory requests (at least one lane enabled)
    uint64_t sectors;    // distinct 32-byte sectors, summed over requests
    uint64_t bytes;      // distinct bytes wanted, summed over requests
    uint64_t l1_misses;  // sectors that went to L2
    uint64_t wavefronts; // of shared memory
    uint64_t ideal;      // wavefronts without bank conflicts
    uint64_t merged;     // wavefronts of the machine's access, if ptxas merged it with others
    uint64_t divergent;  // branches, exits and calls at which its lanes parted
    uint64_t far;        // requests for the shared memory of other blocks of the cluster
    uint64_t
        far_sectors; // 32-byte sectors of it; of a bulk copy those that it brings to one more block
} SimCount;

void sim_count_add(SimCount *to, const SimCount *more);

typedef struct SimFunction SimFunction; // see warpsim.h

// ---- machine code ------------------------------------------------------------------------------------------

// The pipes of an SM. A PTX instruction counts for INT if ptxas may give it to the integer pipe or to the FP32 pipe. Of machine code, where
// that is known, LOGIC is all that the integer pipe does, and INT what only half of the FP32 pipe does: products of integers, pairs of
// halves.
typedef enum {
    SIM_PIPE_INT,
    SIM_PIPE_LOGIC, // what only the integer pipe does
    SIM_PIPE_FP32,
    SIM_PIPE_FP64,
    SIM_PIPE_SFU,
    SIM_PIPE_LSU,
    SIM_PIPE_CONTROL, // and the pipe of uniform registers
    SIM_PIPES
} SimPipe;

enum { SIM_SEVERAL_SIZES = 255, SIM_MOST_PARTS = 4 };

// What ptxas made of one PTX line.
typedef struct {
    int line;
    int instructions; // of machine code
    uint8_t copies;   // of a load in one run of code: how often its loop was unrolled
    uint8_t batches;  // how many of these copies wait for loads before them
    uint8_t shared;   // of each access of shared memory: bytes a lane; 0: there is none
    // Of the instructions, how many stand in each straight run of code that has some; 0: no more, all 0: in too many runs.
    uint8_t runs[SIM_MOST_PARTS];
    bool meets; // one stands behind a barrier where lanes wait for others of their warp
    // Of a load, one that begins a batch after a branch or where branches lead to: loads before may still be under way, and it joins them.
    bool joins;
    bool stays;                    // of a load, one that may still be under way at such a place
    bool jumps;                    // one is a conditional branch,
    int to;                        // to this line; 0: to such a barrier
    int local_loads, local_stores; // words, spilled registers included
} SimAssembledLine;

// What one PTX line has in a block of machine code. A stretch is code that no loop begins or ends in, of one block or several.
typedef struct {
    int line;
    int stretch; // its number; they are in the order of the code
    int block;   // the number of its straight run of code, all of which a warp executes
    int loop;    // the number of the innermost loop of machine code around it; 0: it is in none
    uint16_t instructions;     // of the line, in this block
    uint16_t pipes[SIM_PIPES]; // how many of them each pipe does
    uint16_t
        tensor; // how many the pipe of tensor cores does, some of them in place of the pipe above
    uint16_t
        repeats; // how often a kind of instruction stands in the stretch, for most of them; 0: the piece before says it
    bool copies; // the line has nothing else in the stretch
    bool jumps;  // it ends with a conditional branch
    bool each_value; // a warp does it once for each value that its lanes have, not once
} SimAssembledPiece;

// What ptxas made of a kernel. The caller frees both tables.
typedef struct {
    int registers;             // per thread; 0 if there is no cubin
    SimAssembledLine *lines;   // (count) ascending
    SimAssembledPiece *pieces; // (piece_count) by line, then by block
    int count, piece_count;
} SimAssembled;

// ---- instructions ------------------------------------------------------------------------------------------

// An instruction as reports name it.
typedef struct {
    const SimFunction *function;
    const char *file;              // of the source, or NULL without line information
    const char *text;              // PTX mnemonic, "ld.global.u32"
    const struct Var *array;       // whose address its own is made from, in shared memory; or NULL
    const struct Hoisted *hoisted; // for which lanes a load does not count; NULL: it counts for all
    int line; // the user's line: a library's inline code counts for the line that called it
    int ptx_line;
    // A generic access counts only what lands in global memory. The instruction at `landings` counts what lands in shared memory, the
    // next one what lands in local memory. 0: there are none.
    int landings;
    uint8_t kind;            // SimInsnKind
    uint8_t space;           // SimSpace, for memory instructions
    uint8_t slots;           // about how many machine instructions ptxas makes of it
    uint8_t pipe;            // SimPipe
    uint8_t copies, batches; // of a load: those of SimAssembledLine
    uint8_t
        serves; // of a merged access of shared memory: iterations that the machine's does at once
    uint8_t unrolled; // iterations of its loop that ptxas made into one; 0 until a launch
    uint16_t spill_loads, spill_stores; // words that ptxas moves here from and to local memory
    bool joins, stays;                  // of a load: those of SimAssembledLine
    bool machine;                       // the cubin has instructions for its PTX line
    bool arrives;                       // an arrival at a barrier in memory
    bool phase; // an access of an mbarrier, which is no load or store of shared memory to ncu
    bool calls; // ptxas makes a call of it, and moves no loads past the call
    bool short_branch; // a forward branch that ptxas would turn into predicates
} SimInsnInfo;

typedef enum {
    SIM_PLAIN,
    SIM_LOAD,
    SIM_STORE,
    SIM_ATOMIC,
    SIM_BRANCH,
    SIM_BARRIER,
    SIM_EXIT
} SimInsnKind;
typedef enum {
    SIM_SPACE_NONE,
    SIM_SPACE_GLOBAL,
    SIM_SPACE_SHARED,
    SIM_SPACE_LOCAL,
    SIM_SPACE_CONST,
    SIM_SPACE_PARAM,
    SIM_SPACE_GENERIC,
    SIM_SPACE_TEXTURE // pictures, by texture and surface instructions
} SimSpace;
// Tells whether an instruction counts what it does in global memory.
static inline bool sim_counts_global(const SimInsnInfo *insn)
{
    return insn->space == SIM_SPACE_GLOBAL || insn->space == SIM_SPACE_GENERIC;
}

#endif
