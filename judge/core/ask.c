// ask.c: how a case asks the device, and how it fails.

#include "case.h"

#include <stdlib.h>
#include <string.h>

void judge_note(Judge *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    free(j->note);
    j->note = text_make_list(format, args);
    va_end(args);
}

void case_end(Judge *j, char *why)
{
    if (j->note) {
        const char *end = *why && why[strlen(why) - 1] == '\n' ? "" : "\n";
        char *all = text_make("%s%s%s", why, end, j->note);
        free(why);
        why = all;
    }
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
    j->terms->host->escape();
}

void case_fail(Judge *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *why = text_make_list(format, args);
    va_end(args);
    case_end(j, why);
}

void case_has_time(Judge *j)
{
    const char *used_up = j->terms->host->used_up();
    if (used_up)
        case_end(j, text_make("%s", used_up));
}

Reply case_try(Judge *j, WireRequest r, const void *bytes)
{
    return device_ask(j->device, j->terms->looks, r, bytes);
}

Reply case_ask(Judge *j, WireRequest r, const void *bytes)
{
    Reply reply = case_try(j, r, bytes);
    if (reply.status == WIRE_OK)
        return reply;
    char *why = text_clean(reply.text, reply.bytes, 4000);
    free(reply.text);
    case_end(j, why);
}

char *case_remark(Judge *j, WireRemark which)
{
    if (judge_on_gpu(j))
        return NULL;
    Reply r = case_ask(j, (WireRequest){.op = WIRE_REMARK, .a = which}, NULL);
    char *text = r.bytes ? text_clean(r.text, r.bytes, 4000) : NULL;
    free(r.text);
    return text;
}

Reply case_tell(Judge *j, WireRequest r, const void *bytes)
{
    Reply reply = case_ask(j, r, bytes);
    free(reply.text);
    reply.text = NULL;
    return reply;
}
