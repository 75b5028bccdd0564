// case.h: what the files that run one case share: case.c, ask.c, inputs.c, launches.c, compare.c, counters.c and calls.c. A judge.c
// knows only judge.h.

#ifndef CASE_H
#define CASE_H

#include "core.h"

typedef struct Array {
    struct Array *next;
    max_align_t data[];
} Array;

// What a buffer held when the case began: an input must still hold it when the case ends.
typedef struct Kept {
    struct Kept *next;
    Buffer buffer;
    Named named; // as the kernel calls it that had it last; element 0: not known
    unsigned char data[];
} Kept;

struct Judge {
    const Case *c;
    Device *device;
    const Terms *terms;
    const Order *order;
    uint64_t random;
    char *why, *speed, *remark;
    char *note;    // what judge_note says
    WireUsed used; // what a run has used that came to its end
    double warps;  // of the last launch
    double lanes;  // active lanes per instruction, in the launch that had fewest
    double share;  // the largest share of a launch's instructions that one warp executed
    Array *arrays;
    Kept *inputs;
    Kept *outputs;      // with the noise that they held before anything was written
    int buffers;        // how many there are; also the last one's id
    int launches;       // how many launches of the submission the case has, if it says so; else 0
    int launched;       // how many there were so far
    const char *kernel; // the last one's; NULL: what is judged belongs to no single launch
    bool runs;          // it is under way
    Ran ran;            // the run of an exercise that is a whole program
    bool measured;      // the case is the one by which a pass is weighed
    Figures figures;    // of its launches so far
    double gpu_us;      // of these launches on a GPU
    double limit_us;    // what no kernel can do without, if judge_limit told it
    WireLaunch *timed; // (timed_count) what a GPU is to time when the results are known to be right
    size_t timed_count;
};

// ---- ask.c ----------------------------------------------------------------------------------------------------------

// Fails the case. `why` becomes the failure's text; the Judge owns it from now on. Of several launches it tells which.
void case_end(Judge *j, char *why) __attribute__((noreturn));
void case_fail(Judge *j, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
// Fails the case if all cases together have used their time.
void case_has_time(Judge *j);
// Asks the device. If it has no good answer, the case fails.
Reply case_ask(Judge *j, WireRequest r, const void *bytes);
// Returns what the simulator's checks remark on the run, to be freed; NULL if they don't.
char *case_remark(Judge *j, WireRemark which);
// The same, if the answer is in numbers alone.
Reply case_tell(Judge *j, WireRequest r, const void *bytes);
// The same, if the case may go on after any answer.
Reply case_try(Judge *j, WireRequest r, const void *bytes);

// ---- inputs.c -------------------------------------------------------------------------------------------------------

// Returns the next number of splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
uint64_t random_next(uint64_t *state);

// ---- launches.c -----------------------------------------------------------------------------------------------------

WireLaunch launch_describe(Judge *j, WireSlot slot, const char *kernel, Dim grid, Dim block,
                           size_t shared, const Arg *args, size_t count);

// ---- counters.c -----------------------------------------------------------------------------------------------------

// Notes how far the threads of a launch have shared its work: `total` instructions of warps, each of `lanes` lanes on average, and
// `longest` of them by one warp.
void note_sharing(Judge *j, double blocks, double threads, double total, double lanes,
                  double longest);
// Fails the case unless threads shared the work of its launches (judge_limits.h).
void want_shared_work(Judge *j);
// Adds what a launch of the measured case has counted.
void figures_add(Judge *j, const WireLaunch *w);
// On a GPU, times the launches of the measured case, when it has passed: repeating them changes results. A kernel that can't be repeated
// has no time.
void figures_time(Judge *j);

// ---- calls.c --------------------------------------------------------------------------------------------------------

void ran_free(Ran *r);

// ---- compare.c ------------------------------------------------------------------------------------------------------

// Returns which input the run has changed, as a sentence to be freed; NULL if none.
char *changed_input(Judge *j);

#endif
