// wide.h: loads and stores of shared memory that ptxas merged.

#ifndef WIDE_H
#define WIDE_H

#include "ptx/ptx.h"

// Insn.access.merged of those accesses that ptxas merged into a neighbour's. The neighbour has the bytes of the machine's access.
enum { MERGED_INTO = 1 };

// Notes in a kernel's instructions which of them ptxas merged.
void wide_find(SimModule *m, const SimFunction *f, const SimAssembled *assembled);

#endif
