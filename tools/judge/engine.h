// engine.h: what the files of this folder share. Each exercise's judge.c is linked with them.
//
//   main.c       the command line, and what happens in which order
//   compile.c    a submission through nvcc: PTX, or a cubin for a GPU
//   process.c    a child process with limits, in the sandbox if asked for
//   device.c     the judge's end of the pipes to a device process
//   case.c       one case: the functions of judge.h
//   verdict.c    all cases on all devices; the report as text
//   results.c    the report as Gradescope's JSON and as JUnit XML
//   text.c       strings
//   wire.h       what goes through the pipes
//   device_sim.c, device_gpu.cu   the device processes, programs of their own
//
// The judge trusts no byte of a submission: it is compiled in a child process, its PTX is loaded in another one.

#ifndef ENGINE_H
#define ENGINE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "judge.h"
#include "wire.h"

#include <stdio.h>
#include <sys/types.h>

enum { EXIT_PASS, EXIT_FAIL, EXIT_USAGE, EXIT_JUDGE };

// The judge can't work: one line on stderr, then everything ends with EXIT_JUDGE.
void cannot_work(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

// ---- text.c ---------------------------------------------------------------------------------------------------------

// Strings that these return are the caller's to free; without memory the judge ends.
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *text_replace(const char *text, const char *from, const char *to); // every `from`
// Valid UTF-8 without control characters but '\n' and '\t': anything else becomes U+FFFD. At most `most` bytes and a mark.
char *text_clean(const char *text, size_t length, size_t most);
// The file's bytes, and a 0; NULL with errno. EFBIG: larger than `most`; EINVAL: no regular file.
char *text_read(const char *path, size_t most, size_t *length);
// Writes aside, then renames; false with errno.
bool text_write(const char *path, const char *bytes, size_t length);

// ---- process.c ------------------------------------------------------------------------------------------------------

// What runs, and how it is held.
typedef struct {
    const char *work;    // folder of this submission, removed at the end
    const char *root;    // of the workbook
    const char *toolkit; // of CUDA
    bool sandbox;
    double seconds; // that a launch may take; the compiler gets COMPILER_SHARE times as much
} Place;

enum { COMPILER_SHARE = 3, TOTAL_SHARE = 6 };

typedef enum { PROCESS_COMPILER, PROCESS_SIMULATOR, PROCESS_GPU } ProcessKind;

typedef struct {
    pid_t pid; // and its group's; 0: none
    int to, from;
} Process;

double now(void); // seconds on a clock that only goes forward
// Starts argv[0]. What it reads is written to `to`, what it prints (errors too, of a compiler) is read from `from`.
Process process_start(const Place *p, ProcessKind kind, const char *const *argv);
void process_kill(Process *p); // and all that it has started
// Moves bytes before `deadline`; false if the process ended first or the time is over.
bool process_write(const Process *p, const void *from, size_t bytes, double deadline);
bool process_read(const Process *p, void *to, size_t bytes, double deadline);
// Everything printed until the end, at most `most` bytes of it; *status as waitpid's, -1 at the time limit.
char *process_finish(Process *p, size_t most, double deadline, size_t *length, int *status);
bool process_interrupted(void);            // by a signal: what waits returns at once
void process_catch_signals(void);          //
void process_need_sandbox(const Place *p); // ends with EXIT_JUDGE where there is none

// ---- compile.c ------------------------------------------------------------------------------------------------------

typedef struct {
    char *code; // PTX or cubin; NULL if it does not compile
    size_t length;
    char *said; // by the compiler, with the student's path
} Compiled;

// capability: 90 for a GPU's cubin, 0 for PTX. `shown` is how messages call the file.
Compiled compile(const Place *p, const char *source, size_t length, const char *shown, bool rdc,
                 int capability);
char *compile_path(const Place *p); // of the source, as the compiler sees it

// ---- device.c -------------------------------------------------------------------------------------------------------

typedef struct {
    const char *word;                    // "sim", "gpu"
    char *name;                          // "NVIDIA H200"
    char *program;                       // the device process
    int capability;                      // 90; 0 on the simulator
    Process process;                     // pid 0: it has ended
    const Compiled *modules[WIRE_SLOTS]; // NULL: none
    double total_left;                   // seconds that the submission may still use
} Device;

// Reply's bytes are the caller's to free. A process that died or took too long gives WIRE_FAULT and why.
typedef struct {
    WireStatus status;
    uint64_t value, extra;
    size_t bytes;
    char *text;
} Reply;

void device_start(Device *d, const Place *p); // with its modules
void device_stop(Device *d);
Reply device_ask(Device *d, const Place *p, WireRequest r, const void *bytes);

// ---- case.c ---------------------------------------------------------------------------------------------------------

typedef struct {
    const char *label;
    WireMode mode;
} Order;

typedef struct {
    char *why;   // NULL: passed
    char *speed; // what judge_speed has to say, or NULL
} Outcome;

// Runs case number `index` once. `seed` is the judge's, `order` the run's number.
Outcome case_run(Device *d, const Place *p, const Case *c, uint64_t seed, int index,
                 const Order *order, int order_index);

// ---- verdict.c ------------------------------------------------------------------------------------------------------

typedef enum { CASE_PASSED, CASE_FAILED, CASE_SKIPPED } CaseState;

typedef struct {
    const Case *c;
    const char *device; // word
    CaseState state;
    char *why; // of a failure
} CaseResult;

typedef struct {
    const char *name; // "ex3-1"
    char *title;      // README's first line
    char *file;       // as the student calls it
    uint64_t seed;
    bool keep_going;
    bool done;         // judged to the end
    char *trouble;     // before any case: does not compile, empty, … NULL if none
    char *speed;       // of the last judge_speed, NULL
    const Case *cases; // (case_count)
    size_t case_count;
    CaseResult *results; // (count) of all devices
    size_t count;
    double seconds;
} Verdict;

bool verdict_passed(const Verdict *v);
// On one device, whose results are added.
void verdict_judge(Verdict *v, const Place *p, Device *d);
char *verdict_text(const Verdict *v, bool colours);

// ---- results.c ------------------------------------------------------------------------------------------------------

char *results_json(const Verdict *v);
char *results_junit(const Verdict *v);

#endif
