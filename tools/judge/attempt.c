// attempt.c: work that may end anywhere. (In a page, where nothing jumps, lab/judge/page.c has an exception of JavaScript's for it.)

#include "engine.h"

#include <setjmp.h>

static jmp_buf back;

bool attempt(void (*work)(void *), void *with)
{
    if (setjmp(back))
        return false;
    work(with);
    return true;
}

void attempt_end(void)
{
    longjmp(back, 1);
}
