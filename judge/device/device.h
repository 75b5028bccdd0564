// device.h: the simulator as a device: a function that answers questions. It starts no process and opens no file; whoever calls it has
// the questions from a pipe (simulator_main.c), from a kept run, or from the same program, as the page has.
//
//   Answer     what the function says
//   Onlooker   a person's view of what runs: in the stepper, as a profile or as drawings (look.c)
//
//   simulator.c        the answers: memory, modules, launches
//   printed.c          what kernels print, in the order of threads
//   counters.c         counters of a launch, ncu's and the judge's own
//   simulator_main.c   the simulator as a process, build/judge/device-sim
//   look.c             shows a person a kept run
//   repeat_calls.c     makes the calls of a whole program again: a process, too, build/judge/device-calls
//   gpu.cu             a GPU as a device, also a process: build/judge/device-gpu
//   pipe.h             moves bytes through pipes
//   kernel_names.h     finds the mangled name of a kernel in the source

#ifndef JUDGE_DEVICE_H
#define JUDGE_DEVICE_H

#include "judge/core/wire.h"
#include "warpsim.h"

#include <stdbool.h>

// An answer and its head.bytes bytes, which stay until the next question.
typedef struct {
    WireReply head;
    const void *bytes;
} Answer;

// What a person is shown. Each function may be NULL.
typedef struct {
    bool unchecked;                                 // runs are without checks, as on a GPU
    void (*printed)(const char *text, size_t size); // by kernels
    void (*wrong)(const char *diagnosis);
    void (*fails)(const char *why, uint32_t launches); // the run that begins, of so many launches
    // Runs a launch instead of the device; false if it does not want to. *wrong is then a diagnosis, to be freed, or NULL.
    bool (*runs)(const SimLaunch *l, char **wrong);
    void (*begins)(SimLaunch *l);      // it is prepared
    void (*ended)(const SimLaunch *l); // without a fault
} Onlooker;

// ---- simulator.c ----------------------------------------------------------------------------------------------------

// Answers a question, whose r->bytes bytes are `bytes`. Returns false if it is none, or if the host has no memory: nothing can be asked
// any more.
bool device_serve(const WireRequest *r, const void *bytes, Answer *a);
// From now on shows a person what runs.
void device_show(const Onlooker *person);
// Returns the PTX that a kernel comes from.
const char *device_ptx(const SimFunction *kernel, size_t *length);
// Returns the first error that a checked launch found; NULL if there is none. A remark is on something legal and no error.
const SimFinding *device_first_error(const SimLaunch *l);

// ---- printed.c ------------------------------------------------------------------------------------------------------

void printed_forget(void); // a run begins
// Keeps what a thread of launch `l`, the run's launch number `launch`, prints; called in SimLaunch.print.
void printed_keep(const SimLaunch *l, uint64_t launch, const char *more, size_t size);
// Returns the first lines of all, *size bytes, until the next call; and how many lines and bytes there are in all.
const char *printed_first(uint64_t most_lines, size_t *size, uint64_t *in_lines,
                          uint64_t *in_bytes);

// ---- counters.c -----------------------------------------------------------------------------------------------------

void counters_forget(void);
// Adds a launch's counters; false without memory. The counts of a launch by the host include its children's instructions; figures of
// the launch itself, such as occupancy, are its own.
bool counters_add(const SimLaunch *l);
void counters_time(double seconds); // the modelled time of a launch, with all that it launched
// Sets *value to a counter, by ncu's name or one of judge.h; NaN: it is not known here. False if there is none of this name.
bool counters_find(const char *name, double *value);

// ---- look.c ---------------------------------------------------------------------------------------------------------

// Shows a person what runs, as the words of WARPSIM choose. Returns false if that can't be done, and `message` says why.
bool look_begin(const char *words, char *message, size_t size);
// Compares why a run of a build for a debugger has failed, and why the judged run has; NULL: it hasn't. Returns whether to look at the former.
// What is told is what the judge has said.
bool look_compares(const char *own, char *judged);
void look_end(void); // prints what is left to show

#endif
