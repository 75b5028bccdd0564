// verdict.c: all cases on all devices, and what the student reads about them.
//
// In grading, cases come in an order that changes from run to run. Each runs in every order of execution, in fresh memory, with the module
// loaded anew. So a submission can tell neither which case it is in nor that it has run before. The failure that is shown is
// the first of the list all the same: after a failure, the cases before it run in the list's order up to the first that
// fails. So a submission that never ends takes two time limits at most. The parts of a capstone are judged one by one in
// this way.

#include "core.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The last order is the one in which counters are taken. It has all checks as the others have: otherwise a kernel could be careful
// where it finds itself checked, and quick where it is counted.
static const Order simulated[] = {{"threads one after the other", WIRE_SERIAL_CHECKED},
                                  {"threads in random order", WIRE_RANDOM_CHECKED},
                                  {"warps in lockstep", WIRE_LOCKSTEP_CHECKED}};

enum { ORDERS = sizeof simulated / sizeof *simulated };

static const char *const order_words[ORDERS] = {"serial", "random", "lockstep"};

// Returns the number of an order; -1: there is none of that name.
static int order_called(const char *word)
{
    int i = ORDERS - 1;
    while (i >= 0 && strcmp(word, order_words[i]) != 0)
        i--;
    return i;
}

bool verdict_is_order(const char *word)
{
    return order_called(word) >= 0;
}

const char *verdict_kind(const Verdict *v, const Case *c)
{
    size_t own = 0;
    while (v->terms->exercise->cases[own].what)
        own++;
    return (size_t)(c - v->cases) >= own ? "hidden: " : ""; // they stand behind the exercise's
}

bool verdict_passed(const Verdict *v)
{
    if (!v->done || v->trouble)
        return false;
    for (size_t i = 0; i < v->count; i++)
        if (v->results[i].state != CASE_PASSED &&
            (v->only < 0 || (int)(i % v->case_count) == v->only))
            return false;
    return v->count > 0;
}

// Returns the checks' remark that threads were gone before a barrier, in the student's words; NULL if they returned, as they may. Once
// compiled, a return and a branch around the barrier to the kernel's end look the same: the source tells them apart.
static char *explain_remark(const Verdict *v, const char *remark)
{
    const Terms *t = v->terms;
    char *shown = t->host->translate(remark, t->file), *place = text_make("at %s:", t->file),
         *quoted = NULL;
    const char *around = strstr(shown, ", or went around it, "),
               *at = around ? strstr(around, place) : NULL;
    if (t->source && !(at && source_returns(t->source, atoi(at + strlen(place)))))
        quoted = source_quote(shown, t->source, t->file);
    free(shown);
    free(place);
    return quoted;
}

// Returns the text of a failure of case `index`, with the student's path and how to see the failure again.
static char *explain(const Verdict *v, const char *why, const Order *order, int index)
{
    const Terms *t = v->terms;
    char *shown = t->host->translate(why, t->file);
    char *quoted = t->source ? source_quote(shown, t->source, t->file) : text_make("%s", shown);
    char *clean = text_clean(quoted, strlen(quoted), 4000);
    bool ended = *clean && clean[strlen(clean) - 1] == '\n';
    char *all;
    if (t->exercise->predict) {
        if (ended)
            clean[strlen(clean) - 1] = '\0';
        char *number = text_make("CASE=%d", index + 1),
             *book = text_replace(t->exercise->experiment, "CASE=N", number),
             *experiment = numbers_text(t->exercise, t->student, book);
        all = text_make("%s The experiment: %s", clean, experiment);
        free(number);
        free(book);
        free(experiment);
    } else
        all = text_make("%s%sseed %" PRIu64 "; order: %s", clean, ended ? "" : "\n", v->seed,
                        order->label);
    free(shown);
    free(quoted);
    free(clean);
    return all;
}

