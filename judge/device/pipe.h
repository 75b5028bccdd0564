// pipe.h: moves bytes through the pipes of a device process.

#ifndef PIPE_H
#define PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

// These move all bytes; they return false if the other end is closed.
static inline bool pipe_read(int file, void *to, size_t bytes)
{
    for (char *at = (char *)to; bytes;) {
        ssize_t n = read(file, at, bytes);
        if (n <= 0)
            return false;
        at += n;
        bytes -= (size_t)n;
    }
    return true;
}

static inline bool pipe_write(int file, const void *from, size_t bytes)
{
    for (const char *at = (const char *)from; bytes;) {
        ssize_t n = write(file, at, bytes);
        if (n <= 0)
            return false;
        at += n;
        bytes -= (size_t)n;
    }
    return true;
}

#endif
