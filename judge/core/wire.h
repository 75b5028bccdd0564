// wire.h: what the judge and a device say to each other.
//
// The judge asks with a WireRequest and its `bytes` bytes; the device answers with a WireReply and its `bytes` bytes. One question,
// one answer. Where the device is a process of its own, they go through two pipes (judge/device/pipe.h), and a closed pipe ends it. Both
// run on the same machine: structs go as they are in memory.

#ifndef WIRE_H
#define WIRE_H

#include <stdint.h>

typedef enum {
    WIRE_HELLO,  // -> bytes: the device's name. value: its compute capability, 90; 0: it takes PTX
    WIRE_MODULE, // a: WireSlot; bytes: PTX or cubin, kept for all runs
    WIRE_BEGIN,  // bytes: WireBegin. Drops all memory and loads the modules anew
    WIRE_KERNEL, // a: WireSlot; bytes: its name in the source -> bytes: mangled name, none if there is no such kernel; value:
                 // how many there are
    WIRE_ALLOC,  // b: size -> value: address
    WIRE_WRITE,  // a: 1 if checks are to take it as written by the program; b: address; bytes: what
    WIRE_READ,   // b: address; c: size -> bytes
    WIRE_VARIABLE, // bytes: name -> value: address; extra: size, 0 if there is none
    WIRE_CALL, // names an array for messages. a: bytes of an element; c: 1 if it is a float or double, 2 if it is unsigned, + 4 times the columns of an array with two dimensions; b: address, 0 for
               // shared memory; bytes: the array's name
    WIRE_LAUNCH, // bytes: WireLaunch
    WIRE_PRINTED, // -> bytes: the first lines that kernels have printed in the run. value: lines in all; extra: bytes
    WIRE_END, // the run is over; a fault if kernels have left something behind. -> bytes: WireUsed
    WIRE_COUNTER, // bytes: its name, ncu's or one of judge.h -> bytes: a double, none if the name is not known
    WIRE_TIME, // bytes: WireLaunch -> bytes: two doubles, median seconds and the memory's bytes per second
    WIRE_UNWRITTEN, // b: address; c: size -> bytes: for each byte 1 if nobody wrote it; none if no check knows. The simulator alone
    WIRE_WHY, // a: how many launches the host makes; bytes: why the run failed. In a kept run alone, before its first launch
    WIRE_REMARK, // a: WireRemark -> bytes: what the checks remark on the run, none if they don't. The simulator alone
} WireOp;

typedef enum {
    WIRE_NOISE,   // why its results may be random
    WIRE_SKIPPED, // threads that others didn't wait for, at a barrier or in a mask, had left the kernel, or gone around it
    WIRE_REMARKS
} WireRemark;

typedef enum { WIRE_SUBMISSION, WIRE_GIVEN, WIRE_SLOTS } WireSlot;

// How the simulator runs kernels; a GPU has one way.
typedef enum {
    WIRE_LOCKSTEP,
    WIRE_LOCKSTEP_CHECKED,
    WIRE_SERIAL_CHECKED,
    WIRE_RANDOM_CHECKED
} WireMode;

typedef struct {
    uint32_t op, a;
    uint64_t b, c;
    uint64_t bytes; // bytes that follow
} WireRequest;

typedef enum {
    WIRE_OK,
    WIRE_FAULT, // the submission did something wrong: bytes: the diagnosis
    WIRE_BAD,   // this can't be asked of this submission: bytes: why
} WireStatus;

typedef struct {
    uint32_t status;
    uint32_t unused;
    uint64_t value, extra;
    uint64_t bytes; // bytes that follow
} WireReply;

enum { WIRE_NAME = 512, WIRE_ARGS = 64, WIRE_WORD = 16 };

// A run, and what it may use.
typedef struct {
    uint32_t mode;    // WireMode
    uint32_t seconds; // of processor time
    uint64_t seed, instructions;
    uint64_t lines;         // how many lines of what kernels print are kept; 0: none
    char device[WIRE_WORD]; // that is simulated, "h200"; "": the default
} WireBegin;

// What a run has used.
typedef struct {
    uint64_t instructions;
    uint64_t microseconds; // of processor time
    uint64_t bytes;        // the most memory that the process has had so far
} WireUsed;

typedef struct {
    char kernel[WIRE_NAME]; // mangled
    uint32_t slot;          // WireSlot
    uint32_t launches;      // 1: kernels may launch kernels
    uint32_t grid[3], block[3];
    uint32_t cluster[3];  // blocks of a cluster; 0: there are none, or the kernel says it
    uint32_t count;       // of arguments
    uint64_t shared;      // dynamic shared memory, bytes
    uint64_t shared_most; // the most that the kernel may opt in to, bytes; 0: the usual limit
    uint64_t args[WIRE_ARGS];
    uint32_t sizes[WIRE_ARGS]; // of the arguments: 4 or 8 bytes
} WireLaunch;

#endif