static uint64_t more(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// Keeps a run for a student to look at: the one that failed, or the last one.
static void look_back(CaseResult *r, Device *d, char *printed)
{
    free(r->printed);
    r->printed = printed;
    record_end(&d->record);
    record_free(&r->record);
    r->record = d->record;
    d->record = (Record){.out = NULL};
}

static void forget(CaseResult *r)
{
    free(r->why);
    free(r->printed);
    free(r->remark);
    record_free(&r->record);
    r->why = r->printed = r->remark = NULL;
    r->state = CASE_SKIPPED;
}

static void judge_case(Verdict *v, Device *d, CaseResult *r, int index)
{
    const Terms *t = v->terms;
    static const Order on_gpu = {"on the GPU", WIRE_LOCKSTEP},
                       plain = {"warps in lockstep", WIRE_LOCKSTEP},
                       whole = {"the program itself", WIRE_LOCKSTEP};
    bool gpu = strcmp(d->word, "gpu") == 0;
    bool unchecked = t->exercise->predict || t->ask == ASK_RIGHT;
    // It is large, and in other orders each lane would count for itself.
    bool once = levels_measures(t->exercise, r->c) || t->exercise->program || unchecked;
    // A case that a student opens runs first in the order in which it has failed, with the same inputs; otherwise in lockstep, since
    // this order is the easiest to follow.
    int first = once ? ORDERS - 1 : v->only >= 0 ? -1 : 0, count = gpu ? 1 : ORDERS;
    int failed = v->order ? order_called(v->order) : -1, early = failed >= 0 ? failed : ORDERS - 1;
    r->state = CASE_PASSED;
    if (t->host->tell)
        t->host->tell(r->c->what);
    for (int i = gpu ? 0 : first; i < count && r->state == CASE_PASSED; i++) {
        const Order *order = gpu                    ? &on_gpu
                             : t->exercise->program ? &whole
                             : unchecked            ? &plain
                                                    : &simulated[i < 0 ? early : i];
        int inputs = i >= 0 ? i : failed >= 0 ? failed : 0;
        r->order = gpu || once ? NULL : order_words[order - simulated];
        Outcome o = case_run(d, t, r->c, v->seed, index, order, inputs);
        v->used.instructions = more(v->used.instructions, o.used.instructions);
        v->used.microseconds = more(v->used.microseconds, o.used.microseconds);
        v->used.bytes = more(v->used.bytes, o.used.bytes);
        if (o.speed) {
            free(v->speed);
            v->speed = o.speed;
        }
        if (o.figures.count && !o.why) {
            v->standing.c = r->c;
            v->standing.yours = o.figures;
            v->standing.limit_us = o.limit_us;
            v->standing.compiler = v->compiler;
        }
        if (o.gpu_us > 0)
            v->standing.gpu_us = o.gpu_us;
        if (o.remark && !r->remark)
            r->remark = explain_remark(v, o.remark);
        free(o.remark);
        if (t->looks)
            look_back(r, d, o.printed);
        if (o.why) {
            r->state = CASE_FAILED;
            o.why = work_explain(v, d, r, index, o.why);
            r->why = explain(v, o.why, order, index);
            free(o.why);
        }
    }
}

// Fills `order` with 0 … count - 1 in a random order, by Fisher and Yates.
static void shuffle(int *order, int count)
{
    uint32_t noise;
    for (int i = 0; i < count; i++)
        order[i] = i;
    for (int i = count - 1; i > 0; i--) {
        if (getentropy(&noise, sizeof noise) != 0)
            cannot_work("no random numbers");
        int k = (int)(noise % ((unsigned)i + 1)), keep = order[i];
        order[i] = order[k];
        order[k] = keep;
    }
}

// Fills `order` as cases are to run: shuffled, or as they are listed, so that a student's simplest case that fails is the first, and a
// loop that never ends is waited for once.
static void arrange(const Verdict *v, int *order, int count)
{
    shuffle(order, count);
    for (int i = 0; i < count && v->terms->in_order; i++)
        order[i] = i;
}

// Returns the part of a capstone that a case judges, from its name: 2 for "part 2: merge"; 0: none.
static int part_of(const Case *c)
{
    return strncmp(c->what, "part ", 5) == 0 ? c->what[5] - '0' : 0;
}

// Judges the cases of a list until one fails. The failure that is shown is the first of the list.
static void judge_list(Verdict *v, Device *d, CaseResult *results, const int *list, int count)
{
    int failed = count, *order = malloc(((size_t)count + 1) * sizeof *order);
    if (!order)
        cannot_work("no memory");
    arrange(v, order, count);
    for (int i = 0; i < count && failed == count; i++) {
        judge_case(v, d, &results[list[order[i]]], list[order[i]]);
        if (results[list[order[i]]].state == CASE_FAILED)
            failed = order[i];
    }
    for (int i = 0; i < failed; i++) // after a failure the order need not be secret
        if (results[list[i]].state == CASE_SKIPPED) {
            judge_case(v, d, &results[list[i]], list[i]);
            failed = results[list[i]].state == CASE_FAILED ? i : failed;
        }
    for (int i = failed + 1; i < count; i++) // the report must not depend on the random order
        forget(&results[list[i]]);
    free(order);
}

void verdict_judge(Verdict *v, Device *d)
{
    int count = (int)v->case_count;
    bool each = v->keep_going || v->terms->exercise->predict; // each case is a list of its own
    int *order = malloc((v->case_count + 1) * sizeof *order),
        *list = malloc((v->case_count + 1) * sizeof *list);
    bool *taken = calloc(v->case_count + 1, sizeof *taken);
    CaseResult *all = realloc(v->results, (v->count + v->case_count) * sizeof *all);
    if (!order || !list || !taken || !all)
        cannot_work("no memory");
    CaseResult *results = all + v->count;
    v->results = all;
    v->count += v->case_count;
    for (int i = 0; i < count; i++)
        results[i] = (CaseResult){.c = &v->cases[i], .device = d->word, .state = CASE_SKIPPED};
    arrange(v, order, count);
    if (v->only >= 0)
        judge_case(v, d, &results[v->only], v->only);
    for (int i = 0; i < count && v->only < 0; i++) {
        int first = order[i], length = 0;
        for (int k = 0; k < count && !taken[first]; k++)
            if (k == first || (!each && part_of(&v->cases[k]) == part_of(&v->cases[first])))
                list[length++] = k;
        for (int k = 0; k < length; k++)
            taken[list[k]] = true;
        judge_list(v, d, results, list, length);
    }
    free(order);
    free(list);
    free(taken);
    device_stop(d);
}

// Returns how many parts of a capstone, or how many answers, are right; *all is how many there are.
static int count_right(const Verdict *v, int *all)
{
    bool predict = v->terms->exercise->predict;
    int right = 0;
    *all = 0;
    for (size_t i = 0; i < v->case_count; i++) {
        bool counted = !predict && part_of(&v->cases[i]) == 0, passed = true;
        for (size_t k = 0; k < i && !predict; k++)
            counted |= part_of(&v->cases[k]) == part_of(&v->cases[i]);
        for (size_t k = 0; k < v->count; k++)
            if (predict ? k % v->case_count == i
                        : part_of(v->results[k].c) == part_of(&v->cases[i]))
                passed &= v->results[k].state == CASE_PASSED;
        *all += !counted;
        right += !counted && passed && v->count;
    }
    return right;
}

double verdict_score(const Verdict *v)
{
    const Exercise *e = v->terms->exercise;
    int all, right = count_right(v, &all);
    if (verdict_passed(v))
        return e->points;
    return e->predict || !v->done || !all ? 0 : (double)e->points * right / all;
}

// ---- The report -----------------------------------------------------------------------------------------------------

typedef struct {
    const char *good, *bad, *plain;
} Colours;

enum { COLUMNS = 80, BEFORE_LABEL = 11, LABEL = 40 };

// Prints a line that is too wide, word by word; all lines but the first are indented further. A long word stays whole.
static void print_words(FILE *out, const char *line, size_t length, size_t indent, size_t columns)
{
    size_t column = 0, further = indent + 2;
    for (size_t at = strspn(line, " "); at < length; at += strspn(line + at, " ")) {
        size_t word = strcspn(line + at, " \n");
        if (column && column + 1 + word > columns) {
            fputc('\n', out);
            column = 0;
            indent = further;
        }
        column += (size_t)(column ? fprintf(out, " %.*s", (int)word, line + at)
                                  : fprintf(out, "%*s%.*s", (int)indent, "", (int)word, line + at));
        at += word;
    }
    fputc('\n', out);
}

// Prints a text within the verdict's columns, each line indented.
static void print_wrapped(FILE *out, const Verdict *v, const char *text, size_t indent)
{
    size_t columns = v->columns ? v->columns : COLUMNS;
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (indent + length <= columns)
            fprintf(out, "%*s%.*s\n", length ? (int)indent : 0, "", (int)length, text);
        else
            print_words(out, text, length, indent + strspn(text, " "), columns);
        text += length + (text[length] == '\n');
    }
}

