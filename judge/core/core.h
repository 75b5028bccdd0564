// core.h: the judge's core: what a verdict is, whatever runs the kernels and whatever is around it.
//
//   Terms     by what a submission is judged
//   Host      what the core needs of what is around it: of a process (judge/native) or of a page (judge/page)
//   Device    what runs the kernels: the simulator, a GPU. The core puts questions to it (wire.h) and believes no answer
//   Verdict   a list of cases, and how each ended
//
//   verdict.c    judges all cases on a device; the verdict as text
//   results.c    the verdict as Gradescope's JSON and as JUnit XML
//   case.c       runs one case once; case.h is what the next ones share with it
//   inputs.c, launches.c, compare.c, counters.c   the functions of judge.h: what a case gives, launches, compares and bounds
//   calls.c      the same where the submission is a whole program: its answer and its calls
//   ask.c        how a case asks the device, and how it fails
//   device.c     a device, with the code that it has and the record of its run
//   record.c     a run that is kept, so that a person can look at it
//   exercises.c  the exercises that are linked into this program
//   work.c       tells work that is too much from a loop that never ends; work_needed.h has what our solutions need
//   numbers.c    a prediction's numbers, which are other ones for each student
//   levels.c     how a pass stands beside the solution: counters and one of three levels
//   source.c     what a submission's text tells: names of arrays, lines to quote
//   text.c       strings
//   trouble.c    says why the judge can't work, and ends it
//
// An exercise's judge.c includes judge.h alone. wire.h is what the judge and a device say to each other, judge_limits.h what a submission
// may use. The core starts no process, opens no file and has no terminal.

#ifndef JUDGE_CORE_H
#define JUDGE_CORE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "judge.h"
#include "judge_limits.h"
#include "wire.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct Terms Terms;
typedef struct Device Device;

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

typedef struct {
    // Does some work; returns false if the work called `escape`, at any depth. There is one attempt at a time.
    bool (*attempt)(void (*work)(void *), void *with);
    __attribute__((noreturn)) void (*escape)(void);
    // Names what is under way, for a person who waits; "" ends it. NULL: nobody does.
    void (*tell)(const char *what);
    // Returns why no other case may run, since all cases have limits together; NULL: it may.
    const char *(*used_up)(void);
    // Returns a text in which the student's file, `shown`, replaces the name that the compiler knows it by; to be freed.
    char *(*translate)(const char *text, const char *shown);
    // Runs a submission that is a whole program.
    Ran (*run_program)(const Terms *t, const void *input, size_t bytes, bool may_fail);
} Host;

// How much a verdict asks for. Each level asks for more than the one before it.
typedef enum {
    ASK_RIGHT, // right results, in lockstep
    ASK_CLEAN, // in every order, with every check
    ASK_ALL    // with counters within their bounds
} Ask;

struct Terms {
    const Exercise *exercise;
    const Host *host;
    const char *file;      // the submission, as the student calls it
    const char *source;    // its text; NULL: nothing of it is quoted
    double seconds;        // of processor time, and
    uint64_t instructions; // of warps, for one run of a case
    uint64_t further; // for one more run that finds out whether it ends at all; 0: there is none
    Ask ask;
    const char *student;   // whose numbers a prediction has (numbers_id); NULL: the book's
    bool in_order;         // cases run as they are listed: nobody is kept from knowing which it is
    bool looks;            // a student looks on: what kernels print is shown, and runs are kept
    const char *solutions; // the text of exercises/levels.csv; NULL: there is none
    const char *best;      // the line that levels_line made of the student's best pass; NULL: none
};

// What a run has asked of a device. judge/device repeats it for a person who wants to look.
typedef struct {
    FILE *out;   // NULL: nothing is kept
    char *bytes; // (size) after record_end
    size_t size;
    uint32_t
        launches; // by the host; 0: there is nothing to look at. Of a whole program 1 stands for all
} Record;

// The caller frees `text`. If the device has ended or takes too long, the status is WIRE_FAULT and the text says why.
typedef struct {
    WireStatus status;
    uint64_t value, extra;
    size_t bytes;
    char *text;
} Reply;

// Compiled code: PTX or a cubin.
typedef struct {
    const char *bytes; // (length), NULL: none
    size_t length;
} Code;

// What the core knows of a device. Its host has a struct of its own around it, and three functions.
struct Device {
    const char *word;       // "sim", "gpu"
    Code codes[WIRE_SLOTS]; // what it is to run
    bool started;           // it has the codes, and answers
    Record record;          // the run under way, if runs are kept
    void (*start)(Device *d);
    Reply (*answer)(Device *d, const WireRequest *r, const void *bytes); // may clear `started`
    void (*stop)(Device *d);
};

