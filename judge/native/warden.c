// warden.c: a process that outlives the judge by a moment and cleans up after it.
//
// The warden reads from a pipe which process groups run. However the judge ends, by itself, by a signal or by SIGKILL, the system
// closes its end of the pipe. Then the warden kills the groups that still run, and removes the judge's folder and its cgroup. It
// has a session of its own, so that signals to the judge's group do not reach it.

#include "native.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_GROUPS = 16, TRIES = 200, PAUSE = 10 }; // PAUSE between tries, milliseconds

typedef struct {
    pid_t group;
    int runs;
} Word;

static int line = -1; // the judge's end of the pipe
static pid_t warden;

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *where)
{
    (void)s, (void)kind, (void)where;
    remove(path); // it may be gone, or in use for a moment
    return 0;
}

// Kills what runs, and removes the folder and the cgroup. It tries several times: processes that are about to die may still write
// into the folder and hold on to the cgroup.
static void clean_up(const pid_t *groups, const char *folder, const char *cgroup)
{
    for (int i = 0; i < MOST_GROUPS; i++)
        if (groups[i])
            kill(-groups[i], SIGKILL);
    for (int i = 0; i < TRIES && access(folder, F_OK) == 0; i++) {
        poll(NULL, 0, i ? PAUSE : 0);
        nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    }
    for (int i = 0; cgroup && i < TRIES && rmdir(cgroup) != 0 && errno == EBUSY; i++)
        poll(NULL, 0, PAUSE);
}

_Noreturn static void keep_watch(int from, const char *folder, const char *cgroup)
{
    pid_t groups[MOST_GROUPS] = {0};
    struct pollfd closed = {.fd = from}; // by the judge, which poll tells also where read fails
    Word word;
    while (read(from, &word, sizeof word) == (ssize_t)sizeof word)
        for (int i = 0; i < MOST_GROUPS; i++)
            if (groups[i] == (word.runs ? 0 : word.group)) {
                groups[i] = word.runs ? word.group : 0;
                break;
            }
    while (poll(&closed, 1, -1) < 0)
        ;
    clean_up(groups, folder, cgroup);
    _exit(0);
}

void warden_start(const char *folder, const char *cgroup)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0 || (warden = fork()) < 0)
        cannot_work("no process: %s", strerror(errno));
    if (warden) {
        close(ends[0]);
        line = ends[1];
        return;
    }
    setsid();
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i < 3; i++) // who reads the judge's output need not wait for the warden
        dup2(nothing, i);
    close(ends[1]);
    keep_watch(ends[0], folder, cgroup);
}

void warden_tell(pid_t group, bool runs)
{
    Word word = {group, runs};
    if (write(line, &word, sizeof word) != (ssize_t)sizeof word)
        cannot_work("the judge's warden has ended");
}

void warden_end(void)
{
    close(line);
    while (waitpid(-1, NULL, 0) > 0 ||
           errno == EINTR) // waits for the warden and for all that it has killed
        ;
}
