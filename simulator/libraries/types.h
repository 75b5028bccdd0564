// types.h: compiles the file whose name EACH_TYPE is for each type of number that BLAS and LAPACK know, with
//   LETTER, SMALL   the type's letter in NVIDIA's names and in LAPACK's: S, s
//   OR, SY          what LAPACK calls an orthogonal and a symmetric matrix: or and sy; if numbers are complex, un and he
//   TYPE            the type in NVIDIA's declarations      ELEMENT   the same type in C      PART   of its real part
//   LA(potrf), LA_OR(mqr), LA_SY(evd)   LAPACK's routines: spotrf_, sormqr_, ssyevd_
//   FN(name)        a name of the file's own
//   IS_COMPLEX      0 or 1      CONJUGATE(x)   the conjugate, as a double
//   IF_COMPLEX(arguments,)   arguments that only complex numbers need
// The file has no guard.

#include <complex.h>

#define PASTE(a, b, c, d)  PASTED(a, b, c, d)
#define PASTED(a, b, c, d) a##b##c##d
#define LA(name)           PASTE(SMALL, name, _, )
#define LA_OR(name)        PASTE(SMALL, OR, name, _)
#define LA_SY(name)        PASTE(SMALL, SY, name, _)
#define FN(name)           PASTE(LETTER, _, name, )

#define IS_COMPLEX   0
#define CONJUGATE(x) (x)
#define IF_COMPLEX(...)
#define OR or
#define SY sy

#define LETTER  S
#define SMALL   s
#define TYPE    float
#define ELEMENT float
#define PART    float
#include "lapack.h"

#include EACH_TYPE
#include "types_end.h"

#define LETTER  D
#define SMALL   d
#define TYPE    double
#define ELEMENT double
#define PART    double
#include "lapack.h"

#include EACH_TYPE
#include "types_end.h"

#undef IS_COMPLEX
#undef CONJUGATE
#undef IF_COMPLEX
#undef OR
#undef SY
#define IS_COMPLEX      1
#define CONJUGATE(x)    conj(x)
#define IF_COMPLEX(...) __VA_ARGS__
#define OR              un
#define SY              he

#define LETTER  C
#define SMALL   c
#define TYPE    cuComplex
#define ELEMENT float complex
#define PART    float
#include "lapack.h"

#include EACH_TYPE
#include "types_end.h"

#define LETTER  Z
#define SMALL   z
#define TYPE    cuDoubleComplex
#define ELEMENT double complex
#define PART    double
#include "lapack.h"

#include EACH_TYPE
#include "types_end.h"
