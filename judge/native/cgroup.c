// cgroup.c: limits all of a judge's children together, where the machine allows it, by control groups, version 2.
//
// A process may make a group inside another group if that group is delegated to its user and distributes memory and pids to
// its subgroups. Mostly this is the parent of the process's own group, since a group with processes distributes nothing. Without
// groups each process has its own limits (process.c), which are nearly as good for a few processes. Source:
// Documentation/admin-guide/cgroup-v2.rst, Linux.

#include "native.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_PROCESSES = 64 };

static const char *own;  // the group's path; NULL: there is none
static int members = -1; // the open file cgroup.procs of the judge's group; -1: there is none

// Returns the path of this process's group: "/user.slice/a.scope" from a line "0::/user.slice/a.scope".
static char *own_group(const char *list)
{
    size_t length;
    char *text = file_stream(list, 1 << 16, &length), *group = NULL, *rest = text;
    for (char *one; (one = strsep(&rest, "\n"));)
        if (strncmp(one, "0::/", 4) == 0)
            group = text_make("%s", one + 3);
    free(text);
    return group;
}

static bool hands_out(const char *group)
{
    size_t length;
    char *path = text_make("%s/cgroup.subtree_control", group);
    char *what = file_stream(path, 4096, &length);
    bool both = what && strstr(what, "memory") && strstr(what, "pids") && access(group, W_OK) == 0;
    free(path);
    free(what);
    // A process that moves between two groups must be allowed to write cgroup.procs of the group that holds both.
    path = text_make("%s/cgroup.procs", group);
    both = both && access(path, W_OK) == 0;
    free(path);
    return both;
}

char *cgroup_choose(const char *mount, const char *list)
{
    char *group = own_group(list), *chosen = NULL;
    for (int up = 0; group && up < 2 && !chosen; up++) {
        char *path = text_make("%s%s", mount, group);
        if (hands_out(path))
            chosen = text_make("%s/judge-%ld", path, (long)getpid());
        free(path);
        char *slash = strrchr(group, '/');
        slash[slash == group] = '\0';
    }
    free(group);
    return chosen;
}

static bool set(const char *group, const char *what, unsigned long long value)
{
    char *path = text_make("%s/%s", group, what), *text = text_make("%llu", value);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0)
        close(file);
    free(path);
    free(text);
    return written;
}

bool cgroup_make(const char *group)
{
    if (!group || mkdir(group, 0700) != 0)
        return false;
    char *path = text_make("%s/cgroup.procs", group);
    if (set(group, "memory.max", MOST_MEMORY) && set(group, "pids.max", MOST_PROCESSES)) {
        set(group, "memory.swap.max", 0); // fails on machines without swap
        members = open(path, O_WRONLY | O_CLOEXEC);
    }
    own = members >= 0 ? group : NULL;
    free(path);
    return members >= 0;
}

double cgroup_seconds(void)
{
    size_t length;
    char *path = own ? text_make("%s/cpu.stat", own) : NULL;
    char *text = path ? file_stream(path, 4096, &length) : NULL;
    const char *used = text ? strstr(text, "usage_usec ") : NULL;
    double seconds = used ? 1e-6 * strtod(used + strlen("usage_usec "), NULL) : -1;
    free(path);
    free(text);
    return seconds;
}

void cgroup_enter(void)
{
    if (members >= 0 && write(members, "0", 1) != 1) // 0: the process that writes
        _exit(126);
}
