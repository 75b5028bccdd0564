// trouble.c: says why the judge can't work, and ends it, in the host's way: a process prints a line and exits, a page throws.

#include "core.h"

#include <stdlib.h>

static void (*end_by)(const char *why);

void cannot_work_ends(void (*end)(const char *why))
{
    end_by = end;
}

void cannot_work(const char *format, ...)
{
    char why[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    end_by(why);
    abort(); // `end_by` does not return
}