typedef struct {
    const char *label;
    WireMode mode;
} Order;

// What a run of the measured case counted: the exercise's counters, and behind them the modelled time in us.
typedef struct {
    int count; // of values; 0: nothing was counted
    double values[MOST_COUNTERS + 1];
} Figures;

// How one run of a case ended.
typedef struct {
    char *why;     // NULL: passed
    char *speed;   // judge_speed's line, or NULL
    char *remark;  // threads went around a barrier, which harmed nothing; or NULL
    char *printed; // the first lines that kernels printed, if a student looks; or NULL
    WireUsed used;
    Figures figures;
    double gpu_us;   // the measured time on a GPU; 0: none
    double limit_us; // in kernel golf, what no kernel can do without; else 0
} Outcome;

typedef enum { CASE_PASSED, CASE_FAILED, CASE_SKIPPED } CaseState;

// How a case ended, after its runs in every order.
typedef struct {
    const Case *c;
    const char *device; // the device's word
    CaseState state;
    char *why;     // why it failed
    char *reason;  // the same without quoted lines and without how to see it again; NULL: it passed
    char *remark;  // what is worth a look although it passed, or NULL
    char *printed; // what kernels printed in the run that failed, or NULL
    Record record; // that run, or the last one
    const char *order; // of that run, as verdict_order takes it; NULL: there is one alone
} CaseResult;

typedef enum { LEVEL_NONE, LEVEL_BRONZE, LEVEL_SILVER, LEVEL_GOLD } Level;

// How a pass stands beside the solution and the student's best.
typedef struct {
    const Case *c;        // the measured case
    const char *compiler; // of the submission, where it was counted
    Figures yours;
    Figures best;        // of an earlier pass, by the same compiler
    Figures least, most; // of the solution, over several inputs
    Level level, best_level;
    char *apart;     // the solution's compiler and model, if they are not the submission's
    double gpu_us;   // as measured on a GPU; 0: it was not
    double limit_us; // in kernel golf, what no kernel can do without; else 0
} Standing;

typedef struct {
    const Terms *terms;
    const char *name;  // "ex3-1"
    const char *title; // README's first line
    uint64_t seed;
    bool keep_going;
    size_t columns;     // of its text, which breaks lines there; 0: 80, as a terminal has
    int only;           // the one case that is run, from 0; -1: all
    const char *order;  // in which the one case runs first; NULL: lockstep
    bool done;          // judged to the end
    char *trouble;      // why no case ran (does not compile, is empty, …); NULL: they ran
    const char *warned; // what the compiler says although it compiles; NULL: nothing
    char *speed;        // the line of the last judge_speed, or NULL
    const Case *cases;  // (case_count)
    size_t case_count;
    CaseResult *results; // (count) of all devices
    size_t count;
    double seconds;
    const char *compiler; // that judged, "NVRTC 13.0"; NULL: none, or it is not told
    bool grouped;         // memory and processes are limited for all children together, by a cgroup
    WireUsed used;        // the most that any run used of each
    Standing standing;
} Verdict;

// ---- exercises.c ----------------------------------------------------------------------------------------------------

const Exercise *exercise_at(
    size_t i); // the i-th that is linked into this program; NULL: there are no more

// ---- verdict.c ------------------------------------------------------------------------------------------------------

bool verdict_passed(const Verdict *v);
// Returns what a report puts before a case's name: "hidden: " for an instructor's, which a student's own judge doesn't have.
const char *verdict_kind(const Verdict *v, const Case *c);
double verdict_score(const Verdict *v); // points; a capstone has some for each part that is right
void verdict_judge(Verdict *v, Device *d); // judges all cases on one device, and adds the results
bool verdict_has_own_numbers(
    const Verdict *v); // it was judged with numbers that are the student's own
char *verdict_text(const Verdict *v, bool colours);
bool verdict_is_order(const char *word); // "serial", "random" or "lockstep"

// ---- levels.c -------------------------------------------------------------------------------------------------------

// Tells whether a pass is weighed by this case.
bool levels_measures(const Exercise *e, const Case *c);
// Returns the device that is simulated in the measured case.
const char *levels_device(const Exercise *e);
// Sets v->standing, when all is judged.
void levels_weigh(Verdict *v, bool passed);
// Prints the counters beside the solution's and the student's best, and what the next level takes.
void levels_print(FILE *out, const Verdict *v);
// Prints what a verdict's last line says of the level.
void levels_print_word(FILE *out, const Verdict *v, bool colours);
// An object. null where nothing is measured, and where the verdict is no pass: whether the measured case came before the one that failed
// is chance, and a result must not depend on it.
void levels_json(FILE *out, const Verdict *v);
// Returns the student's best pass, this one included, as a line to be kept: "silver NVRTC-13.0/1 21504 1088 5.31".
char *levels_line(const Verdict *v);
// ---- work.c ---------------------------------------------------------------------------------------------------------

