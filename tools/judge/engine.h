// engine.h: what the files of this folder share. Each exercise's judge.c is linked with them.
//
//   main.c       the command line, and the order in which things happen
//   compile.c    compiles a submission with NVRTC, nvcc or clang: PTX, or a cubin for a GPU
//   process.c    a child process with limits
//   sandbox.c    the walls around it: bubblewrap's command line
//   seccomp.c    the system calls that it may make
//   cgroup.c     limits for all children together, where cgroups are allowed
//   account.c    how much time all children take together
//   warden.c     a process that cleans up, however the judge ends
//   device.c     the judge's end of the pipes to a device process
//   record.c     a run kept in a file, so that a person can look at it
//   source.c     what a submission's text tells: names of arrays, lines to quote
//   case.c       one case: its run, and the bounds on its counters
//   ask.c        how a case asks the device, and how it fails
//   inputs.c, launches.c, compare.c   the functions of judge.h: what a case gives, launches and compares
//   calls.c      the same where the submission is a whole program: its answer and its calls
//   case.h       what these share
//   program.c    runs a whole program
//   attempt.c    ends a run from any depth
//   verdict.c    all cases on all devices; the report as text
//   results.c    the report as Gradescope's JSON and as JUnit XML
//   text.c       strings
//   trouble.c    says why the judge can't work, and ends it
//   wire.h       what goes through the pipes
//   names.h      finds the mangled name of a kernel in the source
//   nvrtc.c      NVRTC, as a program of its own
//   device_sim.c   the simulator as a device (device.h); device_main.c makes a process of it
//   device_calls.c makes the calls of a whole program again, also a process of its own
//   device_gpu.cu  a GPU as a device process
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

// ---- trouble.c ------------------------------------------------------------------------------------------------------

