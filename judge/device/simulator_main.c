// simulator_main.c: the simulator as a process: questions come by one pipe, and answers go by another one. With the name of a file it
// repeats the run that a judge has kept there (judge/core/record.c), for a person who looks on. A second file is the same run as the judge
// has judged it; the first one is then of a build for a debugger, and is opened if it fails for the same reason.

#include "host/host.h"

#include "device.h"
#include "pipe.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static int in = STDIN_FILENO, out = STDOUT_FILENO;
static double began; // processor time at the run's begin, seconds

static double processor_time(void)
{
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

// Limits a run's processor time: a signal then ends this process.
static void limit_time(uint32_t seconds)
{
    struct rlimit r;
    began = processor_time();
    if (getrlimit(RLIMIT_CPU, &r) != 0)
        _exit(1);
    r.rlim_cur = (rlim_t)began + seconds + 1;
    if (setrlimit(RLIMIT_CPU, &r) != 0)
        _exit(1);
}

// Adds what the run has used of this process to what the device tells of it.
static void add_used(WireUsed *used)
{
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    used->microseconds = (uint64_t)(1e6 * (processor_time() - began));
    used->bytes = (uint64_t)r.ru_maxrss << 10;
}

// Takes a question's bytes; NULL if they don't come.
static char *take_bytes(size_t size)
{
    char *bytes = malloc(size + 1);
    if (!bytes || !pipe_read(in, bytes, size))
        _exit(!bytes);
    bytes[size] = '\0';
    return bytes;
}

// Returns why the run in `file` has failed; NULL: it hasn't.
static char *reason_in(const char *file)
{
    WireRequest r;
    char letter = 0, *why = NULL;
    in = open(file, O_RDONLY | O_CLOEXEC);
    while (in >= 0 && letter != '\n' && pipe_read(in, &letter, 1))
        ;
    if (in >= 0 && pipe_read(in, &r, sizeof r) && r.op == WIRE_WHY)
        why = take_bytes(r.bytes);
    close(in);
    return why;
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
    if (!look_begin(getenv("WARPSIM"), message, sizeof message)) {
        fprintf(stderr, "%s\n", message);
        exit(2);
    }
    while (letter != '\n' && pipe_read(in, &letter, 1))
        putchar(letter);
}

int main(int argc, char **argv)
{
    WireRequest r;
    cpu_must_suffice();
    if (argc > 1)
        open_run(argc > 2 && !look_compares(reason_in(argv[1]), reason_in(argv[2])) ? argv[2]
                                                                                    : argv[1]);
    while (pipe_read(in, &r, sizeof r)) {
        Answer a;
        WireUsed used;
        WireBegin run;
        char *bytes = take_bytes(r.bytes);
        if (r.op == WIRE_BEGIN && r.bytes == sizeof run) {
            memcpy(&run, bytes, sizeof run);
            limit_time(run.seconds);
        }
        if (!device_serve(&r, bytes, &a))
            _exit(1);
        if (r.op == WIRE_END && a.head.bytes == sizeof used) {
            memcpy(&used, a.bytes, sizeof used);
            add_used(&used);
            a.bytes = &used;
        }
        if (!pipe_write(out, &a.head, sizeof a.head) || !pipe_write(out, a.bytes, a.head.bytes))
            _exit(0); // the judge has ended
        free(bytes);
    }
    look_end();
    _exit(0);
}
