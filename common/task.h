// task.h: what a program gets and hands in, in the exercises where main is yours. The judge gives it two open files, whose numbers are in
// TASK_INPUT and TASK_ANSWER. Without a judge there are 1000 numbers, and the first of the answer are printed:
//
//     ./warpcc -Icommon exercises/ex0-12-five-steps/exercise.cu -o mine && ./mine

#ifndef TASK_H
#define TASK_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Opens the judge's file of this name at its beginning; NULL if there is no judge.
static inline FILE *taskFile(const char *name, const char *mode)
{
    const char *number = getenv(name);
    FILE *file = number ? fdopen(dup(atoi(number)), mode) : NULL;
    if (file)
        rewind(file);
    return file;
}

// The numbers, *n of them; you free them.
static inline float *taskFloats(size_t *n)
{
    FILE *in = taskFile("TASK_INPUT", "rb");
    *n = 1000;
    if (in) {
        fseek(in, 0, SEEK_END);
        *n = (size_t)ftell(in) / sizeof(float);
        rewind(in);
    }
    float *x = (float *)malloc(*n * sizeof *x + 1);
    for (size_t i = 0; x && !in && i < *n; i++)
        x[i] = (float)(i % 100) / 4;
    if (!x || (in && fread(x, sizeof *x, *n, in) != *n))
        exit(EXIT_FAILURE);
    if (in)
        fclose(in);
    return x;
}

// Hands in n numbers. If it is called again, the last ones count.
static inline void handIn(const float *x, size_t n)
{
    FILE *out = taskFile("TASK_ANSWER", "wb");
    if (out) {
        bool written = ftruncate(fileno(out), 0) == 0 && fwrite(x, sizeof *x, n, out) == n;
        if (fclose(out) != 0 || !written)
            exit(EXIT_FAILURE);
        return;
    }
    for (size_t i = 0; i < n && i < 10; i++)
        printf("%g ", x[i]);
    printf("%s\n", n > 10 ? "..." : "");
}

#endif
