// calls.c: the word `calls=FILE`: writes each call of the program as a line of a file, as nsys draws them in its time line.
//
//     cudaMemcpy error=0 bytes=4000 kind=1 to=0x302000000 from=0x55d0c6f0 pinned=0 stream=1 engine=1 begin=0 end=6217 host=6217 at=add.cu:31
//
// The call's name comes first, then its error and what belongs to this call: sizes, addresses, a launch's grid and block, and the
// modelled time in which it kept a stream and an engine busy (0 kernels, 1 copies to the device, 2 copies to the host). The
// host's time and the source line come last. Times are in nanoseconds since the start. While a call runs, calls_tell collects
// what it tells; when the call ends, api_leave writes the line.

#include "runtime/state/state.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// The source line of a call's place. It is kept: many calls come from one place, and it takes a process to find the line.
typedef struct Place {
    struct Place *next;
    char *line;
    char site[];
} Place;

static FILE *file;
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
    if (!file || held)
        return;
    va_start(args, format);
    int n = vsnprintf(told + told_size, sizeof told - told_size, format, args);
    va_end(args);
    if (n > 0 && told_size + (size_t)n < sizeof told)
        told_size += (size_t)n;
    else
        told[told_size] = '\0'; // it does not fit: nested launches without end
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
    if (file && strncmp(name, "__", 2) != 0) { // names with __ are calls of nvcc's own code
        fprintf(file, "%s error=%d%s host=%.0f at=%s\n", name, e, told, 1e9 * rt.host_time,
                line_of(caller));
        fflush(file); // the program may crash later
    }
    told_size = 0;
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
        fprintf(stderr, "WARPSIM: calls=%s can't be written to its end\n", rt.options.calls);
    file = NULL;
    for (Place *p = places, *next; p; p = next) {
        next = p->next;
        free(p->line);
        free(p);
    }
    places = NULL;
    return !failed;
}
