// walk.h: what all views of a launch use, in a terminal or in a page: a walk through a launch, step by step, and the picture of
// one access of a warp. Uses base/ and warpsim.h: no stdio, no threads, no globals.

#ifndef WALK_H
#define WALK_H

#include "base/base.h"
#include "warpsim_step.h"

// ---- picture.c: which lanes of an access meet in which sectors or banks -------------------------------------------

enum {
    SECTOR = 32,                       // bytes
    SECTOR_WORDS = 8,                  // of 4 bytes
    BANKS = 32,                        // of shared memory
    MOST_PIECES = LANES * SECTOR_WORDS // of an access
};

// What one lane wants of one 4-byte word.
typedef struct {
    uint64_t word; // address / 4
    uint32_t part; // bit b: byte b of the word
    int lane;
} Piece;

// One execution of an instruction.
typedef struct {
    SimAccess access; // without `address`
    uint64_t base;    // of the allocation that the first lane accesses; shared and local memory: 0
    Piece pieces[MOST_PIECES]; // (count) in order of words; for shared memory in order of lanes
    int count;
    int cost;  // sectors or wavefronts
    int ideal; // how few of them would be enough
    int bytes; // distinct bytes that are wanted
    int phase; // shared memory: lanes that it serves together
} Picture;

Picture picture_take(const SimMemory *memory, const SimAccess *a);
// Adds to a text what the access costs: "8 sectors, 256 bytes, of which 128 are used: 50 %".
void picture_cost(const Picture *p, char *out, size_t size);

// Sorts the words that the lanes of a phase, which begins at `from`, want by bank, each distinct word once. rows[k][bank] is a
// lane that wants the bank's k-th word, or -1; shared[k][bank] is true if other lanes want it, too. Both have 64 rows. Returns the
// number of rows, which are the wavefronts.
int picture_banks(const Picture *p, int from, int rows[][BANKS], bool shared[][BANKS]);

// 128 bytes of shared memory, which are a word of each bank, and which pieces of a tile lie there.
typedef struct {
    uint32_t at;      // the first byte
    int16_t piece[8]; // SimTile.at[piece]; -1: none
} TileLine;

// Sorts a tile's pieces by where they lie; returns the number of lines. There are at most SIM_TILE_PIECES.
int picture_tile(const SimTile *t, TileLine *lines);
// Returns in how many of the eight groups of four banks a column of a tile's first eight rows lies. Eight rows that ldmatrix or a
// tensor core reads at a time take one wavefront if there are eight.
int picture_tile_spread(const SimTile *t);

// Returns the byte at which a lane's access begins, counted from the start of its allocation, or of shared or local memory.
uint64_t access_place(const SimMemory *memory, const SimAccess *a, int lane);

const char *access_operation(SimInsnKind kind); // "load"
const char *access_space(SimSpace space);       // "global"

// ---- walk.c: walks through a launch, an instruction at a time, forward and back -----------------------------------
//
// A moment is a number of warp instructions: at moment 0 nothing has run. Warps and blocks take turns as in a run by one
// thread, so that a walk to the end gives the results, counters, findings and modelled time of that run. A step back restores
// the memory of the beginning and runs forward again, to the moment before. Launches by kernels are walked after the grid that
// made them, as in a run.

// Who accessed a 4-byte word last. A warp's number in the grid is block * warps + warp.
typedef struct {
    uint64_t written, read; // moments of the last store and the last load, 0: none yet
    uint32_t writer;        // warp * 32 + lane, if written
    uint32_t reader;        // warp * 32 + lane, if read
} WalkMark;

// Memory whose words are marked.
typedef struct {
    uint64_t base, size; // device address, bytes
    WalkMark *marks;     // ((size + 3) / 4)
} WalkRange;

// A part of a warp's modelled time.
typedef struct {
    uint32_t rank; // of its block in the cluster
    int warp;
    uint64_t from, to; // cycles, counted from the block's start
    uint64_t dram;     // how many of these cycles it waited for DRAM
    int pc;            // the instruction that took them
} WalkSpan;

enum { WALK_SPANS = 4096, WALK_FLIGHTS = 64, WALK_MBARRIERS = 64 };

