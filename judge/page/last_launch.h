// inside.h: makes a lab's bundle (lab/core/bundle.h) of a case's last launch, so that a reader can walk through a failure.

#ifndef JUDGE_INSIDE_H
#define JUDGE_INSIDE_H

#include "core.h"

// Notes a question that the device has answered; launches have their own function.
void inside_saw(const WireRequest *r, const void *bytes, const Reply *reply);
// Notes a launch, before it runs. `read` returns bytes of the device's memory, to be freed.
void inside_launch(const WireLaunch *w, char *(*read)(uint64_t address, uint64_t bytes));
// Returns the bundle of the last launch, to be freed; NULL with the reason in *why.
char *inside_bundle(const char *name, const char *source, const char *const ptx[WIRE_SLOTS],
                    const char **why);

#endif
