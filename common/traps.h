// Traps: what older texts do, tried next to what is right today.
//
// A trap runs both ways on the same data and says what came out of each. It counts as shown if the
// older way went wrong as promised and today's did not.

#ifndef WARP_TRAPS_H
#define WARP_TRAPS_H

#include "check.h"

#include <stdbool.h>
#include <stdio.h>

// What a trap found out: a line on each way, and whether both went as promised.
typedef struct {
    char older[100], today[100];
    bool shown;
} Finding;

typedef struct {
    const char *name;
    Finding (*find)(void);
} Trap;

// Runs traps: (count) and prints what they find. Returns the program's exit status: 0 if all were shown.
static inline int run_traps(const Trap *traps, size_t count)
{
    size_t shown = 0;
    for (size_t i = 0; i < count; i++) {
        Finding f = traps[i].find();
        printf("\n%s: %s\n  older: %s\n  today: %s\n", traps[i].name,
               f.shown ? "shown" : "NOT SHOWN", f.older, f.today);
        fflush(stdout);
        shown += f.shown;
    }
    return shown == count ? EXIT_RIGHT : EXIT_WRONG;
}

#endif
