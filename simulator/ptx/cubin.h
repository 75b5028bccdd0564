// cubin.h: what ptxas made of a kernel (cubin.c), for fatbin.c. Part of ptx.h.

#ifndef CUBIN_H
#define CUBIN_H

#include "base/bytes.h"

int cubin_registers(Bytes elf, const char *mangled); // per thread of a kernel; 0 if it is not there
// Adds what ptxas made of a kernel's PTX lines to *out, which is empty; false if the host has no memory. Nothing is added
// if the cubin does not tell lines, or was made from another PTX text.
bool cubin_lines(Bytes elf, int arch, const char *mangled, Bytes ptx, SimAssembled *out);

#endif
