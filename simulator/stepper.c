// stepper.c: WARPSIM=step: stops at a kernel and runs a block of it in the terminal, an instruction at a time.
//
// Stepped is the block that watch.c chooses: block=N of the first launch of each kernel, or of those called kernel=NAME.
// Commands come line by line from the standard input; an empty line repeats the last one. At their end, or after `c`, the
// block runs on by itself. The work is done by step.c of the core; here is what is asked and shown.

#include "runtime.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_STEPS = 1000000, MOST_OPERANDS = 12, LANES = 32 };

static const char HELP[] = "  s [N]    step: one instruction of this warp, or N\n"
                           "  n        next: until the warp is at another source line\n"
                           "  w        warp: until it waits or ends; then the next one's turn\n"
                           "  g LINE   go: until a warp comes to this source line\n"
                           "  c        continue: to the end of the launch\n"
                           "  r [REG]  registers of the last instruction, or one: r %r3\n"
                           "  a        the last access to memory, drawn\n"
                           "  l        lanes: where those of every warp are\n"
                           "  t WARP   turn to another warp\n"
                           "  x        the block's shared memory, as 4-byte integers\n"
                           "  q        quit the program\n"
                           "An empty line repeats the last command.\n";

struct Stepper {
    const Options *options;
    SimLaunch *launch; // that is stepped, NULL: none
    SimWorker *worker;
    bool over;  // no more commands
    bool color; // the terminal's
    int warp;   // whose turn it is
    SimStep last;
    bool stepped;     // `last` is there
    SimAccess access; // the last one
    uint64_t address[LANES];
    bool accessed;
    const char *shown_file; // where the source was shown last
    int shown_line;
    char command[128]; // the last one
};

Stepper *stepper_new(const Options *o)
{
    Stepper *s = calloc(1, sizeof *s);
    if (s) {
        s->options = o;
        s->color = options_color();
    }
    return s;
}

void stepper_free(Stepper *s)
{
    free(s);
}

void stepper_launch(Stepper *s, SimLaunch *l, const char *kernel)
{
    if (s->over)
        return;
    s->launch = l;
    s->worker = NULL;
    s->stepped = s->accessed = false;
    s->shown_file = NULL;
    rt_print_flush();
    printf("\n%s\n  grid (%u,%u,%u), block (%u,%u,%u): %d warp%s a block. h is help.\n", kernel,
           l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2], l->warps,
           l->warps == 1 ? "" : "s");
    if (s->options->block >= l->blocks)
        printf("  It has no block %" PRIu64 " to step.\n", s->options->block);
}

void stepper_access(Stepper *s, const SimAccess *a)
{
    s->access = *a;
    memcpy(s->address, a->address, sizeof s->address);
    s->access.address = s->address;
    s->accessed = true;
}

// ---- What is shown -------------------------------------------------------------------------------------------

// 32 characters, lane 0 first.
static const char *lane_picture(uint32_t lanes)
{
    static char text[LANES + 1];
    for (int l = 0; l < LANES; l++)
        text[l] = lanes >> l & 1 ? '#' : '.';
    return text;
}

// The PTX of an instruction, or its mnemonic if the text can't be had.
static void print_instruction(const Stepper *s, int pc)
{
    const SimInsnInfo *insn = &s->launch->insns[pc];
    char text[64];
    if (!rt_ptx_line(s->launch->kernel, insn->ptx_line, text, sizeof text))
        snprintf(text, sizeof text, "%s", insn->text[0] ? insn->text : "ret");
    fputs(text, stdout);
}

static void print_source(const Stepper *s, const SimInsnInfo *insn)
{
    printf("%s:%d\n", site_shorten(insn->file), insn->line);
    for (int line = insn->line - 1; line <= insn->line + 1; line++) {
        const char *text = source_line(insn->file, line);
        bool here = line == insn->line;
        if (text)
            printf("%s%5d%s %.70s%s\n", here && s->color ? "\033[1m" : "", line, here ? " >" : "  ",
                   text, here && s->color ? "\033[0m" : "");
    }
}

