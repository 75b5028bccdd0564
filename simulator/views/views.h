// views.h: what a launch looks like to a person: its profile, and the accesses of one warp. Uses walk/, host/ and warpsim.h.

#ifndef VIEWS_H
#define VIEWS_H

#include "host/host.h"
#include "walk/walk.h"

enum {
    LANES = PICTURE_LANES,
    SECTOR = PICTURE_SECTOR,
    WIDTH = 80 // of a line
};

// ---- report.c ------------------------------------------------------------------------------------------------

typedef struct Report Report;

Report *report_new(const Options *o); // NULL without memory
void report_free(Report *r);
void report_launch(Report *r, const SimLaunch *l); // after its blocks have run
void report_tables(const Report *r, FILE *out);
bool report_json(const Report *r, const char *path); // false with errno

// ---- watch.c -------------------------------------------------------------------------------------------------

typedef struct Watch Watch;

// What the stepper asks of the program that it runs in.
typedef struct {
    void (*flush)(void); // shows what kernels have printed
    // The PTX that a kernel is in: (*length); NULL if it can't be told.
    const char *(*ptx)(const SimFunction *kernel, size_t *length);
    __attribute__((noreturn)) void (*quit)(int status); // ends the program
} Program;

Watch *watch_new(const Options *o,
                 const Program *p); // NULL, with errno, without memory or if a file can't be made
void watch_launch(Watch *w, SimLaunch *l); // a prepared launch, before it runs
// Whether a launch is to be stepped. Then the host makes a walk of it, instead of running it, and gives it to watch_walk.
bool watch_steps(Watch *w, const SimLaunch *plan);
void watch_walk(Watch *w, Walk *walk);
void watch_end(Watch *w, FILE *out); // drawings go to `out`

// ---- trace.c -------------------------------------------------------------------------------------------------

typedef struct Trace Trace;

Trace *trace_new(const char *path); // NULL with errno
void trace_launch(Trace *t, const SimLaunch *l, const char *kernel);
void trace_access(Trace *t, const SimInsnInfo *insn, const SimAccess *a);
bool trace_end(Trace *t); // false with errno

// ---- draw.c --------------------------------------------------------------------------------------------------

typedef struct Draw Draw;

Draw *draw_new(int line); // NULL without memory
void draw_launch(Draw *d, const SimLaunch *l, const char *kernel);
void draw_access(Draw *d, const SimInsnInfo *insn, const SimAccess *a);
void draw_end(Draw *d, FILE *out); // draws what there was
// Draws one access.
void draw_one(FILE *out, const SimMemory *memory, const SimAccess *a, bool color);

// ---- stepper.c: a launch that a person walks through ------------------------------------------------------------

enum { MOST_BREAKS = 16 };

// Where to stop; if `name` is not empty, only where a lane fulfils the condition.
typedef struct {
    int line;
    char name[32]; // "lane", "warp", "block", a variable, or a register: "%r3"
    char operator[3];
    int64_t value;
} Break;

typedef struct {
    const Options *options;
    const Program *program;
    Walk *walk; // under way
    const char *kernel;
    bool over;       // no more commands
    bool color;      // the terminal's
    int warp, lane;  // that are looked at
    uint64_t before; // the moment at which the last command that moved began
    Break breaks[MOST_BREAKS];
    int break_count;
    const char *shown_file; // where the source was shown last
    int shown_line;
    Names *names; // of its variables, NULL: there is no debug information
} Stepper;

typedef enum { STEPPED_STAYS, STEPPED_MOVED, STEPPED_OVER, STEPPED_QUIT } Stepped;

Stepper *stepper_new(const Options *o, const Program *p); // NULL without memory
void stepper_free(Stepper *s);

// What the two views share. Does a command, "g 12", and says on `out` what there is to say;
Stepped stepper_obey(Stepper *s, const char *command, FILE *out);
extern const char STEPPER_HELP[];
// … says where the warp stands, in the source and in the PTX;
void stepper_place(Stepper *s, FILE *out);
// … where the lanes of a warp are, the group that runs next first, and their state in words;
int stepper_groups(const Stepper *s, int warp, SimGroup groups[32]);
const char *stepper_state(const SimGroup *g);
const SimInsnInfo *stepper_insn(const Stepper *s, int pc);
void stepper_ptx(const Stepper *s, int pc, char *out, size_t size);
// … the variables of the lane, and the value of one, in words;
int stepper_variables(const Stepper *s, NamedVariable *out, int most);
bool stepper_variable(const Stepper *s, const NamedVariable *v, int lane, uint64_t *value);
// … the registers of the last instruction, those it wrote first; a value; the elements of an array, at most so many.
int stepper_operands(const Stepper *s, SimRegister *r, int most);
void stepper_value(char *out, size_t size, uint64_t value, int bytes, bool real);
void stepper_array(FILE *out, const unsigned char *bytes, size_t size, SimElement e, size_t most);

// ---- prompt.c ------------------------------------------------------------------------------------------------

// Walks to the end of the launch, or as a person says.
void stepper_walk(Stepper *s, Walk *w, const char *kernel);

// ---- screen.c ------------------------------------------------------------------------------------------------

// Steps on the full screen. False if there is no terminal, or no ncurses.
bool screen_step(Stepper *s, Stepped *what);

#endif
