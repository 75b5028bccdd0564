// factors.c: factors and solutions: factors.inc for each of the four types of numbers.

#include "beyond/solver/solver.h"

#define EACH_TYPE "beyond/solver/factors.inc"
#include "beyond/common/each_type.inc"
