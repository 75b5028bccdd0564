// engine.h: what the files of this folder share. Each exercise's judge.c is linked with them.
//
//   main.c       the command line, and what happens in which order
//   compile.c    a submission through NVRTC, nvcc or clang: PTX, or a cubin for a GPU
//   process.c    a child process with limits
//   sandbox.c    the walls around it: bubblewrap's command line
//   seccomp.c    the system calls that are left to it
//   cgroup.c     limits for all children together, where that may be had
//   warden.c     what leaves nothing behind, however the judge ends
//   device.c     the judge's end of the pipes to a device process
//   record.c     a run kept in a file, to be looked at
//   source.c     what a submission's text tells: names of arrays, lines to quote
//   case.c       one case: the functions of judge.h
//   program.c    … where the submission is a whole program
//   attempt.c    what ends a run from any depth
//   verdict.c    all cases on all devices; the report as text
//   results.c    the report as Gradescope's JSON and as JUnit XML
//   text.c       strings
//   wire.h       what goes through the pipes
//   names.h      which mangled name a kernel of the source has
//   nvrtc.c      NVRTC, as a program of its own
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
// The same for a file whose size is not known before, as in /proc: at most its first `most` bytes.
char *text_read_stream(const char *path, size_t most, size_t *length);
// Writes aside, then renames; false with errno.
bool text_write(const char *path, const char *bytes, size_t length);

// ---- process.c ------------------------------------------------------------------------------------------------------

// How much a verdict asks for. Each asks for what the one before it does, and more.
typedef enum {
    ASK_RIGHT, // right results, in lockstep
    ASK_CLEAN, // in every order, with every check
    ASK_ALL    // with counters within their bounds
} Ask;

// What runs, and how it is held.
typedef struct {
    const char *work;     // folder of this submission, removed at the end
    const char *root;     // of the workbook
    const char *compiler; // nvcc or clang++
    const char *toolkit;  // what it reads of CUDA: the toolkit around nvcc, or simulator/toolkit
    bool sandbox;
    double seconds;        // see below
    uint64_t instructions; // of warps, that the simulator may run for one run of a case
    Ask ask;               // how much the verdict asks for
    bool debug;            // compiled for a debugger
    bool looks;         // a student runs it, who is told what kernels print and how to look inside
    const char *source; // of the submission
    void (*tell)(const char *what); // names what is under way, on a terminal; or NULL
} Place;

// What counts is work: instructions that the simulator runs. They are as many on any machine, at any load. Everything else is
// limited by processor time, `seconds` for a run of a case and COMPILER_SHARE as many for the compiler, and the clock is
// there for what does not run at all: CLOCK_SHARE times as long. A GPU counts nothing: there a launch has `seconds` of the clock.
enum { COMPILER_SHARE = 3, CLOCK_SHARE = 10 };

// Bytes: of a process's memory; of a file that it writes; of the sandbox's /tmp.
#define MOST_MEMORY ((uint64_t)4 << 30)
enum { MOST_FILE = 64 << 20, SANDBOX_TMP = 512 << 20 };

typedef enum { PROCESS_COMPILER, PROCESS_PROGRAM, PROCESS_SIMULATOR, PROCESS_GPU } ProcessKind;

typedef struct {
    pid_t pid; // and its group's; 0: none
    int to, from;
} Process;

double now(void); // seconds on a clock that only goes forward
// SIGINT, SIGTERM and SIGHUP end the judge and its children at once, with EXIT_JUDGE.
void process_catch_signals(void);
// On a terminal, what lasts longer than a second is named each second, until another thing is, or "".
void process_tell(const char *what);
// Starts argv[0]. What it reads is written to `to`, what it prints (errors too, of a compiler) is read from `from`.
Process process_start(const Place *p, ProcessKind kind, const char *const *argv);
// And all that it has started. Its status, as waitpid's: of its own end, if it came to that before.
int process_kill(Process *p);
bool process_used_its_time(int status); // ended by the limit of processor time
// Moves bytes before `deadline`; false if the process ended first or the time is over.
bool process_write(const Process *p, const void *from, size_t bytes, double deadline);
bool process_read(const Process *p, void *to, size_t bytes, double deadline);
// Everything printed until the end, at most `most` bytes of it; *status as waitpid's, -1 at the deadline.
char *process_finish(Process *p, size_t most, double deadline, size_t *length, int *status);

