// main.c: `make model && ./say "A kernel is"` goes on with the text, by the student's kernels as far as there are any.
//
// Each kernel is tried before it is used: a child of this program runs the model in plain C, and the kernel beside it, under the
// simulator's checks. A kernel that differs, is at fault or doesn't end is left out, and nothing that it does harms the text.

#define _GNU_SOURCE
#include "model/language.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BAD_USAGE = 2, DIFFERS = 10, TRIAL_SECONDS = 60 };

static const char *weights = "model/weights.bin";
static int text[1 << 16], length; // all tokens, the prompt's first

static void *host_memory(size_t bytes)
{
    return calloc(bytes, 1);
}

// Returns the seconds that were spent up to now. On the simulator each operation of plain C counts as one nanosecond, since the
// clock would time the simulator; to this comes what the kernels are modelled to take.
static double spent(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    if (SIMULATED)
        return cpu_operations * 1e-9 + device_seconds();
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// Appends the token that follows. When the context is full, its later half is read again from position 0.
static void write_next(Model *m)
{
    int n = m->first ? 1 : length;
    if (m->first == m->context) {
        m->first = 0;
        n = m->context / 2;
    }
    memcpy(m->text, text + length - n, (size_t)n * sizeof *text);
    text[length] = model_next(m, n);
    length++;
}

// Runs in a child: does the steps of one kernel both ways, in a pass over the prompt and in one over a single token.
static void try_kernel(Step *s)
{
    char path[64], words[256];
    snprintf(path, sizeof path, "build/model/%s.txt", s->exercise);
    snprintf(words, sizeof words, "%s check", getenv("WARPSIM") ? getenv("WARPSIM") : "");
    setenv("WARPSIM", words, 1);
    if (!freopen(path, "w", stderr) || !freopen("/dev/null", "w", stdout))
        _exit(3);
    alarm(TRIAL_SECONDS);
    s->doer = ON_TRIAL;
    Model *m = model_read(weights, device_memory);
    write_next(m);
    write_next(m);
    exit(s->differs ? DIFFERS : 0);
}

// Decides who does the step, and says so. Returns whether it is the kernel.
static bool choose(Step *s)
{
    char path[64], why[200] = "";
    snprintf(path, sizeof path, "build/model/%s.%s.why", s->exercise, s->kernel);
    FILE *file = fopen(path, "r");
    if (file) {
        if (!fgets(why, sizeof why, file))
            why[0] = 0;
        why[strcspn(why, "\n")] = 0;
        fclose(file);
    } else {
        int status = 0;
        pid_t child = fork();
        if (child == 0)
            try_kernel(s);
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
            snprintf(why, sizeof why, "it doesn't end");
        else if (WIFEXITED(status) && WEXITSTATUS(status) == DIFFERS)
            snprintf(why, sizeof why, "its result differs");
        else if (status)
            snprintf(why, sizeof why, "it is at fault, as build/model/%s.txt tells", s->exercise);
    }
    printf("  %-10s%-8s", s->kernel, s->exercise);
    if (why[0])
        printf("the CPU's: %s; make %s\n", why, s->exercise);
    else
        printf("yours\n");
    s->doer = why[0] ? BY_CPU : BY_KERNEL;
    return s->doer == BY_KERNEL;
}

// Tells the speed, and that of the last time, which is kept beside progress.txt and replaced.
static void tell_speed(int count, double seconds, int kernels)
{
    double speed = count / seconds, before = 0;
    int kernels_before = 0;
    const char *memory = getenv("TOKENS") ? getenv("TOKENS") : "tokens.txt";
    FILE *file = fopen(memory, "r");
    printf("\n\n%.0f tokens per second, %s; %d of %d steps are yours.", speed,
           SIMULATED ? "modelled (and the CPU at 1 ns for each operation)" : "measured", kernels,
           STEPS);
    if (file && fscanf(file, "%lf %d", &before, &kernels_before) == 2)
        printf(" Last time: %.0f, with %d.", before, kernels_before);
    printf("\n");
    if (file)
        fclose(file);
    file = fopen(memory, "w");
    if (file) {
        fprintf(file, "%.1f %d\n", speed, kernels);
        fclose(file);
    }
}

// Ends the program with one line on stderr.
static _Noreturn void refuse(const char *what, const char *why)
{
    fprintf(stderr, "'%.60s': %s\n", what, why);
    exit(BAD_USAGE);
}

// Reads the command line, and the prompt into the text. Returns how many characters to write.
static int read_words(int count, char **words, const char **prompt)
{
    char *rest = "";
    long more = 240;
    for (int option; (option = getopt(count, words, "hn:w:")) != -1;)
        if (option == 'n') {
            more = strtol(optarg, &rest, 10);
            if (*rest || more < 1 || more > 10000)
                refuse(optarg, "-n takes a number of characters from 1 to 10000");
        } else if (option == 'w')
            weights = optarg;
        else {
            fprintf(option == 'h' ? stdout : stderr,
                    "usage: %s [-n CHARACTERS] [-w WEIGHTS] [TEXT]   goes on with the text\n",
                    words[0]);
            exit(option == 'h' ? 0 : BAD_USAGE);
        }
    *prompt = optind < count ? words[optind] : "A kernel is";
    return (int)more;
}

int main(int count, char **words)
{
    const char *prompt;
    int kernels = 0, more = read_words(count, words, &prompt);
    Model *m = model_read(weights, host_memory);
    if (!m)
        return BAD_USAGE;
    if (strlen(prompt) < 1 || strlen(prompt) > (size_t)m->context)
        refuse(prompt, "a text has at least one character, and no more than the model's context");
    for (const char *c = prompt; *c; c++)
        if ((text[length++] = model_token(m, *c)) < 0)
            refuse(prompt, "the model knows no character but those of ASCII");
    for (Step *s = steps; s < steps + STEPS; s++) {
        fflush(stdout); // or the child would print it, too
        kernels += choose(s);
    }
    if (kernels > 0)
        m = model_read(weights, device_memory);
    printf("\n%s", prompt);
    double begin = spent();
    for (more += length; length < more;) {
        write_next(m);
        putchar(m->characters[text[length - 1]]);
        fflush(stdout);
    }
    tell_speed(length, spent() - begin, kernels);
    return 0;
}
