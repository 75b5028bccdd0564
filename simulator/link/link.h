// link.h: makes a module ready to run: sim_module_link of warpsim_module.h. It stands between the PTX and the machine, for an
// instruction gets the function that does it. Uses base/, memory/, ptx/, ptx/lower/ and machine/alu/.

#ifndef LINK_H
#define LINK_H

#include "machine/alu/alu.h"

enum { COPY_THREADS = 256 }; // of a block of these kernels
// Adds the kernels that copy and fill to a module that calls such functions. False, and *err, if the host has no memory.
// (copy_kernels.c)
bool copy_kernels_add(SimModule *m, SimError *err);

#endif
