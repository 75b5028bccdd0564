// program.c: runs an exercise that is a whole program (Exercise.program), once for each case: first the program, in a process that has
// the simulator in it, and then its calls once more, in a process that has none of its code.
//
//   program       gets the input and hands the answer in by open files (common/task.h), and tells its calls, with all that it copies,
//                 by a third one, the tape (the simulator's word `tape`)
//   device-calls  makes the calls of the tape again (judge/device/repeat_calls.c), and tells what they have done
//
// The program's output comes by a pipe, and has the simulator's findings in it. The expected answer never leaves the judge. The
// program could forge its tape as well as its answer: so the judge takes its calls from the second process, in which a launch runs the
// submission's own kernel, and copies move what is there. A forged tape is a list of calls like any other: it counts for what
// these calls do.
//
// They are judged on the simulator, also where there is a GPU, since a GPU does not tell which calls were made.

#include "native.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_OUTPUT = 1 << 20 };

// Returns a new open file that is in memory alone, with this content.
static int open_memory(const void *bytes, size_t length)
{
    int file = memfd_create("task", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0 || ftruncate(file, (off_t)length) != 0 ||
        pwrite(file, bytes, length, 0) != (ssize_t)length)
        cannot_work("no memory");
    return file;
}

// Closes the file and returns its content, with a 0 behind it.
static char *take(int file, size_t *length)
{
    off_t end = lseek(file, 0, SEEK_END);
    *length = end > 0 ? (size_t)end : 0;
    char *bytes = malloc(*length + 1);
    if (!bytes || pread(file, bytes, *length, 0) != (ssize_t)*length)
        cannot_work("no memory");
    bytes[*length] = '\0';
    close(file);
    return bytes;
}

// Makes the folder in which a program runs without a sandbox. What an earlier run has left there is put aside.
static void make_folder(const Place *p)
{
    static int runs;
    char *folder = text_make("%s/run", p->work), *aside = text_make("%s/run-%d", p->work, runs++);
    rename(folder, aside);
    if (mkdir(folder, 0700) != 0)
        cannot_work("%s: %s", folder, strerror(errno));
    free(folder);
    free(aside);
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
    if (account_why())
        return text_make("%s", account_why());
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

// Reads the calls of a tape, which point into it. Returns false if its end is missing, *last is its last line, and *text what belongs to
// that.
static bool read_calls(Ran *r, char **last, char **text)
{
    size_t room = 0;
    for (char *at = r->tape, *end = at + r->tape_size;
         (size_t)(end - at) >= 2 * sizeof(uint64_t);) {
        uint64_t sizes[2];
        memcpy(sizes, at, sizeof sizes);
        char *line = at + sizeof sizes, *moved = line + sizes[0];
        at = moved + sizes[1];
        if (at == end) {
            *last = text_make("%.*s", (int)sizes[0], line);
            *text = text_make("%.*s", (int)sizes[1], moved);
            return true;
        }
        line[sizes[0] - 1] = '\0';
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
        r->calls[r->call_count++] = (Call){line, space + 1, (unsigned char *)moved, sizes[1]};
    }
    return false;
}

// Reads a tape to its end, which is what follows the line "end …" or "refused"; false if it does not come before the deadline.
static bool receive_tape(const Process *p, Ran *r, double deadline)
{
    FILE *all = text_open(&r->tape, &r->tape_size);
    bool ended = false, whole = true;
    while (whole && !ended) {
        uint64_t sizes[2], size;
        whole = process_read(p, sizes, sizeof sizes, deadline) && sizes[0] &&
                sizes[0] < MOST_FILE && sizes[1] <= MOST_FILE;
        size = whole ? sizes[0] + sizes[1] : 0;
        char *bytes = malloc(size + 1);
        if (!bytes)
            cannot_work("no memory");
        whole = whole && process_read(p, bytes, size, deadline);
        if (whole) {
            fwrite(sizes, sizeof sizes, 1, all);
            fwrite(bytes, 1, size, all);
            ended = bytes[sizes[0] - 1] != '\n';
        }
        free(bytes);
    }
    fclose(all);
    return ended;
}

// Makes the calls of the program's tape again. *r then has what they did, or why they can't be made.
static void make_again(const Place *p, const char *words, const char *tape, uint64_t tape_size,
                       Ran *r)
{
    char *path = text_make("%s/program.o", p->work),
         *program = text_make("%s/build/judge/device-calls", p->root);
    const char *const argv[] = {program, words, NULL};
    size_t size;
    char *object = file_bytes(path, MOST_FILE, &size);
    if (!object)
        cannot_work("%s: %s", path, strerror(errno));
    uint64_t object_size = size;
    double deadline = now() + CLOCK_SHARE * p->seconds;
    Process child = process_start(p, PROCESS_CALLS, argv);
    bool told = process_write(&child, &object_size, sizeof object_size, deadline) &&
                process_write(&child, object, object_size, deadline) &&
                process_write(&child, &tape_size, sizeof tape_size, deadline) &&
                process_write(&child, tape, tape_size, deadline) &&
                receive_tape(&child, r, deadline);
    bool late = now() >= deadline, used_up = process_used_its_time(process_kill(&child));
    char *last = NULL, *text = NULL, *findings, *unused;
    if (!told && account_why())
        r->why = text_make("%s", account_why());
    else if (!told && (late || used_up))
        r->why = text_make(
            "Repeating the program's calls did not end within %.0f seconds of processor time.",
            p->seconds);
    else if (!told || !read_calls(r, &last, &text))
        r->why = text_make(
            "The program's calls could not be repeated: they need more memory than is allowed.");
    else {
        divide(text, strlen(text), &findings, &unused);
        if (strcmp(last, "refused") == 0)
            r->why = text_make("%s", *findings ? findings : text);
        else if (strcmp(last, "end found=0") != 0)
            r->why = text_make("%s", findings);
        free(findings);
        free(unused);
    }
    free(last);
    free(text);
    free(object);
    free(path);
    free(program);
}

Ran program_run(const Place *p, const void *input, size_t bytes, bool checks)
{
    Ran r = {.why = NULL};
    // With `check` a call that fails is a finding, too.
    const char *check = checks ? " check" : "";
    char *program = text_make("%s/program", p->work), *findings,
         *words = text_make("WARPSIM=tape=%d threads=1%s", HANDED_TAPE, check),
         *again = text_make("tape=3 threads=1%s", check),
         *from = text_make("TASK_INPUT=%d", HANDED_INPUT),
         *to = text_make("TASK_ANSWER=%d", HANDED_ANSWER);
    const char *const argv[] = {
        "/usr/bin/env", "WARPSIM_DEFAULTS=", words, from, to, program, NULL};
    const int files[MOST_HANDED] = {open_memory(input, bytes), open_memory(NULL, 0),
                                    open_memory(NULL, 0)};
    size_t length, tape_size;
    int status;
    if (fcntl(files[0], F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0)
        cannot_work("no memory");
    if (!p->sandbox)
        make_folder(p);
    Process child = process_start_handing(p, PROCESS_PROGRAM, argv, files);
    char *output =
        process_finish(&child, MOST_OUTPUT, now() + CLOCK_SHARE * p->seconds, &length, &status);
    divide(output, length, &findings, &r.printed);
    r.why = judge_end(p, status, findings);
    close(files[0]);
    r.answer = take(files[1], &r.answer_bytes);
    char *tape = take(files[2], &tape_size);
    if (!r.why)
        make_again(p, again, tape, tape_size, &r);
    free(tape);
    free(output);
    free(findings);
    free(program);
    free(words);
    free(again);
    free(from);
    free(to);
    return r;
}
