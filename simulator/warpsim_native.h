// warpsim_native.h: kernels as machine code of the host, as hosts of the core see them. Part of the core's outside.

#ifndef WARPSIM_NATIVE_H
#define WARPSIM_NATIVE_H

#include "warpsim.h"

// Returns a kernel's segments as C, which a host compiles to a shared object; NULL if there is nothing to compile, or no memory. The
// caller frees it. The text is the same for the same code, and needs the simulator of this version.
char *sim_native_text(const SimFunction *kernel);

// Gives a kernel its compiled code: what the object has under the name native_code. It must stay. Any thread may do so at any time:
// blocks that run go on by it from one of their next segments on, where a warp is whole. Results and counters are the same.
void sim_native_use(SimFunction *kernel, const void *code);
bool sim_native_used(const SimFunction *kernel);
bool sim_native_ask(
    SimFunction *kernel); // tells, once, that nobody has asked for its compiled code before

#endif
