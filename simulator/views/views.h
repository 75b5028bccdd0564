// views.h: shows a launch to a person: its profile, and the accesses of one warp. Uses walk/, host/ and warpsim.h.

#ifndef VIEWS_H
#define VIEWS_H

#include "host/host.h"
#include "walk/walk.h"

#include <time.h>

enum { WIDTH = 80 }; // of a line

// ---- report.c ------------------------------------------------------------------------------------------------

typedef struct Report Report;

Report *report_new(const Options *o); // NULL without memory
void report_free(Report *r);
// Adds a launch whose blocks have run. Returns where the launches like it are counted; NULL if it is left out.
uint64_t *report_launch(Report *r, const SimLaunch *l);
void report_tables(const Report *r, FILE *out);
bool report_json(const Report *r, const char *path); // false with errno

// ---- watch.c -------------------------------------------------------------------------------------------------

typedef struct Watch Watch;

// What the stepper needs of the program that it runs in.
typedef struct {
    void (*flush)(void); // shows what kernels have printed
    // Returns the PTX that a kernel is in: (*length); NULL if it is not known.
    const char *(*ptx)(const SimFunction *kernel, size_t *length);
    void (*quit)(int status); // ends the program
} Program;

// Returns NULL with errno if the host has no memory or a file can't be made.
Watch *watch_new(const Options *o, const Program *p);
void watch_launch(Watch *w, SimLaunch *l); // takes a prepared launch, before it runs
// Tells that the run has failed before: why, a sentence to add (NULL: none), and how many launches the host makes in it. The texts stay
// where they are.
void watch_fails(Watch *w, const char *why, const char *note, uint32_t launches);
// Tells whether that was said, and a person still steps: then each launch of the host is made as a walk, and watch_look_ahead gets it.
bool watch_looks_ahead(const Watch *w);
// Walks to where the launch fails, or to its end. Returns whether to step it for that reason; the walk is at its beginning again.
bool watch_look_ahead(Watch *w, Walk *walk);
// Tells whether to step a launch. Then the host does not run it, but makes a walk of it and gives that to watch_walk.
bool watch_steps(Watch *w, const SimLaunch *plan);
void watch_walk(Watch *w, Walk *walk);
bool watch_end(Watch *w,
               FILE *out); // drawings go to `out`; false if the trace could not be written

// The launch that is watched, for trace.c and draw.c.
typedef struct {
    char *kernel; // its name; NULL without memory
    const SimMemory *memory;
    const SimInsnInfo *insns;
    uint64_t accesses; // of the warps that are watched, before this one
} Watched;

// ---- trace.c -------------------------------------------------------------------------------------------------

typedef struct {
    const char *path; // of the options
    char *aside;
    FILE *out;
} Trace;

bool trace_begin(Trace *t); // with a path; false with errno
void trace_access(Trace *t, const Watched *w, const SimAccess *a);
bool trace_end(Trace *t); // false with errno

// ---- draw.c --------------------------------------------------------------------------------------------------

// A source line at which there are accesses.
typedef struct {
    char *file;
    int line;
} AccessLine;

enum { ACCESS_LINES = 12 }; // that are listed if there is nothing to draw

typedef struct {
    int line;
    bool color;
    struct Drawing *drawings;        // in order of their first execution
    AccessLine others[ACCESS_LINES]; // (other_count) other lines, by number
    int other_count;
    bool incomplete; // the host had no memory
} Draw;

void draw_access(Draw *d, const Watched *w, const SimAccess *a);
void draw_end(Draw *d, FILE *out); // draws the accesses that it was told of
// Draws one access.
void draw_one(FILE *out, const SimMemory *memory, const SimAccess *a, bool color);

// ---- stepper.c: a person walks through a launch -------------------------------------------------------------------

enum { MOST_BREAKS = 16 };

// A line of the source, as its instructions name it.
typedef struct {
    const char *file;
    int line;
} Spot;

// A breakpoint. If `name` is not empty, it stops only if the condition is true for a lane.
typedef struct {
    Spot spot;
    char name[32]; // "lane", "warp", "block", a variable, or a register: "%r3"
    char operator[3];
    int64_t value;
} Break;

// Why a run has failed before, and where that shows.
typedef struct {
    const char *why;           // as the judge has said it; NULL: nobody has
    const char *note;          // on the build that is stepped; or NULL
    uint32_t launch, launches; // which one of the host's this is, from 1; how many there are
    enum {
        FAILS_LATER,  // not in this launch
        FAILS_HERE,   // at a moment of this launch
        FAILS_AT_END, // its result is wrong
    } where;
    bool far;        // it shows so much later that nobody has looked when
    uint64_t moment; // when it shows, or when the launch ends
    uint64_t block;
} Failure;

enum { MOST_KERNELS = 32 };

