// work.c: tells a loop that never ends from work that is merely too much, and how much it is.
//
// A run that reaches the limit of instructions says whether blocks of the grid have ended: then the others probably would, too. If a
// student looks on, the case runs once more with a higher limit, in lockstep and without checks. That is several times as fast, and takes
// a thirtieth of the instructions where lanes ran one after the other before.

#include "core.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    double instructions; // of warps in lockstep, in the case that takes most
} SOLUTIONS[] = {
#include "work_needed.h"
};

// Where a run came to its limit of instructions.
typedef struct {
    uint64_t limit, ended, blocks; // ended, of blocks: 0 if none has
} Stop;

// Reads what the simulator says (simulator/machine/launch.c, launch_work); false if the run failed for another reason.
static bool read_stop(const char *why, Stop *s)
{
    const char *at = why ? strstr(why, "No end within ") : NULL;
    *s = (Stop){0, 0, 0};
    int found = at ? sscanf(at,
                            "No end within %" SCNu64 " instructions of warps: %" SCNu64
                            " of %" SCNu64 " blocks have ended",
                            &s->limit, &s->ended, &s->blocks)
                   : 0;
    return found >= 1 && strstr(at, " instructions of warps: ");
}

// Writes "412 million", or "64 thousand".
static void put_amount(char text[32], double n)
{
    bool millions = n >= 1e6;
    snprintf(text, 32, "%.*f %s", n < (millions ? 1e7 : 1e4), n / (millions ? 1e6 : 1e3),
             millions ? "million" : "thousand");
}

// Returns how many times as much as our solution needs `work` is; 0: not known.
static double times_needed(const char *exercise, double work)
{
    for (size_t i = 0; i < sizeof SOLUTIONS / sizeof *SOLUTIONS; i++)
        if (strcmp(SOLUTIONS[i].name, exercise) == 0)
            return work / SOLUTIONS[i].instructions;
    return 0;
}

// Returns `why` with another clause in place of the simulator's guess; takes it.
static char *replace_guess(char *why, const char *clause)
{
    size_t first = strcspn(why, "\n"), guess = (size_t)(strstr(why, "warps: ") + 7 - why);
    char *all = text_make("%.*s%s%s", (int)guess, why, clause, why + first);
    free(why);
    return all;
}

// Says how much work it is in lockstep. `how`: "it ends after".
static char *tell_amount(const Verdict *v, char *why, const char *how, double work)
{
    char amount[32], clause[240];
    double times = times_needed(v->name, work);
    put_amount(amount, work);
    if (times >= 2)
        snprintf(clause, sizeof clause,
                 "there is far too much work. In lockstep %s %s, about %.0f times what our "
                 "solution needs in any case.",
                 how, amount, times);
    else
        snprintf(clause, sizeof clause, "there is too much work. In lockstep %s %s.", how, amount);
    return replace_guess(why, clause);
}

char *work_explain(const Verdict *v, Device *d, const CaseResult *r, int index, char *why)
{
    static const Order plain = {"warps in lockstep", WIRE_LOCKSTEP};
    Terms further = *v->terms;
    Stop stop;
    if (!further.further || !read_stop(why, &stop))
        return why;
    further.instructions = further.further;
    further.looks = false;
    Outcome o = case_run(d, &further, r->c, v->seed, index, &plain, 0);
    bool stopped = read_stop(o.why, &stop);
    if (stopped && stop.ended)
        why = tell_amount(v, why, "the whole grid would take about",
                          (double)stop.limit * (double)stop.blocks / (double)stop.ended);
    else if (stopped) {
        char amount[32], clause[200];
        put_amount(amount, (double)stop.limit);
        snprintf(clause, sizeof clause,
                 "a loop never ends, or does far more work than is needed. In lockstep there is no "
                 "end within %s either.",
                 amount);
        why = replace_guess(why, clause);
    } else if (o.used.instructions)
        why = tell_amount(v, why, "it ends after", (double)o.used.instructions);
    free(o.why);
    free(o.speed);
    free(o.remark);
    free(o.printed);
    return why;
}
