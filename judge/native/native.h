// native.h: the judge as a process: what is around the core (judge/core/core.h) where a submission is compiled and run on this machine.
//
//   Place     where children run: folders, the compiler, the sandbox
//   Process   a child: a compiler, a device, a whole program
//   Compiled  what a compiler has made of a submission
//
//   main.c       the order in which things happen
//   options.c    the command line
//   workbook.c   finds the workbook, the exercise's folder and the compiler
//   cases.c      the listed cases and the hidden ones
//   compile.c    compiles a submission with NVRTC, nvcc or clang: PTX, or a cubin for a GPU
//   program.c    runs a whole program
//   device_process.c   a device as a child process, at the other end of two pipes
//   process.c    a child process with limits
//   sandbox.c    the walls around it: bubblewrap's command line
//   seccomp.c    the system calls that it may make
//   cgroup.c     limits for all children together, where cgroups are allowed
//   account.c    how much time all children take together
//   warden.c     a process that cleans up, however the judge ends
//   files.c      files read and written whole
//   attempt.c    ends a run from any depth
//   nvrtc.c      NVRTC, as a program of its own
//
// The judge trusts no byte of a submission: it is compiled in a child process, its PTX is loaded in another one.

#ifndef JUDGE_NATIVE_H
#define JUDGE_NATIVE_H

#include "judge/core/core.h"

#include <limits.h>
#include <sys/types.h>

enum { EXIT_PASS, EXIT_FAIL, EXIT_USAGE, EXIT_JUDGE };

// Where children run, and within which limits (judge_limits.h).
typedef struct {
    const char *work;     // folder of this submission, removed at the end
    const char *root;     // the workbook's folder
    const char *compiler; // nvcc or clang++
    const char *toolkit;  // CUDA's files for it: the toolkit around nvcc, or compile/toolkit
    bool sandbox;
    double seconds; // of processor time, for one run of a case
    bool debug;     // compiled for a debugger
} Place;

typedef enum {
    PROCESS_COMPILER,
    PROCESS_PROGRAM,   // the submission itself, where it is a whole program
    PROCESS_SIMULATOR, // a device process; so is the next one
    PROCESS_GPU,
    PROCESS_CALLS // judge/device/repeat_calls.c, which makes a program's calls again
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

typedef struct {
    char *code; // PTX or cubin; NULL if it does not compile
    size_t length;
    char *
        said; // the compiler's messages, with the student's path: errors, or with code warnings; NULL: none
    const char *by; // what compiled it: "NVRTC 13.0", "nvcc 13.0", "clang 14.0.6"
} Compiled;

// A device in a process of its own.
typedef struct {
    Device device; // comes first: the core's functions are given this
    const Place *place;
    const char *program; // the process's program
    int capability;      // 90; 0 on the simulator
    Process process;     // pid 0: it has ended
} DeviceProcess;

enum { COMMAND_WORDS = 128 };

// A command line that is being made.
typedef struct {
    char *words[COMMAND_WORDS + 1]; // copies, then NULL
    int count;
} Command;

// What the command line says.
typedef struct {
    const char *device, *hidden, *given, *json, *junit, *text, *keep, *best, *file;
    const char *order;   // in which the only case runs first; NULL: lockstep
    const char *student; // whose numbers a prediction has (numbers_id); NULL: the book's
    const char *own;     // a file that is printed with these numbers; nothing is judged. NULL: none
    uint64_t only;       // number of the only case, from 1; 0: all
    bool sandbox, keep_going, limits, debug;
    Ask ask;
    double seconds;
    uint64_t seed, instructions;
} Options;

// Where a judge belongs.
typedef struct {
    char name[64];       // "ex3-1"
    char root[PATH_MAX]; // the workbook's folder
    char *folder;        // the exercise's
    const char *slug;    // its name: "ex3-1-block-sum"
} Workbook;

// ---- options.c ------------------------------------------------------------------------------------------------------

// Reads the command line of the judge `name`. Ends with EXIT_USAGE if it is wrong.
Options options_read(const char *name, int argc, char **argv);

// ---- workbook.c -----------------------------------------------------------------------------------------------------

Workbook workbook_find(void); // without the folder
void workbook_find_folder(Workbook *w);
// Finds the compiler, and the folder of CUDA's files for it.
void workbook_find_compiler(const Workbook *w, const char **compiler, const char **toolkit);
char *workbook_title(
    const Workbook *w); // the first line of the exercise's README, without its mark

// ---- cases.c --------------------------------------------------------------------------------------------------------

// Returns the exercise's cases and the hidden ones behind them, *count of them. hidden: the file of these, or NULL.
Case *cases_gather(const Exercise *e, const char *hidden, size_t *count);

// ---- process.c ------------------------------------------------------------------------------------------------------

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

double now(void); // seconds on a clock that only goes forward
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

// Compiles a submission. capability: 90 for a GPU's cubin, 0 for PTX. An exercise that is a whole program becomes
// p->work/program, and the code is empty. `shown` is the file's name in messages.
Compiled compile(const Place *p, const Exercise *e, const char *source, size_t length,
                 const char *shown, int capability);
#define COMPILE_SOURCE "exercise.cu" // the source, in p->work
#define COMPILE_NVRTC \
    "build/judge/nvrtc" // nvrtc.c's program, in p->root, built if the toolkit has NVRTC
// Returns a text in which the student's path replaces those of the judge's folder.
char *compile_translate(const Place *p, const char *text, const char *shown);

// ---- program.c ------------------------------------------------------------------------------------------------------

// Runs a submission that is a whole program. checks: with all checks.
Ran program_run(const Place *p, const void *input, size_t bytes, bool checks);

// ---- device_process.c -----------------------------------------------------------------------------------------------

// Returns a device that is not started yet: `word` is "sim" or "gpu".
DeviceProcess device_process(const Place *p, const char *word, const char *program);

// ---- files.c --------------------------------------------------------------------------------------------------------

// Returns the file's bytes and a 0; NULL with errno. EFBIG: it is larger than `most`; EINVAL: it is no regular file.
char *file_bytes(const char *path, size_t most, size_t *length);
// Returns the first `most` bytes of a file whose size is not known before, as in /proc; NULL with errno.
char *file_stream(const char *path, size_t most, size_t *length);
// Writes a file so that it is whole or as it was, a device or a pipe as it is (host/whole_file.h); false with errno.
bool file_write(const char *path, const char *bytes, size_t length);

// ---- attempt.c ------------------------------------------------------------------------------------------------------

// The core's Host has these two.
bool attempt(void (*work)(void *), void *with);
void attempt_end(void) __attribute__((noreturn));

#endif
