// account.c: how much time the judge's children take, all of them together.
//
// Each process has a limit of processor time that the system watches (process.c). But a program may start a hundred processes, sleep
// in each case, or stay just below its limit in every one. So the judge looks at its child four times a second while it waits for it:
// at the child's processes, which it finds in /proc by their parents, or at the cgroup where there is one. A process that no longer
// lives has its time in its parent's account or, when the child has ended, in the judge's; of what runs in a sandbox, which bubblewrap
// does not wait for, the last look counts.
//
// Sleep is what passes of the clock while no process of a program is running, wants to run or waits for a disk, less what they used of
// the processor. On a loaded machine an honest program wants to run; so no load is taken for sleep.

#include "native.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define INTERVAL 0.25 // seconds between two looks

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct {
    double begun;  // when the first child was started, by the clock; 0: not yet
    double runs;   // processor time of the runs that have ended
    double asleep; // of all runs
} unit;

// The child that was looked at last.
static struct {
    pid_t pid;
    double at;       // when that was
    double used;     // its processor time then
    double children; // the judge's account of children that have ended, when it was first looked at
    double group;    // the cgroup's account then
} seen;

static char *late; // why a child was ended, or all are: account_why

// ---- What children have used -------------------------------------------------------------------------------------------

static double of_ended_children(void)
{
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

// A process, as /proc/PID/stat tells of it.
typedef struct {
    long pid, parent;
    char state;
    double used; // processor time, with that of its children that have ended
    bool ours;
} Living;

static bool read_living(const char *pid, Living *l)
{
    char *path = text_make("/proc/%s/stat", pid);
    size_t length;
    char *text = file_stream(path, 4096, &length), *behind = text ? strrchr(text, ')') : NULL;
    unsigned long user, kernel;
    long ended_user, ended_kernel;
    bool read =
        behind && sscanf(behind + 1, " %c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld",
                         &l->state, &l->parent, &user, &kernel, &ended_user, &ended_kernel) == 6;
    if (read) {
        l->pid = atol(pid);
        l->used = (double)(user + kernel + (unsigned long)(ended_user + ended_kernel)) /
                  (double)sysconf(_SC_CLK_TCK);
    }
    free(path);
    free(text);
    return read;
}

// Returns the processor time of a process and of all that it has started. *busy: one of them runs, wants to, or waits for a disk.
static double of_tree(pid_t root, bool *busy)
{
    static Living *all;
    static size_t room;
    size_t count = 0;
    double used = 0;
    *busy = false;
    DIR *proc = opendir("/proc");
    for (struct dirent *e; proc && (e = readdir(proc));) {
        if (!isdigit((unsigned char)*e->d_name))
            continue;
        if (count == room) {
            room = room ? 2 * room : 256;
            all = realloc(all, room * sizeof *all);
            if (!all)
                cannot_work("no memory");
        }
        all[count].ours = false;
        count += read_living(e->d_name, &all[count]);
    }
    if (proc)
        closedir(proc);
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < count; i++) {
            bool ours = all[i].pid == root;
            for (size_t k = 0; k < count && !ours && !all[i].ours; k++)
                ours = all[k].ours && all[k].pid == all[i].parent;
            grows |= ours && !all[i].ours;
            all[i].ours |= ours;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (all[i].ours) {
            used += all[i].used;
            *busy |= all[i].state == 'R' || all[i].state == 'D';
        }
    return used;
}

static double more(double a, double b)
{
    return a > b ? a : b;
}

// ---- The limits --------------------------------------------------------------------------------------------------------

static void end_for(char *why)
{
    free(late);
    late = why;
}

const char *account_why(void)
{
    return late;
}

// Tells whether all runs together have used what they may; `more`: what the one under way has used.
static bool is_over(const Place *p, double more)
{
    if (unit.runs + more > UNIT_SHARE * p->seconds)
        end_for(text_make(
            "Too slow: all cases together get %.0f seconds of processor time, which are used up.",
            UNIT_SHARE * p->seconds));
    else if (unit.asleep > MOST_SLEEP)
        end_for(text_make(
            "Too slow: the program waits without working. In all cases together it may sleep %d seconds; nothing here needs waiting for.",
            MOST_SLEEP));
    else if (unit.begun > 0 && now() - unit.begun > MOST_CLOCK)
        end_for(text_make("Too slow: all cases together take more than %d seconds.", MOST_CLOCK));
    else
        return false;
    return true;
}

double account_runs(void)
{
    return unit.runs;
}

bool account_is_over(const Place *p)
{
    return is_over(p, 0);
}

void account_starts(const Process *child)
{
    end_for(NULL);
    unit.begun = unit.begun > 0 ? unit.begun : now();
    seen.pid = child->pid;
    seen.at = now();
    seen.used = 0;
    seen.children = of_ended_children();
    seen.group = cgroup_seconds();
}

bool account_look(const Process *child, bool silent)
{
    double time = now(), passed = time - seen.at, most = 0;
    bool busy;
    if (passed < INTERVAL || seen.pid != child->pid)
        return false;
    double used = of_tree(child->pid, &busy);
    used = more(used, cgroup_seconds() - seen.group);
    if (child->kind == PROCESS_PROGRAM && silent && !busy && passed > used - seen.used)
        unit.asleep += passed - (used - seen.used);
    seen.at = time;
    seen.used = used;
    if (child->kind == PROCESS_COMPILER)
        most = COMPILER_SHARE * child->place->seconds;
    else if (child->kind == PROCESS_PROGRAM || child->kind == PROCESS_CALLS)
        most = child->place->seconds;
    if (most > 0 && used > most) {
        end_for(text_make(
            "No end within %.0f seconds of processor time: does a loop or a wait never end?",
            most));
        return true;
    }
    return is_over(child->place, child->kind == PROCESS_COMPILER ? 0 : used);
}

void account_ends(const Process *child)
{
    if (child->kind != PROCESS_COMPILER && child->kind != PROCESS_GPU && child->pid == seen.pid)
        unit.runs += more(more(of_ended_children() - seen.children, seen.used),
                          cgroup_seconds() - seen.group);
    seen.pid = 0;
}
