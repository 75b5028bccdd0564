// The last rung of ladders on an H200: cuBLAS, where it's installed.

#ifndef WARP_LIBRARY_H
#define WARP_LIBRARY_H

#include "../ch6-sgemm/cublas.cuh"
#include "bf16.h"
#include "h200.h"

#if HAVE_CUBLAS
static Cublas library;

static void cublas(Matrix A, Matrix B, Matrix C)
{
    if (!cublasProductOf(&library, ELEMENT_CUDA, ELEMENT_COMPUTE, C.rows, C.cols, A.cols, A.at,
                         A.pitch, B.at, B.pitch, C.at, C.pitch)) {
        fprintf(stderr, "cublasGemmEx failed\n");
        exit(EXIT_CUDA);
    }
}
#endif

// Looks for cuBLAS. How many of a ladder's `rungs`, of which it's the last if HAVE_CUBLAS, there are.
static int rungsOf(int rungs)
{
#if HAVE_CUBLAS
    library = cublasOpen();
    return rungs - (library.library == NULL);
#else
    return rungs;
#endif
}

// Later GPUs have other instructions in place of warpgroup products.
static void requireWarpgroups(const Device *device)
{
    requireHopper(device, "warpgroup products", false);
}

#endif
