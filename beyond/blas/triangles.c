// triangles.c: triangular and symmetric matrices: triangles.inc for each of the four types of numbers. CU(trsm) is cublasStrsm.

#include "beyond/blas/blas.h"

#define CU(name)  PASTE(cublas, LETTER, name, )
#define EACH_TYPE "beyond/blas/triangles.inc"
#include "beyond/common/each_type.inc"
