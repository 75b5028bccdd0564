// judge_limits.h: what a submission may use, all in one place. Hosts take these limits if nobody asks for others.

#ifndef JUDGE_LIMITS_H
#define JUDGE_LIMITS_H

#include <stdint.h>

// One run of a case on the simulator has so many millions of warps' instructions, which are the same on any machine, at any load; and
// if that comes first, so many seconds of processor time. A GPU counts no work: there a launch has as many seconds of the clock.
enum { RUN_MILLIONS = 30, RUN_SECONDS = 20, MILLION = 1000000 };

// A case that reaches the limit of instructions may run once more, while a student looks on, with FURTHER times as many.
enum { FURTHER = 4 };

// The compiler has COMPILER_SHARE times the seconds of a run. The last limit is on the clock, for processes that wait for ever:
// CLOCK_SHARE times as long.
enum { COMPILER_SHARE = 3, CLOCK_SHARE = 10 };

// What all cases of a submission have together: UNIT_SHARE times the seconds of a run, for all their processes; and of the clock
// MOST_CLOCK seconds, a hundred times what our slowest solution takes. A program that sleeps does so MOST_SLEEP seconds.
enum { UNIT_SHARE = 5, MOST_CLOCK = 1000, MOST_SLEEP = 5 };

#define MOST_MEMORY ((uint64_t)4 << 30) // bytes of memory of a process
enum {
    MOST_FILE = 64 << 20,    // bytes of a file that a process writes
    SANDBOX_TMP = 512 << 20, // bytes of the sandbox's /tmp
    PROGRAM_DISK = 64 << 20  // of a whole program's folder there, and of its /tmp
};

// What a verdict shows of what kernels or programs print.
enum { PRINTED_LINES = 20, PRINTED_BYTES = 4096 };

// The launch that a submission of kernel golf may choose.
enum { MOST_CHOSEN_BLOCKS = 65536, MOST_CHOSEN_THREADS = 1024 };

// Limits that refuse a kernel in which one thread does all the work: it is right, but not parallel. A small launch may be
// serial, and so may the last steps of a block. In larger launches none of our solutions has fewer than 6 lanes per
// instruction; with four blocks or more none of their warps does more than a twelfth of the work.
enum { LARGE_LAUNCH = 1500, LARGE_BLOCK = 32, MANY_BLOCKS = 4 };
#define FEWEST_LANES  2.0
#define LARGEST_SHARE 0.34

// Where kernels are to launch kernels, these execute at least so many percent of all instructions, so that children that do nothing don't
// count. In our solutions it is 27 % or more, in ex5-3.
#define LEAST_BY_CHILDREN 9.0

#endif
