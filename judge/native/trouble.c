// trouble.c: says why the judge can't work, and ends it.

#include "core.h"

#include <stdarg.h>
#include <stdlib.h>

char judge_name[64] = "judge";

void cannot_work(const char *format, ...)
{
    va_list args;
    fprintf(stderr, "%s: ", judge_name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(EXIT_JUDGE);
}
