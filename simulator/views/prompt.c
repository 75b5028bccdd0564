// prompt.c: lets a person walk through a launch from its beginning to its end: on the full screen, or by commands, line by line.
// An empty line repeats the last command.

#include "views/views.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Reads a command; false at the end of the input. An empty line repeats the last one that moved.
static bool read_command(char *last, char *command, size_t size)
{
    printf("step> ");
    fflush(stdout);
    if (!fgets(command, (int)size, stdin)) {
        printf("\n");
        return false;
    }
    command[strcspn(command, "\n")] = '\0';
    if (!isatty(STDIN_FILENO))
        printf("%s\n", command); // so that a transcript reads like a session
    if (!*command)
        snprintf(command, size, "%s", last);
    return true;
}

static Stepped prompt(Stepper *s)
{
    char command[128], last[128] = "s";
    stepper_tell_failure(s, stdout);
    stepper_place(s, stdout);
    for (;;) {
        if (!read_command(last, command, sizeof command)) {
            s->over = true;
            return STEPPED_OVER;
        }
        bool over = s->walk->over;
        Stepped what = stepper_obey(s, command, stdout);
        // After a fault, or with a wrong result, a person can still look, and go back.
        bool failed = what == STEPPED_OVER && !over &&
                      (s->walk->error.status != SIM_OK || stepper_is_at_failure(s));
        if (what == STEPPED_QUIT || (what == STEPPED_OVER && !failed))
            return what;
        if (failed)
            printf("  b goes back, c continues with the program.\n");
        if (what == STEPPED_MOVED || failed) {
            stepper_place(s, stdout);
            if (!strchr("utj", *command))
                snprintf(last, sizeof last, "%s", command);
        }
    }
}

// Walks to the block that is asked for. False if the launch has no such block.
static bool find_block(Stepper *s)
{
    const SimLaunch *l = &s->walk->launch;
    if (s->options->block >= l->blocks) {
        printf("  It has no block %" PRIu64 " to step.\n", s->options->block);
        return false;
    }
    while (!s->walk->over && s->walk->block != s->options->block)
        walk_step(s->walk);
    return true;
}

void stepper_walk(Stepper *s, Walk *w)
{
    const SimLaunch *l = &w->launch;
    char *kernel = callsite_demangle(sim_function_info(l->kernel).name);
    s->walk = w;
    s->first_count = 0;
    s->warp = s->lane = 0;
    s->before = 0;
    s->shown_file = NULL;
    size_t length;
    const char *ptx = s->program->ptx(l->kernel, &length);
    s->names = ptx ? names_new(ptx, length) : NULL;
    s->program->flush();
    printf("\n%s\n  grid (%u,%u,%u), block (%u,%u,%u): %d warp%s a block. h is help.\n",
           kernel ? kernel : "", l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
           l->block[2], l->warps, plural(l->warps));
    free(kernel);
    if (s->names)
        printf("  A debug build: it runs as the source is written, not as optimized code would.\n");
    Stepped what = STEPPED_OVER;
    if (find_block(s) && !screen_step(s, &what))
        what = prompt(s);
    fflush(stdout);
    names_free(s->names);
    s->names = NULL;
    if (what == STEPPED_QUIT)
        s->program->quit(0);
    while (walk_step(w))
        ;
    s->walk = NULL;
}
