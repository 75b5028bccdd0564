// cusolver_calls.h: cuSOLVER's calls for one type of number, by the names of types.h and these:
//   CU(potrf), CU_OR(mqr), CU_SY(evd)   cuSOLVER's: cusolverDnSpotrf, cusolverDnSormqr, cusolverDnSsyevd
//   JOB(name)                           what all jobs have; FN(name) does one
// In comments a matrix is (rows, columns).

#include "cusolver_factors.h"
#include "cusolver_singular.h"
#include "cusolver_values.h"
