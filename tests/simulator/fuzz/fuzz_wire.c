// fuzz_wire.c: gives the judge any bytes as the answers of a device process (judge/core/wire.h). The judge asks its questions in
// order, as in a run of a case, and writes the verdict in all its forms. Whatever the answers are, it must end in a verdict, or
// say that it can't work; and its texts must be whole.

#include "../../../judge/core/core.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void); // NOLINT(bugprone-reserved-identifier): the sanitizer's

// A judge that can't work ends its process; here it jumps, and does not free its memory.
const char *__asan_default_options(void) // NOLINT(bugprone-reserved-identifier)
{
    return "detect_leaks=0";
}

static const uint8_t *answers; // that are left
static size_t left;
static jmp_buf end;

// ---- In place of the files that start processes --------------------------------------------------------------------

void cannot_work(const char *format, ...)
{
    (void)format;
    longjmp(end, 1);
}

double now(void)
{
    return 0;
}

Process process_start(const Place *p, ProcessKind kind, const char *const *argv)
{
    (void)p, (void)kind, (void)argv;
    return (Process){1, -1, -1};
}

int process_kill(Process *p)
{
    p->pid = 0;
    return left % 2 ? -1 : 0;
}

bool process_used_its_time(int status)
{
    return status != 0;
}

bool process_write(const Process *p, const void *from, size_t bytes, double deadline)
{
    (void)p, (void)from, (void)bytes, (void)deadline;
    return true;
}

bool process_read(const Process *p, void *to, size_t bytes, double deadline)
{
    (void)p, (void)deadline;
    if (bytes > left)
        return false;
    memcpy(to, answers, bytes);
    answers += bytes;
    left -= bytes;
    return true;
}

char *compile_translate(const Place *p, const char *text, const char *shown)
{
    (void)p;
    return text_replace(text, "/w/exercise.cu", shown);
}

// A device process has no part in judging whole programs, so this judge must not run one.

Ran program_run(const Place *p, const void *input, size_t bytes, bool may_fail)
{
    (void)p, (void)input, (void)bytes, (void)may_fail;
    abort();
}

void program_free(Ran *r)
{
    *r = (Ran){.why = NULL};
}

char *program_place(const Place *p, const Call *c)
{
    (void)p, (void)c;
    abort();
}

const Call *program_unpaired(const Ran *r, const char **end_of_pair)
{
    (void)r, (void)end_of_pair;
    abort();
}

// ---- An exercise that asks all there is to ask ------------------------------------------------------------------------

static void run(Judge *j, const Case *c)
{
    int want[8] = {0}, side = 0;
    double near[8] = {0};
    const Dim grid = {2, 1, 1}, block = {32, 1, 1};
    Buffer in = judge_input(j, want, sizeof want), out = judge_output(j, sizeof want);
    Buffer inout = judge_inout(j, want, sizeof want), zeroed = judge_zeroed(j, 4);
    judge_launch(j, "sum", grid, block, 0, ARGS(BUF(in), BUF(out), SIZE(c->n), FLOAT(1.5f)));
    if (judge_variable(j, "side", &side, sizeof side))
        judge_set_variable(j, "side", &side, sizeof side);
    judge_equal_ints(j, "out", out, want, 4);
    judge_equal_bytes(j, "bytes", zeroed, (const unsigned char *)want, 0);
    judge_near_floats(j, "near", inout, near, 1e-3, 0);
    judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                   "load efficiency, %", 90);
    judge_at_most(j, "smsp__inst_executed.sum", "instructions", 1e6);
    judge_shared(j, 1000, 2);
    judge_launched(j, 0);
    judge_speed(j, 1e6, "sum", grid, block, 0, ARGS(BUF(in)));
}

static const Case cases[] = {{"a case", 8, 4, 32}, {0}};
const Exercise exercise = {.run = run, .cases = cases, .points = 1};

// Expects that a text may reach a student: it is valid UTF-8 without control characters, as text_clean makes it.
static void expect_whole(char *text)
{
    char *clean = text_clean(text, strlen(text), strlen(text));
    if (strcmp(clean, text) != 0)
        abort();
    free(clean);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Place place = {
        .work = "/w", .root = "/r", .toolkit = "/t", .seconds = 1, .instructions = 1};
    Verdict v = {
        .name = "ex0-0", .title = "A title", .file = "own.cu", .cases = cases, .case_count = 1};
    v.title = text_make("A title");
    v.file = text_make("own.cu");
    answers = data;
    left = size;
    Device device = {.word = size % 3 ? "sim" : "gpu", .program = "", .process = {1, -1, -1}};
    if (setjmp(end) == 0) {
        verdict_judge(&v, &place, &device);
        v.done = true;
        expect_whole(verdict_text(&v, false));
        expect_whole(results_json(&v));
        expect_whole(results_junit(&v));
    }
    for (size_t i = 0; i < v.count; i++)
        free(v.results[i].why);
    free(v.results);
    free(v.speed);
    free(v.title);
    free(v.file);
    free(device.name);
    return 0;
}
