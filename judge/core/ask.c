// ask.c: how a case asks the device, and how it fails.

#include "case.h"

#include <stdlib.h>
#include <string.h>

void case_end(Judge *j, char *why)
{
    char of[32] = "";
    if (j->launches > 1)
        snprintf(of, sizeof of, " of %d", j->launches);
    if (j->kernel && (j->launches > 1 || j->launched > 1)) {
        const char *end = *why && why[strlen(why) - 1] == '\n' ? "" : "\n";
        j->why = text_make("%s%s%s launch %d%s, %s", why, end, j->runs ? "in" : "after",
                           j->launched, of, j->kernel);
        free(why);
    } else
        j->why = why;
    attempt_end();
}

char *case_formatted(const char *format, va_list args)
{
    char *text;
    if (vasprintf(&text, format, args) < 0)
        cannot_work("no memory");
    return text;
}

void case_fail(Judge *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *why = case_formatted(format, args);
    va_end(args);
    case_end(j, why);
}

Reply case_ask(Judge *j, WireRequest r, const void *bytes)
{
    Reply reply = device_ask(j->device, j->place, r, bytes);
    if (reply.status == WIRE_OK)
        return reply;
    char *why = text_clean(reply.text, reply.bytes, 4000);
    free(reply.text);
    case_end(j, why);
}

Reply case_tell(Judge *j, WireRequest r, const void *bytes)
{
    Reply reply = case_ask(j, r, bytes);
    free(reply.text);
    reply.text = NULL;
    return reply;
}

// ---- Counters -------------------------------------------------------------------------------------------------------

// Counters are taken in one order, lockstep, that of a profile. Checks change none of them.
bool judge_counts(const Judge *j)
{
    return strcmp(j->device->word, "sim") == 0 && j->place->ask == ASK_ALL &&
           (j->order->mode == WIRE_LOCKSTEP || j->order->mode == WIRE_LOCKSTEP_CHECKED);
}

bool judge_on_gpu(const Judge *j)
{
    return strcmp(j->device->word, "gpu") == 0;
}

double judge_counter(Judge *j, const char *name)
{
    double value;
    Reply r = case_ask(j, (WireRequest){.op = WIRE_COUNTER, .bytes = strlen(name)}, name);
    if (r.bytes != sizeof value)
        cannot_work("there is no counter %s", name);
    memcpy(&value, r.text, sizeof value);
    free(r.text);
    return value;
}
