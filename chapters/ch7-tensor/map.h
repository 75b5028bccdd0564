// Tensor maps: what the copy engine has to know of a matrix.

#ifndef WARP_MAP_H
#define WARP_MAP_H

#include "bf16.h"

// Columns of a tensor copy's box: 128 bytes, as wide as the swizzle.
enum { BOX = 128 / sizeof(Element) };

// [begin mapOf]
// A tensor map of X, in boxes of `rows` rows and BOX columns; with `pages`, of so many such
// matrices, one after the other. (The driver makes it; the runtime finds the driver's function.)
static CUtensorMap mapOf(Matrix X, int rows, int pages = 0)
{
    CUtensorMap map;
    cuuint64_t line = (cuuint64_t)X.pitch * sizeof(Element);
    cuuint64_t size[] = {(cuuint64_t)(X.cols > 0 ? X.cols : 1),
                         (cuuint64_t)(X.rows > 0 ? X.rows : 1), (cuuint64_t)pages},
               pitch[] = {line, line * X.rows};
    cuuint32_t box[] = {BOX, (cuuint32_t)rows, 1}, every[] = {1, 1, 1};
    void *entry = NULL;
    enum cudaDriverEntryPointQueryResult found;
#if CUDART_VERSION >= 12050
    cudaCheck(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000,
                                               cudaEnableDefault, &found));
#else
    cudaCheck(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &entry, cudaEnableDefault, &found));
#endif
    CUresult status = ((__typeof__(&cuTensorMapEncodeTiled))entry)(
        &map, ELEMENT_MAP, pages > 0 ? 3 : 2, X.at, size, pitch, box, every,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
        CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS) {
        fprintf(stderr, "cuTensorMapEncodeTiled: error %d\n", (int)status);
        exit(EXIT_CUDA);
    }
    return map;
}
// [end mapOf]

#endif