// ---- sandbox.c, seccomp.c -------------------------------------------------------------------------------------------

enum { COMMAND_WORDS = 128 };

// A command line as it grows.
typedef struct {
    char *words[COMMAND_WORDS + 1]; // copies

    int count;
} Command;

void command_add(Command *c, const char *const *words);
void command_free(Command *c);
// The command line of a sandbox for `program`; bubblewrap reads a filter of system calls from descriptor 3 if there is one.
void sandbox_add(Command *c, const Place *p, ProcessKind kind, const char *program, bool filtered);
void sandbox_need(const Place *p);    // ends with EXIT_JUDGE where there is none
bool sandbox_sized(void);             // /tmp in it has a limit
int seccomp_filter(ProcessKind kind); // an open file; -1: there is none for this machine

// ---- cgroup.c -------------------------------------------------------------------------------------------------------

// Path of a group to be made, NULL if none may be. `mount`: "/sys/fs/cgroup", `list`: "/proc/self/cgroup".
char *cgroup_choose(const char *mount, const char *list);
bool cgroup_make(const char *group); // with its limits; false if it can't be used
void cgroup_enter(void);             // the calling process, if there is one

// ---- warden.c -------------------------------------------------------------------------------------------------------

// To be called before the folder and the cgroup (NULL: none) are made and any process is started.
void warden_start(const char *folder, const char *cgroup);
void warden_tell(pid_t group, bool runs);
void warden_end(void); // returns when nothing is left; a signal's handler may call it

// ---- compile.c ------------------------------------------------------------------------------------------------------

typedef struct {
    char *code; // PTX or cubin; NULL if it does not compile
    size_t length;
    char *said; // by the compiler, with the student's path
} Compiled;

// capability: 90 for a GPU's cubin, 0 for PTX. An exercise that is a whole program is made as p->work/program, and the code is
// empty. `shown` is the file's name in messages.
Compiled compile(const Place *p, const char *source, size_t length, const char *shown, bool rdc,
                 int capability);
char *compile_path(const Place *p);  // of the source, as the compiler sees it
char *compile_nvrtc(const Place *p); // of nvrtc.c's program, where the toolkit has NVRTC
// Paths of the judge's folder become the student's.
char *compile_translate(const Place *p, const char *text, const char *shown);

// ---- record.c -------------------------------------------------------------------------------------------------------

// What a run has asked of a device process. device_sim.c does it again for who wants to look.
typedef struct {
    FILE *out;   // NULL: nothing is kept
    char *bytes; // (size) after record_end
    size_t size;
} Record;

void record_begin(Record *r);
void record_add(Record *r, const WireRequest *request, const void *bytes);
void record_end(Record *r);
void record_free(Record *r);
// Writes a line for people, the modules, and the run; paths of the judge's folder become the student's.
void record_write(const Record *r, const char *path, const char *line, const Place *p,
                  const Compiled *const *modules, const char *shown);

// ---- source.c -------------------------------------------------------------------------------------------------------

// A parameter of a kernel, or a shared array, as the source names it.
typedef struct {
    char name[64];
    uint32_t element; // bytes of what it points to; 0: no array, or of a type that is not known
    bool real;        // float or double
} Named;

// Those of kernel "sum" or "sum<256>", in order; returns how many.
int source_parameters(const char *source, const char *kernel, Named *out, int most);
int source_shared(const char *source, Named *out, int most); // the arrays of shared memory
// A diagnosis with each line of the source that it names quoted behind it. `shown` is how it calls the file.
char *source_quote(const char *diagnosis, const char *source, const char *shown);

