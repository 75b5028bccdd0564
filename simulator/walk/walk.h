// walk.h: what each view of a launch is made of, in a terminal or in a page: a walk through a launch, step by step, and one
// access of a warp, taken apart. Uses base/ and warpsim.h: no stdio, no threads, no globals.

#ifndef WALK_H
#define WALK_H

#include "warpsim_step.h"

// ---- picture.c: which lanes of an access meet in which sectors or banks -------------------------------------------

enum {
    PICTURE_LANES = 32,
    PICTURE_SECTOR = 32,                           // bytes
    PICTURE_WORDS = 8,                             // of 4 bytes in a sector
    PICTURE_BANKS = 32,                            // of shared memory
    PICTURE_PIECES = PICTURE_LANES * PICTURE_WORDS // an access has at most
};

// What one lane wants of one 4-byte word.
typedef struct {
    uint64_t word; // address / 4
    uint32_t part; // bit b: of its bytes byte b
    int lane;
} Piece;

// One execution of an instruction.
typedef struct {
    SimAccess access; // without `address`
    uint64_t base;    // of the allocation that its first lane is in; shared and local memory: 0
    Piece pieces[PICTURE_PIECES]; // in order of their words; of shared memory in order of lanes
    int count;
    int cost, ideal; // sectors or wavefronts, and how few would do
    int bytes;       // distinct ones that are wanted
} Picture;

Picture picture_take(const SimMemory *memory, const SimAccess *a);

// How many lanes shared memory serves together when each wants so many bytes.
int picture_phase(int bytes);

// Sorts the words that lanes [from, to) want by bank, each distinct word once. rows[k][bank] is a lane that wants the bank's
// k-th word, or -1; shared[k][bank] is true if more lanes want it. Both have 64 rows. Returns the number of rows: wavefronts.
int picture_banks(const Picture *p, int from, int to, int rows[][PICTURE_BANKS],
                  bool shared[][PICTURE_BANKS]);

// The byte at which a lane's access begins, counted from the start of its allocation, or of shared or local memory.
uint64_t access_place(const SimMemory *memory, const SimAccess *a, int lane);

const char *access_operation(SimInsnKind kind); // "load"
const char *access_space(SimSpace space);       // "global"

// ---- walk.c: a launch that one walks through, an instruction at a time, forward and back --------------------------
//
// A moment is a number of warp instructions: at moment 0 nothing has run. Warps and blocks take turns as in a run by one
// thread, so that a walk to the end gives the results, counters, findings and modelled time of that run. A step back restores
// the memory of the beginning and runs forward again, to the moment before. Launches that kernels make are walked after the
// grid that made them, as in a run.

// Who touched a 4-byte word. The reader and the writer are warps of the grid: block * warps + warp, and a lane.
typedef struct {
    uint64_t written, read; // moments of the last store and the last load, 0: none yet
    uint32_t writer;        // warp * 32 + lane, if written
    uint32_t reader;        // the same, if read
} WalkMark;

// Memory whose words are marked.
typedef struct {
    uint64_t base, size; // device address, bytes
    WalkMark *marks;     // ((size + 3) / 4)
} WalkRange;

// A part of a warp's modelled time.
typedef struct {
    int warp;
    uint64_t from, to; // cycles, counted from the block's start
    uint64_t dram;     // … of which it waited for DRAM
    int pc;            // the instruction that took them
} WalkSpan;

enum { WALK_SPANS = 4096 };

typedef struct {
    // The launch under way: the host's, or one that a kernel made.
    SimLaunch launch;
    SimWorker
        *worker; // of the block whose turn it is; NULL before a launch's first and after its last
    uint64_t block;    // which block that is, or was
    uint64_t begun;    // how many of the launch's blocks have begun,
    uint64_t done;     // … and ended
    uint64_t launches; // how many launches have begun
    uint64_t moment;   // instructions so far
    uint64_t lanes;    // … and the lanes that executed them
    bool over;         // the last launch has ended, or one has failed:
    SimError error;    // why, if status is not SIM_OK
    SimStep step;      // the last instruction; pc -1: none yet
    bool accessed;     // it was an access to memory:
    SimAccess access;  // the last access
    uint64_t address[32];
    bool any_access;   // there was one
    WalkRange *ranges; // (range_count)
    int range_count;
    WalkMark *shared; // marks of the block's shared memory, ((launch.shared_total + 3) / 4)
    WalkSpan *spans;  // (span_count) of the block under way, at most WALK_SPANS
    int span_count;
    SimCount *counts;     // (launch.insn_count) sums over the launches before this one,
    SimFinding *findings; // (finding_count) … what those found,
    SimTime time;         // … and how long they took; once the walk is over, the last one too
    int finding_count;
    struct WalkInside *inside;
} Walk;

// Begins a walk through the launch that `plan` describes: the part of SimLaunch that the host fills, but for `observe`, which is
// the walk's own. NULL with *err if it can't be launched. The walk changes the memory as the launch would.
Walk *walk_new(const SimLaunch *plan, SimError *err);
void walk_free(Walk *w);

// Marks the words of [base, base + size) from now on; before the first step. False if the host has no memory.
bool walk_watch(Walk *w, uint64_t base, uint64_t size);

// One instruction forward; false at the end, where nothing changes.
bool walk_step(Walk *w);
// Back to moment 0. False if the host has no memory; the walk is then over.
bool walk_restart(Walk *w);
// Towards the moment, by at most `most` steps; true when the walk is there, or over before it.
bool walk_towards(Walk *w, uint64_t moment, uint64_t most);

// What has been counted so far, out: (launch.insn_count).
void walk_counts(Walk *w, SimCount *out);
// The metrics of the walk so far: sim_metrics of the sum of its launches.
int walk_metrics(Walk *w, SimMetric *out, int most);

// What the last step did, as a sentence or two: "Warp 0 loads 4 bytes for each of 8 lanes …".
void walk_words(const Walk *w, char *out, size_t size);

// ---- names.c: a kernel's variables by the names that they have in the source ----------------------------------------

typedef struct Names Names;

// A variable, and where it is.
typedef struct {
    const char *name;
    char reg[12];       // "%r7", or empty:
    int parameter;      // … it is this one of the kernel's, from 0, or -1:
    uint64_t constant;  // … it has this value
    int bytes;          // 1 to 8
    bool real, pointer; // float or double; an address
    bool no_sign;       // a whole number from 0 on
} NamedVariable;

Names *names_new(const char *ptx,
                 size_t length); // NULL: it has no debug information, or there is no memory
void names_free(Names *n);
// The variables that kernel `function`, mangled, has at a line of the PTX; returns how many.
int names_at(const Names *n, const char *function, int line, NamedVariable *out, int most);
// A variable's value in all lanes of the call that a lane of a warp is in. False if there is none.
bool walk_variable(const Walk *w, int warp, int lane, const NamedVariable *v, uint64_t value[32]);

#endif
