// aside.h: files that appear when they are whole. For the judge, too; part of host.h.

#ifndef ASIDE_H
#define ASIDE_H

#include <stdbool.h>
#include <stdio.h>

FILE *aside_open(const char *path, char **name); // opens what is written first; NULL with errno
// Closes it and brings it to its place, or if it is not whole, takes it away. Frees the name. False with errno.
bool aside_end(FILE *out, char *name, const char *path);

#endif