// Where the warp stands: its source line, if that has not just been shown, and the instruction that is next.
static void print_place(Stepper *s)
{
    SimGroup groups[LANES];
    if (!sim_step_groups(s->worker, s->warp, groups)) {
        printf("warp %d has ended\n", s->warp);
        return;
    }
    const SimInsnInfo *insn = &s->launch->insns[groups->pc];
    if (insn->file && (insn->line != s->shown_line || insn->file != s->shown_file)) {
        print_source(s, insn);
        s->shown_file = insn->file;
        s->shown_line = insn->line;
    }
    printf("warp %-2d  %s\n  next:  ", s->warp, lane_picture(groups->lanes));
    print_instruction(s, groups->pc);
    printf("\n");
}

static int64_t signed_value(uint64_t value, int bytes)
{
    return bytes == 8   ? (int64_t)value
           : bytes == 4 ? (int32_t)value
           : bytes == 2 ? (int16_t)value
                        : (int8_t)value;
}

static void print_value(uint64_t value, int bytes, bool is_float, int width)
{
    int64_t whole = signed_value(value, bytes);
    float f;
    double d;
    memcpy(&f, &value, sizeof f);
    memcpy(&d, &value, sizeof d);
    if (is_float && bytes >= 4)
        printf(" %*.8g", width, bytes == 4 ? (double)f : d);
    else if (whole > INT32_MAX || whole < INT32_MIN)
        printf(" %#*" PRIx64, width, value);
    else
        printf(" %*" PRId64, width, whole);
}

// The values of the lanes, eight or four to a row; one for all if they agree.
static void print_register(const SimRegister *r, uint32_t lanes, bool is_float)
{
    uint64_t first = lanes ? r->value[__builtin_ctz(lanes)] : 0;
    bool same = true, narrow = !is_float;
    uint32_t set = 0;
    for (int l = 0; l < LANES; l++) {
        int64_t whole = signed_value(r->value[l], r->bytes);
        same &= !(lanes >> l & 1) || r->value[l] == first;
        narrow &= whole > -1000000 && whole < 10000000;
        set |= (uint32_t)(r->value[l] & 1) << l;
    }
    printf("  %s", r->name);
    if (!r->bytes) {
        printf("  %s\n", lane_picture(set & lanes));
        return;
    }
    if (same) {
        printf(" in all lanes:");
        print_value(first, r->bytes, is_float, 0);
        printf("\n");
        return;
    }
    int row = narrow ? 8 : 4, width = narrow ? 7 : 16;
    for (int l = 0; l < LANES; l++) {
        if (l % row == 0)
            printf("\n  %4d:", l);
        if (lanes >> l & 1)
            print_value(r->value[l], r->bytes, is_float, width);
        else
            printf(" %*s", width, ".");
    }
    printf("\n");
}

// Whether the mnemonic ends in a type of floats.
static bool has_floats(const char *mnemonic)
{
    size_t n = strlen(mnemonic);
    return n > 4 &&
           (strcmp(mnemonic + n - 4, ".f32") == 0 || strcmp(mnemonic + n - 4, ".f64") == 0);
}

static void print_operands(const Stepper *s, bool all)
{
    SimRegister r[MOST_OPERANDS];
    const SimStep *step = &s->last;
    int lane = step->lanes ? __builtin_ctz(step->lanes) : 0;
    int count = sim_step_operands(s->worker, s->warp, lane, step->pc, r, MOST_OPERANDS);
    for (int i = 0; i < count; i++)
        if (all || (r[i].written && step->enabled))
            print_register(&r[i], r[i].written ? step->enabled : step->lanes,
                           has_floats(s->launch->insns[step->pc].text));
}

static void print_step(const Stepper *s)
{
    printf("  done:  ");
    print_instruction(s, s->last.pc);
    printf("\n");
    if (s->last.enabled != s->last.lanes)
        printf("  guard: %s\n", lane_picture(s->last.enabled));
    print_operands(s, false);
}

