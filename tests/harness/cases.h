// cases.h: what the programs of bugs/ and silent/ share: many small cases in one program.
//
//     ./races                 lists the cases
//     ./races between-warps   runs one; prints whether its result was right
//
// The exit status is 0 whether the result was right or not, so that another status is the checker's: it has found something. It
// is 2 for an unknown case, 3 for a CUDA error.

#ifndef CASES_H
#define CASES_H

#include "check.h"

#include <stdbool.h>
#include <string.h>

typedef struct {
    const char *name;
    bool (*run)(void); // true if the result was right
} Case;

// The allocations of the current case, which runCase frees.
static int *owned[16];
static size_t ownedCount;

// Allocates n ints on the device and does not set them.
static inline int *deviceInts(size_t n)
{
    int *device;
    cudaCheck(cudaMalloc(&device, n * sizeof *device));
    return owned[ownedCount++] = device;
}

// Allocates n ints that are 0.
static inline int *deviceZeros(size_t n)
{
    int *device = deviceInts(n);
    cudaCheck(cudaMemset(device, 0, n * sizeof *device));
    return device;
}

// Allocates n ints: 0, 1, 2 ...
static inline int *deviceCounting(size_t n)
{
    int *host = (int *)malloc(n * sizeof *host), *device = deviceInts(n);
    for (size_t i = 0; i < n; i++)
        host[i] = (int)i;
    cudaCheck(cudaMemcpy(device, host, n * sizeof *device, cudaMemcpyHostToDevice));
    free(host);
    return device;
}

// Waits for the kernel and returns what it left in out[i].
static inline int deviceInt(const int *out, size_t i)
{
    int value;
    cudaCheckLaunch();
    cudaCheck(cudaMemcpy(&value, out + i, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

// Is the main() of a program of cases: lists them, or runs the one that the argument names.
static int runCase(int argc, char **argv, const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (argc < 2)
            printf("%s\n", cases[i].name);
        else if (strcmp(argv[1], cases[i].name) == 0) {
            printf("%s\n", cases[i].run() ? "right" : "wrong");
            while (ownedCount)
                cudaCheck(cudaFree(owned[--ownedCount]));
            return EXIT_RIGHT;
        }
    }
    if (argc < 2)
        return EXIT_RIGHT;
    fprintf(stderr, "%s: no such case\n", argv[1]);
    return EXIT_USAGE;
}

#define RUN_CASE(cases) runCase(argc, argv, cases, sizeof(cases) / sizeof *(cases))

#endif