// ---- device.c -------------------------------------------------------------------------------------------------------

typedef struct {
    const char *word;                    // "sim", "gpu"
    char *name;                          // "NVIDIA H200"
    char *program;                       // the device process
    int capability;                      // 90; 0 on the simulator
    Process process;                     // pid 0: it has ended
    const Compiled *modules[WIRE_SLOTS]; // NULL: none
    Record record;                       // of the run under way, where runs are kept
} Device;

// Reply's bytes are the caller's to free. A process that died or took too long gives WIRE_FAULT and why.
typedef struct {
    WireStatus status;
    uint64_t value, extra;
    size_t bytes;
    char *text;
} Reply;

void device_start(Device *d, const Place *p); // with its modules; they cost the submission no time
void device_stop(Device *d);
Reply device_ask(Device *d, const Place *p, WireRequest r, const void *bytes);

// ---- attempt.c ------------------------------------------------------------------------------------------------------

// Does some work; false if attempt_end was called in it, from any depth. One at a time.
bool attempt(void (*work)(void *), void *with);
void attempt_end(void) __attribute__((noreturn));

// ---- case.c ---------------------------------------------------------------------------------------------------------

typedef struct {
    const char *label;
    WireMode mode;
} Order;

typedef struct {
    char *why;     // NULL: passed
    char *speed;   // what judge_speed has to say, or NULL
    char *printed; // by its kernels, where a student looks; or NULL
    WireUsed used;
} Outcome;

// Runs case number `index` once. `seed` is the judge's, `order` the run's number.
Outcome case_run(Device *d, const Place *p, const Case *c, uint64_t seed, int index,
                 const Order *order, int order_index);

// ---- program.c ------------------------------------------------------------------------------------------------------

// What a run of the student's own program left behind.
typedef struct {
    char *why;     // it did not end well; NULL: it did
    char *printed; // its first lines
    char *answer;  // (answer_bytes), NULL if there is none
    size_t answer_bytes;
    Call *calls; // (call_count)
    size_t call_count;
    char *text; // that the calls point into
} Ran;

Ran program_run(const Place *p, const void *input, size_t bytes, bool may_fail);
void program_free(Ran *r);
char *program_place(const Place *p, const Call *c); // "at …/exercise.cu:31"
// What was made and never given back, and by which call it would be; NULL if there is nothing.
const Call *program_unpaired(const Ran *r, const char **end);

// ---- verdict.c ------------------------------------------------------------------------------------------------------

typedef enum { CASE_PASSED, CASE_FAILED, CASE_SKIPPED } CaseState;

typedef struct {
    const Case *c;
    const char *device; // word
    CaseState state;
    char *why;     // of a failure
    char *printed; // by its kernels then, or NULL
    Record record; // of that run
} CaseResult;

typedef struct {
    const char *name; // "ex3-1"
    char *title;      // README's first line
    char *file;       // as the student calls it
    uint64_t seed;
    bool keep_going;
    int only;          // the one case that is run, from 0; -1: all
    bool done;         // judged to the end
    char *trouble;     // before any case: does not compile, empty, … NULL if none
    char *speed;       // of the last judge_speed, NULL
    const Case *cases; // (case_count)
    size_t case_count;
    CaseResult *results; // (count) of all devices
    size_t count;
    double seconds;
    bool grouped;  // memory and processes are limited for all children together, by a cgroup
    WireUsed used; // the most that any run used of each
} Verdict;

bool verdict_passed(const Verdict *v);
double verdict_score(const Verdict *v); // of a capstone for each part that is right
// On one device, whose results are added.
void verdict_judge(Verdict *v, const Place *p, Device *d);
char *verdict_text(const Verdict *v, bool colours);

// ---- results.c ------------------------------------------------------------------------------------------------------

char *results_json(const Verdict *v);
char *results_junit(const Verdict *v);

#endif
