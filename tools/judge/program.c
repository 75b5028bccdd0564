// program.c: judges an exercise that is a whole program (Exercise.program). The program's own main runs once for each case, in
// a process that has the simulator in it:
//
//   work/run/input    what judge_program was given; common/task.h reads it
//   work/run/answer   what the program hands in, by task.h
//   work/run/calls    its CUDA calls, as the simulator's word `calls` writes them
//
// The program's output comes by a pipe, and has the simulator's findings in it. The expected answer never leaves the judge. But
// the judged process itself writes the list of its calls, so a student can forge the list, and learns nothing by that. A program
// can also compute the right answer without CUDA. So these exercises teach how to call CUDA; who grades them should look at the
// source.
//
// They are judged on the simulator, also where there is a GPU, since a GPU does not tell which calls were made.

#include "engine.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_OUTPUT = 1 << 20, MOST_CALLS = 16 << 20 };

static char *file_in(const Place *p, const char *name)
{
    return text_make("%s/run/%s", p->work, name);
}

// Returns the content of a file that the program has left; NULL if there is none. A link does not count: it could lead to a file
// that is not the program's.
static char *take(const char *path, size_t most, size_t *length)
{
    struct stat s;
    *length = 0;
    return lstat(path, &s) == 0 && S_ISREG(s.st_mode) ? text_read(path, most, length) : NULL;
}

// Writes a new file, whatever an earlier run has left in its place.
static bool put(const char *path, const void *bytes, size_t length)
{
    unlink(path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool written = file >= 0 && write(file, bytes, length) == (ssize_t)length;
    if (file >= 0)
        close(file);
    return written;
}

// Divides the output in two: what the simulator says, without its mark, and the first lines that the program prints. Of `bytes`
// bytes the first MOST_OUTPUT are there; the others count as the program's.
static void divide(const char *output, size_t bytes, char **findings, char **printed)
{
    static const char mark[] = "=========", summary[] = " ERROR SUMMARY", own[] = "WARPSIM: ";
    size_t sizes[2], lines = 0;
    char *all;
    FILE *said = text_open(findings, &sizes[0]), *rest = text_open(&all, &sizes[1]);
    size_t lost = bytes > MOST_OUTPUT ? bytes - MOST_OUTPUT : 0;
    for (const char *line = output, *end = output + bytes - lost; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((newline ? newline : end) - line), whole = length + !!newline;
        bool marked = strncmp(line, mark, strlen(mark)) == 0;
        const char *text = line + (marked ? strlen(mark) : 0);
        if (marked ? strncmp(text, summary, strlen(summary)) != 0
                   : strncmp(line, own, strlen(own)) == 0)
            fprintf(said, "%.*s\n", (int)(line + length - text - (*text == ' ')),
                    text + (*text == ' '));
        else if (!marked)
            lines += fwrite(line, whole, 1, rest);
        line += whole;
    }
    fclose(said);
    fclose(rest);
    *printed = text_printed(all, sizes[1], sizes[1] + lost, lost ? 0 : lines);
    free(all);
    while (**findings && (*findings)[strlen(*findings) - 1] == '\n')
        (*findings)[strlen(*findings) - 1] = '\0';
}

// Returns what is wrong with the program's end; NULL if nothing is.
static char *judge_end(const Place *p, int status, const char *findings)
{
    static const char question[] = "does a loop or a wait never end?";
    if (status == -1 || process_used_its_time(status))
        return text_make("No end within %.0f seconds of processor time: %s", p->seconds, question);
    if (status && *findings) // with status 0 there are only leaks or remarks
        return text_make("%s", findings);
    if (WIFSIGNALED(status) || WEXITSTATUS(status) > 128)
        return text_make(
            "The program crashes: %s.",
            strsignal(WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - 128));
    if (WEXITSTATUS(status))
        return text_make("The program ends with exit status %d.", WEXITSTATUS(status));
    return NULL;
}

// Reads the lines of the file `calls` as Calls, which point into its text.
static void read_calls(const Place *p, Ran *r)
{
    char *path = file_in(p, "calls");
    size_t length = 0, room = 0;
    char *rest = r->text = take(path, MOST_CALLS, &length);
    free(path);
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *space = strchr(line, ' ');
        if (!space)
            continue;
        *space = '\0';
        if (r->call_count == room) {
            room = room ? 2 * room : 64;
            r->calls = realloc(r->calls, room * sizeof *r->calls);
            if (!r->calls)
                cannot_work("no memory");
        }
        r->calls[r->call_count++] = (Call){line, space + 1};
    }
}

Ran program_run(const Place *p, const void *input, size_t bytes, bool may_fail)
{
    Ran r = {.why = NULL};
    char *program = text_make("%s/program", p->work), *in = file_in(p, "input"),
         *answer = file_in(p, "answer"), *calls = file_in(p, "calls"), *findings;
    // With `check` a call that fails is a finding, too.
    const char *words = may_fail || p->ask == ASK_RIGHT ? "WARPSIM=calls=calls threads=1"
                                                        : "WARPSIM=calls=calls threads=1 check";
    const char *const argv[] = {"/usr/bin/env", words, program, NULL};
    size_t length;
    int status;
    unlink(answer);
    unlink(calls);
    if (!put(in, input, bytes))
        cannot_work("%s can't be written", in);
    Process child = process_start(p, PROCESS_PROGRAM, argv);
    char *output =
        process_finish(&child, MOST_OUTPUT, now() + CLOCK_SHARE * p->seconds, &length, &status);
    divide(output, length, &findings, &r.printed);
    r.why = judge_end(p, status, findings);
    r.answer = take(answer, MOST_FILE, &r.answer_bytes);
    read_calls(p, &r);
    free(output);
    free(findings);
    free(program);
    free(in);
    free(answer);
    free(calls);
    return r;
}

void program_free(Ran *r)
{
    free(r->why);
    free(r->printed);
    free(r->answer);
    free(r->calls);
    free(r->text);
    *r = (Ran){.why = NULL};
}

char *program_place(const Place *p, const Call *c)
{
    const char *at = strstr(c->told, " at=");
    int line = 0;
    if (!at || !(at = strstr(at, "exercise.cu:")) || sscanf(at, "exercise.cu:%d", &line) != 1)
        return text_make("somewhere");
    char *path = compile_path(p), *place = text_make("at %s:%d", path, line);
    free(path);
    return place;
}
