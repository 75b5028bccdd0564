// whole_file.c: files that are written under another name and renamed when they are whole, so that none is ever half-written. A device or
// a pipe is written as it is: a file of its name would take its place.

#include "host/host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *whole_file_open(const char *path, char **name)
{
    struct stat there;
    bool regular = stat(path, &there) != 0 || S_ISREG(there.st_mode);
    int size =
        regular ? asprintf(name, "%s.%ld", path, (long)getpid()) : asprintf(name, "%s", path);
    FILE *out = size < 0 ? NULL : fopen(*name, "we");
    if (size >= 0 && !out) {
        int why = errno;
        free(*name);
        errno = why;
    }
    return out;
}

bool whole_file_end(FILE *out, char *name, const char *path)
{
    bool same = strcmp(name, path) == 0, whole = !ferror(out);
    bool placed = fclose(out) == 0 && whole && (same || rename(name, path) == 0);
    int why = errno;
    if (!placed && !same)
        unlink(name);
    free(name);
    errno = why;
    return placed;
}
