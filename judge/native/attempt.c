// attempt.c: does work that may end at any depth, by a jump. (A page can't jump; judge/page/page.c throws a JavaScript exception.)

#include "native.h"

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
