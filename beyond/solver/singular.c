// singular.c: singular values: singular.inc for each of the four types of numbers.

#include "beyond/solver/solver.h"

#define EACH_TYPE "beyond/solver/singular.inc"
#include "beyond/common/each_type.inc"
