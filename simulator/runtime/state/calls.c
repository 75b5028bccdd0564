// calls.c: the word `calls=FILE`: writes each call of the program as a line of a file, as nsys draws them in its timeline.
//
//     cudaMemcpy error=0 bytes=4000 kind=1 to=0x302000000 from=0x55d0c6f0 pinned=0 stream=1 engine=1 begin=0 end=6217 host=6217 at=add.cu:31
//
// The call's name comes first, then its error and what belongs to this call: sizes, addresses, a launch's grid and block, and the
// modelled time in which it kept a stream and an engine busy (0 kernels, 1 copies to the device, 2 copies to the host). The
// host's time and the source line come last. Times are in nanoseconds since the start. While a call runs, calls_tell collects
// what it tells; when the call ends, api_leave writes the line.
//
// The word `tape=N` writes the same to the open file N, for a process that makes the calls again: before each line the numbers of its
// bytes and of the bytes that the call was given, each as a uint64_t, and after it those bytes: what a copy moved, or a kernel's
// parameters.

#include "runtime/state/state.h"

#include "runtime/state/calls.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The source line of a call's place. It is kept: many calls come from one place, and it takes a process to find the line.
typedef struct Place {
    struct Place *next;
    char *line;
    char site[];
} Place;

static FILE *file;
static int tape;             // 0: none
static unsigned char *given; // (given_size) the bytes that the current call was given
static size_t given_size, given_room;
static const char *made_at; // calls_made_at
static Place *places;
static char told[1024];
static size_t told_size;
static bool held;

bool calls_start(const char *path)
{
    file = fopen(path, "we");
    return file != NULL;
}

void calls_tell(const char *format, ...)
{
    va_list args;
    if ((!file && !tape) || held)
        return;
    va_start(args, format);
    int n = vsnprintf(told + told_size, sizeof told - told_size, format, args);
    va_end(args);
    if (n > 0 && told_size + (size_t)n < sizeof told)
        told_size += (size_t)n;
    else
        told[told_size] = '\0'; // it does not fit: nested launches without end
}

void calls_tape(int to)
{
    tape = to;
    signal(SIGXFSZ, SIG_IGN); // a write past the limit fails, and write_tape says so
}

void calls_give(const void *bytes, size_t size)
{
    if (!tape || held)
        return;
    if (size > given_room) {
        unsigned char *grown = realloc(given, size);
        if (!grown)
            out_of_memory();
        given = grown;
        given_room = size;
    }
    if (size)
        memcpy(given, bytes, size);
    given_size = size;
}

void calls_made_at(const char *line)
{
    made_at = line;
}

static bool write_all(const void *from, size_t bytes)
{
    for (const char *at = from; bytes;) {
        ssize_t n = write(tape, at, bytes);
        if (n <= 0)
            return false;
        at += n;
        bytes -= (size_t)n;
    }
    return true;
}

// Writes a call to the tape. If it does not fit, the program ends, since whoever reads the tape would miss the rest.
static void write_tape(const char *line, size_t length)
{
    const uint64_t sizes[] = {length, given_size};
    if (write_all(sizes, sizeof sizes) && write_all(line, length) && write_all(given, given_size))
        return;
    fprintf(stderr, "WARPSIM: the program's calls, with all that they copy, are more than %s\n",
            errno == EFBIG ? "a file here may hold" : "can be written");
    tape = 0;
    quit_program(2);
}

static const char *line_of(const void *caller)
{
    char site[256];
    callsite_of(caller, site, sizeof site);
    FIND(Place, p, places, strcmp(p->site, site) == 0);
    if (p || !(p = malloc(sizeof *p + strlen(site) + 1)))
        return p ? p->line : "?";
    size_t size;
    FILE *text = open_memstream(&p->line, &size);
    if (!text) {
        free(p);
        return "?";
    }
    memcpy(p->site, site, strlen(site) + 1);
    callsite_print(text, "", site);
    fclose(text);
    p->line[strcspn(p->line, "\n")] = '\0';
    p->next = places;
    places = p;
    return p->line;
}

void calls_add(const char *name, cudaError_t e, const void *caller)
{
    if ((file || tape) &&
        strncmp(name, "__", 2) != 0) { // names with __ are calls of nvcc's own code
        char *line;
        int length = asprintf(&line, "%s error=%d%s host=%.0f at=%s\n", name, e, told,
                              1e9 * rt.host_time, made_at ? made_at : line_of(caller));
        if (length < 0)
            out_of_memory();
        if (file) {
            fwrite(line, 1, (size_t)length, file);
            fflush(file); // the program may crash later
        }
        if (tape)
            write_tape(line, (size_t)length);
        free(line);
    }
    told_size = given_size = 0;
    told[0] = '\0';
}

void calls_hold(bool hold)
{
    held = hold;
}

bool calls_end(void)
{
    bool failed = file && ferror(file);
    failed = (file && fclose(file) != 0) || failed;
    if (failed)
        fprintf(stderr, "WARPSIM: calls=%s can't be written completely\n", rt.options.calls);
    file = NULL;
    for (Place *p = places, *next; p; p = next) {
        next = p->next;
        free(p->line);
        free(p);
    }
    places = NULL;
    free(given);
    given = NULL;
    given_room = 0;
    return !failed;
}
