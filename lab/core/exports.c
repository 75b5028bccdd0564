// exports.c: the lab for a page's script, compiled for WebAssembly with the core. The module imports
// nothing: the page passes texts in and gets texts back. Addresses are offsets into WebAssembly's memory.
//
// There is one lab at a time: `load` opens a bundle. The other functions return a text that is valid until the next call.

#include "lab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

static Lab lab;
static char *bundle;
static Writer answer;

static const char *answered(void)
{
    return answer.no_memory || !answer.at ? "{\"error\":\"There is no memory for this lab.\"}"
                                          : answer.at;
}

static const char *refused(void)
{
    writer_clear(&answer);
    writer_open(&answer, NULL, '{');
    writer_string(&answer, "refused", lab.error);
    writer_close(&answer, '}');
    return answered();
}

// Returns memory for a text of `bytes` bytes that the page passes; 0 if there is none.
void *EXPORT(room)(size_t bytes)
{
    return calloc(1, bytes + 1);
}

void EXPORT(drop)(void *text)
{
    free(text);
}

// Opens a lab. `text` is from `room` and belongs to the lab now.
const char *EXPORT(load)(char *text, size_t length)
{
    lab_close(&lab);
    free(bundle);
    bundle = text;
    if (!lab_open(&lab, bundle, length))
        return refused();
    writer_clear(&answer);
    lab_about(&lab, &answer);
    return answered();
}

// Sets a choice, which has its effect at the next `begin`.
const char *EXPORT(choose)(const char *name, const char *value)
{
    if (!lab_set(&lab, name, value))
        return refused();
    writer_clear(&answer);
    writer_puts(&answer, "{}");
    return answered();
}

// Starts the lab anew with the current choices.
const char *EXPORT(begin)(void)
{
    if (!lab.spec.text || !lab_begin(&lab))
        return refused();
    writer_clear(&answer);
    writer_puts(&answer, "{}");
    return answered();
}

// Goes on with the first run to the end, by at most `most` steps. Returns the result when it is there, else "".
const char *EXPORT(survey)(double most)
{
    writer_clear(&answer);
    if (!lab.walk || !lab_survey(&lab, (uint64_t)most))
        return "";
    lab_go(&lab, lab.total, 0);
    writer_open(&answer, NULL, '{');
    writer_int(&answer, "total", (int64_t)lab.total);
    writer_int(&answer, "first", (int64_t)lab.first);
    writer_open(&answer, "asked", '[');
    for (int i = 0; i < lab.spec.ask_count; i++)
        writer_int(&answer, NULL, (int64_t)lab.asked[i]);
    writer_close(&answer, ']');
    writer_open(&answer, "found", '[');
    for (int i = 0; i < lab.found_count; i++)
        writer_int(&answer, NULL, (int64_t)lab.found[i]);
    writer_close(&answer, ']');
    writer_puts(&answer, ",\"result\":");
    answer.comma = false;
    lab_result(&lab, &answer);
    writer_close(&answer, '}');
    return answered();
}

// Goes towards a moment, by at most `most` steps; tells whether it is there.
int EXPORT(go)(double moment, double most)
{
    return !lab.walk || lab_go(&lab, moment > 0 ? (uint64_t)moment : 0, (uint64_t)most);
}

// Begins a jump; `jump` then goes on with it, by at most `most` steps, and tells whether it is there.
void EXPORT(aim)(int how)
{
    if (lab.walk)
        lab_aim(&lab, (char)how);
}

int EXPORT(jump)(double most)
{
    return !lab.walk || lab_jump(&lab, (uint64_t)most);
}

const char *EXPORT(state)(void)
{
    writer_clear(&answer);
    if (!lab.walk)
        return refused();
    lab_state(&lab, &answer);
    return answered();
}

// Shows another block of the cluster, and returns the state.
const char *EXPORT(turn)(double block)
{
    writer_clear(&answer);
    if (!lab.walk || !lab_show(&lab, (uint64_t)block))
        return refused();
    lab_state(&lab, &answer);
    return answered();
}

const char *EXPORT(result)(void)
{
    writer_clear(&answer);
    if (!lab.walk)
        return refused();
    lab_result(&lab, &answer);
    return answered();
}

// Returns the answer to a prediction at the lab's moment; NaN if there is none.
double EXPORT(predict)(int ask)
{
    double value;
    return lab.walk && ask >= 0 && ask < lab.spec.ask_count && lab_answer(&lab, ask, &value)
               ? value
               : (double)NAN;
}
