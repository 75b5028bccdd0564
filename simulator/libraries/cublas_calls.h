// cublas_calls.h: cuBLAS's calls that are alike for real and complex numbers, for one type; types.h includes it for each. CU(trsm)
// is cublasStrsm. In comments a matrix is (rows, columns).

#include "cublas_batches.h"
#include "cublas_triangles.h"