typedef struct {
    const Options *options;
    const Program *program;
    Walk *walk; // the current walk
    Failure failure;
    // Kernels of this walk, and which launch was the first of each.
    struct {
        const SimFunction *kernel;
        uint64_t launch;
    } first[MOST_KERNELS];
    int first_count;
    bool over;       // there are no more commands
    bool color;      // the terminal has colours
    int warp, lane;  // the warp and the lane that are shown
    uint64_t before; // the moment at which the last command that moved began
    Break breaks[MOST_BREAKS];
    int break_count;
    const char *shown_file; // the source line that was shown last
    int shown_line;
    Names *names; // the kernel's variables, NULL: there is no debug information
    bool terse;   // the view shows what a step has done
    // Tells whether the person wants a long command to end; NULL: that can't be known.
    bool (*halt)(void);
    time_t begun;   // when the command began
    unsigned steps; // of the command
    bool begins;    // the last step was the first of a kernel that had not run in this walk
    bool found;     // it ends here, since a check has found something
    bool halts;     // it ends here, since the person wants that
} Stepper;

typedef enum { STEPPED_STAYS, STEPPED_MOVED, STEPPED_OVER, STEPPED_QUIT } Stepped;

// The two views (prompt.c, screen.c) share these.
// Does a command, such as "g 12", and prints its answer on `out`.
Stepped stepper_obey(Stepper *s, const char *command, FILE *out);
bool stepper_is_at(const char *file, int line, const Spot *spot); // this line is the spot
// Prints where the warp is, in the source and in the PTX.
void stepper_place(Stepper *s, FILE *out);
// Returns where the lanes of a warp are, the group that runs next first.
int stepper_groups(const Stepper *s, int warp, SimGroup groups[32]);
const SimInsnInfo *stepper_insn(const Stepper *s, int pc);
void stepper_ptx(const Stepper *s, int pc, char *out, size_t size);
// Returns the instruction by whose line a person knows where lanes are: the next one; or, where code has no lines, or those of a library, what called it.
const SimInsnInfo *stepper_shown(const Stepper *s, int warp, const SimGroup *g);
// Returns the file that has the kernel; NULL: it is not known.
const char *stepper_home(const Stepper *s);
// Looks when the launch fails, which it tells, and goes back to its beginning.
bool stepper_look_ahead(Stepper *s, Walk *w);
bool stepper_is_at_failure(const Stepper *s); // the walk is where the run has failed before
// Says why the run has failed before, and how to get there; nothing if it hasn't.
void stepper_tell_failure(const Stepper *s, FILE *out);
// Lists the variables at the lane's place; reads one of them.
int stepper_variables(const Stepper *s, NamedVariable *out, int most);
bool stepper_variable(const Stepper *s, const NamedVariable *v, int lane, uint64_t *value);
// Reads the registers of the last instruction, those that it wrote first.
int stepper_operands(const Stepper *s, SimRegister *r, int most);
// Tells whether one of them holds floats. Its instruction names the type last; cvt and set name the result's before it.
bool stepper_real(const char *mnemonic, const SimRegister *r);
// Writes a value as text.
void stepper_value(char *out, size_t size, uint64_t value, int bytes, bool real);
// Gives device memory that has no name the names of the pointers that the shown lane has to it, where the program was built for a
// debugger. It keeps them when the pointers are out of sight.
void stepper_name_arrays(const Stepper *s);
void stepper_element(char *out, size_t size, uint64_t value, SimElement e); // e.bytes is 1 to 8
// The same of a variable, which may have no sign.
void stepper_named_value(char *out, size_t size, uint64_t bits, const NamedVariable *v);

// ---- arrays.c: the arrays that a stepper shows --------------------------------------------------------------------

typedef struct {
    char name[48];
    const unsigned char *bytes; // (size)
    size_t size;
    SimElement element; // bytes 0: not known
    bool shared;
    uint64_t address; // in device memory; in shared memory the offset
} ShownArray;

// (stepper.c) Writes an element's value; "?" if checks know that nobody has written it. It has e.bytes bytes, the array's or as it is shown.
void stepper_array_element(const Stepper *s, const ShownArray *a, size_t i, SimElement e, char *out,
                           size_t size);

enum { MOST_ARRAYS = 64 };
// Lists the block's shared arrays, then those in device memory, and last the variables there that code uses; returns how many.
int stepper_arrays(const Stepper *s, ShownArray *out, int most);

// Writes a place: "tile, byte 64 of block 3", or "in, byte 128" of global memory.
void stepper_memory_place(const Stepper *s, SimPlace p, char *out, size_t size);

// ---- flight.c ------------------------------------------------------------------------------------------------

// Prints the copies in flight, those that have just landed, and the mbarriers.
void flights_print(const Stepper *s, FILE *out);

// ---- tile.c --------------------------------------------------------------------------------------------------

// Draws the tiles of the last instruction that had any.
void tiles_print(const Stepper *s, FILE *out);

// ---- prompt.c ------------------------------------------------------------------------------------------------

// Walks through the launch by a person's commands, to its end.
void stepper_walk(Stepper *s, Walk *w);

// ---- screen.c ------------------------------------------------------------------------------------------------

// Steps on the full screen, and sets *what. False if there is no terminal, or no ncurses.
bool screen_step(Stepper *s, Stepped *what);

#endif
