// fuzz_wire.c: gives the judge any bytes as the answers of a device (judge/core/wire.h). The judge asks its questions in
// order, as in a run of a case, and writes the verdict in all its forms. Whatever the answers are, it must end in a verdict, or
// say that it can't work; and its texts must be whole.

#include "judge/core/core.h"

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

// ---- In place of a host ----------------------------------------------------------------------------------------------

static void end_judge(const char *why)
{
    (void)why;
    longjmp(end, 1);
}

static jmp_buf back; // to the attempt that is under way

static bool attempt(void (*work)(void *), void *with)
{
    if (setjmp(back))
        return false;
    work(with);
    return true;
}

static void escape(void) __attribute__((noreturn));
static void escape(void)
{
    longjmp(back, 1);
}

static const char *used_up(void)
{
    return NULL;
}

static char *translate(const char *text, const char *shown)
{
    return text_replace(text, "/w/exercise.cu", shown);
}

// A device has no part in judging whole programs, so this judge must not run one.
static Ran run_program(const Terms *t, const void *input, size_t bytes, bool may_fail)
{
    (void)t, (void)input, (void)bytes, (void)may_fail;
    abort();
}

static const Host host = {.attempt = attempt,
                          .escape = escape,
                          .used_up = used_up,
                          .translate = translate,
                          .run_program = run_program};

// ---- In place of a device --------------------------------------------------------------------------------------------

static void start_or_stop(Device *d)
{
    (void)d;
}

static bool take(void *to, size_t bytes)
{
    if (bytes > left)
        return false;
    memcpy(to, answers, bytes);
    answers += bytes;
    left -= bytes;
    return true;
}

static Reply answer(Device *d, const WireRequest *r, const void *bytes)
{
    WireReply head;
    (void)r, (void)bytes;
    if (take(&head, sizeof head) && head.bytes <= left) {
        char *text = calloc(1, head.bytes + 1);
        if (!text)
            abort();
        take(text, head.bytes);
        return (Reply){(WireStatus)head.status, head.value, head.extra, head.bytes, text};
    }
    d->started = false; // it has died
    char *why = text_make("It has died.");
    return (Reply){.status = WIRE_FAULT, .text = why, .bytes = strlen(why)};
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
                   "the load efficiency in %", 90);
    judge_at_most(j, "smsp__inst_executed.sum", "instructions", 1e6);
    judge_shared(j, 1000, 2);
    judge_launched(j, 0);
    judge_speed(j, 1e6, "sum", grid, block, 0, ARGS(BUF(in)));
}

static const Case cases[] = {{"a case", 8, 4, 32}, {0}};
static const Exercise exercise = {.run = run, .cases = cases, .points = 1};

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
    const Terms terms = {
        .exercise = &exercise, .host = &host, .file = "own.cu", .seconds = 1, .instructions = 1};
    Verdict v = {
        .terms = &terms, .name = "ex0-0", .title = "A title", .cases = cases, .case_count = 1};
    answers = data;
    left = size;
    Device device = {.word = size % 3 ? "sim" : "gpu",
                     .start = start_or_stop,
                     .answer = answer,
                     .stop = start_or_stop};
    cannot_work_ends(end_judge);
    if (setjmp(end) == 0) {
        verdict_judge(&v, &device);
        v.done = true;
        expect_whole(verdict_text(&v, false));
        expect_whole(results_json(&v));
        expect_whole(results_junit(&v));
    }
    for (size_t i = 0; i < v.count; i++)
        free(v.results[i].why);
    free(v.results);
    free(v.speed);
    return 0;
}
