// host.h: what the simulator asks of its host: threads, files, the terminal, debug information. Uses warpsim.h alone.

#ifndef HOST_H
#define HOST_H

#define _GNU_SOURCE // dladdr, sched_getaffinity, strsep; this header comes first

#include "warpsim.h"

#include <stdio.h>

// ---- options.c -----------------------------------------------------------------------------------------------

typedef struct {
    const SimDevice *device;
    bool profile;        // print counters,
    bool lines;          // of source lines too,
    bool source;         // … beside the source
    bool check;          // look for races and the like,
    bool leaks;          // … and take leaks for errors
    bool step;           // stop at kernels, and step them in the terminal
    bool speed;          // print how fast the simulator was
    bool help, devices;  // print what words there are, what devices, and stop
    char *json, *kernel; // file to write; kernel to profile and to watch; NULL if not given
    char *trace, *calls; // files to write; NULL if not given
    int draw;            // source line whose accesses are drawn; 0 if not given
    uint64_t block;      // to watch,
    int warp;            // of it this warp, -1 all
    SimSchedule schedule;
    uint64_t seed;
    int threads; // 0: all cores
} Options;

// Fills *o from WARPSIM's value (NULL: none given). False with one line in `message` if a word isn't known.
bool options_parse(Options *o, const char *text, char *message, size_t size);
void options_free(Options *o);
void options_help(FILE *out);
// Prints the devices that can be simulated, a line each.
void options_devices(FILE *out);
bool options_color(void); // whether the standard output is a terminal that may be coloured

// ---- pool.c --------------------------------------------------------------------------------------------------

typedef struct Pool Pool;

int pool_host_threads(void); // cores this process may use
Pool *pool_new(int threads); // NULL without memory; threads start when a launch first needs them
void pool_free(Pool *p);
// Runs all blocks of a prepared launch and collects their counters. Results, counters and *err do not depend on the
// number of threads, as long as blocks speak to each other by atomics and volatile accesses only.
SimStatus pool_run(Pool *p, SimLaunch *l, SimError *err);

// ---- print.c -------------------------------------------------------------------------------------------------

// What kernels have printed: (used) bytes. The owner frees them.
typedef struct {
    char *text;
    size_t used, room;
} Printed;

void printed_put(Printed *to, const char *text, size_t size); // as it is
// Adds what a thread's printf prints. Returns what printf returns in a kernel: how many arguments there were.
int printed_add(Printed *to, const SimLaunch *l, const char *format, const unsigned char *args);

// ---- source.c ------------------------------------------------------------------------------------------------

// A line of a file, from 1 on; NULL if there is none. Until the next call.
const char *source_line(const char *file, int line);
void source_forget(void);

// ---- site.c --------------------------------------------------------------------------------------------------

// Writes who called an API function, whose __builtin_return_address(0) is `caller`, as text that site_print makes readable.
void site_of(const void *caller, char *out, size_t size);
// Prints a message of the core or of ours: each line after `prefix`, call sites as file and line, C++ names demangled.
void site_print(FILE *out, const char *prefix, const char *text);
void site_print_names(FILE *out, const char *text); // mangled names alone are made readable
// A path as seen from the working directory, which the result may point into.
const char *site_shorten(const char *path);
// A C++ name as people read it; any other name as it is. The caller frees it.
char *site_demangle(const char *mangled);
// Whether kernel=NAME means this kernel: NAME is its plain name, without return type, template arguments and parameters.
bool site_is_called(const char *demangled, const char *name);

#endif
