// whole_file.h: files that appear when they are whole. For the judge, too; part of host.h.

#ifndef WHOLE_FILE_H
#define WHOLE_FILE_H

#include <stdbool.h>
#include <stdio.h>

FILE *whole_file_open(const char *path,
                      char **name); // opens what is written first; NULL with errno
// Closes it and brings it to its place, or if it is not whole, takes it away. Frees the name. False with errno.
bool whole_file_end(FILE *out, char *name, const char *path);

#endif
