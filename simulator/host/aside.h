// aside.h: files that appear when they are whole. For the judge, too; part of host.h.

#ifndef ASIDE_H
#define ASIDE_H

#include <stdbool.h>

char *aside_name(const char *path); // where to write it; NULL if the host has no memory
// Brings what was written there to its place, or if it is not whole, takes it away. Frees the name. False with errno.
bool aside_end(char *name, const char *path, bool whole);

#endif