extern char judge_name[64]; // "ex3-1"
// Says in one line on stderr why the judge can't work, and ends everything with EXIT_JUDGE.
void cannot_work(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

// ---- text.c ---------------------------------------------------------------------------------------------------------

// The caller frees the strings that these return. Without memory the judge ends.
char *text_make(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *text_replace(const char *text, const char *from, const char *to); // replaces every `from`
FILE *text_open(char **text, size_t *size); // fclose then sets the text, and the size without its 0
// Returns the text as valid UTF-8 without control characters but '\n' and '\t'; anything else becomes U+FFFD. The result has
// at most `most` bytes, and a mark if there was more.
char *text_clean(const char *text, size_t length, size_t most);
// Returns the first lines of what was printed (wire.h: PRINTED_LINES), and how much more there is. `text` holds its first `length`
// bytes; in all there are `bytes` bytes and `lines` lines (0: not known).
char *text_printed(const char *text, size_t length, uint64_t bytes, uint64_t lines);
// Returns the file's bytes and a 0; NULL with errno. EFBIG: it is larger than `most`; EINVAL: it is no regular file.
char *text_read(const char *path, size_t most, size_t *length);
// Returns the first `most` bytes of a file whose size is not known before, as in /proc; NULL with errno.
char *text_read_stream(const char *path, size_t most, size_t *length);
// Writes a file so that it is whole or as it was, a device or a pipe as it is (host/whole_file.h); false with errno.
bool text_write(const char *path, const char *bytes, size_t length);

// ---- process.c ------------------------------------------------------------------------------------------------------

// How much a verdict asks for. Each level asks for more than the one before it.
typedef enum {
    ASK_RIGHT, // right results, in lockstep
    ASK_CLEAN, // in every order, with every check
    ASK_ALL    // with counters within their bounds
} Ask;

// Where children run, and within which limits.
typedef struct {
    const char *work;     // folder of this submission, removed at the end
    const char *root;     // the workbook's folder
    const char *compiler; // nvcc or clang++
    const char *toolkit;  // CUDA's files for it: the toolkit around nvcc, or compile/toolkit
    bool sandbox;
    double seconds;        // see below
    uint64_t instructions; // warp instructions that the simulator may execute in one run of a case
    Ask ask;               // how much the verdict asks for
    bool debug;            // compiled for a debugger
    bool looks; // a student runs the judge: it shows what kernels print and how to look inside
    const char *source;             // the submission's text
    void (*tell)(const char *what); // names what is under way, on a terminal; or NULL
} Place;

// The first limit is on work: warp instructions that the simulator executes, which are the same on any machine, at any load. The
// second is on processor time: `seconds` for a run of a case, COMPILER_SHARE times as many for the compiler. The last is on the
// clock, for processes that wait for ever: CLOCK_SHARE times as long. A GPU counts no work: there a launch has `seconds` of
// the clock.
enum { COMPILER_SHARE = 3, CLOCK_SHARE = 10 };

// What all cases of a submission have together (account.c): UNIT_SHARE times `seconds` of processor time, for all their processes; and
// of the clock MOST_CLOCK seconds, a hundred times what our slowest solution takes. A program that sleeps does so MOST_SLEEP seconds.
enum { UNIT_SHARE = 5, MOST_CLOCK = 1000, MOST_SLEEP = 5 };

#define MOST_MEMORY ((uint64_t)4 << 30) // bytes of memory of a process
enum {
    MOST_FILE = 64 << 20,    // bytes of a file that a process writes
    SANDBOX_TMP = 512 << 20, // bytes of the sandbox's /tmp
    PROGRAM_DISK = 64 << 20  // of a whole program's folder there, and of its /tmp
};

typedef enum {
    PROCESS_COMPILER,
    PROCESS_PROGRAM,   // the submission itself, where it is a whole program
    PROCESS_SIMULATOR, // a device process; so is the next one
    PROCESS_GPU,
    PROCESS_CALLS // device_calls.c, which makes a program's calls again
} ProcessKind;

// The open files that a program is handed have these numbers there, in the order in which process_start has them.
enum { HANDED_INPUT = 10, HANDED_ANSWER, HANDED_TAPE, MOST_HANDED = 3 };

typedef struct {
    pid_t pid; // also its group's; 0: no process
    int to;    // the pipe to its standard input
    int from;  // the pipe from its standard output
    ProcessKind kind;
    const Place *place;
} Process;

double now(void); // seconds on a clock that only goes forward
// SIGINT, SIGTERM and SIGHUP end the judge and its children at once, with EXIT_JUDGE.
void process_catch_signals(void);
// Tells what the judge does now. If it lasts longer than a second, the terminal shows `what` and the time each second. "" ends it.
void process_tell(const char *what);
// Starts argv[0]. The judge writes to its input by `to`, and reads its output by `from`; that of a compiler and of a program has its
// errors, too.
Process process_start(const Place *p, ProcessKind kind, const char *const *argv);
// The same, and hands over MOST_HANDED open files.
Process process_start_handing(const Place *p, ProcessKind kind, const char *const *argv,
                              const int *handed);
// Kills a process and all that it has started. Returns its status as waitpid does; if it had ended before, the status of that end.
int process_kill(Process *p);
void process_need_sandbox(const Place *p); // ends with EXIT_JUDGE if no sandbox can be made
bool process_used_its_time(int status);    // tells whether the limit of processor time ended it
// These move bytes before `deadline`; they return false if the process ends first or the time is over. They look at the accounts
// meanwhile; account_why then tells if these have ended it.
bool process_write(const Process *p, const void *from, size_t bytes, double deadline);
bool process_read(const Process *p, void *to, size_t bytes, double deadline);
// Returns what the process prints until its end, at most `most` bytes; *length counts all bytes. *status is as waitpid's, -1 at the
// deadline.
char *process_finish(Process *p, size_t most, double deadline, size_t *length, int *status);

// ---- sandbox.c, seccomp.c -------------------------------------------------------------------------------------------

enum { COMMAND_WORDS = 128 };

// A command line that is being made.
typedef struct {
    char *words[COMMAND_WORDS + 1]; // copies, then NULL
    int count;
} Command;

// Adds the words of a format, in which each %s stands for a text of any characters: "-I%s/common -o code".
void command_add(Command *c, const char *words, ...) __attribute__((format(printf, 2, 3)));
void command_free(Command *c);
// Adds the command line of a sandbox for `program`. filtered: bubblewrap reads a filter of system calls from descriptor 3.
void sandbox_add(Command *c, const Place *p, ProcessKind kind, const char *program, bool filtered);
bool sandbox_sized(void);             // tells whether the sandbox's /tmp has a limit
void sandbox_not_sized(void);         // bubblewrap is older than 0.7 and can't set one
int seccomp_filter(ProcessKind kind); // an open file; -1: there is no filter for this machine

// ---- cgroup.c -------------------------------------------------------------------------------------------------------

// Returns the path for a new group; NULL if none may be made. `mount`: "/sys/fs/cgroup", `list`: "/proc/self/cgroup".
char *cgroup_choose(const char *mount, const char *list);
bool cgroup_make(const char *group); // makes it with its limits; false if it can't be used
void cgroup_enter(void);             // puts the calling process into the group, if there is one
double cgroup_seconds(void);         // processor time of all that was ever in it; -1: not known

// ---- account.c ------------------------------------------------------------------------------------------------------

// One child is watched at a time, the one that was started last.
void account_starts(const Process *child);
// Tells whether the child, or all of them together, have used their time: it is to be ended. silent: it has said nothing lately.
bool account_look(const Process *child, bool silent);
void account_ends(const Process *child); // it has been waited for
double account_runs(void);               // processor time of all runs that have ended
bool account_is_over(const Place *p);    // tells whether all cases together have used their time
const char *account_why(void);           // the sentence on that; NULL: there was time left

// ---- warden.c -------------------------------------------------------------------------------------------------------

// Starts the warden. This comes before the folder and the cgroup (NULL: none) are made and any process is started.
void warden_start(const char *folder, const char *cgroup);
void warden_tell(pid_t group, bool runs); // tells that a process group runs, or runs no more
void warden_end(void); // returns when nothing is left; a signal's handler may call it

// ---- compile.c ------------------------------------------------------------------------------------------------------

typedef struct {
    char *code; // PTX or cubin; NULL if it does not compile
    size_t length;
    char *said;     // the compiler's messages, with the student's path
    const char *by; // what compiled it: "NVRTC 13.0", "nvcc 13.0", "clang 14.0.6"
} Compiled;

// Compiles a submission. capability: 90 for a GPU's cubin, 0 for PTX. An exercise that is a whole program becomes
// p->work/program, and the code is empty. `shown` is the file's name in messages.
Compiled compile(const Place *p, const char *source, size_t length, const char *shown, bool rdc,
                 int capability);
#define COMPILE_SOURCE "exercise.cu" // the source, in p->work
#define COMPILE_NVRTC \
    "build/judge/nvrtc"             // nvrtc.c's program, in p->root, built if the toolkit has NVRTC
char *compile_path(const Place *p); // the source's path, as the compiler sees it
// Returns a text in which the student's paths replace those of the judge's folder.
char *compile_translate(const Place *p, const char *text, const char *shown);

// ---- record.c -------------------------------------------------------------------------------------------------------

// What a run has asked of a device process. device_sim.c repeats it for a person who wants to look.
typedef struct {
    FILE *out;   // NULL: nothing is kept
    char *bytes; // (size) after record_end
    size_t size;
} Record;

void record_begin(Record *r);
void record_add(Record *r, const WireRequest *request, const void *bytes);
void record_end(Record *r);
void record_free(Record *r);
// Writes a line for people, the modules, and the run. The student's paths replace those of the judge's folder.
void record_write(const Record *r, const char *path, const char *line, const Place *p,
                  const Compiled *const *modules, const char *shown);

// ---- source.c -------------------------------------------------------------------------------------------------------

// A parameter of a kernel, or a shared array, as the source names it.
typedef struct {
    char name[64];
    uint32_t element; // bytes of what it points to; 0: it is no array, or its type is not known
    bool real;        // float or double
} Named;

// Lists the parameters of kernel "sum" or "sum<256>", in order; returns how many there are.
int source_parameters(const char *source, const char *kernel, Named *out, int most);
// Tells whether a kernel of this name is a template, `template <class T> __global__ void sum(…)`.
bool source_has_template(const char *source, const char *kernel);
int source_shared(const char *source, Named *out, int most); // lists the arrays of shared memory
// Returns a diagnosis in which each source line that it names is quoted. `shown` is the file's name in the diagnosis.
char *source_quote(const char *diagnosis, const char *source, const char *shown);

// ---- device.c -------------------------------------------------------------------------------------------------------

typedef struct {
    const char *word;                    // "sim", "gpu"
    char *name;                          // "NVIDIA H200"
    char *program;                       // path of the device process's program
    int capability;                      // 90; 0 on the simulator
    Process process;                     // pid 0: it has ended
    const Compiled *modules[WIRE_SLOTS]; // NULL: none
    Record record;                       // the run under way, if runs are kept
} Device;

// The caller frees `text`. If the process died or took too long, the status is WIRE_FAULT and the text says why.
typedef struct {
    WireStatus status;
    uint64_t value, extra;
    size_t bytes;
    char *text;
} Reply;

void device_start(Device *d, const Place *p); // loads the modules, too; no run's time counts that
void device_stop(Device *d);
Reply device_ask(Device *d, const Place *p, WireRequest r, const void *bytes);

// ---- attempt.c ------------------------------------------------------------------------------------------------------

// Does some work; returns false if the work called attempt_end, at any depth. There is one attempt at a time.
bool attempt(void (*work)(void *), void *with);
void attempt_end(void) __attribute__((noreturn));

// ---- case.c ---------------------------------------------------------------------------------------------------------

typedef struct {
    const char *label;
    WireMode mode;
} Order;

typedef struct {
    char *why;     // NULL: passed
    char *speed;   // judge_speed's line, or NULL
    char *printed; // the first lines that kernels printed, if a student looks; or NULL
    WireUsed used;
} Outcome;

// Runs case number `index` once, in `order`. Inputs follow from `seed`, `index` and `order_index`.
Outcome case_run(Device *d, const Place *p, const Case *c, uint64_t seed, int index,
                 const Order *order, int order_index);

// ---- program.c ------------------------------------------------------------------------------------------------------

// What a run of the student's own program left behind.
typedef struct {
    char *why;     // why it did not end well; NULL: it did
    char *printed; // the first lines that it printed
    char *answer;  // (answer_bytes), NULL if there is none
    size_t answer_bytes;
    Call *calls; // (call_count)
    size_t call_count;
    char *tape; // (tape_size) what the calls point into
    size_t tape_size;
} Ran;

Ran program_run(const Place *p, const void *input, size_t bytes, bool may_fail);
void program_free(Ran *r);
char *program_place(const Place *p, const Call *c); // "at …/exercise.cu:31"

// ---- verdict.c ------------------------------------------------------------------------------------------------------

typedef enum { CASE_PASSED, CASE_FAILED, CASE_SKIPPED } CaseState;

typedef struct {
    const Case *c;
    const char *device; // the device's word
    CaseState state;
    char *why;     // why it failed
    char *printed; // what kernels printed in the run that failed, or NULL
    Record record; // that run, or the last one
} CaseResult;

typedef struct {
    const char *name; // "ex3-1"
    char *title;      // README's first line
    char *file;       // as the student calls it
    uint64_t seed;
    bool keep_going;
    int only;          // the one case that is run, from 0; -1: all
    bool done;         // judged to the end
    char *trouble;     // why no case ran (does not compile, is empty, …); NULL: they ran
    char *speed;       // the line of the last judge_speed, or NULL
    const Case *cases; // (case_count)
    size_t case_count;
    CaseResult *results; // (count) of all devices
    size_t count;
    double seconds;
    const char *compiler; // that judged, as Compiled.by; NULL: nothing was compiled
    bool grouped;         // memory and processes are limited for all children together, by a cgroup
    WireUsed used;        // the most that any run used of each
} Verdict;

bool verdict_passed(const Verdict *v);
double verdict_score(const Verdict *v); // points; a capstone has some for each part that is right
// Judges all cases on one device, and adds the results.
void verdict_judge(Verdict *v, const Place *p, Device *d);
char *verdict_text(const Verdict *v, bool colours);

// ---- results.c ------------------------------------------------------------------------------------------------------

char *results_json(const Verdict *v);
char *results_junit(const Verdict *v);

#endif
