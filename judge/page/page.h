// page.h: what the files of this folder share; and this is what JavaScript provides to them (judge.mjs).
//
//   page.c          the core's host, the device, and what the page calls
//   last_launch.c   makes a lab of the launch that failed
//   judge.mjs       the JavaScript around them
//   one_thread/     pthread.h and sched.h for a host with one thread, which the simulator's pool includes

#ifndef JUDGE_PAGE_H
#define JUDGE_PAGE_H

#include "judge/core/core.h"

#define EXPORT(name) __attribute__((export_name(#name))) name
#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))

// Calls `work` (page.c) and returns 0; 1 if that has called host_escape.
IMPORT(attempt) int host_attempt(void);
IMPORT(escape) void host_escape(void) __attribute__((noreturn));
IMPORT(refuse) void host_refuse(const char *why) __attribute__((noreturn));

// ---- last_launch.c --------------------------------------------------------------------------------------------------

// Notes a question that the device has answered; launches have their own function.
void last_launch_saw(const WireRequest *r, const void *bytes, const Reply *reply);
// Notes a launch, before it runs. `read` returns bytes of the device's memory, to be freed.
void last_launch_begins(const WireLaunch *w, char *(*read)(uint64_t address, uint64_t bytes));
// Returns the last launch as a lab's bundle (lab/core/bundle.h), to be freed; NULL with the reason in *why.
char *last_launch_bundle(const char *name, const char *source, const Code codes[WIRE_SLOTS],
                         const char **why);

#endif