// Returns a case's numbers, as its exercise shows them.
static char *sizes_of(const Exercise *e, const Case *c)
{
    const char *form = e->predict ? ""
                       : e->sizes ? e->sizes
                       : c->m     ? (c->block ? "{n} x {m}, block {block}" : "{n} x {m}")
                                  : (c->block ? "n {n}, block {block}" : "n {n}");
    char *n = text_make("%zu", c->n), *m = text_make("%zu", c->m),
         *block = text_make("%d", c->block), *with_n = text_replace(form, "{n}", n),
         *with_m = text_replace(with_n, "{m}", m), *all = text_replace(with_m, "{block}", block);
    free(n);
    free(m);
    free(block);
    free(with_n);
    free(with_m);
    return all;
}

// Prints what kernels, or a whole program, printed in a case.
static void print_printed(FILE *out, const Verdict *v, const CaseResult *r)
{
    if (!r->printed)
        return;
    fprintf(out, "    %s:\n", v->terms->exercise->program ? "It prints" : "Its kernels print");
    print_wrapped(out, v, r->printed, 6);
    fputc('\n', out);
}

// Prints a case. Of a capstone's later parts it prints only what is wrong, since students mend one part after the other.
static void print_case(FILE *out, const Verdict *v, const CaseResult *r, const Colours *k,
                       bool later)
{
    const Exercise *e = v->terms->exercise;
    static const char *const words[] = {"passed", "FAILED", "not run"};
    const char *colour = r->state == CASE_PASSED   ? k->good
                         : r->state == CASE_FAILED ? k->bad
                                                   : k->plain;
    char *sizes = sizes_of(e, r->c);
    int room = COLUMNS - BEFORE_LABEL - 2 - (int)strlen(sizes), // what many numbers leave
        label = !*sizes        ? 0
                : room < LABEL ? room
                               : LABEL;
    char *name = text_make("%s%s", verdict_kind(v, r->c), r->c->what);
    fprintf(out, "  %s%-7s%s  %-*s%s%s\n", colour, words[r->state], k->plain, label, name,
            *sizes ? "  " : "", sizes);
    free(name);
    free(sizes);
    if (r->why && (e->predict || later)) {
        char *first = text_make("%.*s", later ? (int)strcspn(r->why, "\n") : INT_MAX, r->why);
        print_wrapped(out, v, first, 11);
        free(first);
    } else if (r->why) {
        fputc('\n', out);
        print_printed(out, v, r); // above the reason, which stays in sight so
        print_wrapped(out, v, r->why, 4);
        fputc('\n', out);
    } else if (v->only >= 0 && r->state == CASE_PASSED)
        print_printed(out, v, r);
}

