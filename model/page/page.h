// page.h: the model in the book's page: the same steps, forward pass, weights and text as in ./say, compiled for WebAssembly with the
// simulator's core. It has no stdio, and nothing of the system.
//
//   device.c    what ../device.c is for ./say: steps by kernels, here on the core itself
//   exports.c   what the page calls
//   model.mjs   the JavaScript around them, which works under node, too

#ifndef MODEL_PAGE_H
#define MODEL_PAGE_H

#include "model/language.h"

#include <stdint.h>

// ---- device.c ----

// From now on `word` is simulated, as WARPSIM's device= names it, with checks or without; false if there is no such device.
bool device_begin(const char *word, bool check);
// Takes a step's kernel from PTX. Returns NULL, or why that can't be done. The text of the PTX must stay.
const char *device_take(Step *s, const char *ptx, size_t size);
// Returns why a kernel could not be run, or what a check found in it; NULL if nothing was wrong so far. Nothing runs after that.
const char *device_wrong(void);

#endif