// Returns why a case failed; if the reason is a limit of instructions, with how much work it is. Takes `why`.
char *work_explain(const Verdict *v, Device *d, const CaseResult *r, int index, char *why);

// ---- results.c ------------------------------------------------------------------------------------------------------

char *results_json(const Verdict *v);
char *results_junit(const Verdict *v);

// ---- case.c ---------------------------------------------------------------------------------------------------------

// Runs case number `index` once, in `order`. Inputs follow from `seed`, `index` and `order_index`.
Outcome case_run(Device *d, const Terms *t, const Case *c, uint64_t seed, int index,
                 const Order *order, int order_index);

// ---- device.c -------------------------------------------------------------------------------------------------------

void device_start(Device *d); // it then has its codes; no run's time counts that
void device_stop(Device *d);
// Asks a device. keeps: a run that begins with this question is kept.
Reply device_ask(Device *d, bool keeps, WireRequest r, const void *bytes);

// ---- record.c -------------------------------------------------------------------------------------------------------

void record_begin(Record *r);
void record_add(Record *r, const WireRequest *request, const void *bytes);
void record_end(Record *r);
void record_free(Record *r);
// Returns what a file of this run holds, (*size) bytes: a line for people, why it failed (NULL: it passed), the codes, and the run. In
// the codes the student's path replaces the compiler's.
char *record_file(const Record *r, const char *line, const char *why, const Terms *t,
                  const Code codes[WIRE_SLOTS], size_t *size);

// ---- numbers.c ------------------------------------------------------------------------------------------------------

// Returns the id in the form in which it is hashed, to be freed; NULL: it is none, since it is empty, longer than 100 bytes or no text.
char *numbers_id(const char *given);
int numbers_get(const Exercise *e, const char *student, int which); // student NULL: the book's
// Returns a text of the exercise with a student's numbers in its phrases, to be freed. Without numbers or a student it is as it was.
char *numbers_text(const Exercise *e, const char *student, const char *text);
// Returns a copy of the cases, to be freed, whose names have a student's numbers.
Case *numbers_cases(const Exercise *e, const char *student, const Case *cases, size_t count);

// ---- source.c -------------------------------------------------------------------------------------------------------

// A parameter of a kernel, or a shared array, as the source names it.
typedef struct {
    char name[64];
    uint32_t element; // bytes of what it points to; 0: it is no array, or its type is not known
    bool real;        // float or double
    bool no_sign;     // an unsigned integer
    bool open;        // an array of as many elements as there is room for: "part[]"
    char columns[64]; // the second of two dimensions, as the source has it; "" if it has no two
} Named;

// Lists the parameters of kernel "sum" or "sum<256>", in order; returns how many there are.
int source_parameters(const char *source, const char *kernel, Named *out, int most);
// Tells whether a kernel of this name is a template, `template <class T> __global__ void sum(…)`.
bool source_has_template(const char *source, const char *kernel);
int source_shared(const char *source, Named *out, int most); // lists the arrays of shared memory
// Returns the value of an expression, "TILE + 1", of numbers and of names that the source defines; 0 if it isn't known, or not positive.
long source_constant(const char *source, const char *expression);
// Tells whether a line of the source, or the next one, returns: "if (i >= n)".
bool source_returns(const char *source, int line);
// Returns a diagnosis in which each source line that it names is quoted. `shown` is the file's name in the diagnosis.
char *source_quote(const char *diagnosis, const char *source, const char *shown);

// ---- text.c ---------------------------------------------------------------------------------------------------------

// The caller frees the strings that these return. Without memory the judge ends.
char *text_make(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *text_make_list(const char *format, va_list args);
char *text_replace(const char *text, const char *from, const char *to); // replaces every `from`
FILE *text_open(char **text, size_t *size); // fclose then sets the text, and the size without its 0
// Returns the text as valid UTF-8 without control characters but '\n' and '\t'; anything else becomes U+FFFD. The result has
// at most `most` bytes, and a mark if there was more.
char *text_clean(const char *text, size_t length, size_t most);
// Returns the first lines of what was printed (judge_limits.h: PRINTED_LINES), and how much more there is. `text` holds its first `length`
// bytes; in all there are `bytes` bytes and `lines` lines (0: not known).
char *text_printed(const char *text, size_t length, uint64_t bytes, uint64_t lines);

// ---- trouble.c ------------------------------------------------------------------------------------------------------

// Says in one line why the judge can't work, and ends everything. The host says how, before anything else.
void cannot_work(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
void cannot_work_ends(void (*end)(const char *why));

#endif
