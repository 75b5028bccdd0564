// host.h: what the simulator needs of its host: threads, files, the terminal, debug information. Uses base/ and warpsim.h.

#ifndef HOST_H
#define HOST_H

#define _GNU_SOURCE // dladdr, sched_getaffinity, strsep; this header comes first

#include "base/base.h"
#include "host/whole_file.h"
#include "warpsim.h"

#include <stdio.h>

// ---- options.c -----------------------------------------------------------------------------------------------

typedef enum { COMPILE_LONG, COMPILE_ALL, INTERPRET } Compiling; // which kernels are compiled

typedef struct {
    const SimDevice *device;
    bool profile;   // print counters
    bool lines;     // print counters of source lines, too
    bool source;    // print them beside the source
    bool check;     // look for races and other errors
    bool leaks;     // count leaks as errors
    bool step;      // stop at kernels, and step them in the terminal
    bool repeat;    // run launches that repeat an earlier one
    bool late;      // do work as late as CUDA allows
    bool speed;     // print how fast the simulator was
    bool help;      // print the known words, and stop
    bool devices;   // print the devices, and stop
    char *json;     // file to write; NULL if not given
    char *kernel;   // kernel to profile and to watch; NULL if not given
    char *trace;    // file to write; NULL if not given
    char *calls;    // file to write; NULL if not given
    int tape;       // the open file for calls and what they copy; 0: none
    int draw;       // source line whose accesses are drawn; 0 if not given
    uint64_t block; // the block to watch
    int warp;       // the warp to watch, -1: all of the block
    SimSchedule schedule;
    Compiling compiling;
    uint64_t seed;
    int explore; // orders under which each launch runs first; 0: none
    int threads; // 0: all cores
} Options;

// Sets *o from WARPSIM's value (NULL: not set). False with one line in `message` if a word isn't known.
bool options_parse(Options *o, const char *text, char *message, size_t size);
void options_free(Options *o);
void options_help(FILE *out);
// Prints the devices that can be simulated, a line each.
void options_devices(FILE *out);
bool options_color(void); // tells whether the standard output is a terminal that may be coloured

// ---- cpu.c ---------------------------------------------------------------------------------------------------

// Ends the program with one line and status 2 if the simulator was compiled for instructions that this CPU lacks.
void cpu_must_suffice(void);

// ---- pool.c --------------------------------------------------------------------------------------------------

typedef struct Pool Pool;

int pool_host_threads(void); // cores that this process may use
Pool *pool_new(int threads); // NULL without memory; threads start when a launch first needs them
void pool_free(Pool *p);
// Runs all blocks of a prepared launch and collects their counters. Results, counters and *err do not depend on the
// number of threads, as long as blocks communicate only by atomics and volatile accesses.
SimStatus pool_run(Pool *p, SimLaunch *l, SimError *err);
int pool_threads(const Pool *p); // how many there are at most, the calling one included
int pool_helpers(const Pool *p); // how many threads it has made

// A launch that stands still: all its blocks wait for memory that none of them changes, and that somebody outside may write.
typedef struct Parked Parked;
typedef bool Outside(const SimLaunch *l,
                     uint64_t address); // whether somebody outside may write there

// As pool_run, which reports such a launch as deadlocked. Here it is parked: SIM_OK, and *parked is not NULL. Other launches may run
// meanwhile. The launch must stay where it is. With parked == NULL it goes on for a while before it counts as deadlocked.
SimStatus pool_run_outside(Pool *p, SimLaunch *l, Outside *outside, Parked **parked, SimError *err);
bool parked_wakes(const Parked *parked); // whether a word that it reads has another value now
// Lets it go on; *parked is NULL unless it is parked again. outside: false: nobody is left there.
SimStatus pool_resume(Pool *p, Parked **parked, bool outside, SimError *err);
void pool_drop(Parked *parked); // its blocks never go on

// ---- compiled.c ----------------------------------------------------------------------------------------------

// Gives a kernel compiled code as soon as there is some (warpsim_native.h): from the cache, or if it may be compiled, by the compiler.
void compiled_later(SimFunction *kernel, bool may_compile);
void compiled_now(SimFunction *kernel); // the same, and waits for it
void compiled_forget(void); // kernels are about to be freed: what is under way is for nobody

// ---- print.c -------------------------------------------------------------------------------------------------

// What kernels have printed: (used) bytes. The owner frees them.
typedef struct {
    char *text;
    size_t used, room;
    char unknown[8]; // the first conversion that a GPU's printf does not know: "%zu"; "": none
} Printed;

void printed_put(Printed *to, const char *text, size_t size); // adds the text as it is
// Adds what a thread's printf prints. Returns how many arguments there were, as printf does in a kernel.
int printed_add(Printed *to, const SimLaunch *l, const char *format, const unsigned char *args);

// ---- source.c ------------------------------------------------------------------------------------------------

enum { FILE_ZEROS = 16 };

// Reads a whole file, and puts FILE_ZEROS zeros behind its *size bytes, so that a text ends, and a binary's head can be read, whatever
// the file is. NULL if it can't be read. The caller frees it.
char *file_read(const char *path, size_t *size);
// Returns a line of a file, from 1 on; NULL if there is none. It is valid until the next call.
const char *source_line(const char *file, int line);
void source_forget(void);

// ---- callsite.c --------------------------------------------------------------------------------------------------

// Writes who called an API function, whose __builtin_return_address(0) is `caller`, as text that callsite_print makes readable.
void callsite_of(const void *caller, char *out, size_t size);
// Prints a message: each line after `prefix`, call sites as file and line, C++ names demangled.
void callsite_print(FILE *out, const char *prefix, const char *text);

// ---- callsite_names.c --------------------------------------------------------------------------------------------

void callsite_print_names(FILE *out, const char *text); // makes only mangled names readable
// Prints a message as callsite_print does, names demangled and paths shortened. print_more (NULL: none) prints what else is at `text`
// and returns what follows that; NULL: nothing is.
void callsite_print_by(FILE *out, const char *prefix, const char *text,
                       const char *(*print_more)(FILE *out, const char *text));
// Returns a path relative to the working directory, if it is below that. The result points into `path`.
const char *callsite_shorten(const char *path);
// Returns a readable C++ name; any other name as it is. The caller frees it.
char *callsite_demangle(const char *mangled);
// Tells whether kernel=NAME means this kernel: NAME is its plain name, without return type, template arguments and parameters.
bool callsite_is_called(const char *demangled, const char *name);

#endif
