// native.h: a kernel's segments as machine code of the host. Uses base/, memory/, ptx/ and the tables of machine/alu/.
//
// The interpreter's own source is what gets compiled. An instruction that is a constant to the C compiler needs no dispatch:
// `add_32(regs, &x17, FULL)` becomes two additions of 16 lanes each. So text.c writes a call for each instruction, behind the text
// of segment.h, which the build has preprocessed; nothing is said twice, and results are the interpreter's. A host (host/compiled.c)
// has it compiled, and gives the code to the kernel.
//
// All values stay in the frame, instruction by instruction. So a segment can be left at any place, and the interpreter goes on there:
// at what this room does not know, and at branches where lanes part. A single instruction it also does in between (Native.run), such as an
// access that is neither plainly inside shared memory nor a row of global memory.
//
// gcc compiles it, since it compiles the library, too. 100 instructions take it 0.4 s, 500 take 2.7 s; one function of 2,000 took
// 24 s, so functions are cut (gcc 12, EPYC 9005, one core). LLVM's or libgccjit's library would have to be installed on each student's
// machine, and our own code generator would be a second semantics.

#ifndef NATIVE_H
#define NATIVE_H

#include "memory/memory.h"
#include "ptx/ptx.h"
#include "warpsim_native.h"

enum { MOST_PLACES = 4 };

// What a shared access cost when its lanes' offsets last differed like this. Moved by a multiple of what the banks serve as
// one, it costs the same.
typedef struct {
    _Alignas(64) u32 differ[LANES]; // each lane's offset less lane 0's
    u32 word[LANES];                // its distance from the lowest offset, in words
    u32 which[LANES];               // its place, of a few
    i64 low, high;                  // the lowest and the highest of these
    u32 phase;                      // lane 0's offset modulo the unit that the banks serve
    bool known, row, narrow;        // row: neighbours without a gap; narrow: within 128 bytes
    u8 places;                      // how many offsets differ; 0: more than MOST_PLACES
    i64 place[MOST_PLACES];         // (places) these, less lane 0's
    BankCount banks;
    // Of the access that ptxas made of it and its neighbours, which the warp waits for.
    BankCount machine;
} Pattern;

// The last two patterns of an access: mostly it has one, and where an index wraps around another one in between.
typedef struct {
    Pattern pattern[2];
    int last; // the one that it had last
} Patterns;

// What a warp's compiled code gets from the machine.
typedef struct Native Native;
struct Native {
    const Insn *code;
    SimCount *counts;
    u8 *shared; // (shared_size) the block's
    u64 shared_size;
    u64 *cycles, *changes; // Warp.cycles, SimWorker.changes
    Patterns *patterns;    // by access
    int first;             // the kernel's first segment
    // These do one instruction by the interpreter, the second one an access to global memory whose lanes have neighbours, from
    // `first` on. They return NATIVE_ON, NATIVE_FAULT, or `pc` if the block must wait for its turn first.
    i32 (*run)(Native *n, i32 pc, u32 mask);
    i32 (*row)(Native *n, i32 pc, u64 first);
    BankCount (*banks)(const u32 *offset, u32 mask, int bytes, bool load);
    struct SimWorker *worker;
    struct Warp *warp;
    struct Group *group;
};

enum { NATIVE_FAULT = -1, NATIVE_ON = -2 }; // NATIVE_ON: on with the segment

// Runs a segment for all 32 lanes `from` the instruction behind its K_ENTER on, or from its first ordered one. Returns the instruction at
// which the interpreter goes on, or NATIVE_FAULT.
typedef i32 NativeSegment(Native *n, u8 *regs, i32 from);

// What a compiled kernel's object has under the name native_code.
typedef struct {
    int patterns, count;
    NativeSegment *segments[]; // (count) by the kernel's segments; NULL: it is not compiled
} NativeCode;

#endif
