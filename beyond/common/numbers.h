// numbers.h: the types of elements that cuBLAS and cuSPARSE know, as doubles.

#ifndef NUMBERS_H
#define NUMBERS_H

#include <library_types.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    cudaDataType type;
    size_t bytes;
    double (*get)(const void *at);
    void (*put)(void *at, double x);
} Format;

extern const Format R_32F, R_64F, R_16F, R_16BF, R_8I, R_32I;

// How the parts of a type are kept; NULL for types that are unknown here.
const Format *format_of(cudaDataType type);
bool is_complex(cudaDataType type);

#endif
