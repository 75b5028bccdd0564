// device_main.c: the simulator as a process: it serves two pipes. With the name of a file it repeats the run that a judge has kept
// there (record.c), for a person who looks on.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "device.h"
#include "wire.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

static int in = STDIN_FILENO, out = STDOUT_FILENO;

static bool take(void *to, size_t bytes)
{
    return wire_read(in, to, bytes);
}

static bool give(const void *from, size_t bytes)
{
    return wire_write(out, from, bytes);
}

// Opens the run that `file` holds behind a line for people, which it prints.
static void open_run(const char *file)
{
    char message[1024], letter = 0;
    in = open(file, O_RDONLY | O_CLOEXEC);
    out = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (in < 0 || out < 0) {
        fprintf(stderr, "%s: %m\n", file);
        exit(2);
    }
    if (!device_look(getenv("WARPSIM"), message, sizeof message)) {
        fprintf(stderr, "%s\n", message);
        exit(2);
    }
    while (letter != '\n' && take(&letter, 1))
        putchar(letter);
}

int main(int argc, char **argv)
{
    if (argc == 2)
        open_run(argv[1]);
    return device_serve(take, give);
}
