// reals.c: cuBLAS's calls for float and for double: real.inc for each of the two.

#include "beyond/blas/blas.h"

#define REAL    float
#define FORMAT  (&R_32F)
#define BLAS(n) s##n##_
#define CU(n)   cublasS##n
#define CUI(n)  cublasIs##n
#define FN(n)   float_##n
#include "beyond/blas/real.inc"

#define REAL    double
#define FORMAT  (&R_64F)
#define BLAS(n) d##n##_
#define CU(n)   cublasD##n
#define CUI(n)  cublasId##n
#define FN(n)   double_##n
#include "beyond/blas/real.inc"