typedef struct {
    SimLaunch launch; // the current launch: the host's, or one that a kernel made
    // Of the current block, or of the first of its cluster. NULL before a launch's first block and after its last.
    SimWorker *worker;
    SimWorker *ran;    // of the block in which the last step was
    SimWorker *shown;  // of the block that is shown: that one, until walk_show chooses another
    uint64_t block;    // the number of the block that is shown, or of the last one
    uint64_t begun;    // how many of the launch's blocks have begun
    uint64_t done;     // how many of the launch's blocks have ended
    uint64_t launches; // how many launches have begun
    uint64_t moment;   // instructions so far
    uint64_t lanes;    // sum of the lanes that executed them
    SimError error;    // why it failed, if status is not SIM_OK
    SimStep step;      // the last instruction; pc -1: none yet
    bool over;         // the last launch has ended, or one has failed
    bool accessed;     // the last instruction was an access to memory
    bool any_access;   // there was an access
    SimAccess access;  // the last access
    uint64_t address[32];
    WalkRange *ranges; // (range_count)
    WalkMark *shared;  // marks of the shared memory of the cluster's blocks, by rank: walk_shared
    WalkSpan *spans;   // (span_count) of the current block and its cluster, at most WALK_SPANS
    int range_count, span_count;
    SimFlight flights[WALK_FLIGHTS]; // (flight_count) the copies in flight, oldest first
    SimFlight
        landed[WALK_FLIGHTS]; // (landed_count) those that the last step has brought to their end
    int flight_count, landed_count;
    SimPlace
        mbarriers[WALK_MBARRIERS]; // (mbarrier_count) those that were initialized, in that order
    int mbarrier_count;
    SimTile tiles
        [SIM_TILES]; // (tile_count) of the last instruction that had any: ldmatrix, wgmma, a copy of a tensor
    int tile_count, tile_pc, tile_warp;
    uint64_t tiled;       // the moment of that instruction
    SimCount *counts;     // (launch.insn_count) sums over the launches before this one
    SimFinding *findings; // (finding_count) of the launches before this one
    int finding_count;
    double
        time; // modelled, in seconds, of the launches before this one; of all, when the walk is over

    // These are for walk.c.
    SimLaunch plan;  // the launch that the host describes
    void *params;    // its arguments
    SimImage *image; // memory at moment 0
    struct WalkLook {
        uint64_t cycles, dram; // modelled time, and how much of it the warp waited for DRAM
    } * looks;         // (cluster_size * launch.warps) of the warps, when they were looked at last
    SimWorker **aside; // (aside_count) workers of blocks that were put aside, in that order
    size_t aside_count, aside_room, range_room;
    size_t at;               // which of them has the turn
    struct WalkLevel *level; // the innermost grid that is not done
    bool from_aside;         // the current worker is aside[at]
    bool prepared;           // `launch` is prepared and must be ended
} Walk;

// Begins a walk through the launch that `plan` describes. The host fills in its part of SimLaunch, but not `observe`, which the
// walk uses. NULL with *err if it can't be launched. The walk changes the memory as the launch would.
Walk *walk_new(const SimLaunch *plan, SimError *err);
void walk_free(Walk *w);

// Keeps marks for the words of [base, base + size); call it before the first step. False if the host has no memory.
bool walk_watch(Walk *w, uint64_t base, uint64_t size);

// Goes one instruction forward; false at the end, where nothing changes.
bool walk_step(Walk *w);
// Goes back to moment 0. False if the host has no memory; the walk is then over.
bool walk_restart(Walk *w);
// Goes towards the moment, by at most `most` steps; true when the walk is there, or over before it.
bool walk_towards(Walk *w, uint64_t moment, uint64_t most);

// Lists the blocks of the cluster that runs, by rank; returns how many.
int walk_blocks(const Walk *w, uint64_t *block, int most);
// Shows another block of the cluster until the next step; false if it does not run.
bool walk_show(Walk *w, uint64_t block);
// Reads an mbarrier of a block of the cluster; false if the block does not run.
bool walk_mbarrier(const Walk *w, SimPlace at, SimMbarrier *out);
// Returns the marks of the shared memory of the block that is shown: ((launch.shared_total + 3) / 4).
const WalkMark *walk_shared(const Walk *w);

// Sets out, (launch.insn_count), to what has been counted so far.
void walk_counts(Walk *w, SimCount *out);
// Sets the metrics of the walk so far: sim_metrics of the sum of its launches.
int walk_metrics(Walk *w, SimMetric *out, int most);

// Writes what the last step did, as a sentence or two: "Warp 0 loads 4 bytes for each of 8 lanes …".
void walk_words(const Walk *w, char *out, size_t size);

// ---- names.c: a kernel's variables by the names that they have in the source ----------------------------------------

typedef struct Names Names;

// A variable, and where it is.
typedef struct {
    const char *name;
    char reg[12];       // the register that holds it, "%r7"; or empty
    int parameter;      // without a register: the kernel's parameter that holds it, from 0; or -1
    uint64_t constant;  // without both: its value
    int bytes;          // 1 to 8
    bool real, pointer; // float or double; an address
    bool no_sign;       // an unsigned integer
    SimElement to;      // what a pointer points to
} NamedVariable;

// Returns an integer variable's value: its bits, with or without a sign.
static inline int64_t variable_whole(const NamedVariable *v, uint64_t bits)
{
    int unused = 64 - 8 * v->bytes;
    return v->no_sign ? (int64_t)(bits << unused >> unused) : (int64_t)sign_extend(bits, v->bytes);
}

// Reads the debug information of a PTX text. NULL: there is none, or the host has no memory.
Names *names_new(const char *ptx, size_t length);
void names_free(Names *n);
// Lists the variables that kernel `function`, mangled, has at a line of the PTX; returns how many.
int names_at(const Names *n, const char *function, int line, NamedVariable *out, int most);
// Reads a variable's value in all lanes of the call that a lane of a warp is in. False if there is none.
bool walk_variable(const Walk *w, int warp, int lane, const NamedVariable *v, uint64_t value[32]);

#endif
