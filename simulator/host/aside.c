// aside.c: files that are written under another name and renamed when they are whole, so that none is ever half-written. A device or
// a pipe is written as it is: a file of its name would take its place.

#include "host/host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *aside_name(const char *path)
{
    struct stat there;
    bool regular = stat(path, &there) != 0 || S_ISREG(there.st_mode);
    size_t room = strlen(path) + 32;
    char *name = malloc(room);
    if (name && regular)
        snprintf(name, room, "%s.%ld", path, (long)getpid());
    else if (name)
        snprintf(name, room, "%s", path);
    return name;
}

bool aside_end(char *name, const char *path, bool whole)
{
    bool same = strcmp(name, path) == 0;
    bool placed = whole && (same || rename(name, path) == 0);
    int why = errno;
    if (!placed && !same)
        unlink(name);
    free(name);
    errno = why;
    return placed;
}
