// For programs that need what came with the H100 and the H200, compute capability 9.0: says what is missing on another device, and lets
// the simulator simulate an H200.

#ifndef WARP_H200_H
#define WARP_H200_H

#include "device.h"

#include <stdlib.h>

// Ends the program unless the device has compute capability 9.0, or a later one if `later` allows it. what: what it is needed for.
static void requireHopper(const Device *device, const char *what, bool later)
{
    if (device->major == 9 || (later && device->major > 9))
        return;
    fflush(stdout);
    fprintf(stderr, "%s need compute capability 9.0, and this device has %d.%d%s\n", what,
            device->major, device->minor,
            SIMULATED ? "; WARPSIM=device=h200 simulates one that has them" : "");
    exit(EXIT_CUDA);
}

#ifdef __WARPSIM__
// The simulator reads WARPSIM before main begins, and so does this, earlier. An H200 becomes the device to simulate, unless the variable
// names another, whose word comes later and counts.
__attribute__((constructor(101))) static void simulateHopper(void)
{
    char words[4096];
    const char *own = getenv("WARPSIM");
    snprintf(words, sizeof words, "device=h200 %s", own != NULL ? own : "");
    setenv("WARPSIM", words, 1);
}
#endif

#endif
