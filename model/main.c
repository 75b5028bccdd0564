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

enum { BAD_USAGE = 2, TRIAL_SECONDS = 60 };

static const char *weights = "model/weights.bin";

// Ends the program with one line on stderr.
static _Noreturn void refuse(const char *what, const char *why)
{
    fprintf(stderr, "'%.60s': %s\n", what, why);
    exit(BAD_USAGE);
}

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
        return cpu_operations * SECONDS_PER_OPERATION + device_seconds();
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// Reads the file of weights; NULL and a line on stderr if it is none.
static Model *read_weights(Allocate *from)
{
    static unsigned char bytes[MOST_BYTES + 1];
    Model *m = NULL;
    FILE *file = fopen(weights, "rb");
    const char *why =
        file ? model_read(bytes, fread(bytes, 1, sizeof bytes, file), from, &m) : "can't be opened";
    if (file)
        fclose(file);
    if (why)
        fprintf(stderr, "%s %s\n", weights, why);
    return m;
}

// Runs in a child: tries a kernel. Whether its results differ goes into the pipe, and whether a check finds fault is the exit status,
// which the simulator gives.
static _Noreturn void try_kernel(Step *s, int pipe)
{
    char path[64], words[256];
    snprintf(path, sizeof path, "build/model/%s.txt", s->exercise);
    snprintf(words, sizeof words, "%s check", getenv("WARPSIM") ? getenv("WARPSIM") : "");
    setenv("WARPSIM", words, 1);
    if (!freopen(path, "w", stderr) || !freopen("/dev/null", "w", stdout))
        _exit(3);
    alarm(TRIAL_SECONDS);
    bool differs = text_tries(read_weights(device_memory), s);
    device_end(); // or the checks would name all of the model's memory as leaks
    exit(differs && write(pipe, "", 1) != 1 ? 3 : 0);
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
        int status = 0, differs[2];
        if (pipe(differs) != 0)
            refuse(s->kernel, "there is no pipe for its trial");
        pid_t child = fork();
        if (child == 0)
            try_kernel(s, differs[1]);
        waitpid(child, &status, 0);
        close(differs[1]);
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
            snprintf(why, sizeof why, "it doesn't end");
        else if (child < 0 || status)
            snprintf(why, sizeof why, "it is at fault, as build/model/%s.txt tells", s->exercise);
        else if (read(differs[0], path, 1) == 1)
            snprintf(why, sizeof why, "its result differs");
        close(differs[0]);
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
    // Nobody should take it for a sign that the new kernel is bad.
    if (kernels > kernels_before && speed < before)
        printf(
            "More kernels, and slower: each small step is a launch now, which takes longer than the step on "
            "a CPU.\nIt gets faster with dots (ex4-9) and sgemm (ex6-2): see notes/model.md.\n");
    if (file)
        fclose(file);
    file = fopen(memory, "w");
    if (file) {
        fprintf(file, "%.1f %d\n", speed, kernels);
        fclose(file);
    }
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
    Model *m = read_weights(host_memory);
    if (!m)
        return BAD_USAGE;
    const char *why = text_begin(m, prompt);
    if (why)
        refuse(prompt, why);
    for (Step *s = steps; s < steps + STEPS; s++) {
        fflush(stdout); // or the child would print it, too
        kernels += choose(s);
    }
    if (kernels > 0)
        m = read_weights(device_memory);
    printf("\n%s", prompt);
    double begin = spent();
    for (more += token_count; token_count < more;) {
        putchar(text_next(m));
        fflush(stdout);
    }
    tell_speed(token_count, spent() - begin, kernels);
    return 0;
}