static void print_lanes(const Stepper *s)
{
    static const char *const STATES[] = {[SIM_LANES_RUN] = "",
                                         [SIM_LANES_AT_BARRIER] = " wait: barrier",
                                         [SIM_LANES_AT_SYNC] = " wait: other lanes",
                                         [SIM_LANES_MEET] = " wait to meet"};
    for (int warp = 0; warp < s->launch->warps; warp++) {
        SimGroup groups[LANES];
        int count = sim_step_groups(s->worker, warp, groups);
        if (!count)
            printf("warp %-2d  has ended\n", warp);
        for (int i = 0; i < count; i++) {
            const SimInsnInfo *insn = &s->launch->insns[groups[i].pc];
            printf("warp %-2d  %s  line %d%s\n", warp, lane_picture(groups[i].lanes), insn->line,
                   STATES[groups[i].state]);
        }
    }
}

static void print_shared(const Stepper *s)
{
    size_t bytes;
    const unsigned char *shared = sim_step_shared(s->worker, &bytes);
    if (!bytes)
        printf("  The block has no shared memory.\n");
    for (size_t at = 0; at + 4 <= bytes; at += 4) {
        int32_t word;
        memcpy(&word, shared + at, 4);
        if (at % 32 == 0)
            printf("%s%6zu:", at ? "\n" : "", at);
        printf(" %8" PRId32, word);
    }
    printf(bytes ? "\n" : "");
}

// ---- What is done --------------------------------------------------------------------------------------------

// The next instruction: of the warp whose turn it is or, if it can't move, of the next one that can.
static SimStepped step_next(Stepper *s, SimError *err)
{
    SimStepped what = SIM_EXITED;
    for (int tries = 0; tries < s->launch->warps; tries++) {
        what = sim_step(s->worker, s->warp, &s->last, err);
        if (what == SIM_STEPPED)
            s->stepped = true;
        if (what == SIM_STEPPED || what == SIM_FAULTED)
            return what;
        s->warp = (s->warp + 1) % s->launch->warps;
    }
    return what;
}

// The line that the warp is at; 0 if it has ended.
static int line_of(const Stepper *s, int warp)
{
    SimGroup groups[LANES];
    return sim_step_groups(s->worker, warp, groups) ? s->launch->insns[groups->pc].line : 0;
}

// Steps until the warp is at another line, or `line` if that is not 0. SIM_WAITS, SIM_EXITED: no warp can move.
static SimStepped go(Stepper *s, int line, SimError *err)
{
    int warp = s->warp, from = line_of(s, warp);
    for (int i = 0; i < MOST_STEPS; i++) {
        SimStepped what = step_next(s, err);
        if (what != SIM_STEPPED)
            return what;
        int at = line_of(s, s->warp), last = s->launch->insns[s->last.pc].line;
        if (line ? at == line && last != line : s->warp != warp || at != from)
            return what;
    }
    printf("  Not there after %d steps; g again goes on.\n", MOST_STEPS);
    return SIM_STEPPED;
}

// The warp until it waits; the turn is then the next one's.
static SimStepped run_warp(Stepper *s, SimError *err)
{
    SimStepped what = sim_step_warp(s->worker, s->warp, err);
    s->stepped = false;
    if (what == SIM_FAULTED)
        return what;
    if (what != SIM_STEPPED)
        printf("  warp %d %s\n", s->warp, what == SIM_WAITS ? "waits" : "has ended");
    s->warp = (s->warp + 1) % s->launch->warps;
    return SIM_STEPPED;
}

static _Noreturn void quit(void)
{
    fflush(stdout);
    rt_quit(0);
}

// Reads a command into s->command; false at the end of the input.
static bool read_command(Stepper *s)
{
    char line[sizeof s->command];
    printf("step> ");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) {
        printf("\n");
        return false;
    }
    line[strcspn(line, "\n")] = '\0';
    if (!isatty(STDIN_FILENO))
        printf("%s\n", line); // so that a transcript reads like a session
    if (*line)
        memcpy(s->command, line, sizeof line);
    return true;
}

