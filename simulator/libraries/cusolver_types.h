// cusolver_types.h: cuSOLVER's calls for one type of number. cusolver.c includes it for each of the four, with
//   LETTER, SMALL  the type's letter in cuSOLVER's names and in LAPACK's: S, s
//   OR, SY         what LAPACK calls an orthogonal and a symmetric matrix: or and sy; if numbers are complex un and he
//   TYPE           the type in cuSOLVER's declarations      ELEMENT   the same type in C      PART   of its real part
//   CU(potrf), CU_OR(mqr), CU_SY(evd)   cuSOLVER's names: cusolverDnSpotrf, cusolverDnSormqr, cusolverDnSsyevd
//   LA(potrf), LA_OR(mqr), LA_SY(evd)   LAPACK's: spotrf_, sormqr_, ssyevd_        FN(name)   a name of these files' own
//   IF_COMPLEX(arguments,)              arguments that only complex numbers need
// and it has no guard. In comments a matrix is (rows, columns).

#include "lapack.h"

#include "cusolver_factors.h"
#include "cusolver_singular.h"
#include "cusolver_values.h"

#undef LETTER
#undef SMALL
#undef OR
#undef SY
#undef TYPE
#undef ELEMENT
#undef PART