// Returns how many cases from number `first` on were not run, on one device.
static size_t count_not_run(const Verdict *v, size_t first)
{
    size_t i = first;
    while (i < v->count && v->results[i].state == CASE_SKIPPED &&
           v->results[i].device == v->results[first].device)
        i++;
    return i - first;
}

// Prints the cases. Those that were not run are one line, so that on a small screen what is wrong stays in sight.
static void print_cases(FILE *out, const Verdict *v, const Colours *k)
{
    const char *device = NULL;
    bool failed = false;
    for (size_t i = 0; i < v->count; i++) {
        if (v->results[i].device != device) {
            device = v->results[i].device;
            fprintf(out, "on the %s%s%s\n", strcmp(device, "gpu") == 0 ? "GPU" : "simulator",
                    v->compiler ? ", compiled by " : "", v->compiler ? v->compiler : "");
        }
        size_t not_run = count_not_run(v, i);
        if (not_run > 1) {
            fprintf(out, "  not run  %zu cases\n", not_run);
            i += not_run - 1;
            continue;
        }
        print_case(out, v, &v->results[i], k, failed && part_of(v->results[i].c) && !v->keep_going);
        failed |= v->results[i].state == CASE_FAILED;
    }
    if (v->count)
        fputc('\n', out);
}

// Prints the first case's remark that has one.
static void print_remark(FILE *out, const Verdict *v)
{
    for (size_t i = 0; i < v->count; i++)
        if (v->results[i].remark) {
            print_wrapped(out, v, v->results[i].remark, 0);
            fputc('\n', out);
            return;
        }
}

bool verdict_has_own_numbers(const Verdict *v)
{
    return v->terms->student && v->terms->exercise->numbers;
}

char *verdict_text(const Verdict *v, bool colours)
{
    Colours k = colours ? (Colours){"\033[32m", "\033[31m", "\033[0m"} : (Colours){"", "", ""};
    char *text;
    size_t size, passed = 0;
    FILE *out = text_open(&text, &size);
    for (size_t i = 0; i < v->count; i++)
        passed += v->results[i].state == CASE_PASSED;
    fprintf(out, "%s  %s\n", v->name, v->title);
    if (verdict_has_own_numbers(v))
        fprintf(out, "with the numbers of %s\n", v->terms->student);
    print_cases(out, v, &k);
    if (v->trouble) {
        print_wrapped(out, v, v->trouble, 0);
        fputc('\n', out);
    }
    // A pass may be luck if a variable was never set: an optimizer gives it any value.
    if (v->warned && (!verdict_passed(v) || strstr(v->warned, "uninitialized"))) {
        fputs("The compiler warns:\n", out);
        print_wrapped(out, v, v->warned, 4);
        fputc('\n', out);
    }
    if (verdict_passed(v))
        print_remark(out, v);
    if (v->speed)
        fprintf(out, "speed: %s\n", v->speed);
    int parts, right = count_right(v, &parts);
    char answers[64] = "";
    if (parts && v->count && v->only < 0)
        snprintf(answers, sizeof answers, ", %d of %d %s are right", right, parts,
                 v->terms->exercise->predict ? "answers" : "parts");
    if (verdict_passed(v)) {
        levels_print(out, v);
        fprintf(out, "%sPASSED%s, %zu case%s.", k.good, k.plain, passed, passed == 1 ? "" : "s");
        levels_print_word(out, v, colours);
        fputc('\n', out);
    } else
        fprintf(out, "%sNOT PASSED%s%s.\n", k.bad, k.plain, answers);
    fclose(out);
    return text;
}
