// task.h: what a program gets and hands in, in the exercises where main is yours. The judge puts the file `input` where the program
// runs, and looks for the file `answer`. Without a judge there are 1000 numbers, and the first of the answer are printed:
//
//     ./warpcc -Icommon exercises/ex0-12-five-steps/exercise.cu -o mine && ./mine

#ifndef TASK_H
#define TASK_H

#include <stdio.h>
#include <stdlib.h>

// The numbers, *n of them; you free them.
static inline float *taskFloats(size_t *n)
{
    FILE *in = fopen("input", "rb");
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

// Hands in n numbers.
static inline void handIn(const float *x, size_t n)
{
    FILE *judge = fopen("input", "rb"), *out = judge ? fopen("answer", "wb") : NULL;
    if (judge)
        fclose(judge);
    if (out) {
        fwrite(x, sizeof *x, n, out);
        fclose(out);
        return;
    }
    for (size_t i = 0; i < n && i < 10; i++)
        printf("%g ", x[i]);
    printf("%s\n", n > 10 ? "..." : "");
}

#endif
