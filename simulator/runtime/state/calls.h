// calls.h: the tape (calls.c), for the files whose calls are given bytes, and for a process that makes calls again. Part of state.h.

#ifndef CALLS_H
#define CALLS_H

#include <stddef.h>

void calls_tape(
    int to); // from now on calls are written to this open file, too, with what they are given
// Adds the bytes that the current call copies, or passes to a kernel. Does nothing without the word `tape`.
void calls_give(const void *bytes, size_t size);
// Calls are made at this source line until it is NULL, wherever they come from. The caller keeps the text.
void calls_made_at(const char *line);

#endif