static void choose_warp(Stepper *s, const char *text)
{
    char *end;
    long warp = strtol(text, &end, 10);
    if (end == text || *end || warp < 0 || warp >= s->launch->warps)
        printf("  t takes a warp of the block: 0 to %d\n", s->launch->warps - 1);
    else
        s->warp = (int)warp;
}

static void show_registers(const Stepper *s, const char *name)
{
    SimGroup groups[LANES];
    SimRegister r;
    if (!*name) {
        if (s->stepped)
            print_operands(s, true);
        else
            printf("  Nothing was stepped yet.\n");
    } else if (sim_step_groups(s->worker, s->warp, groups) &&
               sim_step_register(s->worker, s->warp, __builtin_ctz(groups->lanes), name, &r)) {
        print_register(&r, groups->lanes, r.name[1] == 'f');
    } else {
        printf("  There is no register %s here.\n", name);
    }
}

// Does one command; *moved: lanes may have moved. SIM_STEPPED unless something came to an end.
static SimStepped obey(Stepper *s, bool *moved, SimError *err)
{
    const char *argument = s->command + strcspn(s->command, " ");
    argument += strspn(argument, " ");
    long n = strtol(argument, NULL, 10);
    SimStepped what = SIM_STEPPED;
    *moved = true;
    switch (s->command[0]) {
    case 's':
        do
            if ((what = step_next(s, err)) == SIM_STEPPED)
                print_step(s);
        while (what == SIM_STEPPED && --n > 0);
        return what;
    case 'n': return go(s, 0, err);
    case 'g':
        if (n > 0)
            return go(s, (int)n, err);
        printf("  g takes a source line\n");
        break;
    case 'w': return run_warp(s, err);
    case 't': choose_warp(s, argument); return what;
    case 'r': show_registers(s, argument); break;
    case 'l': print_lanes(s); break;
    case 'x': print_shared(s); break;
    case 'a':
        if (s->accessed)
            draw_one(stdout, s->launch->memory, &s->access, s->color);
        else
            printf("  Nothing was accessed yet.\n");
        break;
    case 'q': quit();
    case 'h':
    case '?': fputs(HELP, stdout); break;
    default: printf("  No command is called '%s'; h is help.\n", s->command);
    }
    *moved = false;
    return what;
}

// What is left of the block runs by itself: to its end, a fault, a deadlock, or until it waits for other blocks.
static SimRun run_on(Stepper *s, SimError *err)
{
    SimRun run = sim_worker_run(s->worker, true, err);
    if (run == SIM_DONE)
        printf("  The block has ended.\n");
    else if (run == SIM_SPIN)
        printf("  The block waits for others, which run on.\n");
    if (run != SIM_SPIN)
        s->launch = NULL;
    return run;
}

static bool any_left(const Stepper *s)
{
    SimGroup groups[LANES];
    int count = 0;
    for (int warp = 0; warp < s->launch->warps; warp++)
        count += sim_step_groups(s->worker, warp, groups);
    return count > 0;
}

SimRun stepper_run(void *stepper, SimWorker *w, bool turn, SimError *err)
{
    Stepper *s = stepper;
    if (!s->launch || s->over || sim_step_block(w) != s->options->block)
        return sim_worker_run(w, turn, err);
    if (!turn)
        return SIM_TURN; // earlier blocks first
    if (s->worker != w)
        s->warp = 0;
    s->worker = w;
    print_place(s);
    for (;;) {
        bool moved;
        if (!read_command(s)) {
            s->over = true;
            return sim_worker_run(w, turn, err);
        }
        if (s->command[0] == 'c') {
            s->launch = NULL;
            return sim_worker_run(w, turn, err);
        }
        SimStepped what = obey(s, &moved, err);
        if (what == SIM_FAULTED) {
            s->launch = NULL;
            return SIM_FAULT;
        }
        if (what != SIM_STEPPED || !any_left(s))
            return run_on(s, err);
        if (moved)
            print_place(s);
    }
}
