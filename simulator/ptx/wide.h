// wide.h: loads and stores of shared memory that ptxas merged.

#ifndef WIDE_H
#define WIDE_H

#include "ptx/ptx.h"

// Notes in a kernel's instructions which of them ptxas merged.
void wide_find(SimModule *m, const SimFunction *f, const SimAssembled *assembled);

#endif
