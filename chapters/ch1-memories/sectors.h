// What ch1-coalesce and ch1-structures share: the prediction of what a warp's load costs.

#ifndef WARP_SECTORS_H
#define WARP_SECTORS_H

#include "program.h"

enum { MOST_SHIFT = 32 }; // the largest offset and stride, in floats

// Where the lanes of a warp read: lane l reads `each` floats from first + l * apart.
typedef struct {
    size_t first, apart, each;
} Lanes;

// [begin predict]
// The sectors that one request of a full warp takes, and the share of their bytes that it needs.
static void predict(Lanes l, size_t *sectors, double *percent)
{
    bool wanted[32 * MOST_SHIFT * sizeof(float) + 256] = {}; // bytes from the array's start on
    size_t bytes = 0;
    *sectors = 0;
    for (size_t lane = 0; lane < 32; lane++)
        for (size_t byte = 0; byte < l.each * sizeof(float); byte++)
            wanted[(l.first + lane * l.apart) * sizeof(float) + byte] = true;
    for (size_t sector = 0; sector < sizeof wanted / 32; sector++) {
        size_t here = 0;
        for (size_t byte = 0; byte < 32; byte++)
            here += wanted[sector * 32 + byte];
        bytes += here;
        *sectors += here > 0;
    }
    *percent = 100.0 * (double)bytes / (32.0 * (double)*sectors);
}
// [end predict]

static void print_heading(void)
{
    printf("\nGB/s count the bytes that threads need. Predicted for a load of a full warp:\n\n");
    printf("%-14s %20s %22s\n", "kernel", "sectors per request", "% of their bytes used");
}

static void print_prediction(const char *name, Lanes l)
{
    size_t sectors;
    double percent;
    predict(l, &sectors, &percent);
    printf("%-14s %20zu %22.1f\n", name, sectors, percent);
}

#endif
