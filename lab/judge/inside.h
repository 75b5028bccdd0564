// inside.h: a case's last launch, as a lab's bundle (lab/lab.h): a reader walks through what has failed.

#ifndef JUDGE_INSIDE_H
#define JUDGE_INSIDE_H

#include "engine.h"

// A question that the device has answered, but for launches.
void inside_saw(const WireRequest *r, const void *bytes, const Reply *reply);
// Before a launch. `read` gives the device's memory: its bytes are the caller's to free.
void inside_launch(const WireLaunch *w, char *(*read)(uint64_t address, uint64_t bytes));
// The bundle of what was launched last, to be freed; NULL with the reason in *why.
char *inside_bundle(const char *name, const char *source, const char *const ptx[WIRE_SLOTS],
                    const char **why);

#endif
